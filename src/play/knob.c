// What may be changed while a network plays.
#include "play/play_internal.h"

const char *cr_knob_name(cr_knob knob) {
    static const char *const names[CR_KNOB_COUNT] = {"",      "amplitude", "velocity", "frequency", "gain",
                                                     "pitch", "position",  "throw",    "strike"};
    return names[knob];
}

static bool moved_by_excitation(const cr_sim *sim, int element) {
    for (int i = 0; i < sim->excitations.count; i++) {
        const cr_playing *p = &sim->excitations.items[i];
        if (p->is.type->holds_position && p->target == element) return true;
    }
    return false;
}

// Where the number lives; NULL if it is no plain number or there is none.
static double *knob_of_excitation(const cr_sim *sim, cr_knob knob, int target) {
    if (target < 0 || target >= sim->excitations.count) return NULL;
    cr_excitation *x = &sim->excitations.items[target].is;
    if (!x->type->step) return NULL;
    for (int i = 0; i < x->type->key_count; i++)
        if (x->type->keys[i].knob == knob && !isnan(x->value[i])) return &x->value[i];
    return NULL;
}

bool cr_sim_knob(const cr_sim *sim, cr_knob knob, int target, double *value) {
    if (knob == CR_KNOB_GAIN) {
        if (target < 0 || target >= sim->listens.count) return false;
        *value = sim->listens.items[target].gain;
        return true;
    }
    if (knob == CR_KNOB_NONE || knob == CR_KNOB_THROW || knob == CR_KNOB_STRIKE) return false;
    if (knob != CR_KNOB_PITCH && knob != CR_KNOB_POSITION) {
        const double *at = knob_of_excitation(sim, knob, target);
        if (at) *value = *at;
        return at != NULL;
    }
    if (target < 0 || target >= sim->network->elements.count) return false;
    const cr_element *e = cr_network_element_at(sim->network, target);
    bool waits = cr_element_is(e->type, CR_TRAIT_FIXED) && !moved_by_excitation(sim, target);
    if (knob == CR_KNOB_PITCH ? !e->type->retune : !waits) return false;
    *value = knob == CR_KNOB_PITCH ? e->type->mode(e, 1, false) : e->u[0];
    return true;
}

bool cr_sim_turn(cr_sim *sim, cr_knob knob, int target, double value) {
    double now;
    if (!cr_sim_knob(sim, knob, target, &now)) return false;
    if (knob == CR_KNOB_PITCH) return cr_network_tune(sim->network, target, value, NULL) == CR_OK;
    if (knob == CR_KNOB_POSITION) {
        cr_network_move(sim->network, target, value - now);
        return true;
    }
    if (knob == CR_KNOB_GAIN) {
        sim->listens.items[target].gain = value;
        return true;
    }
    if (knob == CR_KNOB_FREQUENCY) {
        cr_playing *p = &sim->excitations.items[target];
        p->phase += 2.0 * cr_pi * (now - value) * (cr_sim_time(sim) - p->envelope.start);
    }
    *knob_of_excitation(sim, knob, target) = value;
    return true;
}

void cr_sim_release(cr_sim *sim, double least) {
    double t = cr_sim_time(sim);
    for (int i = 0; i < sim->excitations.count; i++) {
        cr_playing *p = &sim->excitations.items[i];
        cr_envelope *e = &p->envelope;
        if (t < e->start) { // it never begins
            *e = (cr_envelope){.start = t};
            p->cancelled = true;
            continue;
        }
        if (p->ends_by_itself || t - e->start >= e->duration) continue;
        e->duration = t - e->start;
        e->release = cr_max(e->release, least);
    }
}
