// A network that plays: excitations on a clock, motions into channels, and a summary of how it went.
#include "carom/sim.h"

#include "base/maths.h"
#include "base/random.h"
#include "modal/flight.h"
#include "network/sim_internal.h"

cr_sim *cr_sim_new(cr_network *network, double rate, unsigned long long seed) {
    cr_sim *sim = cr_arena_take(network->arena, 1, sizeof *sim);
    if (!sim) return NULL;
    sim->network = network;
    sim->h = 1.0 / rate;
    sim->noise = seed * 2862933555777941757u + 3037000493u;
    return sim;
}

cr_status cr_sim_add_excitation(cr_sim *sim, const cr_excitation *excitation, cr_error *error) {
    if (excitation->kind == CR_EXCITE_MOVE && excitation->shape == CR_DRIVE_NOISE)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "shape",
                       "a barrier cannot move by noise; use hold, pulse or sine");
    cr_playing *slot = CR_LIST_ADD(&sim->excitations, sim->network->arena);
    if (!slot) return cr_fail(error, CR_ERR_MEMORY, "excitation", "no memory");
    slot->is = *excitation;
    return CR_OK;
}

cr_status cr_sim_add_listen(cr_sim *sim, const cr_listen *listen, cr_error *error) {
    if (listen->channel < 0 || listen->channel >= 64)
        return cr_fail(error, CR_ERR_RANGE, "channel", "needs 0 to 63, got %d", listen->channel);
    cr_listen *slot = CR_LIST_ADD(&sim->listens, sim->network->arena);
    if (!slot) return cr_fail(error, CR_ERR_MEMORY, "pickup", "no memory");
    *slot = *listen;
    if (listen->channel >= sim->channels) sim->channels = listen->channel + 1;
    return CR_OK;
}

// 1 at the tip, 0 at distance 1 and beyond.
static double bump(cr_pluck_shape shape, double distance) {
    if (distance >= 1.0) return 0.0;
    return shape == CR_PLUCK_TRIANGLE ? 1.0 - distance : 0.5 + 0.5 * cr_cos(cr_pi * distance);
}

// Along one axis: a triangle reaches to both ends, a cosine half its width to each side.
static double relative_distance(cr_pluck_shape shape, double x, double tip, double width) {
    if (shape == CR_PLUCK_COSINE) return fabs(x - tip) / (0.5 * width);
    if (x == tip) return 0.0;
    return x < tip ? (tip - x) / tip : (x - tip) / (1.0 - tip);
}

static double shape_at(const cr_grid *g, cr_pluck_shape shape, const cr_place *at, double width, int i,
                       int j) {
    double x = relative_distance(shape, (double)i / g->n[0], at->at[0], width);
    if (!g->n[1]) return bump(shape, x);
    double y = relative_distance(shape, (double)j / g->n[1], at->at[1], width);
    return shape == CR_PLUCK_TRIANGLE ? bump(shape, x) * bump(shape, y) : bump(shape, sqrt(x * x + y * y));
}

cr_status cr_sim_displace(cr_sim *sim, cr_place at, cr_pluck_shape shape, double height, double width,
                          cr_error *error) {
    if (at.element < 0 || at.element >= sim->network->elements.count)
        return cr_fail(error, CR_ERR_INPUT, "pluck", "there is no such element");
    if (shape == CR_PLUCK_COSINE && !(width > 0.0))
        return cr_fail(error, CR_ERR_RANGE, "width", "needs more than 0, got %g", width);
    cr_element *e = cr_network_element_at(sim->network, at.element);
    const cr_grid *g = &e->grid;
    if (e->modes) return cr_fail(error, CR_ERR_INPUT, "pluck", "a modal object has no shape to displace");
    if (!g->n[0] && e->type->modal) {
        double q, v;
        cr_element_get_motion(e, 0, &q, &v);
        cr_element_set_motion(e, 0, q + height, v);
        return CR_OK;
    }
    if (!g->n[0]) {
        e->u[0] += height;
        return CR_OK;
    }
    for (int j = g->first[1]; j <= g->last[1]; j++)
        for (int i = g->first[0]; i <= g->last[0]; i++) {
            int row = g->n[1] ? (j + 2) * g->stride : 0;
            e->u[row + i + 2] += height * shape_at(g, shape, &at, width, i, j);
        }
    return CR_OK;
}

cr_status cr_sim_throw(cr_sim *sim, int element, double velocity, cr_error *error) {
    if (element < 0 || element >= sim->network->elements.count)
        return cr_fail(error, CR_ERR_INPUT, "throw", "there is no such element");
    cr_element *e = cr_network_element_at(sim->network, element);
    if (e->grid.n[0] || e->modes || e->mass == 0.0)
        return cr_fail(error, CR_ERR_INPUT, "throw", "only a mass can be thrown, not a %s", e->type->name);
    double q, v;
    cr_element_get_motion(e, 0, &q, &v);
    cr_element_set_motion(e, 0, q, velocity);
    return CR_OK;
}

