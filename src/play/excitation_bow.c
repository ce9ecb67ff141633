// A bow on a point: the normal force is there while the envelope lasts, the velocity follows it.
#include "play/play_internal.h"

enum { AT, MODEL, FORCE, VELOCITY, ENVELOPE, KEYS = ENVELOPE + CR_ENVELOPE_KEYS };

static const cr_key keys[] = {
    CR_KEY_AT,
    {.number = {"model", "", "friction", CR_BOW_STICK_SLIP, 0, 0}, .kind = CR_VALUE_MODEL},
    {.number = {"force", "N", "normal force", 0.3, 0, 1e4}, .knob = CR_KNOB_AMPLITUDE},
    {.number = {"velocity", "m/s", "velocity of the bow", 0.2, -100, 100},
     .knob = CR_KNOB_VELOCITY,
     .spread = CR_SPREAD_HELD},
    CR_KEYS_ENVELOPE,
};

static cr_status check(const cr_excitation *x, const cr_target *target, cr_error *error) {
    (void)x;
    return cr_target_need_free(target, error);
}

static cr_status prepare(cr_sim *sim, cr_playing *p, cr_error *error) {
    const double *v = p->is.value;
    cr_bow_def def = cr_bow_def_default();
    def.at = p->is.at;
    def.model = (cr_bow_model)v[MODEL];
    def.force = v[FORCE];
    def.velocity = v[VELOCITY];
    p->envelope = cr_envelope_of(&p->is, ENVELOPE);
    return cr_network_add_bow(sim->network, &def, &p->target, error);
}

static void step(cr_sim *sim, cr_playing *p, double t) {
    double level = cr_playing_level(p, t);
    cr_network_bow(sim->network, p->target, level > 0.0 ? p->is.value[FORCE] : 0.0,
                   level * p->is.value[VELOCITY]);
}

const cr_excitation_type cr_excitation_bow = {
    .name = "bow",
    .doc = "a bow",
    .acts_on = "a point of anything but a barrier",
    .keys = keys,
    .key_count = KEYS,
    .adds_bow = true,
    .check = check,
    .prepare = prepare,
    .step = step,
};
