// Part of a spherical shell, open at the rim: singing bowl, standing bell. Bending without extension.
#include "base/maths.h"
#include "element/object.h"

enum { RADIUS, THICKNESS, ANGLE, POISSON, DETUNE, COMMON };

static const cr_param params[] = {
    {"radius", "m", "radius of the sphere", 0.09, 1e-3, 10},
    {"thickness", "m", "thickness of the wall", 0.003, 1e-5, 1},
    {"angle", "degree", "from the bottom to the rim, seen from the centre: 90 is a hemisphere", 90, 20, 150},
    CR_OBJECT_POISSON(0.34),
    CR_OBJECT_DETUNE(0.003),
    CR_OBJECT_PARAMS(8700, 1e11, 3e-4, 0.25, 1e-7, 60),
};

typedef struct sphere {
    double top; // tan(rim/2)
    int m;
} sphere;

// Motion without extension, Rayleigh 1881: radial (m + cos t) T, along the meridian and round the axis
// sin t T, with T = (tan(t/2)/tan(rim/2))^m and the angle t from the pole.
static double kinetic(double y, double rest, const void *context) {
    (void)rest;
    const sphere *s = context;
    double x = s->top * y, xx = x * x, c = (1.0 - xx) / (1.0 + xx), sine = 2.0 * x / (1.0 + xx);
    double squares = 2.0 * sine * sine + cr_square(s->m + c);
    return squares * cr_pow(y, 2.0 * s->m) * sine * 2.0 * s->top / (1.0 + xx); // dt = 2 dx/(1 + x^2)
}

// int T^2/sin^3 t dt = (1/4) int x^(2m-3) (1 + x^2)^2 dx/top^(2m)
static double bending(const sphere *s) {
    double xx = s->top * s->top, m = s->m;
    return 0.25 / xx * (0.5 / (m - 1.0) + xx / m + 0.5 * xx * xx / (m + 1.0));
}

// Both curvatures change by (m^3 - m) T/(a sin^2 t): w^2 = E H^2/(3 (1 + nu) rho a^4) (m^3 - m)^2 bending/
// kinetic. A hemisphere has 1 : 2.8102 : 5.4316.   Rayleigh 1881
static void list(const cr_element *e, cr_object_list *out) {
    const double *v = e->value;
    double aa = v[RADIUS] * v[RADIUS], area_mass = cr_object_value(e, CR_OBJECT_DENSITY) * v[THICKNESS];
    double base = cr_object_speed(e) * v[THICKNESS] / (aa * sqrt(3.0 * (1.0 + v[POISSON])));
    sphere s = {.top = cr_tan(v[ANGLE] * cr_pi / 360.0)};
    for (s.m = 2;; s.m++) {
        double moving = cr_integrate_unit(kinetic, &s), m = s.m;
        double f = base * (m * m * m - m) * sqrt(bending(&s) / moving) / (2.0 * cr_pi);
        if (!(f * (1.0 - 0.5 * v[DETUNE]) < out->limit)) return;
        double modal_mass = area_mass * aa * cr_pi * moving;
        cr_object_offer_pair(
            out, (cr_object_mode){.m = s.m, .frequency = f, .scale = 1.0 / sqrt(modal_mass), .bending = 1.0},
            v[DETUNE]);
    }
}

// Radial, at the angle round the rim and the depth below it: 0 rim, 1 bottom.
static double profile(const cr_element *e, const cr_object_mode *mode, const double *where) {
    double rim = e->value[ANGLE] * cr_pi / 180.0, t = rim * (1.0 - where[1]);
    double share = cr_pow(cr_tan(0.5 * t) / cr_tan(0.5 * rim), mode->m);
    return (mode->m + cr_cos(t)) * share * cr_object_round(mode, where);
}

static const cr_object object = {.common = COMMON, .pitch = 1.0, .list = list, .profile = profile};
static const cr_element_places places = {{0.0275, 0.0}, CR_OBJECT_RIM_EARS(0.0)};

const cr_element_type cr_element_bowl = {.name = "bowl",
                                         .doc = "spherical shell, open at the rim: singing bowl",
                                         .source = "Rayleigh 1881",
                                         .params = params,
                                         .param_count = COMMON + CR_OBJECT_COMMON_COUNT,
                                         .axes = 2,
                                         CR_OBJECT_HOOKS(object, places, CR_TRAIT_ROUND)};
