// Round sections without a pole: a square core with four blocks round it.
#ifndef CAROM_PREP_GRID_DISC_H
#define CAROM_PREP_GRID_DISC_H

#include "prep/mesh/grid.h"

// Where the point p of the unit disc lies at w (0..1) along the sweep.
typedef void (*cr_disc_map)(const void *context, const double p[2], double w, double x[3]);

typedef struct cr_disc {
    int quarter; // cells along a quarter of the edge
    int along;   // cells along w
    cr_disc_map map;
    const void *context;
    int edge, start, end; // groups: round the edge, at w = 0 and w = 1
    double last;          // the outermost ring, as a share of the way from the core to the edge; 0: alike
} cr_disc;

void cr_cells_disc(cr_cells *cells, const cr_disc *disc);

// Four blocks between the edge of a disc and the square (-1..1)^2 of the plane of p, with as many cells along
// the sides of the square as the disc has; p on the square's edge is (+-1, t) or (t, +-1)
// with t even. The map gets points of the plane as p with |p| = 1 at the disc: inside the blocks it is given
// `square`, the share of the way from the disc to the square.
typedef void (*cr_collar_map)(const void *context, const double round[2], const double square[2],
                              double share, double w, double x[3]);

typedef struct cr_collar {
    int quarter, across, along;
    cr_collar_map map;
    const void *context;
    int start, end;
    bool doubles; // twice as many cells along the sides p0 = +-1 of the square: the last ring has triangles
                  // there
} cr_collar;

void cr_cells_collar(cr_cells *cells, const cr_collar *collar);

// Cells of a quarter of a circle of this radius with edges of at most `edge`, at least 2.
int cr_disc_quarter(double radius, double edge);

#endif
