// Membranes and plates: one step of the update on a rectangle. Two Laplacians, row by row, so that the
// curvature of a row is still in cache when the rows beside it need it.
#include "element/element_internal.h"

CR_CLONES static void curve_row(int count, int stride, double aspect, const double *restrict u,
                                double *restrict q) {
    double own = -2.0 * (1.0 + aspect);
    for (int i = 0; i < count; i++)
        q[i] = (u[i - 1] + u[i + 1]) + aspect * (u[i - stride] + u[i + stride]) + own * u[i];
}

CR_CLONES static void update_row(int count, int stride, const cr_grid *g, const double *restrict u,
                                 const double *restrict q, const double *restrict d, double *restrict u_next,
                                 double *restrict d_next) {
    double aspect = g->aspect, sides = 2.0 * (1.0 + aspect), smooth = g->smooth, bend = g->bend;
    double keep = g->keep - sides * smooth, own = g->pull + sides * bend;
    double smooth_y = smooth * aspect, bend_y = bend * aspect;
    for (int i = 0; i < count; i++) {
        double change = keep * d[i] + smooth * (d[i - 1] + d[i + 1]) +
                        smooth_y * (d[i - stride] + d[i + stride]) + own * q[i] -
                        bend * (q[i - 1] + q[i + 1]) - bend_y * (q[i - stride] + q[i + stride]);
        d_next[i] = change;
        u_next[i] = u[i] + change;
    }
}

// At a clamped edge the image makes the slope zero: the curvature there is twice the first row inside.
static void clamp_row(const cr_element *e, int j, int inner_row) {
    const cr_grid *g = &e->grid;
    for (int i = 1; i < g->n[0]; i++)
        e->curvature[cr_grid_at(g, i, j)] = 2.0 * g->aspect * e->u[cr_grid_at(g, i, inner_row)];
}

static void clamp_columns(const cr_element *e, int j) {
    const cr_grid *g = &e->grid;
    e->curvature[cr_grid_at(g, 0, j)] = 2.0 * e->u[cr_grid_at(g, 1, j)];
    e->curvature[cr_grid_at(g, g->n[0], j)] = 2.0 * e->u[cr_grid_at(g, g->n[0] - 1, j)];
}

// Curvature rows 1..ny-1 (rows 0 and ny stay zero at supported edges), each followed by the update of the row
// before it.
void cr_sheet_predict(cr_element *e) {
    cr_grid *g = &e->grid;
    int stride = g->stride, count = g->last[0] - g->first[0] + 1;
    bool clamped = g->edge == CR_EDGE_CLAMPED;
    if (clamped) clamp_row(e, 0, 1), clamp_row(e, g->n[1], g->n[1] - 1);
    for (int j = 1; j <= g->n[1]; j++) {
        int inner = cr_grid_at(g, 1, j), row = cr_grid_at(g, g->first[0], j - 1);
        if (j < g->n[1]) curve_row(g->n[0] - 1, stride, g->aspect, e->u + inner, e->curvature + inner);
        if (clamped && j < g->n[1]) clamp_columns(e, j);
        if (j - 1 >= g->first[1] && j - 1 <= g->last[1])
            update_row(count, stride, g, e->u + row, e->curvature + row, e->d + row, e->u_next + row,
                       e->d_next + row);
    }
}