void cr_sim_expect(cr_sim *sim, double until) {
    sim->expected = cr_max(sim->expected, until);
}

// Only what is heard needs to be followed.
static void mark_heard(const cr_sim *sim) {
    for (int i = 0; i < sim->listens.count; i++) {
        const cr_listen *l = &sim->listens.items[i];
        bool velocity = l->quantity == CR_HEAR_VELOCITY;
        if (velocity || l->quantity == CR_HEAR_DISPLACEMENT)
            sim->network->pickups.items[l->source].heard[velocity] = true;
    }
}

cr_status cr_sim_prepare(cr_sim *sim, cr_error *error) {
    mark_heard(sim);
    cr_status status = cr_network_prepare(sim->network, error);
    for (int i = 0; status == CR_OK && i < sim->excitations.count; i++) {
        const cr_excitation *x = &sim->excitations.items[i].is;
        if (x->kind == CR_EXCITE_RUB) cr_network_rub(sim->network, x->target, 0.0, 0.0);
    }
    sim->energy_greatest = sim->network->start;
    return status;
}

// --- while it runs
// ------------------------------------------------------------------------------------------

static double envelope_at(const cr_envelope *e, double t) {
    double since = t - e->start, after = since - e->duration;
    if (since < 0.0) return 0.0;
    double level = e->attack > 0.0 ? cr_min(since / e->attack, 1.0) : 1.0;
    if (after <= 0.0) return level;
    return after < e->release ? level * (1.0 - after / e->release) : 0.0;
}

static double drive_at(cr_sim *sim, const cr_playing *p, double t) {
    const cr_excitation *x = &p->is;
    double since = t - x->envelope.start;
    switch (x->shape) {
    case CR_DRIVE_PULSE:
        if (since < 0.0 || since >= x->envelope.duration) return 0.0;
        return x->amplitude * (0.5 - 0.5 * cr_cos(2.0 * cr_pi * since / x->envelope.duration));
    case CR_DRIVE_SINE:
        return x->amplitude * envelope_at(&x->envelope, t) *
               cr_sin(2.0 * cr_pi * x->frequency * since + p->phase);
    case CR_DRIVE_NOISE:
        return x->amplitude * envelope_at(&x->envelope, t) * cr_random_uniform(&sim->noise);
    case CR_DRIVE_HOLD:
        break;
    }
    return x->amplitude * envelope_at(&x->envelope, t);
}

// Pitch glides in proportion, from where it is when the glide starts.
static void tune(cr_sim *sim, const cr_excitation *x, double t) {
    double since = t - x->envelope.start, left = x->envelope.duration - since;
    if (since < 0.0 || left <= 0.0) return;
    cr_element *e = cr_network_element_at(sim->network, x->target);
    double now = e->type->mode(e, 1, false), share = cr_min(sim->h / left, 1.0);
    cr_network_tune(sim->network, x->target, now * cr_pow(x->amplitude / now, share), NULL);
}

static bool holds_at(const cr_envelope *e, double t) {
    return t >= e->start && t < e->start + e->duration + e->release;
}

// Another rub may have the friction before and after.
static void rub(cr_sim *sim, const cr_excitation *x, double t) {
    bool holds = holds_at(&x->envelope, t);
    double level = holds ? envelope_at(&x->envelope, t) : 0.0;
    if (holds || holds_at(&x->envelope, t - sim->h))
        cr_network_rub(sim->network, x->target, level * x->amplitude, level * x->velocity);
}

// A hand that has let go of what rolls does not stop it.
static void travel(cr_sim *sim, const cr_excitation *x, double t) {
    const cr_contact_slot *slot = &sim->network->contacts.items[x->target];
    bool rolls_on = slot->touch && cr_network_touch(sim->network, slot->index)->track.inertia > 0.0;
    bool holds = holds_at(&x->envelope, t);
    double level = holds ? envelope_at(&x->envelope, t) : 0.0;
    if (holds || (!rolls_on && holds_at(&x->envelope, t - sim->h)))
        cr_network_set_track_speed(sim->network, x->target, level * x->velocity);
}

static void excite(cr_sim *sim) {
    double t = (double)sim->steps * sim->h;
    for (int i = 0; i < sim->excitations.count; i++) {
        const cr_playing *p = &sim->excitations.items[i];
        const cr_excitation *x = &p->is;
        double level = envelope_at(&x->envelope, t);
        switch (x->kind) {
        case CR_EXCITE_FORCE:
            cr_network_drive(sim->network, x->target, drive_at(sim, p, t));
            break;
        case CR_EXCITE_BOW:
            cr_network_bow(sim->network, x->target, level > 0.0 ? x->amplitude : 0.0, level * x->velocity);
            break;
        case CR_EXCITE_MOVE: {
            double before = drive_at(sim, p, t - sim->h), after = drive_at(sim, p, t);
            cr_network_move(sim->network, x->target, after - before);
            break;
        }
        case CR_EXCITE_TUNE:
            tune(sim, x, t);
            break;
        case CR_EXCITE_RUB:
            rub(sim, x, t);
            break;
        case CR_EXCITE_TRAVEL:
            travel(sim, x, t);
            break;
        }
    }
}

