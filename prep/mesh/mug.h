// The parts of a mug, for shape_mug.c.
#ifndef CAROM_PREP_MUG_H
#define CAROM_PREP_MUG_H

#include "prep/mesh/grid_disc.h"

// Parameters of the shape, in their order.
enum {
    CR_MUG_HEIGHT,
    CR_MUG_RADIUS,
    CR_MUG_WALL,
    CR_MUG_BOTTOM,
    CR_MUG_HANDLE,
    CR_MUG_THICKNESS,
    CR_MUG_WIDTH,
    CR_MUG_AT,
    CR_MUG_FILLET
};

// Edges of cells: around the wall and up, of the bottom, along the handle.
enum { CR_MUG_AROUND, CR_MUG_UP, CR_MUG_BELOW, CR_MUG_ALONG, CR_MUG_EDGES };

typedef struct cr_mug {
    const double *value;
    double edge[CR_MUG_EDGES];
    int layers[2];           // of the wall and of the bottom
    int fillet;              // cells along half of a fillet
    double rim;              // height of the last row; 0: as others
    int around;              // cells around the wall
    double doubling;         // height of the row in which they become twice as many; 0: none
    int square;              // of them in the square
    int quarter;             // cells up the square, and along a quarter of the handle's section
    double half_angle, half; // of the square, along the wall and up
    double sign;             // 1: the upper end of the handle, -1: the lower
    double from, to;         // of a piece of wall, up
    double level;            // height of the middle of the handle
    bool whole;              // all around, or without the square
} cr_mug;

static inline double cr_mug_inner(const cr_mug *m) {
    return m->value[CR_MUG_RADIUS] - m->value[CR_MUG_WALL];
}

// The handle, from the middle of its fillets on.
void cr_mug_handle(cr_cells *cells, cr_mug *m);
// The square of the wall at one end of it.
void cr_mug_handle_end(cr_cells *cells, const cr_mug *m);

#endif
