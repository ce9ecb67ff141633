// Rectangular membrane: rho H u'' = T (u_xx + u_yy) - 2 sigma0 rho H u' + 2 sigma1 rho H L u'.
#include "element/sheet.h"

enum { WIDTH, HEIGHT, THICKNESS, DENSITY, TENSION, F0, SIGMA0, SIGMA1 };

static const cr_param params[] = {
    {"width", "m", "size along x", 0.3, 1e-3, 1e2},
    {"height", "m", "size along y", 0.3, 1e-3, 1e2},
    {"thickness", "m", "thickness", 2e-4, 1e-6, 0.1},
    CR_PARAM_DENSITY(1380),
    {"tension", "N/m", "tension per length", 2000, 1e-3, 1e7},
    {"f0", "Hz", "lowest frequency, instead of tension", CR_NAN, 1, 1e5},
    CR_PARAM_SIGMA0(2),
    CR_PARAM_SIGMA1(1e-3),
};

static double tension_for(const cr_element *e, double f) {
    double mu = cr_grid_wavenumber2(e, 1, 1, false);
    return cr_grid_restoring(e, mu, f) * e->grid.density / mu;
}

static cr_status plan(cr_element *e, cr_error *error) {
    const double *v = e->value;
    e->sigma0 = v[SIGMA0];
    e->sigma1 = v[SIGMA1];
    e->grid.edge = CR_EDGE_SUPPORTED;
    e->grid.density = v[DENSITY] * v[THICKNESS];
    e->grid.stiffness = 0.0;
    e->grid.tension = v[TENSION];
    return cr_sheet_plan(e, v[F0], tension_for, &e->grid.tension, error);
}

const cr_element_type cr_element_membrane = {.name = "membrane",
                                             .doc = "rectangular membrane, fixed all round",
                                             .source = "S1",
                                             .params = params,
                                             .param_count = 8,
                                             .traits = CR_TRAIT_GRID,
                                             .axes = 2,
                                             .plan = plan,
                                             .predict = cr_sheet_predict,
                                             .predict_booked = cr_sheet_predict_booked,
                                             .energy = cr_grid_energy,
                                             .loss = cr_grid_loss,
                                             .locate = cr_grid_locate,
                                             .mode = cr_sheet_mode};