static double hear(const cr_sim *sim, const cr_listen *l) {
    switch (l->quantity) {
    case CR_HEAR_DISPLACEMENT:
        return cr_network_displacement(sim->network, l->source);
    case CR_HEAR_VELOCITY:
        return cr_network_velocity(sim->network, l->source);
    case CR_HEAR_CONTACT_FORCE:
        return cr_network_contact_force(sim->network, l->source);
    case CR_HEAR_BOW_FORCE:
        return cr_network_bow_force(sim->network, l->source);
    case CR_HEAR_FRICTION_FORCE:
        return cr_network_friction_force(sim->network, l->source);
    }
    return 0.0;
}

static void watch_contacts(cr_sim *sim) {
    for (int i = 0; i < sim->network->contacts.count; i++)
        if (!cr_network_contact_two_sided(sim->network, i))
            sim->force_least = cr_min(sim->force_least, cr_network_contact_force(sim->network, i));
}

// At fixed steps, so that it does not matter how the caller divides the time.
static void watch_energy(cr_sim *sim) {
    if (!sim->network->booking || sim->silenced || sim->steps % CR_SIM_LOOK) return;
    cr_ledger ledger = cr_network_ledger(sim->network);
    sim->energy_greatest = cr_max(sim->energy_greatest, cr_ledger_stored(&ledger));
    sim->error_greatest = cr_max(sim->error_greatest, fabs(cr_ledger_error(&ledger)));
}

static void write_frame(cr_sim *sim, double *frame) {
    for (int c = 0; c < sim->channels; c++) frame[c] = 0.0;
    for (int i = 0; i < sim->listens.count; i++) {
        const cr_listen *l = &sim->listens.items[i];
        frame[l->channel] += l->gain * hear(sim, l);
    }
    for (int c = 0; c < sim->channels; c++) {
        if (!isfinite(frame[c])) sim->silenced = true;
        else sim->peak = cr_max(sim->peak, fabs(frame[c]));
    }
    if (!sim->silenced) return;
    sim->network->warnings.not_finite++;
    for (int c = 0; c < sim->channels; c++) frame[c] = 0.0;
}

// Nothing is done to the network from `from` to `to` [s].
static bool left_alone(const cr_sim *sim, double from, double to) {
    for (int i = 0; i < sim->excitations.count; i++) {
        const cr_envelope *e = &sim->excitations.items[i].is.envelope;
        if (to >= e->start && from <= e->start + e->duration + e->release) return false;
    }
    return true;
}

static void run_frame(cr_sim *sim, double *frame) {
    if (!sim->silenced) {
        excite(sim);
        cr_network_step(sim->network);
        watch_contacts(sim);
    }
    sim->steps++;
    write_frame(sim, frame);
    watch_energy(sim);
}

// A whole block if nothing can touch meanwhile. Blocks begin at multiples of their length, so that it does
// not matter how the caller divides the time.
static bool fly(cr_sim *sim, double *out) {
    double now = (double)sim->steps * sim->h;
    if (sim->steps % CR_FLIGHT || sim->silenced || !left_alone(sim, now - sim->h, now + CR_FLIGHT * sim->h))
        return false;
    if (!cr_network_fly(sim->network)) return false;
    for (int i = 0; i < CR_FLIGHT; i++) {
        cr_network_flown(sim->network, i);
        sim->steps++;
        write_frame(sim, out + (size_t)i * (size_t)sim->channels);
    }
    return true;
}

void cr_sim_run(cr_sim *sim, int frames, double *out) {
    for (int n = 0; n < frames;) {
        double *frame = out + (size_t)n * (size_t)sim->channels;
        bool flown = frames - n >= CR_FLIGHT && fly(sim, frame);
        if (!flown) run_frame(sim, frame);
        n += flown ? CR_FLIGHT : 1;
    }
}

int cr_sim_channels(const cr_sim *sim) {
    return sim->channels;
}

double cr_sim_time(const cr_sim *sim) {
    return (double)sim->steps * sim->h;
}

double cr_sim_excited_until(const cr_sim *sim) {
    double end = sim->expected;
    for (int i = 0; i < sim->excitations.count; i++) {
        const cr_envelope *e = &sim->excitations.items[i].is.envelope;
        end = cr_max(end, e->start + e->duration + e->release);
    }
    return end;
}

cr_network *cr_sim_network(cr_sim *sim) {
    return sim->network;
}

cr_sim_summary cr_sim_summarise(const cr_sim *sim) {
    double energy = sim->energy_greatest;
    return (cr_sim_summary){
        .steps = sim->steps,
        .energy_greatest = energy,
        .energy_residual = energy > 0.0 ? sim->error_greatest / energy : sim->error_greatest,
        .contact_force_least = sim->force_least,
        .peak = sim->peak,
        .warnings = sim->network->warnings,
    };
}
