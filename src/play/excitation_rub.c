// Force and velocity of a friction follow the envelope; it rests until its first rub.
#include "play/play_internal.h"

enum { FRICTION, FORCE, VELOCITY, ENVELOPE, KEYS = ENVELOPE + CR_ENVELOPE_KEYS };

static const cr_key keys[] = {
    {.number = CR_NAMED("friction", "which friction"), .kind = CR_VALUE_FRICTION, .required = true},
    {.number = {"force", "N", "normal force; left out: that of the friction", CR_NAN, 0, 1e6},
     .knob = CR_KNOB_AMPLITUDE},
    {.number = {"velocity", "m/s", "velocity; left out: that of the friction", CR_NAN, -100, 100},
     .knob = CR_KNOB_VELOCITY,
     .spread = CR_SPREAD_HELD},
    CR_KEYS_ENVELOPE,
};

static cr_status check(const cr_excitation *x, const cr_target *target, cr_error *error) {
    if (isnan(x->value[FORCE]) || !target->pressed_by_contact) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, "force:", "a contact presses \"%s\" together; leave it out",
                   target->name);
}

static cr_status prepare(cr_sim *sim, cr_playing *p, cr_error *error) {
    (void)error;
    p->target = p->is.at.element;
    const cr_rub *rub = cr_network_rub_at(sim->network, p->target);
    double *v = p->is.value;
    if (isnan(v[FORCE])) v[FORCE] = rub->normal;
    if (isnan(v[VELOCITY])) v[VELOCITY] = rub->velocity;
    p->envelope = cr_envelope_of(&p->is, ENVELOPE);
    return CR_OK;
}

static void start(cr_sim *sim, const cr_playing *p) {
    cr_network_rub(sim->network, p->target, 0.0, 0.0);
}

// Another rub may have the friction before and after.
static void step(cr_sim *sim, cr_playing *p, double t) {
    bool holds = cr_envelope_holds(&p->envelope, t);
    double level = holds ? cr_playing_level(p, t) : 0.0;
    if (holds || cr_envelope_holds(&p->envelope, t - sim->h))
        cr_network_rub(sim->network, p->target, level * p->is.value[FORCE], level * p->is.value[VELOCITY]);
}

const cr_excitation_type cr_excitation_rub = {
    .name = "rub",
    .doc = "friction for a time",
    .acts_on = "a friction",
    .keys = keys,
    .key_count = KEYS,
    .check = check,
    .prepare = prepare,
    .start = start,
    .step = step,
};
