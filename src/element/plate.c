// Thin rectangular plate: rho H u'' = -D LLu - 2 sigma0 rho H u' + 2 sigma1 rho H L u', D = E H^3/(12 (1 -
// nu^2)), supported or clamped all round (with either, the potential D/2 (Lu)^2 is complete).
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
    {"edge", "0|1", "0 simply supported, 1 clamped", 0, 0, 1},
};

static double stiffness_for(const cr_element *e, double f) {
    double mu = cr_grid_wavenumber2(e, 1, 1, false);
    return cr_grid_restoring(e, mu, f) * e->grid.density / (mu * mu);
}

static cr_status plan(cr_element *e, cr_error *error) {
    const double *v = e->value;
    e->sigma0 = v[SIGMA0];
    e->sigma1 = v[SIGMA1];
    e->grid.edge = (cr_edge)v[EDGE];
    e->grid.density = v[DENSITY] * v[THICKNESS];
    e->grid.tension = 0.0;
    e->grid.stiffness = v[YOUNG] * pow(v[THICKNESS], 3) / (12.0 * (1.0 - v[POISSON] * v[POISSON]));
    return cr_sheet_plan(e, v[F0], stiffness_for, &e->grid.stiffness, error);
}

const cr_element_type cr_element_plate = {.name = "plate",
                                          .doc = "thin rectangular plate",
                                          .source = "S1 (32)",
                                          .params = params,
                                          .param_count = 10,
                                          .axes = 2,
                                          .plan = plan,
                                          .predict = cr_sheet_predict,
                                          .energy = cr_grid_energy,
                                          .loss = cr_grid_loss,
                                          .locate = cr_grid_locate,
                                          .mode = cr_sheet_mode};
