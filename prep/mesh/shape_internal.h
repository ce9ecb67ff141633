#ifndef CAROM_PREP_SHAPE_INTERNAL_H
#define CAROM_PREP_SHAPE_INTERNAL_H

#include "base/numeric.h"
#include "prep/mesh/grid.h"
#include "prep/mesh/shape_list.h"

#define X(name) extern const cr_shape_type cr_shape_##name;
CR_SHAPE_LIST(X)
#undef X

// A block between two corners; the groups of the sides as in cr_cell_block.
typedef struct cr_cuboid {
    double low[3], high[3];
    cr_rims rims[3];
} cr_cuboid;

void cr_cuboid_map(const void *context, const double u[3], double x[3]);

#endif
