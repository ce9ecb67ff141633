// A row of cells between a side with many and a side with fewer of them, by quadrilaterals and triangles with
// sides that are straight where the row is not bent.
#ifndef CAROM_PREP_GRID_STRIP_H
#define CAROM_PREP_GRID_STRIP_H

#include "prep/mesh/grid.h"

typedef struct cr_strip {
    int fine, coarse; // cells along v at u = 0 and at u = 1; fine - coarse is even, or coarse divides fine
    int along;        // cells along w
    cr_block_map map; // u across the row, v along it: cell i at u = 0 is from i/fine to (i + 1)/fine
    const void *context;
    int group[6]; // as in cr_cell_block
    cr_block_map
        bend; // from what map gives, in which sides are straight, to the place; NULL: it is the place
} cr_strip;

void cr_cells_strip(cr_cells *cells, const cr_strip *strip);

// After how many cells of the side with many ends cell `cell` of the other: as evenly as whole numbers allow,
// the same from either end.
int cr_strip_kept(int fine, int coarse, int cell);
// Where the share v of the cells of one side is on the other, as a share of its cells: the same ends meet.
double cr_strip_across(int from, int to, double v);

#endif
