#include "play/play_internal.h"

enum { AT, KEYS = CR_DRIVE_ENVELOPE + CR_ENVELOPE_KEYS };

static const cr_key keys[] = {CR_KEY_AT, CR_KEYS_DRIVE("N", 1e6, CR_KNOB_AMPLITUDE, CR_KNOB_FREQUENCY)};

static cr_status check(const cr_excitation *x, const cr_target *target, cr_error *error) {
    cr_status status = cr_target_need_free(target, error);
    return status == CR_OK ? cr_drive_check(x, error) : status;
}

static cr_status prepare(cr_sim *sim, cr_playing *p, cr_error *error) {
    cr_drive_prepare(p);
    return cr_network_add_input(sim->network, p->is.at, &p->target, error);
}

static void step(cr_sim *sim, cr_playing *p, double t) {
    cr_network_drive(sim->network, p->target, cr_drive_at(sim, p, t));
}

const cr_excitation_type cr_excitation_force = {
    .name = "force",
    .doc = "a force at a point",
    .acts_on = "a point of anything but a barrier",
    .keys = keys,
    .key_count = KEYS,
    .check = check,
    .prepare = prepare,
    .step = step,
};
