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

enum { LANES = 8 };

typedef struct sums {
    double plain, along, across;
} sums;

// Of one point: squares of the way d + d+ and of its differences to the right and upwards.
static inline void add_point(const double *d, const double *d_next, int stride, double *plain, double *along,
                             double *across) {
    double way = d[0] + d_next[0], right = d[1] + d_next[1] - way, up = d[stride] + d_next[stride] - way;
    *plain += way * way;
    *along += right * right;
    *across += up * up;
}

// Over one row, partial sums so that the loop runs in vectors; the first and last point count half.
CR_CLONES static sums row_sums(int n, int stride, const double *restrict d, const double *restrict d_next) {
    double plain[LANES] = {0}, along[LANES] = {0}, across[LANES] = {0}, none = 0.0;
    sums s = {0.0, 0.0, 0.0}, first = s, last = s;
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; l++)
            add_point(d + i + l, d_next + i + l, stride, &plain[l], &along[l], &across[l]);
    for (; i < n; i++) add_point(d + i, d_next + i, stride, &plain[0], &along[0], &across[0]);
    add_point(d, d_next, stride, &first.plain, &none, &first.across);
    add_point(d + n, d_next + n, stride, &last.plain, &none, &last.across);
    for (int l = 0; l < LANES; l++) {
        s.plain += plain[l];
        s.along += along[l];
        s.across += across[l];
    }
    s.plain += 0.5 * (last.plain - first.plain);
    s.across += 0.5 * (last.across - first.across);
    return s;
}

// As cr_grid_loss: k cell {2 rho sigma0 |v|^2 + 2 rho sigma1 |v|_L^2}, v = (u+ - u-)/2k
double cr_free_plate_loss(const cr_element *e) {
    const cr_grid *g = &e->grid;
    if (e->sigma0 == 0.0 && e->sigma1 == 0.0) return 0.0;
    double plain = 0.0, rough = 0.0;
    for (int j = 0; j <= g->n[1]; j++) {
        int row = cr_grid_at(g, 0, j);
        sums s = row_sums(g->n[0], g->stride, e->d + row, e->d_next + row);
        plain += weight(j, g->n[1]) * s.plain;
        rough += weight(j, g->n[1]) * s.along + (j < g->n[1] ? g->aspect * s.across : 0.0);
    }
    double dx2 = cr_square(g->spacing[0]);
    return 0.5 * g->cell * g->density / e->h * (e->sigma0 * plain + e->sigma1 / dx2 * rough);
}
