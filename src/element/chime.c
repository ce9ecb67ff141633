// Free tube, as of tubular bells and wind chimes. Timoshenko's bending waves with the wavenumbers of the free
// Euler beam.
#include "element/object.h"

enum { LENGTH, DIAMETER, WALL, POISSON, COMMON };

static const cr_param params[] = {
    {"length", "m", "length", 0.6, 1e-2, 1e2},
    {"diameter", "m", "outer diameter", 0.025, 1e-4, 10},
    {"wall", "m", "thickness of the wall", 0.0015, 1e-5, 1},
    CR_OBJECT_POISSON(0.33),
    CR_OBJECT_PARAMS(2700, 7e10, 1e-4, 0.5, 1e-7, 60),
};

static cr_status check(const cr_element *e, cr_error *error) {
    double most = 0.5 * e->value[DIAMETER];
    if (e->value[WALL] <= most) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "wall", "needs at most half the diameter, %g m, got %g", most,
                   e->value[WALL]);
}

// r^2 = (R^2 + R_inner^2)/4; E/(kappa G) = 2 (1 + nu)/kappa, kappa = 1/2 for a thin tube (Timoshenko 1921)
static void list(const cr_element *e, cr_object_list *out) {
    const double *v = e->value;
    double outer = 0.5 * v[DIAMETER], inner = outer - v[WALL], r = 0.5 * sqrt(outer * outer + inner * inner);
    double area = cr_pi * (outer * outer - inner * inner), shear = 4.0 * (1.0 + v[POISSON]),
           mass = cr_object_value(e, CR_OBJECT_DENSITY) * area * v[LENGTH];
    cr_object_list_beam(e, out, (cr_object_beam){v[LENGTH], r, shear, mass});
}

static const cr_object object = {
    .common = COMMON, .pitch = 1.0, .check = check, .list = list, .profile = cr_object_beam_profile};
static const cr_element_places places = {{0.06}, {0.12}, {0.97}};

const cr_element_type cr_element_chime = {.name = "chime",
                                          .doc = "free tube: tubular bell, wind chime",
                                          .source = "Timoshenko 1921",
                                          .params = params,
                                          .param_count = COMMON + CR_OBJECT_COMMON_COUNT,
                                          .axes = 1,
                                          CR_OBJECT_HOOKS(object, places, CR_TRAIT_LINE)};
