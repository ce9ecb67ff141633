// A drinking glass: a cylinder that is held at its bottom and swings widest at the rim, filled to some
// height.
#include "element/object.h"

enum { RADIUS, HEIGHT, THICKNESS, FILL, LIQUID, DETUNE, COMMON };

static const cr_param params[] = {
    {"radius", "m", "radius", 0.035, 1e-3, 10},
    {"height", "m", "height of the cup, without its stem", 0.08, 1e-3, 10},
    {"thickness", "m", "thickness of the wall", 0.0015, 1e-5, 1},
    {"fill", "", "height of the liquid over that of the cup", 0, 0, 1},
    {"liquid", "kg/m^3", "density of the liquid", 1000, 0, 2e4},
    CR_OBJECT_DETUNE(0.002),
    CR_OBJECT_PARAMS(2600, 6.2e10, 1e-3, 0.4, 1e-7, 60),
};

// Kinetic energy of the liquid over that of the wall: (5/8) m/(m^2 + 1) (rho_l R/(rho H)) fill^4. For m = 2
// French's (1.25/5) (rho_l R/(rho H)) fill^4; the other m by the layer R/m of liquid that moves along.
static double liquid(const cr_element *e, double m) {
    const double *v = e->value;
    double wall = cr_object_value(e, CR_OBJECT_DENSITY) * v[THICKNESS];
    return 0.625 * m / (m * m + 1.0) * v[LIQUID] * v[RADIUS] / wall * cr_square(cr_square(v[FILL]));
}

// w^2 = (E H^2/(12 rho)) m^2/(m^2 + 1) [(m^2 - 1)^2/R^4 + 12/L^4]/(1 + liquid). For m = 2 it is
// (3 E/(5 rho)) (H^2/R^4) [1 + (4/3) (R/L)^4], A. P. French, Am. J. Phys. 51, 688 (1983).
static void list(const cr_element *e, cr_object_list *out) {
    const double *v = e->value;
    double base = cr_object_speed(e) * v[THICKNESS] / sqrt(12.0), rr = v[RADIUS] * v[RADIUS],
           ll = v[HEIGHT] * v[HEIGHT], density = cr_object_value(e, CR_OBJECT_DENSITY);
    double wall = density * v[THICKNESS] * 2.0 * cr_pi * v[RADIUS] * v[HEIGHT];
    for (int m = 2;; m++) {
        double mm = (double)m * m, loaded = 1.0 + liquid(e, m);
        double stiff = cr_square((mm - 1.0) / rr) + 12.0 / (ll * ll);
        double f = base * sqrt(mm / (mm + 1.0) * stiff / loaded) / (2.0 * cr_pi);
        if (!(f * (1.0 - 0.5 * v[DETUNE]) < out->limit)) return;
        // half from the angle, 1 + 1/m^2 for the motion along the rim, a fifth from the height
        double modal_mass = wall * 0.5 * (1.0 + 1.0 / mm) / 5.0 * loaded;
        cr_object_offer_pair(
            out, (cr_object_mode){.m = m, .frequency = f, .scale = 1.0 / sqrt(modal_mass), .bending = 1.0},
            v[DETUNE]);
    }
}

// Radial, at the angle round the rim and the depth below it (0 rim, 1 bottom): as the square of the height.
static double profile(const cr_element *e, const cr_object_mode *mode, const double *where) {
    (void)e;
    return cr_square(1.0 - where[1]) * cr_object_round(mode, where);
}

static const cr_object object = {.common = COMMON, .pitch = 1.0, .list = list, .profile = profile};
static const cr_element_places places = {{0.0275, 0.05}, CR_OBJECT_RIM_EARS(0.0)};

const cr_element_type cr_element_glass = {.name = "glass",
                                          .doc = "drinking glass, empty or filled",
                                          .source = "French 1983",
                                          .params = params,
                                          .param_count = COMMON + CR_OBJECT_COMMON_COUNT,
                                          .axes = 2,
                                          CR_OBJECT_HOOKS(object, places, CR_TRAIT_ROUND)};
