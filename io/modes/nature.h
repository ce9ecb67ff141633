// What a mode looks like in a few words, and where a solid is tapped so that every mode answers.
#ifndef CAROM_IO_MODES_NATURE_H
#define CAROM_IO_MODES_NATURE_H

#include "carom/modes.h"

typedef struct cr_mode_nature {
    double share[3]; // of the mean square displacement over the surface along x y z
    double outward;  // the same along the normal: what moves the air
    int areas;       // connected parts of the surface that swing the same way along the strongest axis
    int waves;       // around the z axis, where the motion has no axis and the solid is round; -1: none
    int group;       // modes that lie within 0.1 % of their neighbours, itself too
    char text[64];   // "along z, 3 areas", "in the xy plane, 2 waves around, pair"
} cr_mode_nature;

// Scratch memory is taken from the arena and given back. CR_ERR_MEMORY.
cr_status cr_mode_nature_find(const cr_modes *modes, int mode, cr_arena *arena, cr_mode_nature *nature,
                              cr_error *error);

// Vertices to tap along the normal, far from each other; the first is where no mode is weak. `tap` has room
// for `count`, at most 64; returns how many there are.
int cr_modes_taps(const cr_modes *modes, const float *normal, int count, int *tap);

// u n of a mode at a vertex, kg^-1/2.
double cr_mode_outward(const cr_modes *modes, const float *normal, int mode, int vertex);

#endif
