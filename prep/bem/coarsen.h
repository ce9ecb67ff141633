// A closed surface with fewer triangles, whose corners are some of those it had.
#ifndef CAROM_PREP_BEM_COARSEN_H
#define CAROM_PREP_BEM_COARSEN_H

#include "carom/base.h"

typedef struct cr_coarse {
    int triangles;
    int *triangle; // three vertices of the surface it came from, each
} cr_coarse;

// Takes edges out, the shortest first, until hardly any is shorter than 0.7 `edge` [m]. Edges where the
// surface bends by more than 40 degrees, and where those meet, stay. The surface must be closed.
// CR_ERR_MEMORY; the triangles are the arena's.
cr_status cr_coarsen(const float *position, int vertices, const int *triangle, int triangles, double edge,
                     cr_arena *arena, cr_coarse *coarse, cr_error *error);

#endif
