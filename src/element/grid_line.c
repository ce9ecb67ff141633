// Strings and bars: one step of the update along a line in one pass, d+ = keep d + pull Lu - bend LLu +
// smooth Ld, with images beyond the ends in the border of the arrays.
#include "element/element_internal.h"

// Images beyond one end; `out` is the direction away from the line.
//   supported  u'' = 0 and u = 0:  u[-1] = -u[1]
//   clamped    u' = 0:             u[-1] = u[1]
//   free       u'' = 0 and half a cell at the end: u[-1] = 2 u[0] - u[1], and u''[-1] = u''[1]
static void make_images(cr_element *e, int end, int out) {
    const cr_grid *g = &e->grid;
    double *u = e->u + cr_grid_at(g, end, 0), *d = e->d + cr_grid_at(g, end, 0);
    double inner = u[-out];
    if (g->edge == CR_EDGE_SUPPORTED) {
        u[out] = -inner;
    } else if (g->edge == CR_EDGE_CLAMPED) {
        u[out] = inner;
    } else {
        u[out] = 2.0 * u[0] - inner;
        u[2 * out] = (u[0] - 2.0 * inner + u[-2 * out]) + 2.0 * u[out] - u[0];
        d[out] = d[-out];
    }
}

// The images of a free end are those of bending; tension acts on the Laplacian of half a cell.
static void pull_free_end(cr_element *e, int end, int out) {
    int at = cr_grid_at(&e->grid, end, 0);
    double change = 2.0 * e->grid.pull * (e->u[at - out] - e->u[at]);
    e->d_next[at] += change;
    e->u_next[at] += change;
}

typedef void line_update(int count, const cr_grid *g, const double *restrict u, const double *restrict d,
                         double *restrict u_next, double *restrict d_next);

// A held line stays near zero: coefficients on the points are the fastest form.
CR_CLONES static void update_held(int count, const cr_grid *g, const double *restrict u,
                                  const double *restrict d, double *restrict u_next,
                                  double *restrict d_next) {
    double keep = g->keep - 2.0 * g->smooth, smooth = g->smooth;
    double own = -2.0 * g->pull - 6.0 * g->bend, near = g->pull + 4.0 * g->bend, far = -g->bend;
    CR_UNROLL
    for (int i = 0; i < count; i++) { // short chains of sums: the next point need not wait
        double change =
            (keep * d[i] + own * u[i]) +
            (smooth * (d[i - 1] + d[i + 1]) + (near * (u[i - 1] + u[i + 1]) + far * (u[i - 2] + u[i + 2])));
        d_next[i] = change;
        u_next[i] = u[i] + change;
    }
}

// A free line may fly far as a whole: in differences between neighbours that costs no digits.
CR_CLONES static void update_free(int count, const cr_grid *g, const double *restrict u,
                                  const double *restrict d, double *restrict u_next,
                                  double *restrict d_next) {
    double keep = g->keep - 2.0 * g->smooth, smooth = g->smooth, bend = g->bend,
           near = g->pull + 3.0 * g->bend;
    for (int i = 0; i < count; i++) {
        double left = u[i] - u[i - 1], right = u[i + 1] - u[i],
               far = (u[i + 2] - u[i + 1]) - (u[i - 1] - u[i - 2]);
        double change = keep * d[i] + smooth * (d[i - 1] + d[i + 1]) + near * (right - left) - bend * far;
        d_next[i] = change;
        u_next[i] = u[i] + change;
    }
}

void cr_line_predict(cr_element *e) {
    cr_grid *g = &e->grid;
    int start = cr_grid_at(g, g->first[0], 0);
    make_images(e, 0, -1);
    make_images(e, g->n[0], 1);
    line_update *update = g->edge == CR_EDGE_FREE ? update_free : update_held;
    update(g->last[0] - g->first[0] + 1, g, e->u + start, e->d + start, e->u_next + start, e->d_next + start);
    if (g->edge != CR_EDGE_FREE || g->pull == 0.0) return;
    pull_free_end(e, 0, -1);
    pull_free_end(e, g->n[0], 1);
}
