// Strings and bars: one step of the update along a line.
#include "element/element_internal.h"

// Images beyond a free end: the Laplacian there is that of half a cell.
static void mirror(const cr_grid *g, double *a) {
    if (g->edge != CR_EDGE_FREE) return;
    a[cr_grid_at(g, -1, 0)] = a[cr_grid_at(g, 1, 0)];
    a[cr_grid_at(g, g->n[0] + 1, 0)] = a[cr_grid_at(g, g->n[0] - 1, 0)];
}

// At a clamped end the image makes the slope zero: u[-1] = u[1], so that the curvature there is 2 u[1].
static void clamp_ends(const cr_grid *g, const double *u, double *q) {
    if (g->edge != CR_EDGE_CLAMPED) return;
    q[cr_grid_at(g, 0, 0)] = 2.0 * u[cr_grid_at(g, 1, 0)];
    q[cr_grid_at(g, g->n[0], 0)] = 2.0 * u[cr_grid_at(g, g->n[0] - 1, 0)];
}

CR_CLONES static void curve(int count, const double *restrict u, double *restrict q) {
    for (int i = 0; i < count; i++) q[i] = (u[i - 1] + u[i + 1]) - 2.0 * u[i];
}

CR_CLONES static void update_stiff(int count, const cr_grid *g, const double *restrict u,
                                   const double *restrict q, const double *restrict d,
                                   double *restrict u_next, double *restrict d_next) {
    double keep = g->keep - 2.0 * g->smooth, pull = g->pull, bend = g->bend, smooth = g->smooth;
    double own = pull + 2.0 * bend; // pull q - bend (q- - 2q + q+)
    for (int i = 0; i < count; i++) {
        double change =
            keep * d[i] + smooth * (d[i - 1] + d[i + 1]) + own * q[i] - bend * (q[i - 1] + q[i + 1]);
        d_next[i] = change;
        u_next[i] = u[i] + change;
    }
}

// rho u'' = T u_xx - EI u_xxxx - ...: q = u_xx inside, zero at supported and free ends; the second pass takes
// q_xx. At a free end q vanishes as well, which is the natural condition, and pull must act on the Laplacian
// of u itself.
void cr_line_predict(cr_element *e) {
    cr_grid *g = &e->grid;
    int start = cr_grid_at(g, g->first[0], 0), count = g->last[0] - g->first[0] + 1;
    double *q = e->curvature;
    mirror(g, e->u);
    mirror(g, e->d);
    curve(g->n[0] - 1, e->u + cr_grid_at(g, 1, 0), q + cr_grid_at(g, 1, 0));
    mirror(g, q);
    clamp_ends(g, e->u, q);
    update_stiff(count, g, e->u + start, q + start, e->d + start, e->u_next + start, e->d_next + start);
    if (g->edge != CR_EDGE_FREE || g->pull == 0.0) return;
    int ends[] = {cr_grid_at(g, 0, 0), cr_grid_at(g, g->n[0], 0)};
    for (int i = 0; i < 2; i++) {
        double laplacian = e->u[ends[i] - 1] + e->u[ends[i] + 1] - 2.0 * e->u[ends[i]];
        e->d_next[ends[i]] += g->pull * laplacian;
        e->u_next[ends[i]] += g->pull * laplacian;
    }
}
