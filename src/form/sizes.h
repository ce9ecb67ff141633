// The sizes of forms that are shapes with modes as well: one table of parameters, one rule of what fits. The
// mesh of a shape has no `round`, the last parameter of forms with edges.
#ifndef CAROM_FORM_SIZES_H
#define CAROM_FORM_SIZES_H

#include "carom/form.h"

extern const cr_param cr_bar_params[];
extern const cr_param cr_bell_params[];
extern const cr_param cr_bowl_params[];
extern const cr_param cr_box_params[];
extern const cr_param cr_cup_params[];
extern const cr_param cr_cylinder_params[];
extern const cr_param cr_disc_params[];
extern const cr_param cr_frame_params[];
extern const cr_param cr_half_pipe_params[];
extern const cr_param cr_mug_params[];
extern const cr_param cr_plate_params[];
extern const cr_param cr_ring_params[];
extern const cr_param cr_shell_params[];
extern const cr_param cr_sphere_params[];
extern const cr_param cr_table_params[];
extern const cr_param cr_tube_params[];
extern const cr_param cr_tuning_fork_params[];
extern const cr_param cr_wine_glass_params[];
enum {
    CR_BAR_PARAMS = 4,
    CR_BELL_PARAMS = 5,
    CR_BOWL_PARAMS = 5,
    CR_BOX_PARAMS = 3,
    CR_CUP_PARAMS = 6,
    CR_CYLINDER_PARAMS = 2,
    CR_DISC_PARAMS = 2,
    CR_FRAME_PARAMS = 6,
    CR_HALF_PIPE_PARAMS = 5,
    CR_MUG_PARAMS = 9,
    CR_PLATE_PARAMS = 3,
    CR_RING_PARAMS = 2,
    CR_SHELL_PARAMS = 2,
    CR_SPHERE_PARAMS = 1,
    CR_TABLE_PARAMS = 6,
    CR_TUBE_PARAMS = 3,
    CR_TUNING_FORK_PARAMS = 6,
    CR_WINE_GLASS_PARAMS = 9
};

// Whether sizes, which are within their ranges, fit each other: CR_ERR_RANGE with the parameter.
cr_status cr_bowl_fits(const double *value, cr_error *error);
cr_status cr_cup_fits(const double *value, cr_error *error);
// The basket of such sizes. CR_ERR_RANGE, CR_ERR_MEMORY.
cr_status cr_frame_basket(const double *value, cr_arena *arena, cr_frame *frame, cr_error *error);
cr_status cr_half_pipe_fits(const double *value, cr_error *error);
cr_status cr_mug_fits(const double *value, cr_error *error);
// Sizes of a handle that fits such a mug, in words.
typedef struct cr_mug_sizes {
    char text[160];
} cr_mug_sizes;
cr_mug_sizes cr_mug_advice(const double *value);
cr_status cr_table_fits(const double *value, cr_error *error);
cr_status cr_tuning_fork_fits(const double *value, cr_error *error);

#endif
