#include "play/play_internal.h"

enum { ELEMENT, KEYS = CR_DRIVE_ENVELOPE + CR_ENVELOPE_KEYS };

static const cr_key keys[] = {CR_KEY_ELEMENT, CR_KEYS_DRIVE("m", 1.0, CR_KNOB_NONE, CR_KNOB_NONE)};

static cr_status check(const cr_excitation *x, const cr_target *target, cr_error *error) {
    if (!cr_element_is(target->element, CR_TRAIT_FIXED))
        return cr_fail(error, CR_ERR_INPUT, "element", "only a barrier or a rail can be moved, not a %s",
                       target->element->name);
    if (x->value[CR_DRIVE_SHAPE] == CR_DRIVE_NOISE)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "shape",
                       "it cannot move by noise; use hold, pulse or sine");
    return cr_drive_check(x, error);
}

static cr_status prepare(cr_sim *sim, cr_playing *p, cr_error *error) {
    (void)sim;
    (void)error;
    cr_drive_prepare(p);
    p->target = p->is.at.element;
    return CR_OK;
}

static void step(cr_sim *sim, cr_playing *p, double t) {
    double before = cr_drive_at(sim, p, t - sim->h), after = cr_drive_at(sim, p, t);
    cr_network_move(sim->network, p->target, after - before);
}

const cr_excitation_type cr_excitation_move = {
    .name = "move",
    .doc = "motion of a barrier or a rail",
    .acts_on = "a barrier or a rail",
    .keys = keys,
    .key_count = KEYS,
    .holds_position = true,
    .check = check,
    .prepare = prepare,
    .step = step,
};
