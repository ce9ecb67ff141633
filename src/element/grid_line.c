// Strings and bars: one step of the update along a line in one pass, d+ = keep d + pull Lu - bend LLu +
// smooth Ld, with images beyond the ends.
#include "element/element_internal.h"

// Images beyond a free end, where u'' = 0 and half a cell is left: u[-1] = 2 u[0] - u[1], and u''[-1] =
// u''[1]. `out` is the direction away from the line.
static void make_images(cr_element *e, int end, int out) {
    double *u = e->u + cr_grid_at(&e->grid, end, 0), *d = e->d + cr_grid_at(&e->grid, end, 0);
    double inner = u[-out];
    u[out] = 2.0 * u[0] - inner;
    u[2 * out] = (u[0] - 2.0 * inner + u[-2 * out]) + 2.0 * u[out] - u[0];
    d[out] = d[-out];
}

// The images of a free end are those of bending; tension acts on the Laplacian of half a cell.
static void pull_free_end(cr_element *e, int end, int out) {
    int at = cr_grid_at(&e->grid, end, 0);
    double change = 2.0 * e->grid.pull * (e->u[at - out] - e->u[at]);
    e->d_next[at] += change;
    e->u_next[at] += change;
}

// The points between a, from i on, and b, from i + 2 on: those from i + 1 on. Shuffles where loads are
// scarce.
#define BETWEEN(a, b) __builtin_shufflevector(a, b, 1, 4, 3, 6)

// A held line stays near zero: coefficients on the points are the fastest form. The ends are at -1 and count;
// only the points beside them feel the images, which are these points themselves:
//   supported  u'' = 0 and u = 0:  u[-2] = -u[0]
//   clamped    u' = 0:             u[-2] = u[0]
// An image written to memory would hold up the first loads; here it is a part of the coefficient.
CR_CLONES static void predict_held(cr_element *e) {
    const cr_grid *g = &e->grid;
    int count = g->n[0] - 1, start = CR_GRID_BORDER + 1;
    const double *restrict u = e->u + start, *restrict d = e->d + start;
    double *restrict u_next = e->u_next + start, *restrict d_next = e->d_next + start;
    double keep = g->keep - 2.0 * g->smooth, smooth = g->smooth, near = g->pull + 4.0 * g->bend,
           far = -g->bend;
    double own = -2.0 * g->pull - 6.0 * g->bend, image = g->edge == CR_EDGE_SUPPORTED ? -far : far;
    cr_vector inside = {own, own, own, own}, on_own = {own + image, own, own, own};
    cr_vector behind = *cr_vector_at(u - 2);
    for (int i = 0; i < count; i += CR_GRID_VECTOR) {
        cr_vector here = *cr_vector_at(u + i), ahead = *cr_vector_at(u + i + 2);
        cr_vector left = BETWEEN(behind, here), right = BETWEEN(here, ahead);
        cr_vector change = (keep * *cr_vector_at(d + i) + on_own * here) +
                           (smooth * (*cr_vector_at(d + i - 1) + *cr_vector_at(d + i + 1)) +
                            (near * (left + right) + far * (behind + ahead)));
        *cr_vector_to(d_next + i) = change;
        *cr_vector_to(u_next + i) = here + change;
        behind = ahead;
        on_own = inside;
    }
    d_next[count - 1] += image * u[count - 1];
    u_next[count - 1] = u[count - 1] + d_next[count - 1];
    *cr_vector_to(u_next + count) = *cr_vector_to(d_next + count) = (cr_vector){0.0};
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

static void predict_free(cr_element *e) {
    const cr_grid *g = &e->grid;
    int start = cr_grid_at(g, 0, 0);
    make_images(e, 0, -1);
    make_images(e, g->n[0], 1);
    update_free(g->n[0] + 1, g, e->u + start, e->d + start, e->u_next + start, e->d_next + start);
    if (g->pull == 0.0) return;
    pull_free_end(e, 0, -1);
    pull_free_end(e, g->n[0], 1);
}

void cr_line_predict(cr_element *e) {
    if (e->grid.edge == CR_EDGE_FREE) predict_free(e);
    else predict_held(e);
}
