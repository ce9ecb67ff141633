// Energy and loss of a plate with free edges: the potential of plate_free.c between two samples.
#include "element/sheet.h"

static double weight(int i, int n) {
    return i == 0 || i == n ? 0.5 : 1.0;
}

// u and u- see the same second differences; both come from u and d, as differences of neighbours.
typedef struct pair {
    double now, before;
} pair;

static pair curvature(const cr_element *e, int at, int step, double scale) {
    const double *u = e->u + at, *d = e->d + at;
    double now = scale * ((u[step] - u[0]) - (u[0] - u[-step]));
    return (pair){now, now - scale * ((d[step] - d[0]) - (d[0] - d[-step]))};
}

static double bending_at(const cr_element *e, int i, int j) {
    const cr_grid *g = &e->grid;
    int at = cr_grid_at(g, i, j);
    double nu = g->poisson;
    pair a = {0.0, 0.0}, b = {0.0, 0.0};
    bool edge_x = i == 0 || i == g->n[0], edge_y = j == 0 || j == g->n[1];
    if (!edge_x) a = curvature(e, at, 1, 1.0);
    if (!edge_y) b = curvature(e, at, g->stride, g->aspect);
    double plain = a.now * a.before + b.now * b.before;
    if (edge_x || edge_y) return 0.5 * (1.0 - nu * nu) * plain;
    return plain + nu * (a.now * b.before + b.now * a.before);
}

static double twist_at(const cr_element *e, int at) {
    const cr_grid *g = &e->grid;
    const double *u = e->u + at, *d = e->d + at;
    int up = g->stride;
    double now = (u[up + 1] - u[up]) - (u[1] - u[0]), change = (d[up + 1] - d[up]) - (d[1] - d[0]);
    return 2.0 * (1.0 - g->poisson) * g->aspect * now * (now - change);
}

// As cr_grid_energy: cell { rho/2 |d/k|^2 + 1/2 u K u- - k sigma1 rho/2 |d/k|_L^2 }
double cr_free_plate_energy(const cr_element *e) {
    const cr_grid *g = &e->grid;
    double k = e->h, dx2 = cr_square(g->spacing[0]), motion = 0.0, bent = 0.0, rough = 0.0;
    for (int j = 0; j <= g->n[1]; j++)
        for (int i = 0; i <= g->n[0]; i++) {
            int at = cr_grid_at(g, i, j);
            const double *d = e->d + at;
            double wx = weight(i, g->n[0]), wy = weight(j, g->n[1]);
            motion += wx * wy * d[0] * d[0];
            bent += bending_at(e, i, j);
            if (i < g->n[0]) rough += wy * cr_square(d[1] - d[0]);
            if (j < g->n[1]) rough += g->aspect * wx * cr_square(d[g->stride] - d[0]);
            if (i < g->n[0] && j < g->n[1]) bent += twist_at(e, at);
        }
    return 0.5 * g->cell *
           (g->density / (k * k) * motion + g->stiffness / (dx2 * dx2) * bent -
            e->sigma1 * g->density / (k * dx2) * rough);
}

static double total(const cr_vector *lanes) {
    double sum = 0.0;
    for (int l = 0; l < CR_GRID_VECTOR; l++) sum += (*lanes)[l];
    return sum;
}

CR_INTO_CLONES cr_vector way_at(const double *d, const double *d_next) {
    return *cr_vector_at(d) + *cr_vector_at(d_next);
}

static inline double way_of(const double *d, const double *d_next, int i) {
    return d[i] + d_next[i];
}

// Squares of the ways d + d+ of a run of rows, and of their differences to the right and upwards; the first
// and last point of a row count half. `up` 0: no row above.
CR_CLONES static cr_grid_ways rows_sums(int rows, int n, int stride, int up, const double *d,
                                        const double *d_next) {
    cr_vector plain = {0.0}, along = {0.0}, across = {0.0};
    int whole = n / CR_GRID_VECTOR * CR_GRID_VECTOR;
    for (; rows; rows--, d += stride, d_next += stride) {
        for (int i = 0; i < whole; i += CR_GRID_VECTOR) {
            cr_vector way = way_at(d + i, d_next + i), right = way_at(d + i + 1, d_next + i + 1) - way;
            cr_vector above = way_at(d + i + up, d_next + i + up) - way;
            plain += way * way;
            along += right * right;
            across += above * above;
        }
        double first = way_of(d, d_next, 0), last = way_of(d, d_next, n);
        for (int i = whole; i < n; i++) {
            double way = way_of(d, d_next, i);
            plain[i - whole] += way * way;
            along[i - whole] += cr_square(way_of(d, d_next, i + 1) - way);
            across[i - whole] += cr_square(way_of(d, d_next, i + up) - way);
        }
        plain[0] -= 0.5 * cr_square(first);
        plain[CR_GRID_VECTOR - 1] += 0.5 * cr_square(last);
        across[0] -= 0.5 * cr_square(way_of(d, d_next, up) - first);
        across[CR_GRID_VECTOR - 1] += 0.5 * cr_square(way_of(d, d_next, n + up) - last);
    }
    return (cr_grid_ways){total(&plain), total(&along), total(&across)};
}

// As cr_grid_loss: k cell {2 rho sigma0 |v|^2 + 2 rho sigma1 |v|_L^2}, v = (u+ - u-)/2k. The first and last
// row count half.
double cr_free_plate_loss(const cr_element *e) {
    const cr_grid *g = &e->grid;
    if (e->sigma0 == 0.0 && e->sigma1 == 0.0) return 0.0;
    int first = cr_grid_at(g, 0, 0), last = cr_grid_at(g, 0, g->n[1]), n = g->n[0], stride = g->stride;
    cr_grid_ways all = rows_sums(g->n[1], n, stride, stride, e->d + first, e->d_next + first);
    cr_grid_ways low = rows_sums(1, n, stride, 0, e->d + first, e->d_next + first);
    cr_grid_ways high = rows_sums(1, n, stride, 0, e->d + last, e->d_next + last);
    all.plain += 0.5 * (high.plain - low.plain);
    all.along += 0.5 * (high.along - low.along);
    return cr_grid_loss_of(e, &all);
}
