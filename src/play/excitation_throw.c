#include "play/play_internal.h"

enum { ELEMENT, VELOCITY, FROM, KEYS };

static const cr_key keys[] = {
    CR_KEY_ELEMENT,
    {.number = {"velocity", "m/s", "initial velocity", 0, -1e3, 1e3},
     .knob = CR_KNOB_THROW,
     .spread = CR_SPREAD_THROWN},
    {.number = {"from", "m", "initial position of a mass", 0, -1e3, 1e3}},
};

static cr_status check(const cr_excitation *x, const cr_target *target, cr_error *error) {
    (void)x;
    if (cr_element_is(target->element, CR_TRAIT_THROWN)) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, "element", "only a mass can be thrown, not a %s",
                   target->element->name);
}

static cr_status prepare(cr_sim *sim, cr_playing *p, cr_error *error) {
    double from = p->is.value[FROM];
    cr_status status = CR_OK;
    if (from != 0.0) status = cr_sim_displace(sim, p->is.at, CR_PLUCK_TRIANGLE, from, 1.0, error);
    p->target = p->is.at.element;
    return status == CR_OK ? cr_sim_throw(sim, p->target, p->is.value[VELOCITY], error) : status;
}

const cr_excitation_type cr_excitation_throw = {
    .name = "throw",
    .doc = "initial motion of an element",
    .acts_on = "a mass",
    .keys = keys,
    .key_count = KEYS,
    .check = check,
    .prepare = prepare,
};
