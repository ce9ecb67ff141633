// What damping takes in a step: k h^d {2 rho sigma0 |v|^2 + 2 rho sigma1 |v|_L^2}, v = (u+ - u-)/2k. The
// second sum is taken over the differences between neighbours, |v|_L^2 = sum (v[i+1] - v[i])^2/dx^2, which
// holds for every edge.
#include "element/element_internal.h"

static inline double way_at(const double *d, const double *d_next, int i) {
    return d[i] + d_next[i];
}

static double total(const cr_vector *lanes) {
    double sum = 0.0;
    for (int l = 0; l < CR_GRID_VECTOR; l++) sum += (*lanes)[l];
    return sum;
}

// Sums of squares of the ways of `count` points, whole vectors, and of the differences to the points beside
// and above; stride 0: none above.
CR_CLONES static cr_grid_ways add_row(int count, int stride, const double *restrict d,
                                      const double *restrict d_next) {
    cr_vector plain = {0.0}, along = {0.0}, across = {0.0};
    for (int i = 0; i < count; i += CR_GRID_VECTOR) {
        cr_vector way = *cr_vector_at(d + i) + *cr_vector_at(d_next + i);
        cr_vector right = *cr_vector_at(d + i + 1) + *cr_vector_at(d_next + i + 1) - way;
        plain += way * way;
        along += right * right;
        if (!stride) continue;
        cr_vector up = *cr_vector_at(d + i + stride) + *cr_vector_at(d_next + i + stride) - way;
        across += up * up;
    }
    return (cr_grid_ways){total(&plain), total(&along), total(&across)};
}

double cr_grid_loss_of(const cr_element *e, const cr_grid_ways *ways) {
    const cr_grid *g = &e->grid;
    double rough = ways->along + g->aspect * ways->across, dx2 = cr_square(g->spacing[0]);
    return 0.5 * g->cell * g->density / e->h * (e->sigma0 * ways->plain + e->sigma1 / dx2 * rough);
}

// Each point with its right and upper neighbour, from (0, 0) on; a sheet is one long row, because its border
// is zero.
double cr_grid_loss(const cr_element *e) {
    const cr_grid *g = &e->grid;
    if (e->sigma0 == 0.0 && e->sigma1 == 0.0) return 0.0;
    int start = cr_grid_at(g, 0, 0), stride = 0, count = g->n[0],
        whole = count / CR_GRID_VECTOR * CR_GRID_VECTOR;
    if (g->n[1]) { // from a cache line on, which starts at 1
        start = cr_grid_at(g, 1, 0) - CR_GRID_VECTOR;
        stride = g->stride;
        whole = count = stride * g->n[1] + CR_GRID_VECTOR;
    }
    const double *d = e->d + start, *d_next = e->d_next + start;
    cr_grid_ways s = add_row(whole, stride, d, d_next);
    for (int i = whole; i < count; i++) {
        double way = way_at(d, d_next, i);
        s.plain += way * way;
        s.along += cr_square(way_at(d, d_next, i + 1) - way);
    }
    if (g->edge == CR_EDGE_FREE) { // the ends carry half a cell each; the last one was left out
        int last = cr_grid_at(g, g->n[0], 0), first = cr_grid_at(g, 0, 0);
        s.plain +=
            0.5 * cr_square(way_at(e->d, e->d_next, last)) - 0.5 * cr_square(way_at(e->d, e->d_next, first));
    }
    return cr_grid_loss_of(e, &s);
}
