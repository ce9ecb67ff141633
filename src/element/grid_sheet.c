// Membranes and plates: one step of the update on a rectangle, d+ = keep d - L w with w = bend L u - pull u -
// smooth d. One pass over the rows finds w of the row ahead and updates the present one, so that only two
// rows of w are ever kept: w of row j + 1 takes the place of w of row j - 1.
#include "element/element_internal.h"

// Compiled into each clone, with its instructions.
#define INTO_CLONES static inline __attribute__((always_inline))

typedef struct terms {
    double bend, bend_y, own, smooth; // of w
    double keep, aspect, own_w;       // of the update
    double edge,
        edge_y; // w at an edge over u of the row inside: 0 if supported; if clamped, the image doubles it
} terms;

static terms terms_of(const cr_grid *g) {
    double bend_y = g->bend * g->aspect, images = g->edge == CR_EDGE_CLAMPED ? 2.0 : 0.0;
    return (terms){.bend = g->bend,
                   .bend_y = bend_y,
                   .own = -2.0 * (g->bend + bend_y) - g->pull,
                   .smooth = g->smooth,
                   .keep = g->keep,
                   .aspect = g->aspect,
                   .own_w = 2.0 * (1.0 + g->aspect),
                   .edge = images * g->bend,
                   .edge_y = images * bend_y};
}

// A sheet that does not bend needs no neighbours: what they would add is zero.
INTO_CLONES double stress_at(const terms *t, int stride, const double *u, const double *d, const bool bends) {
    if (!bends) return t->own * u[0] - t->smooth * d[0];
    return (t->bend * (u[-1] + u[1]) + t->bend_y * (u[-stride] + u[stride])) +
           (t->own * u[0] - t->smooth * d[0]);
}

INTO_CLONES double change_at(const terms *t, const double *d, const double *w, double across) {
    return (t->keep * d[0] + t->own_w * w[0]) - ((w[-1] + w[1]) + t->aspect * across);
}

// The stress of rows 0 and 1.
INTO_CLONES void first_rows(int count, int stride, const terms *t, const double *restrict u,
                            const double *restrict d, double *restrict w_edge, double *restrict w,
                            const bool bends) {
    for (int i = 0; i < count; i++) {
        w_edge[i] = t->edge_y * u[i];
        w[i] = stress_at(t, stride, u + i, d + i, bends);
    }
}

INTO_CLONES void inner_row(int count, int stride, const terms *t, const double *restrict u,
                           const double *restrict d, const double *restrict w, double *restrict w_beside,
                           double *restrict u_next, double *restrict d_next, const bool bends) {
    CR_UNROLL
    for (int i = 0; i < count; i++) {
        double ahead = stress_at(t, stride, u + i + stride, d + i + stride, bends);
        double change = change_at(t, d + i, w + i, w_beside[i] + ahead);
        w_beside[i] = ahead;
        d_next[i] = change;
        u_next[i] = u[i] + change;
    }
}

INTO_CLONES void last_row(int count, const terms *t, const double *restrict u, const double *restrict d,
                          const double *restrict w, const double *restrict w_beside, double *restrict u_next,
                          double *restrict d_next) {
    for (int i = 0; i < count; i++) {
        double change = change_at(t, d + i, w + i, w_beside[i] + t->edge_y * u[i]);
        d_next[i] = change;
        u_next[i] = u[i] + change;
    }
}

// Stress at both ends of a row whose points inside begin at u and w.
INTO_CLONES void end_columns(int count, const terms *t, const double *u, double *w) {
    if (t->edge != 0.0) w[-1] = t->edge * u[0]; // else it is zero already, and a write would hold up the loop
    w[count] = t->edge * u[count - 1];
}

// In short stores, which measure faster here than whole vectors.
INTO_CLONES void clear_border(double *u, double *d) {
    for (int i = 0; i < CR_GRID_VECTOR; i++) u[i] = 0.0;
    for (int i = 0; i < CR_GRID_VECTOR; i++) d[i] = 0.0;
}

INTO_CLONES void predict(cr_element *e, const bool bends) {
    const cr_grid *g = &e->grid;
    terms t = terms_of(g);
    int stride = g->stride, count = g->n[0] - 1, whole = cr_whole_vectors(count), row = cr_grid_at(g, 1, 1);
    double *w = e->stress + row, *w_beside = w + stride;
    first_rows(whole, stride, &t, e->u + row, e->d + row, w_beside, w, bends);
    for (int j = 1; j < g->n[1]; j++, row += stride) {
        const double *u = e->u + row, *d = e->d + row;
        double *u_next = e->u_next + row, *d_next = e->d_next + row, *w_behind = w;
        end_columns(count, &t, u, w);
        if (j < g->n[1] - 1) inner_row(whole, stride, &t, u, d, w, w_beside, u_next, d_next, bends);
        else last_row(whole, &t, u, d, w, w_beside, u_next, d_next);
        clear_border(u_next + count, d_next + count);
        w = w_beside;
        w_beside = w_behind;
    }
}

CR_CLONES static void predict_plate(cr_element *e) {
    predict(e, true);
}

CR_CLONES static void predict_membrane(cr_element *e) {
    predict(e, false);
}

void cr_sheet_predict(cr_element *e) {
    if (e->grid.bend == 0.0) predict_membrane(e);
    else predict_plate(e);
}
