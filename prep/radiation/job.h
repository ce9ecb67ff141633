// Inside cr_radiation_compute: modes are sorted by what they are solved on.
#ifndef CAROM_PREP_RADIATION_JOB_H
#define CAROM_PREP_RADIATION_JOB_H

#include "carom/prep.h"
#include "prep/bem/profile.h"
#include "prep/thin/board.h"
#include "prep/thin/wires.h"

#include <stdatomic.h>

// What a mode is solved on. Each has levels of density.
typedef enum cr_bem_kind {
    CR_BEM_ON_SURFACE, // boundary elements
    CR_BEM_ON_FACES,   // faces that are large against the wavelength
    CR_BEM_ON_BOARD,
    CR_BEM_ON_WIRES,
    CR_BEM_KINDS
} cr_bem_kind;

enum {
    CR_BEM_LEVELS = 24, // of each kind
    CR_BEM_STEPS = CR_BEM_KINDS * CR_BEM_LEVELS,
    CR_BEM_SIDES = 16,     // sizes of patches on one level
    CR_BEM_PATCHES = 8192, // at most
};

typedef struct cr_bem_job {
    const cr_modes *modes;
    const cr_radiation_def *def;
    cr_radiation *out;
    cr_arena *arena; // of the results
    bool revolved;
    cr_profile profile;
    cr_board board;          // thickness 0: it is none
    cr_wire_frame frame;     // of modes that have rods
    double area;             // m^2
    double coarsest, finest; // edges that the body and the limit of triangles allow, m
    double large;            // of faces that are treated alone, m
    double *square;          // by mode: int g^2
    atomic_int done, stop, resonant;
    int wanted; // modes
} cr_bem_job;

double cr_bem_wave_number(const cr_bem_job *job, int mode);
// The length that cells of a level have.
double cr_bem_level_edge(const cr_bem_job *job, cr_bem_kind kind, int level);

// Solves the modes of a level, which are so many. CR_ERR_INPUT, CR_ERR_MEMORY, CR_ERR_NUMERIC, CR_STOPPED.
cr_status cr_bem_solve_level(cr_bem_job *job, cr_bem_kind kind, int level, int *mode, int count,
                             cr_arena *scratch, cr_error *error);
// What modes that have patches alone send out in all directions.
cr_status cr_bem_find_strengths(cr_bem_job *job, cr_arena *scratch, cr_error *error);

#endif
