#include "network/bristle.h"
#include "network/friction_internal.h"

// Under a bow: the bristles of hair and rosin.
static const cr_bristle_law hair = {.rest = 0.8, .dynamic = 0.3, .stribeck = 0.1, .breakaway = 0.7};
static const double hair_stiffness = 1e4, hair_damping = 0.1; // N/m, kg/s

static double under_bow(cr_bow *bow, double q0, double c, double h) {
    cr_bristle b = {&hair, hair_stiffness, hair_damping, bow->normal, h};
    cr_bristle_outcome o = cr_bristle_step(&b, bow->bristle, q0 * h, c * h);
    bow->bristle += o.bend;
    return o.force;
}

static double stored(const cr_bow *bow, double h) {
    (void)h;
    return 0.5 * hair_stiffness * cr_square(bow->bristle);
}

// As cr_bristle_law.
static const cr_param bristle_params[] = {
    {"rest", "", "coefficient of friction at rest", 0.5, 1e-6, 100},
    {"dynamic", "", "coefficient when it slides fast", 0.3, 1e-6, 100},
    {"stribeck", "m/s", "speed over which it falls from rest to dynamic", 0.05, 1e-6, 100},
    {"breakaway", "", "share of the sliding bend at which bristles begin to yield", 0.7, 0.01, 0.99},
    {"viscous", "kg/s", "force per speed besides", 0, 0, 1e6},
    {"stiffness", "N/m", "of the bristles, 0: the force over 5 um", 0, 0, 1e12},
    {"damping", "kg/s", "of the bristles, 0: by their stiffness and the mass they feel", 0, 0, 1e9},
};

const cr_friction_type cr_friction_elasto_plastic = {
    .name = "elasto-plastic",
    .doc = "bristles with stiffness and damping that yield; a bow has those of hair and rosin",
    .equation = "s0 z + s1 z' + s2 q, z' = q (1 - alpha z/z_ss)",
    .source = "Dupont, Hayward, Armstrong, Altpeter 2002",
    .params = bristle_params,
    .param_count = sizeof bristle_params / sizeof *bristle_params,
    .under_bow = under_bow,
    .stored = stored,
};
