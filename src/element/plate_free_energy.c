// Energy and loss of a plate with free edges: the potential of plate_free.c between two samples.
#include "element/sheet.h"

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

CR_INTO_CLONES double total(const cr_vector *lanes) {
    double sum = 0.0;
    for (int l = 0; l < CR_GRID_VECTOR; l++) sum += (*lanes)[l];
    return sum;
}

// The same at points inside, side by side.
CR_INTO_CLONES cr_vector differences(const double *u, int step) {
    cr_vector own = *cr_vector_at(u);
    return (*cr_vector_at(u + step) - own) - (own - *cr_vector_at(u - step));
}

CR_INTO_CLONES cr_vector bending_inside(const cr_element *e, int at) {
    const cr_grid *g = &e->grid;
    cr_vector a = differences(e->u + at, 1), b = g->aspect * differences(e->u + at, g->stride);
    cr_vector a_before = a - differences(e->d + at, 1),
              b_before = b - g->aspect * differences(e->d + at, g->stride);
    return (a * a_before + b * b_before) + g->poisson * (a * b_before + b * a_before);
}

// Of cells, from their lower left corner.
CR_INTO_CLONES cr_vector twist(const double *u, int up) {
    return (*cr_vector_at(u + up + 1) - *cr_vector_at(u + up)) - (*cr_vector_at(u + 1) - *cr_vector_at(u));
}

static double twist_at(const cr_element *e, int at) {
    const double *u = e->u + at, *d = e->d + at;
    int up = e->grid.stride;
    double now = (u[up + 1] - u[up]) - (u[1] - u[0]), change = (d[up + 1] - d[up]) - (d[1] - d[0]);
    return now * (now - change);
}

// Points between the edges, and cells.
CR_CLONES static double sum_bending(const cr_element *e) {
    const cr_grid *g = &e->grid;
    cr_vector bent = {0.0}, twisted = {0.0};
    double rest = 0.0, rest_twisted = 0.0;
    for (int j = 0; j < g->n[1]; j++) {
        int row = cr_grid_at(g, 0, j), i = j ? 1 : g->n[0];
        for (; i + CR_GRID_VECTOR <= g->n[0]; i += CR_GRID_VECTOR) bent += bending_inside(e, row + i);
        for (; i < g->n[0]; i++) rest += bending_at(e, i, j);
        for (i = 0; i + CR_GRID_VECTOR <= g->n[0]; i += CR_GRID_VECTOR) {
            cr_vector now = twist(e->u + row + i, g->stride);
            twisted += now * (now - twist(e->d + row + i, g->stride));
        }
        for (; i < g->n[0]; i++) rest_twisted += twist_at(e, row + i);
    }
    double twists = 2.0 * (1.0 - g->poisson) * g->aspect * (total(&twisted) + rest_twisted);
    return total(&bent) + rest + twists;
}

static double bending_of_edges(const cr_element *e) {
    const cr_grid *g = &e->grid;
    double sum = 0.0;
    for (int i = 0; i <= g->n[0]; i++) sum += bending_at(e, i, 0) + bending_at(e, i, g->n[1]);
    for (int j = 1; j < g->n[1]; j++) sum += bending_at(e, 0, j) + bending_at(e, g->n[0], j);
    return sum;
}

// d, or the ways d + d_next.
CR_INTO_CLONES cr_vector way_at(const double *d, const double *d_next) {
    if (!d_next) return *cr_vector_at(d);
    return *cr_vector_at(d) + *cr_vector_at(d_next);
}

CR_INTO_CLONES double way_of(const double *d, const double *d_next, int i) {
    return d_next ? d[i] + d_next[i] : d[i];
}

// Squares of the ways of a run of rows, and of their differences to the right and upwards; the first and last
// point of a row count half. `up` 0: no row above.
CR_INTO_CLONES cr_grid_ways rows_sums(int rows, int n, int stride, int up, const double *d,
                                      const double *d_next) {
    cr_vector plain = {0.0}, along = {0.0}, across = {0.0};
    int whole = n / CR_GRID_VECTOR * CR_GRID_VECTOR;
    for (int at = 0; rows; rows--, at += stride) {
        const double *from = d + at, *next = d_next ? d_next + at : NULL;
        for (int i = 0; i < whole; i += CR_GRID_VECTOR) {
            cr_vector way = way_at(from + i, next ? next + i : NULL);
            cr_vector right = way_at(from + i + 1, next ? next + i + 1 : NULL) - way;
            cr_vector above = way_at(from + i + up, next ? next + i + up : NULL) - way;
            plain += way * way;
            along += right * right;
            across += above * above;
        }
        double first = way_of(from, next, 0), last = way_of(from, next, n);
        for (int i = whole; i < n; i++) {
            double way = way_of(from, next, i);
            plain[i - whole] += way * way;
            along[i - whole] += cr_square(way_of(from, next, i + 1) - way);
            across[i - whole] += cr_square(way_of(from, next, i + up) - way);
        }
        plain[0] -= 0.5 * cr_square(first);
        plain[CR_GRID_VECTOR - 1] += 0.5 * cr_square(last);
        across[0] -= 0.5 * cr_square(way_of(from, next, up) - first);
        across[CR_GRID_VECTOR - 1] += 0.5 * cr_square(way_of(from, next, n + up) - last);
    }
    return (cr_grid_ways){total(&plain), total(&along), total(&across)};
}

// Of all rows; the first and last one count half.
CR_INTO_CLONES cr_grid_ways all_sums(const cr_element *e, const double *d_next) {
    const cr_grid *g = &e->grid;
    int first = cr_grid_at(g, 0, 0), last = cr_grid_at(g, 0, g->n[1]), n = g->n[0], stride = g->stride;
    const double *low_next = d_next ? d_next + first : NULL, *high_next = d_next ? d_next + last : NULL;
    cr_grid_ways all = rows_sums(g->n[1], n, stride, stride, e->d + first, low_next);
    cr_grid_ways low = rows_sums(1, n, stride, 0, e->d + first, low_next);
    cr_grid_ways high = rows_sums(1, n, stride, 0, e->d + last, high_next);
    all.plain += 0.5 * (high.plain - low.plain);
    all.along += 0.5 * (high.along - low.along);
    return all;
}

CR_CLONES static cr_grid_ways sums_of_changes(const cr_element *e) {
    return all_sums(e, NULL);
}

CR_CLONES static cr_grid_ways sums_of_ways(const cr_element *e) {
    return all_sums(e, e->d_next);
}

// As cr_grid_energy: cell { rho/2 |d/k|^2 + 1/2 u K u- - k sigma1 rho/2 |d/k|_L^2 }
double cr_free_plate_energy(const cr_element *e) {
    const cr_grid *g = &e->grid;
    double k = e->h, dx2 = cr_square(g->spacing[0]);
    cr_grid_ways changes = sums_of_changes(e);
    return 0.5 * g->cell *
           (g->density / (k * k) * changes.plain +
            g->stiffness / (dx2 * dx2) * (sum_bending(e) + bending_of_edges(e)) -
            e->sigma1 * g->density / (k * dx2) * (changes.along + g->aspect * changes.across));
}

// As cr_grid_loss: k cell {2 rho sigma0 |v|^2 + 2 rho sigma1 |v|_L^2}, v = (u+ - u-)/2k.
double cr_free_plate_loss(const cr_element *e) {
    if (e->sigma0 == 0.0 && e->sigma1 == 0.0) return 0.0;
    cr_grid_ways ways = sums_of_ways(e);
    return cr_grid_loss_of(e, &ways);
}
