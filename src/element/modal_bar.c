// Free bar of rectangular section by its modes, as on a vibraphone, glockenspiel, marimba: Euler-Bernoulli.
#include "element/beam.h"
#include "element/object.h"

enum { LENGTH, WIDTH, THICKNESS, RATIO, COMMON };

static const cr_param params[] = {
    {"length", "m", "length", 0.3, 1e-3, 1e2},
    {"width", "m", "width of the cross-section", 0.04, 1e-5, 10},
    {"thickness", "m", "thickness in the direction of motion", 0.01, 1e-5, 1},
    {"ratio", "", "second over first frequency of a bar that is cut out below: xylophone 3, marimba 4",
     CR_NAN, 1.5, 10},
    CR_OBJECT_PARAMS(2700, 7e10, 1e-4, 0.8, 1e-7, 60),
};

// f = b^2/(2 pi L^2) sqrt(E/rho) H/sqrt(12), cos b cosh b = 1   Rayleigh, Theory of Sound 170
static double frequency(const cr_element *e, int n) {
    const double *v = e->value;
    double k = cr_beam_root(n) / v[LENGTH];
    return k * k * cr_object_speed(e) * v[THICKNESS] / sqrt(12.0) / (2.0 * cr_pi);
}

// Cutting a bar out below its middle lowers the first mode far more than the others: with a ratio the first
// is moved below the second and the rest stays.
static void list(const cr_element *e, cr_object_list *out) {
    const double *v = e->value;
    double mass = cr_object_value(e, CR_OBJECT_DENSITY) * v[LENGTH] * v[WIDTH] * v[THICKNESS];
    for (int n = 1;; n++) {
        double f = n == 1 && !isnan(v[RATIO]) ? frequency(e, 2) / v[RATIO] : frequency(e, n);
        if (!(f < out->limit)) return;
        cr_object_offer(out,
                        (cr_object_mode){.n = n, .frequency = f, .scale = 1.0 / sqrt(mass), .bending = 1.0});
    }
}

static const cr_object object = {
    .common = COMMON, .pitch = 1.0, .list = list, .profile = cr_object_beam_profile};
static const cr_element_places places = {{0.47}, {0.04}, {0.9}};

const cr_element_type cr_element_modal_bar = {.name = "modal-bar",
                                              .doc = "free bar, by its modes",
                                              .source = "Euler, Bernoulli; Rayleigh",
                                              .params = params,
                                              .param_count = COMMON + CR_OBJECT_COMMON_COUNT,
                                              .axes = 1,
                                              CR_OBJECT_HOOKS(object, places, CR_TRAIT_LINE)};
