// A hammer above the point, thrown down so that it arrives at `start`: a mass of its own, and a contact.
#include "base/maths.h"
#include "play/play_internal.h"

enum { AT, MASS, VELOCITY, HARDNESS, ALPHA, MU, ANGLE, START, KEYS };

static const cr_key keys[] = {
    CR_KEY_AT,
    {.number = {"mass", "kg", "mass of the hammer", 0.005, 1e-9, 1e3},
     .knob = CR_KNOB_STRIKE,
     .strike = CR_STRIKE_MASS},
    {.number = {"velocity", "m/s", "how fast it arrives", 1, 1e-6, 1e3},
     .knob = CR_KNOB_STRIKE,
     .strike = CR_STRIKE_SPEED,
     .spread = CR_SPREAD_THROWN},
    {.number = {"k", "N/m^alpha", "hardness: felt 1e5, rubber 1e6, wood 1e8, metal 1e10", 1e8, 1, 1e15},
     .knob = CR_KNOB_STRIKE,
     .strike = CR_STRIKE_HARDNESS,
     .spread = CR_SPREAD_HARDNESS},
    {.number = {"alpha", "", "exponent of the contact: ball 1.5, felt 2 to 3", 1.5, 1, 5},
     .knob = CR_KNOB_STRIKE,
     .strike = CR_STRIKE_EXPONENT},
    {.number = {"mu", "s/m", "loss in the contact", 0.2, 0, 100},
     .knob = CR_KNOB_STRIKE,
     .strike = CR_STRIKE_LOSS},
    {.number = {"angle", "degrees", "off the normal: the object feels velocity x cos(angle)", 0, -85, 85},
     .spread = CR_SPREAD_ANGLE},
    {.number = {"start", "s", "when it arrives", 0, 0, 1e6}},
};

static cr_status check(const cr_excitation *x, const cr_target *target, cr_error *error) {
    (void)x;
    return cr_target_need_free(target, error);
}

static cr_status add_hammer(cr_sim *sim, cr_playing *p, cr_error *error) {
    const cr_setting settings[] = {{"mass", p->is.value[MASS]}, {0}};
    cr_element hammer;
    cr_status status = cr_element_make("mass", settings, &hammer, error);
    return status == CR_OK ? cr_network_add_element(sim->network, &hammer, &p->target, error) : status;
}

static cr_status prepare(cr_sim *sim, cr_playing *p, cr_error *error) {
    const double *v = p->is.value;
    const cr_setting law[] = {{"k", v[HARDNESS]}, {"alpha", v[ALPHA]}, {"mu", v[MU]}, {0}};
    cr_contact_def def = cr_contact_def_default();
    double velocity = v[VELOCITY] * cr_cos(v[ANGLE] * cr_pi / 180.0);
    int contact;
    cr_status status = add_hammer(sim, p, error);
    def.a = p->is.at;
    def.b.element = p->target;
    if (status == CR_OK) status = cr_law_make("hunt-crossley", law, &def.law, error);
    if (status == CR_OK) status = cr_network_add_contact(sim->network, &def, &contact, error);
    if (status == CR_OK)
        status = cr_sim_displace(sim, def.b, CR_PLUCK_TRIANGLE, velocity * v[START], 1.0, error);
    if (status == CR_OK) status = cr_sim_throw(sim, p->target, -velocity, error);
    cr_sim_expect(sim, v[START]);
    return status;
}

const cr_excitation_type cr_excitation_strike = {
    .name = "strike",
    .doc = "a hammer that hits a point",
    .acts_on = "a point of anything but a barrier",
    .keys = keys,
    .key_count = KEYS,
    .always_varies = true,
    .check = check,
    .prepare = prepare,
};
