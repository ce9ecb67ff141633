// A church bell with the partials it is tuned to.
#include "base/maths.h"
#include "element/object.h"

enum { DIAMETER, DETUNE, COMMON };

static const cr_param params[] = {
    {"diameter", "m", "diameter at the mouth", 0.6, 1e-2, 10},
    CR_OBJECT_DETUNE(0.0015),
    CR_OBJECT_PARAMS(8700, 1e11, 3e-4, 0.15, 1e-7, 60),
};

// Frequency over that of the prime, nodal meridians over two, nodal circles: the just ratios of a minor-third
// bell (Rossing, Perrin, Vibrations of Bells, Applied Acoustics 20, 1987).
static const struct {
    double ratio;
    int m, n;
} partials[] = {
    {0.5, 2, 0},       // hum
    {1.0, 2, 1},       // prime
    {1.2, 3, 1},       // tierce
    {1.5, 3, 2},       // quint
    {2.0, 4, 1},       // nominal
    {2.5, 4, 2},       // deciem
    {8.0 / 3.0, 2, 2}, // undeciem
    {3.0, 5, 1},       // duodeciem, superquint
    {4.0, 6, 1},       // octave of the nominal
    {16.0 / 3.0, 7, 1}, {20.0 / 3.0, 8, 1}, {8.0, 9, 1},
};

// Bells of one family are copies of each other: f = 0.124 c/D and M = 0.0826 rho D^3, both of the Cologne
// St Petersglocke (3.22 m, 24 t, C3).
static void list(const cr_element *e, cr_object_list *out) {
    double diameter = e->value[DIAMETER], prime = 0.124 * cr_object_speed(e) / diameter;
    double mass = 0.0826 * cr_object_value(e, CR_OBJECT_DENSITY) * diameter * diameter * diameter;
    for (size_t i = 0; i < sizeof partials / sizeof *partials; i++) {
        int m = partials[i].m;
        // half from the angle, 1 + 1/m^2 for the motion along the rim, half from the height
        double modal_mass = 0.25 * mass * (1.0 + 1.0 / ((double)m * m));
        cr_object_offer_pair(out,
                             (cr_object_mode){.m = m,
                                              .n = partials[i].n,
                                              .frequency = prime * partials[i].ratio,
                                              .scale = 1.0 / sqrt(modal_mass),
                                              .bending = 1.0},
                             e->value[DETUNE]);
    }
}

// Radial, at the angle round the mouth and the height above it (0 mouth, 1 crown): cosines with as many nodal
// circles as the partial has stand in for the true profiles, which have no closed form.
static double profile(const cr_element *e, const cr_object_mode *mode, const double *where) {
    (void)e;
    return cr_cos((mode->n + 0.5) * cr_pi * where[1]) * cr_object_round(mode, where);
}

static const cr_object object = {.common = COMMON, .pitch = 2.0, .list = list, .profile = profile};
static const cr_element_places places = {{0.0275, 0.12}, CR_OBJECT_RIM_EARS(0.05)};

const cr_element_type cr_element_bell = {.name = "bell",
                                         .doc = "church bell; f0 is its strike note",
                                         .source = "Rossing, Perrin 1987",
                                         .params = params,
                                         .param_count = COMMON + CR_OBJECT_COMMON_COUNT,
                                         .axes = 2,
                                         CR_OBJECT_HOOKS(object, places, CR_TRAIT_ROUND)};
