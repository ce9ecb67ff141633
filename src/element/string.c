// Stiff string: rho A u'' = T u_xx - E I u_xxxx - 2 sigma0 rho A u' + 2 sigma1 rho A u'_xx.
#include "element/element_internal.h"

enum { LENGTH, RADIUS, DENSITY, YOUNG, TENSION, F0, F0_MAX, SIGMA0, SIGMA1, EDGE };

static const cr_param params[] = {
    {"length", "m", "length", 1, 1e-3, 1e3},
    {"radius", "m", "radius of the cross-section", 5e-4, 1e-6, 0.1},
    CR_PARAM_DENSITY(7850),
    CR_PARAM_YOUNG(2e11),
    {"tension", "N", "tension, unless f0 is given", CR_NAN, 0, 1e6},
    {"f0", "Hz", "pitch: the tension is chosen so that the discrete string sounds it", CR_NAN, 1, 1e5},
    {"f0_max", "Hz", "highest pitch that it will be tuned to while it runs", CR_NAN, 1, 1e5},
    CR_PARAM_SIGMA0(0.5),
    CR_PARAM_SIGMA1(5e-3),
    CR_PARAM_EDGE(0),
};

// The tension at which the lowest mode of the discrete string sounds f.
static double tension_for(const cr_element *e, double f) {
    double mu = cr_grid_wavenumber2(e, 1, 0, false);
    return (cr_grid_restoring(e, mu, f) * e->grid.density - e->grid.stiffness * mu * mu) / mu;
}

static cr_status plan(cr_element *e, cr_error *error) {
    const double *v = e->value;
    double area = cr_pi * v[RADIUS] * v[RADIUS];
    e->sigma0 = v[SIGMA0];
    e->sigma1 = v[SIGMA1];
    e->grid.edge = (cr_edge)v[EDGE];
    e->grid.density = v[DENSITY] * area;
    e->grid.stiffness = v[YOUNG] * 0.25 * area * v[RADIUS] * v[RADIUS];
    bool by_pitch = !isnan(v[F0]), by_tension = !isnan(v[TENSION]);
    if (by_pitch == by_tension) return cr_fail(error, CR_ERR_INPUT, "string", "needs either f0 or tension");
    if (by_pitch && e->grid.edge != CR_EDGE_SUPPORTED)
        return cr_fail(error, CR_ERR_INPUT, "f0", "is for a supported string; give the tension instead");
    if (by_tension) {
        e->grid.tension = v[TENSION];
        return cr_grid_plan(e, &v[LENGTH], 1, 1.0, error);
    }
    double highest = isnan(v[F0_MAX]) ? v[F0] : cr_max(v[F0_MAX], v[F0]);
    e->grid.tension = e->grid.density * cr_square(2.0 * v[LENGTH] * highest);
    cr_status status = cr_grid_plan_tuned(e, &v[LENGTH], 1, highest, tension_for, &e->grid.tension, error);
    if (status == CR_OK && highest != v[F0]) e->grid.tension = tension_for(e, v[F0]);
    cr_grid_update_coefficients(e);
    return status;
}

// Only the tension changes; the grid was chosen for the highest pitch and stays stable.
static cr_status retune(cr_element *e, double f0, cr_error *error) {
    double tension = tension_for(e, f0), before = e->grid.tension;
    e->grid.tension = tension;
    double margin = e->grid.spacing[0] / cr_grid_least_spacing(e, 1);
    if (!(tension > 0.0) || margin < 1.0) {
        e->grid.tension = before;
        return cr_fail(error, CR_ERR_RANGE, "f0",
                       tension > 0.0
                           ? "%g Hz is above the highest pitch of this string; give it a higher f0_max"
                           : "%g Hz is below what the stiffness of this string allows; take more",
                       f0);
    }
    e->margin = margin;
    cr_grid_update_coefficients(e);
    return CR_OK;
}

static double mode(const cr_element *e, int n, bool ideal) {
    double mu = cr_grid_wavenumber2(e, n, 0, ideal);
    if (!ideal) return cr_grid_frequency(e, mu);
    return sqrt((e->grid.tension * mu + e->grid.stiffness * mu * mu) / e->grid.density) / (2.0 * cr_pi);
}

static double impedance(const cr_element *e) {
    return sqrt(e->grid.tension * e->grid.density);
}

const cr_element_type cr_element_string = {.name = "string",
                                           .doc = "stiff string",
                                           .source = "S1 (25), (32)",
                                           .params = params,
                                           .param_count = 10,
                                           .traits = CR_TRAIT_GRID | CR_TRAIT_LINE,
                                           .axes = 1,
                                           .plan = plan,
                                           .predict = cr_line_predict,
                                           .energy = cr_grid_energy,
                                           .loss = cr_grid_loss,
                                           .locate = cr_grid_locate,
                                           .mode = mode,
                                           .retune = retune,
                                           .impedance = impedance};
