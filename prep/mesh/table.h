// The parts of a table, for shape_table.c.
#ifndef CAROM_PREP_TABLE_H
#define CAROM_PREP_TABLE_H

#include "prep/mesh/grid_strip.h"

// Along one side of the board: its edge, the patch with a leg, the middle, the patch with the other leg, its
// edge.
enum { CR_TABLE_PIECES = 5 };

typedef struct cr_table_axis {
    double end[CR_TABLE_PIECES + 1]; // of the pieces
    cr_rims cells[CR_TABLE_PIECES];  // of the board in them; 0: there is no such piece
    double leg[CR_TABLE_PIECES][2];  // from, to, in a piece with a leg
    cr_rims fine;                    // cells of a leg at the board, narrow beside its sides
    int plain;                       // further down
} cr_table_axis;

typedef struct cr_table {
    cr_table_axis axis[2]; // x y
    double floor[2];       // of the board: its lower and its upper side
    double joint;          // down to here legs have narrow cells
    cr_rims through;       // cells of the board at a leg, from below
    cr_rims board;         // of the rest of it
    cr_rims ring;          // cells round a leg, from its side to the edge of the patch
    cr_rims down;          // cells of the joint, from below
    double row;            // height of a row in which the cells of a leg become fewer
    int rest;              // cells below it
    bool turned;           // it looks the same after a quarter of a turn
} cr_table;

// The leg in the pieces i (along x) and j (along y), with its patch of the board.
void cr_table_leg(cr_cells *cells, const cr_table *t, int i, int j);

#endif
