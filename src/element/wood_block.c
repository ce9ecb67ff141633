// A short thick wooden bar, free, that gives way to shear as much as it bends. Timoshenko's bending waves
// with the wavenumbers of the free Euler beam.
#include "element/object.h"

enum { LENGTH, WIDTH, THICKNESS, SHEAR, COMMON };

static const cr_param params[] = {
    {"length", "m", "length along the grain", 0.2, 1e-3, 10},
    {"width", "m", "width of the cross-section", 0.06, 1e-5, 10},
    {"thickness", "m", "thickness in the direction of motion", 0.014, 1e-5, 1},
    {"shear", "", "Young's over shear modulus: wood along the grain 16, other materials 2.6", 16, 2, 100},
    CR_OBJECT_PARAMS(750, 1.1e10, 0.022, 12, 1e-7, 60),
};

// r = H/sqrt(12), kappa = 5/6   Timoshenko 1921
static void list(const cr_element *e, cr_object_list *out) {
    const double *v = e->value;
    double r = v[THICKNESS] / sqrt(12.0), shear = 1.2 * v[SHEAR],
           mass = cr_object_value(e, CR_OBJECT_DENSITY) * v[LENGTH] * v[WIDTH] * v[THICKNESS];
    cr_object_list_beam(e, out, (cr_object_beam){v[LENGTH], r, shear, mass});
}

static const cr_object object = {
    .common = COMMON, .pitch = 1.0, .list = list, .profile = cr_object_beam_profile};
static const cr_element_places places = {{0.42}, {0.05}, {0.88}};

const cr_element_type cr_element_wood_block = {.name = "wood-block",
                                               .doc = "short thick bar of wood, free",
                                               .source = "Timoshenko 1921",
                                               .params = params,
                                               .param_count = COMMON + CR_OBJECT_COMMON_COUNT,
                                               .axes = 1,
                                               CR_OBJECT_HOOKS(object, places, CR_TRAIT_LINE)};
