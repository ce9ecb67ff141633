// What events do to the voices.
#include "rt/rt_internal.h"

// A number that the voice has is changed: at once if nothing was heard yet, else over the smoothing time.
static bool turn(cr_rt *e, cr_rt_voice *v, cr_knob knob, int target, double value) {
    double now;
    if (!cr_sim_knob(v->sim, knob, target, &now)) {
        cr_rt_add(&e->missed, 1);
        return false;
    }
    if (knob == CR_KNOB_PITCH) {
        cr_element probe = *cr_network_element(cr_sim_network(v->sim), target);
        if (value * probe.h >= 0.5 || cr_element_retune(&probe, value, NULL) != CR_OK) {
            cr_rt_add(&e->refused, 1);
            return false;
        }
    }
    int slot = 0;
    while (slot < v->ramp_count && (v->ramps[slot].knob != knob || v->ramps[slot].target != target)) slot++;
    bool fresh = v->frames == 0, jumps = fresh || e->smoothing == 0 || slot == CR_RT_RAMPS_MAX;
    if (jumps) {
        if (knob == CR_KNOB_POSITION) cr_network_place(cr_sim_network(v->sim), target, value, 0.0);
        else cr_sim_turn(v->sim, knob, target, value);
        cr_rt_add(&e->jumped, !fresh && e->smoothing > 0);
        return true;
    }
    if (slot == v->ramp_count) v->ramps[v->ramp_count++] = (cr_rt_knob_ramp){knob, target, {.now = now}};
    cr_ramp_to(&v->ramps[slot].ramp, value, e->smoothing);
    return true;
}

static bool throw_mass(cr_rt *e, cr_rt_voice *v, int target, double velocity) {
    cr_network *n = cr_sim_network(v->sim);
    const cr_element *m =
        target >= 0 && target < cr_network_element_count(n) ? cr_network_element(n, target) : NULL;
    if (!m || !cr_element_is(m->type, CR_TRAIT_THROWN)) {
        cr_rt_add(&e->missed, 1);
        return false;
    }
    cr_network_place(n, target, v->start[target], velocity);
    v->quiet = 0;
    return true;
}

static bool strike(cr_rt *e, cr_rt_voice *v, const cr_rt_event *event) {
    cr_place at = {.element = event->target};
    for (int i = 0; i < CR_WHERE; i++) at.at[i] = event->at[i];
    cr_status status = cr_network_strike(cr_sim_network(v->sim), &at, event->value, &event->mallet);
    bool refused = status == CR_ERR_RANGE || status == CR_ERR_UNSUPPORTED;
    if (status != CR_OK) cr_rt_add(refused ? &e->refused : &e->missed, 1);
    else v->quiet = 0;
    return status == CR_OK;
}

static void release(cr_rt *e, cr_rt_voice *v, double seconds) {
    cr_sim_release(v->sim, e->def.smoothing);
    v->state = CR_RT_RELEASING;
    if (!(seconds > 0.0)) return;
    v->closing = true;
    cr_ramp_to(&v->level, 0.0, (int)cr_min(ceil(seconds * e->def.rate), 1e9));
}

// A voice that sounds fades out first, and what is meant for it then is kept. One that ends already goes on.
static bool trigger(cr_rt *e, cr_rt_voice *v, const cr_rt_event *event) {
    if (v->state == CR_RT_IDLE || v->frames == 0) {
        if (v->state != CR_RT_IDLE) cr_rt_voice_reset(v);
        cr_rt_voice_start(e, v, event->note, event->value);
        return true;
    }
    if (v->state != CR_RT_ENDING) v->fade_left = CR_RT_CHUNK;
    v->state = CR_RT_ENDING;
    v->pending[0] = *event;
    v->pending_count = 1;
    return true;
}

static bool keep(cr_rt *e, cr_rt_voice *v, const cr_rt_event *event) {
    if (v->pending_count == CR_RT_PENDING_MAX) {
        cr_rt_add(&e->missed, 1);
        return false;
    }
    v->pending[v->pending_count++] = *event;
    return true;
}

