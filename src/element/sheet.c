#include "element/sheet.h"

CR_CLONES static void widen(int count, const float *restrict from, double *restrict to) {
    for (int i = 0; i < count; i++) to[i] = (double)from[i];
}

void cr_sheet_unpack(const cr_element *e) {
    if (!e->single) return;
    widen(e->points, e->single->u, e->u);
    widen(e->points, e->single->d, e->d);
    widen(e->points, e->single->d_next, e->d_next);
}

void cr_sheet_pack(const cr_element *e) {
    if (!e->single) return;
    float *to[] = {e->single->u, e->single->d, e->single->d_next};
    const double *from[] = {e->u, e->d, e->d_next};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < e->points; i++) to[k][i] = (float)from[k][i];
}

// The n-th smallest: each candidate (p, q) has p q <= n.
double cr_sheet_wavenumber2(const cr_element *e, int n, bool ideal) {
    double least = 0.0;
    for (int rank = 0; rank < n; rank++) {
        double next = HUGE_VAL;
        for (int p = 1; p <= n && p < e->grid.n[0]; p++)
            for (int q = 1; q <= n && q < e->grid.n[1]; q++) {
                double mu = cr_grid_wavenumber2(e, p, q, ideal);
                if (mu > least * (1.0 + 1e-12) && mu < next) next = mu;
            }
        least = next;
    }
    return least;
}

double cr_sheet_mode(const cr_element *e, int n, bool ideal) {
    const cr_grid *g = &e->grid;
    if (g->edge != CR_EDGE_SUPPORTED) return CR_NAN;
    double mu = cr_sheet_wavenumber2(e, n, ideal);
    if (!ideal) return cr_grid_frequency(e, mu);
    return sqrt((g->tension * mu + g->stiffness * mu * mu) / g->density) / (2.0 * cr_pi);
}

cr_status cr_sheet_plan(cr_element *e, double f0, cr_grid_tuner tune, double *force, cr_error *error) {
    if (isnan(f0)) return cr_grid_plan(e, e->value, 2, 1.0, error);
    if (e->grid.edge != CR_EDGE_SUPPORTED)
        return cr_fail(error, CR_ERR_INPUT, "f0", "is for a supported or free %s; give young instead",
                       e->type->name);
    double mu = cr_square(cr_pi / e->value[0]) + cr_square(cr_pi / e->value[1]);
    double restoring = e->grid.density * cr_square(2.0 * cr_pi * f0);
    *force = restoring / (force == &e->grid.tension ? mu : mu * mu);
    return cr_grid_plan_tuned(e, e->value, 2, f0, tune, force, error);
}
