#include "prep/mesh/grid_strip.h"

#include <string.h>

int cr_strip_kept(int fine, int coarse, int cell) {
    if (2 * cell > coarse) return fine - cr_strip_kept(fine, coarse, coarse - cell);
    return (2 * cell * fine + coarse) / (2 * coarse);
}

double cr_strip_across(int from, int to, double v) {
    bool fewer = from >= to;
    int fine = fewer ? from : to, coarse = fewer ? to : from, cell = 0;
    while (cell < coarse - 1 && v * from > (fewer ? cr_strip_kept(fine, coarse, cell + 1) : cell + 1)) cell++;
    double kept = cr_strip_kept(fine, coarse, cell), cells = cr_strip_kept(fine, coarse, cell + 1) - kept;
    double place = v * from;
    return fewer ? (cell + (place - kept) / cells) / to : (kept + (place - cell) * cells) / to;
}

// A piece of the row between four corners (u, v): those of the block at (u v) = 00 10 01 11. A triangle has
// the second and the fourth in one place.
typedef struct piece {
    const cr_strip *strip;
    double at[4][2];
} piece;

static void map_piece(const void *context, const double u[3], double x[3]) {
    const piece *p = context;
    double share[4] = {(1.0 - u[0]) * (1.0 - u[1]), u[0] * (1.0 - u[1]), (1.0 - u[0]) * u[1], u[0] * u[1]};
    double straight[3] = {0};
    for (int i = 0; i < 4; i++) {
        double corner[3];
        p->strip->map(p->strip->context, (double[3]){p->at[i][0], p->at[i][1], u[2]}, corner);
        for (int axis = 0; axis < 3; axis++) straight[axis] += share[i] * corner[axis];
    }
    if (p->strip->bend) p->strip->bend(p->strip->context, straight, x);
    else memcpy(x, straight, sizeof straight);
}

// With the sides of the row that it lies on: of a triangle, whose `side` may be at u = 0 or 1.
static void add_piece(cr_cells *cells, const piece *p, int low, int high) {
    const cr_strip *strip = p->strip;
    cr_cell_block block = {{1, 1, strip->along}, map_piece, p, {0}};
    bool first = p->at[0][1] == 0.0 && p->at[1][1] == 0.0, last = p->at[2][1] == 1.0 && p->at[3][1] == 1.0;
    block.group[CR_U0] = low;
    block.group[CR_U1] = high;
    block.group[CR_V0] = first ? strip->group[CR_V0] : 0;
    block.group[CR_V1] = last ? strip->group[CR_V1] : 0;
    block.group[CR_W0] = strip->group[CR_W0];
    block.group[CR_W1] = strip->group[CR_W1];
    cr_cells_block(cells, &block);
}

// The cells at one of the fewer: triangles from its ends to the first and the last of the many, and between
// them a quadrilateral or a triangle.
static void add_fan(cr_cells *cells, const cr_strip *s, int cell) {
    int from = cr_strip_kept(s->fine, s->coarse, cell), to = cr_strip_kept(s->fine, s->coarse, cell + 1);
    int left = (to - from) / 2;
    double n = s->fine, a = from / n, b = to / n;
    int low = s->group[CR_U0], high = s->group[CR_U1];
    for (int i = 0; i < left; i++) {
        double v = (from + i) / n, w = (to - i) / n, step = 1.0 / n;
        add_piece(cells, &(piece){s, {{0.0, v}, {1.0, a}, {0.0, v + step}, {1.0, a}}}, low, 0);
        add_piece(cells, &(piece){s, {{0.0, w - step}, {1.0, b}, {0.0, w}, {1.0, b}}}, low, 0);
    }
    double v = (from + left) / n, w = (to - left) / n;
    if ((to - from) % 2) add_piece(cells, &(piece){s, {{0.0, v}, {1.0, a}, {0.0, w}, {1.0, b}}}, low, high);
    else add_piece(cells, &(piece){s, {{1.0, b}, {0.0, v}, {1.0, a}, {0.0, v}}}, high, 0);
}

void cr_cells_strip(cr_cells *cells, const cr_strip *strip) {
    for (int cell = 0; cell < strip->coarse; cell++) add_fan(cells, strip, cell);
}
