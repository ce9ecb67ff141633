// Bar: rho A u'' = -E I u_xxxx - 2 sigma0 rho A u' + 2 sigma1 rho A u'_xx, supported, clamped or free at both
// ends.
#include "element/beam.h"
#include "element/element_internal.h"

enum { LENGTH, WIDTH, THICKNESS, DENSITY, YOUNG, F0, SIGMA0, SIGMA1, EDGE };

static const cr_param params[] = {
    {"length", "m", "length", 0.3, 1e-3, 1e2},
    {"width", "m", "width of the cross-section", 0.03, 1e-5, 10},
    {"thickness", "m", "thickness in the direction of motion", 0.01, 1e-5, 1},
    CR_PARAM_DENSITY(750),
    CR_PARAM_YOUNG(1.1e10),
    {"f0", "Hz", "lowest frequency: Young's modulus is chosen so that the discrete bar sounds it", CR_NAN, 1,
     1e5},
    CR_PARAM_SIGMA0(2),
    CR_PARAM_SIGMA1(1e-3),
    CR_PARAM_EDGE(2),
};

// Share of point i in the curvature at point c, u[c-1] - 2 u[c] + u[c+1], weighted so that the matrix of
// u_xxxx is the product of the shares: free ends carry half a cell, the curvature at a clamped end is 2 u[1]
// and counts half.
static double curvature_share(const cr_grid *g, int i, int c) {
    int off = i - c, n = g->n[0];
    double share = off == 0 ? -2.0 : off == 1 || off == -1 ? 1.0 : 0.0;
    bool at_end = c == 0 || c == n;
    if (at_end) return g->edge == CR_EDGE_CLAMPED && share == 1.0 ? sqrt(2.0) : 0.0;
    bool half = g->edge == CR_EDGE_FREE && (i == 0 || i == n);
    return half ? share * sqrt(2.0) : share;
}

// Row i of that symmetric matrix, in units of 1/dx^4: diagonal and two off-diagonals.
static void bending_row(const cr_grid *g, int i, double *row) {
    for (int off = 0; off <= 2; off++) {
        row[off] = 0.0;
        for (int c = i - 1; c <= i + 1; c++)
            if (c >= 0 && c <= g->n[0]) row[off] += curvature_share(g, i, c) * curvature_share(g, i + off, c);
    }
}

// Eigenvalues below x: negative pivots of the band factorisation (Sylvester).
static int count_below(const cr_grid *g, double x) {
    double p1 = 0.0, p2 = 0.0, l11 = 0.0, l21 = 0.0, l22 = 0.0; // pivots and multipliers of the last two rows
    int below = 0;
    for (int i = g->first[0]; i <= g->last[0]; i++) {
        double row[3];
        bending_row(g, i, row);
        double pivot = row[0] - x - l11 * l11 * p1 - l22 * l22 * p2;
        if (pivot == 0.0) pivot = 1e-300;
        below += pivot < 0.0;
        double next1 = (row[1] - l21 * l11 * p1) / pivot, next2 = row[2] / pivot;
        l22 = l21, l11 = next1, l21 = next2;
        p2 = p1, p1 = pivot;
    }
    return below;
}

// The n-th eigenvalue (from 1) of u_xxxx dx^4.
static double bending_eigenvalue(const cr_grid *g, int n) {
    double lo = 0.0, hi = 16.0;
    for (int i = 0; i < 200 && hi - lo > 1e-16 * hi; i++) {
        double mid = 0.5 * (lo + hi);
        if (count_below(g, mid) >= n) hi = mid;
        else lo = mid;
    }
    return hi;
}

static int rigid_modes(const cr_grid *g) {
    return g->edge == CR_EDGE_FREE ? 2 : 0;
}

// k^2 omega^2-like restoring force of a mode, from the eigenvalue; sigma1 enters by the wavenumber of the
// same mode.
static double discrete_wavenumber2(const cr_element *e, int n) {
    double eigenvalue = bending_eigenvalue(&e->grid, n + rigid_modes(&e->grid));
    return sqrt(eigenvalue) / cr_square(e->grid.spacing[0]);
}

static double ideal_wavenumber(cr_edge edge, int n) {
    if (edge == CR_EDGE_SUPPORTED) return n * cr_pi;
    return cr_beam_root(n);
}

static double stiffness_for(const cr_element *e, double f) {
    double mu = discrete_wavenumber2(e, 1);
    return cr_grid_restoring(e, mu, f) * e->grid.density / (mu * mu);
}

static cr_status plan(cr_element *e, cr_error *error) {
    const double *v = e->value;
    double area = v[WIDTH] * v[THICKNESS], second = area * v[THICKNESS] * v[THICKNESS] / 12.0;
    e->sigma0 = v[SIGMA0];
    e->sigma1 = v[SIGMA1];
    e->grid.edge = (cr_edge)v[EDGE];
    e->grid.density = v[DENSITY] * area;
    e->grid.tension = 0.0;
    e->grid.stiffness = v[YOUNG] * second;
    if (isnan(v[F0])) return cr_grid_plan(e, &v[LENGTH], 1, 1.0, error);
    e->grid.stiffness = e->grid.density * cr_square(2.0 * cr_pi * v[F0] /
                                                    cr_square(ideal_wavenumber(e->grid.edge, 1) / v[LENGTH]));
    return cr_grid_plan_tuned(e, &v[LENGTH], 1, v[F0], stiffness_for, &e->grid.stiffness, error);
}

static double mode(const cr_element *e, int n, bool ideal) {
    if (!ideal) return cr_grid_frequency(e, discrete_wavenumber2(e, n));
    double wave = ideal_wavenumber(e->grid.edge, n) / e->value[LENGTH];
    return wave * wave * sqrt(e->grid.stiffness / e->grid.density) / (2.0 * cr_pi);
}

const cr_element_type cr_element_bar = {.name = "bar",
                                        .doc = "bar with bending stiffness",
                                        .source = "S1, T = 0",
                                        .params = params,
                                        .param_count = 9,
                                        .traits = CR_TRAIT_GRID | CR_TRAIT_LINE,
                                        .axes = 1,
                                        .plan = plan,
                                        .predict = cr_line_predict,
                                        .energy = cr_grid_energy,
                                        .loss = cr_grid_loss,
                                        .locate = cr_grid_locate,
                                        .mode = mode};
