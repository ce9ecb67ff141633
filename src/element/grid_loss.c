// What damping takes in a step: k h^d {2 rho sigma0 |v|^2 + 2 rho sigma1 |v|_L^2}, v = (u+ - u-)/2k. The
// second sum is taken over the differences between neighbours, |v|_L^2 = sum (v[i+1] - v[i])^2/dx^2, which
// holds for every edge.
#include "element/element_internal.h"

enum { LANES = 16 };

typedef struct sums {
    double plain[LANES], along[LANES], across[LANES]; // partial sums, so that the loops run in vectors
} sums;

static inline double way_at(const double *d, const double *d_next, int i) {
    return d[i] + d_next[i];
}

CR_CLONES static void add_row(int count, int stride, const double *restrict d, const double *restrict d_next,
                              sums *s) {
    sums local = *s;
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
        const double *a = d + i, *b = d_next + i;
        for (int l = 0; l < LANES; l++) {
            double way = a[l] + b[l], right = a[l + 1] + b[l + 1] - way,
                   up = a[l + stride] + b[l + stride] - way;
            local.plain[l] += way * way;
            local.along[l] += right * right;
            local.across[l] += up * up;
        }
    }
    for (; i < count; i++) {
        double way = way_at(d, d_next, i), right = way_at(d, d_next, i + 1) - way,
               up = way_at(d, d_next, i + stride) - way;
        local.plain[0] += way * way;
        local.along[0] += right * right;
        local.across[0] += up * up;
    }
    *s = local;
}

static double total(const double *lanes) {
    double sum = 0.0;
    for (int l = 0; l < LANES; l++) sum += lanes[l];
    return sum;
}

// Each point with its right and upper neighbour, from (0, 0) on; a sheet is one long row, because its border
// is zero.
double cr_grid_loss(const cr_element *e) {
    const cr_grid *g = &e->grid;
    if (e->sigma0 == 0.0 && e->sigma1 == 0.0) return 0.0;
    sums s = {{0}, {0}, {0}};
    int start = cr_grid_at(g, 0, 0), stride = g->n[1] ? g->stride : 0,
        count = g->n[1] ? stride * g->n[1] : g->n[0];
    add_row(count, stride, e->d + start, e->d_next + start, &s);
    double plain = total(s.plain), rough = total(s.along) + g->aspect * total(s.across);
    if (g->edge == CR_EDGE_FREE) { // the ends carry half a cell each; the last one was left out
        int last = cr_grid_at(g, g->n[0], 0), first = cr_grid_at(g, 0, 0);
        plain +=
            0.5 * cr_square(way_at(e->d, e->d_next, last)) - 0.5 * cr_square(way_at(e->d, e->d_next, first));
    }
    double dx2 = cr_square(g->spacing[0]);
    return 0.5 * g->cell * g->density / e->h * (e->sigma0 * plain + e->sigma1 / dx2 * rough);
}
