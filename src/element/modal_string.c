// Stiff string between supported ends, by its modes: rho A u'' = T u_xx - E I u_xxxx.
#include "element/beam.h"
#include "element/object.h"

enum { LENGTH, RADIUS, TENSION, COMMON };

static const cr_param params[] = {
    {"length", "m", "length", 0.65, 1e-3, 1e3},
    {"radius", "m", "radius of the cross-section", 4e-4, 1e-6, 0.1},
    {"tension", "N", "tension; f0 gives it as well; 220 Hz if neither is given", CR_NAN, 0, 1e6},
    CR_OBJECT_PARAMS(7850, 2e11, 2e-4, 0.8, 3e-7, 100),
};

// w^2 of the first mode without tension
static double bending(const cr_element *e) {
    const double *v = e->value;
    return cr_square(0.5 * v[RADIUS] * cr_object_speed(e) * cr_square(cr_pi / v[LENGTH]));
}

static double pitch(const cr_element *e) {
    double f0 = cr_object_value(e, CR_OBJECT_F0);
    return isnan(f0) ? 220.0 : f0;
}

static double mass_per_length(const cr_element *e) {
    return cr_object_value(e, CR_OBJECT_DENSITY) * cr_pi * e->value[RADIUS] * e->value[RADIUS];
}

// w^2 of the first mode without stiffness, c^2 (pi/L)^2
static double pulling(const cr_element *e) {
    const double *v = e->value;
    return isnan(v[TENSION]) ? cr_square(2.0 * cr_pi * pitch(e)) - bending(e)
                             : v[TENSION] / mass_per_length(e) * cr_square(cr_pi / v[LENGTH]);
}

static double impedance(const cr_element *e) {
    return mass_per_length(e) * sqrt(pulling(e)) * e->value[LENGTH] / cr_pi;
}

static cr_status check(const cr_element *e, cr_error *error) {
    double least = sqrt(bending(e)) / (2.0 * cr_pi);
    bool by_tension = !isnan(e->value[TENSION]);
    if (by_tension && !isnan(cr_object_value(e, CR_OBJECT_F0)))
        return cr_fail(error, CR_ERR_INPUT, "modal-string", "needs either f0 or tension, not both");
    if (by_tension || pitch(e) >= least) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "f0",
                   "needs at least %g Hz, the pitch of this string without tension", least);
}

// f = n c/(2L) sqrt(1 + B n^2), c^2 = T/(rho A), B = pi^2 E I/(T L^2)   Fletcher 1964. The loss of the
// material acts on the part of the energy that bends it, B n^2/(1 + B n^2) (Valette, Cuesta 1993).
static void list(const cr_element *e, cr_object_list *out) {
    const double *v = e->value;
    double line = mass_per_length(e), bend = bending(e), pull = pulling(e);
    for (int n = 1;; n++) {
        double nn = (double)n * n, f = n * sqrt(pull + bend * nn) / (2.0 * cr_pi);
        if (!(f < out->limit)) return;
        cr_object_offer(out, (cr_object_mode){.n = n,
                                              .frequency = f,
                                              .scale = 1.0 / sqrt(line * v[LENGTH]),
                                              .bending = bend * nn / (pull + bend * nn)});
    }
}

static double profile(const cr_element *e, const cr_object_mode *mode, const double *where) {
    (void)e;
    return cr_beam_shape(CR_EDGE_SUPPORTED, mode->n, where[0]);
}

static const cr_object object = {.common = COMMON, .check = check, .list = list, .profile = profile};
static const cr_element_places places = {{0.13}, {0.07}, {0.85}};

const cr_element_type cr_element_modal_string = {.name = "modal-string",
                                                 .doc = "stiff string, by its modes",
                                                 .source = "Fletcher 1964",
                                                 .params = params,
                                                 .param_count = COMMON + CR_OBJECT_COMMON_COUNT,
                                                 .axes = 1,
                                                 .impedance = impedance,
                                                 CR_OBJECT_HOOKS(object, places, CR_TRAIT_LINE)};
