// Speed along a surface follows the envelope; what rolls is let go at its end.
#include "play/play_internal.h"

enum { CONTACT, SPEED, ENVELOPE, KEYS = ENVELOPE + CR_ENVELOPE_KEYS };

static const cr_key keys[] = {
    {.number = CR_NAMED("contact", "which contact"), .kind = CR_VALUE_CONTACT, .required = true},
    {.number = {"speed", "m/s", "speed along its surface", CR_NAN, -100, 100},
     .required = true,
     .knob = CR_KNOB_VELOCITY,
     .spread = CR_SPREAD_HELD},
    CR_KEYS_ENVELOPE,
};

static cr_status check(const cr_excitation *x, const cr_target *target, cr_error *error) {
    (void)x;
    if (target->has_surface) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, "contact", "\"%s\" has no surface along which it could move",
                   target->name);
}

static cr_status prepare(cr_sim *sim, cr_playing *p, cr_error *error) {
    (void)sim;
    (void)error;
    p->target = p->is.at.element;
    p->envelope = cr_envelope_of(&p->is, ENVELOPE);
    return CR_OK;
}

// A hand that has let go of what rolls does not stop it.
static void step(cr_sim *sim, cr_playing *p, double t) {
    const cr_track *track = cr_network_track(sim->network, p->target);
    bool rolls_on = track && track->inertia > 0.0;
    bool holds = cr_envelope_holds(&p->envelope, t);
    double level = holds ? cr_playing_level(p, t) : 0.0;
    if (holds || (!rolls_on && cr_envelope_holds(&p->envelope, t - sim->h)))
        cr_network_set_track_speed(sim->network, p->target, level * p->is.value[SPEED]);
}

const cr_excitation_type cr_excitation_travel = {
    .name = "travel",
    .doc = "motion along a surface",
    .acts_on = "a contact with a surface",
    .keys = keys,
    .key_count = KEYS,
    .check = check,
    .prepare = prepare,
    .step = step,
};
