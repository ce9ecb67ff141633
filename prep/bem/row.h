// One row of the boundary integrals: what each triangle adds at a point.
#ifndef CAROM_PREP_BEM_ROW_H
#define CAROM_PREP_BEM_ROW_H

#include "prep/bem/surface.h"

// Of all triangles: int G and int dG/dn_y with G = e^(ikr)/(4 pi r), by the rule of three points.
typedef struct cr_bem_row {
    float *single[2], *twofold[2]; // real and imaginary parts, one number per triangle
} cr_bem_row;

// CR_ERR_MEMORY as false.
bool cr_bem_row_take(cr_bem_row *row, int triangles, cr_arena *arena);
void cr_bem_row_fill(const cr_bem_surface *surface, const double x[3], double k, const cr_bem_row *row);

#endif
