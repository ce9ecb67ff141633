// Strings and bars: one step of the update along a line, d+ = keep d - L w with w = bend L u - pull u -
// smooth d.
#include "element/element_internal.h"

// Images beyond a free end: the Laplacian there is that of half a cell.
static void mirror(const cr_grid *g, double *a) {
    if (g->edge != CR_EDGE_FREE) return;
    a[cr_grid_at(g, -1, 0)] = a[cr_grid_at(g, 1, 0)];
    a[cr_grid_at(g, g->n[0] + 1, 0)] = a[cr_grid_at(g, g->n[0] - 1, 0)];
}

// At the ends: no curvature where the line is supported or free; where it is clamped the image u[-1] = u[1]
// makes the slope zero and the curvature 2 u[1].
static void end_stress(const cr_element *e, int end, int inner) {
    const cr_grid *g = &e->grid;
    int at = cr_grid_at(g, end, 0);
    double curvature = g->edge == CR_EDGE_CLAMPED ? 2.0 * e->u[cr_grid_at(g, inner, 0)] : 0.0;
    e->stress[at] = g->bend * curvature - g->pull * e->u[at] - g->smooth * e->d[at];
}

CR_CLONES static void find_stress(int count, const cr_grid *g, const double *restrict u,
                                  const double *restrict d, double *restrict w) {
    double bend = g->bend, smooth = g->smooth, own = -2.0 * g->bend - g->pull;
    for (int i = 0; i < count; i++) w[i] = bend * (u[i - 1] + u[i + 1]) + own * u[i] - smooth * d[i];
}

CR_CLONES static void update(int count, double keep, const double *restrict u, const double *restrict d,
                             const double *restrict w, double *restrict u_next, double *restrict d_next) {
    for (int i = 0; i < count; i++) {
        double change = keep * d[i] - ((w[i - 1] + w[i + 1]) - 2.0 * w[i]);
        d_next[i] = change;
        u_next[i] = u[i] + change;
    }
}

void cr_line_predict(cr_element *e) {
    cr_grid *g = &e->grid;
    int start = cr_grid_at(g, g->first[0], 0), inner = cr_grid_at(g, 1, 0);
    find_stress(g->n[0] - 1, g, e->u + inner, e->d + inner, e->stress + inner);
    end_stress(e, 0, 1);
    end_stress(e, g->n[0], g->n[0] - 1);
    mirror(g, e->stress);
    update(g->last[0] - g->first[0] + 1, g->keep, e->u + start, e->d + start, e->stress + start,
           e->u_next + start, e->d_next + start);
}