static bool apply_to(cr_rt *e, cr_rt_voice *v, const cr_rt_event *event) {
    if (event->kind == CR_RT_TRIGGER) return trigger(e, v, event);
    if (v->state == CR_RT_IDLE) {
        cr_rt_add(&e->missed, 1);
        return false;
    }
    if (v->state == CR_RT_ENDING) return keep(e, v, event);
    switch (event->kind) {
    case CR_RT_RELEASE:
        release(e, v, event->value);
        return true;
    case CR_RT_LEVEL:
        if (v->closing) return true; // it fades out already
        cr_ramp_to(&v->level, event->value, v->frames ? e->smoothing : 0);
        return true;
    case CR_RT_THROW:
        return throw_mass(e, v, event->target, event->value);
    case CR_RT_STRIKE:
        return strike(e, v, event);
    default:
        return turn(e, v, (cr_knob)(event->kind - CR_RT_AMPLITUDE + CR_KNOB_AMPLITUDE), event->target,
                    event->value);
    }
}

void cr_rt_apply_pending(cr_rt *e, cr_rt_voice *v) {
    int count = v->pending_count;
    cr_rt_voice_reset(v); // leaves the events where they are
    for (int i = 0; i < count; i++) apply_to(e, v, &v->pending[i]);
}

// --- which voice
// --------------------------------------------------------------------------------------------

// Whether a is the better one to take from its note: the quieter, but not one that has just begun.
static bool easier_to_miss(const cr_rt *e, const cr_rt_voice *a, const cr_rt_voice *b) {
    double young = 0.05 * e->def.rate;
    bool young_a = (double)a->frames < young, young_b = (double)b->frames < young;
    if (young_a != young_b) return young_b;
    return young_a ? a->frames > b->frames : a->loudness < b->loudness;
}

static cr_rt_voice *find_voice(cr_rt *e) {
    cr_rt_voice *best = NULL;
    for (int i = 0; i < e->def.voices; i++) {
        cr_rt_voice *v = &e->voices[i];
        if (v->state == CR_RT_IDLE) return v;
        bool can_be_taken = v->state != CR_RT_ENDING && v->frames > 0;
        if (can_be_taken && (!best || easier_to_miss(e, v, best))) best = v;
    }
    if (best) cr_rt_add(&e->stolen, 1);
    return best;
}

static bool is_meant(const cr_rt_voice *v, int number, const cr_rt_event *event) {
    if (event->voice == CR_RT_ALL) return event->kind == CR_RT_TRIGGER || v->state != CR_RT_IDLE;
    if (event->voice != CR_RT_NOTE) return event->voice == number;
    int note = v->state == CR_RT_ENDING ? v->pending[0].note : v->note;
    return v->state != CR_RT_IDLE && note == event->note;
}

static void apply(cr_rt *e, const cr_rt_event *event) {
    bool any = event->voice == CR_RT_ANY, known = (unsigned)event->kind < CR_RT_KIND_COUNT;
    if (!known || !cr_rt_event_finite(event) ||
        (any && event->kind > CR_RT_TRIGGER && event->kind != CR_RT_MASTER)) {
        cr_rt_add(&e->refused, 1);
        return;
    }
    bool met = false, done = false;
    if (event->kind == CR_RT_MASTER) {
        cr_ramp_to(&e->master, event->value, e->now ? e->smoothing : 0);
        met = done = true;
    } else if (any) {
        cr_rt_voice *v = find_voice(e);
        met = v != NULL;
        done = v && apply_to(e, v, event);
    } else {
        for (int i = 0; i < e->def.voices; i++) {
            if (!is_meant(&e->voices[i], i, event)) continue;
            met = true;
            done = apply_to(e, &e->voices[i], event) || done;
        }
    }
    cr_rt_add(&e->applied, done);
    cr_rt_add(&e->missed, !met);
}

void cr_rt_take_events(cr_rt *e) {
    for (int p = 0; p < e->def.ports; p++) {
        cr_rt_port *port = &e->ports[p];
        for (; port->in_turn < CR_RT_EVENTS_MAX; port->in_turn++) {
            const cr_rt_event *event = cr_rt_port_peek(port);
            if (!event || event->time > e->now) break;
            cr_rt_add(&e->slipped, cr_rt_port_slipped(port, e->chunk));
            apply(e, event);
            cr_rt_port_drop(port);
        }
    }
}

long long cr_rt_next_event(cr_rt *e, long long end) {
    long long next = end;
    for (int p = 0; p < e->def.ports; p++) {
        cr_rt_port *port = &e->ports[p];
        const cr_rt_event *event = cr_rt_port_peek(port);
        if (!event || event->time >= next) continue;
        if (port->in_turn == CR_RT_EVENTS_MAX) cr_rt_port_cut(port);
        else if (event->time > e->now) next = event->time;
    }
    return next;
}
