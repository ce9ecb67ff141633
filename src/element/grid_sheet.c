// Membranes and plates: one step of the update on a rectangle, d+ = keep d - L w with w = bend L u - pull u -
// smooth d, row by row, so that the stress w of a row is still in cache when the rows beside it need it.
#include "element/element_internal.h"

CR_CLONES static void find_stress(int count, int stride, const cr_grid *g, const double *restrict u,
                                  const double *restrict d, double *restrict w) {
    double bend = g->bend, bend_y = g->bend * g->aspect, smooth = g->smooth;
    double own = -2.0 * (bend + bend_y) - g->pull;
    for (int i = 0; i < count; i++)
        w[i] = bend * (u[i - 1] + u[i + 1]) + bend_y * (u[i - stride] + u[i + stride]) + own * u[i] -
               smooth * d[i];
}

CR_CLONES static void update(int count, int stride, double keep, double aspect, const double *restrict u,
                             const double *restrict d, const double *restrict w, double *restrict u_next,
                             double *restrict d_next) {
    double own = 2.0 * (1.0 + aspect);
    CR_UNROLL
    for (int i = 0; i < count; i++) {
        double change =
            keep * d[i] + own * w[i] - (w[i - 1] + w[i + 1]) - aspect * (w[i - stride] + w[i + stride]);
        d_next[i] = change;
        u_next[i] = u[i] + change;
    }
}

// At a clamped edge the image makes the slope zero: the curvature there is twice the first row inside.
static void clamp_row(const cr_element *e, int j, int inner_row) {
    const cr_grid *g = &e->grid;
    for (int i = 1; i < g->n[0]; i++)
        e->stress[cr_grid_at(g, i, j)] = 2.0 * g->bend * g->aspect * e->u[cr_grid_at(g, i, inner_row)];
}

static void clamp_columns(const cr_element *e, int j) {
    const cr_grid *g = &e->grid;
    e->stress[cr_grid_at(g, 0, j)] = 2.0 * g->bend * e->u[cr_grid_at(g, 1, j)];
    e->stress[cr_grid_at(g, g->n[0], j)] = 2.0 * g->bend * e->u[cr_grid_at(g, g->n[0] - 1, j)];
}

// Stress rows 1..ny-1 (rows 0 and ny stay zero at supported edges), each followed by the update of the row
// before.
void cr_sheet_predict(cr_element *e) {
    cr_grid *g = &e->grid;
    int stride = g->stride, count = g->n[0] - 1;
    bool clamped = g->edge == CR_EDGE_CLAMPED;
    if (clamped) clamp_row(e, 0, 1), clamp_row(e, g->n[1], g->n[1] - 1);
    for (int j = 1; j <= g->n[1]; j++) {
        int row = cr_grid_at(g, 1, j), above = row - stride;
        if (j < g->n[1]) find_stress(count, stride, g, e->u + row, e->d + row, e->stress + row);
        if (clamped && j < g->n[1]) clamp_columns(e, j);
        if (j > 1)
            update(count, stride, g->keep, g->aspect, e->u + above, e->d + above, e->stress + above,
                   e->u_next + above, e->d_next + above);
    }
}
