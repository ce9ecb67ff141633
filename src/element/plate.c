// Thin rectangular plate: rho H u'' = -D LLu - 2 sigma0 rho H u' + 2 sigma1 rho H L u', D = E H^3/(12 (1 -
// nu^2)), supported or clamped all round (with either, the potential D/2 (Lu)^2 is complete), or free all
// round (plate_free.c).
#include "base/maths.h"
#include "element/sheet.h"

enum { WIDTH, HEIGHT, THICKNESS, DENSITY, YOUNG, POISSON, F0, SIGMA0, SIGMA1, EDGE };

static const cr_param params[] = {
    {"width", "m", "size along x", 0.4, 1e-3, 1e2},
    {"height", "m", "size along y", 0.3, 1e-3, 1e2},
    {"thickness", "m", "thickness", 2e-3, 1e-5, 1},
    CR_PARAM_DENSITY(7850),
    CR_PARAM_YOUNG(2e11),
    {"poisson", "", "Poisson's ratio", 0.3, 0, 0.49},
    {"f0", "Hz", "lowest frequency: Young's modulus is chosen so that the discrete plate sounds it", CR_NAN,
     1, 1e5},
    CR_PARAM_SIGMA0(2),
    CR_PARAM_SIGMA1(1e-3),
    CR_PARAM_EDGE(0),
};

static bool is_free(const cr_element *e) {
    return e->grid.edge == CR_EDGE_FREE;
}

static double wavenumber2(const cr_element *e, int n, bool ideal) {
    return is_free(e) ? cr_free_plate_wavenumber2(e, n, ideal) : cr_sheet_wavenumber2(e, n, ideal);
}

static double stiffness_for(const cr_element *e, double f) {
    double mu = wavenumber2(e, 1, false);
    return cr_grid_restoring(e, mu, f) * e->grid.density / (mu * mu);
}

static cr_status plan(cr_element *e, cr_error *error) {
    const double *v = e->value;
    e->sigma0 = v[SIGMA0];
    e->sigma1 = v[SIGMA1];
    e->grid.edge = (cr_edge)v[EDGE];
    e->grid.density = v[DENSITY] * v[THICKNESS];
    e->grid.tension = 0.0;
    e->grid.stiffness = v[YOUNG] * cr_pow(v[THICKNESS], 3) / (12.0 * (1.0 - v[POISSON] * v[POISSON]));
    e->grid.poisson = v[POISSON];
    if (!is_free(e) || isnan(v[F0])) return cr_sheet_plan(e, v[F0], stiffness_for, &e->grid.stiffness, error);
    double mu = cr_free_plate_wavenumber2(e, 1, true);
    e->grid.stiffness = e->grid.density * cr_square(2.0 * cr_pi * v[F0] / mu);
    return cr_grid_plan_tuned(e, v, 2, v[F0], stiffness_for, &e->grid.stiffness, error);
}

static void predict(cr_element *e) {
    if (is_free(e)) cr_free_plate_predict(e);
    else cr_sheet_predict(e);
}

static double predict_booked(cr_element *e) {
    return is_free(e) ? cr_free_plate_predict_booked(e) : cr_sheet_predict_booked(e);
}

static double energy(const cr_element *e) {
    return is_free(e) ? cr_free_plate_energy(e) : cr_grid_energy(e);
}

static double loss(const cr_element *e) {
    return is_free(e) ? cr_free_plate_loss(e) : cr_grid_loss(e);
}

static double mode(const cr_element *e, int n, bool ideal) {
    if (!is_free(e)) return cr_sheet_mode(e, n, ideal);
    double mu = cr_free_plate_wavenumber2(e, n, ideal);
    if (!ideal) return cr_grid_frequency(e, mu);
    return mu * sqrt(e->grid.stiffness / e->grid.density) / (2.0 * cr_pi);
}

const cr_element_type cr_element_plate = {.name = "plate",
                                          .doc = "thin rectangular plate",
                                          .source = "S1 (32)",
                                          .params = params,
                                          .param_count = 10,
                                          .traits = CR_TRAIT_GRID,
                                          .axes = 2,
                                          .plan = plan,
                                          .predict = predict,
                                          .predict_booked = predict_booked,
                                          .energy = energy,
                                          .loss = loss,
                                          .locate = cr_grid_locate,
                                          .mode = mode};
