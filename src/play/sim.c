// A network that plays: excitations on a clock, motions into channels, and a summary of how it went.
#include "carom/sim.h"

#include "modal/flight.h"
#include "play/play_internal.h"

#include <stdio.h>

cr_sim *cr_sim_new(cr_network *network, unsigned long long seed) {
    cr_sim *sim = cr_arena_take(network->arena, 1, sizeof *sim);
    if (!sim) return NULL;
    sim->network = network;
    sim->h = network->h;
    sim->noise = seed * 2862933555777941757u + 3037000493u;
    return sim;
}

// What it acts on in the network; the name is its number.
static cr_status find_target(const cr_sim *sim, const cr_excitation *x, cr_target *target, char name[16],
                             cr_error *error) {
    const cr_network *n = sim->network;
    const cr_key *key = &x->type->keys[0];
    int at = x->at.element, count = key->kind == CR_VALUE_FRICTION  ? n->rubs.count
                                    : key->kind == CR_VALUE_CONTACT ? n->contacts.count
                                                                    : n->elements.count;
    *target = (cr_target){.name = name};
    snprintf(name, 16, "%d", at);
    if (at < 0 || at >= count)
        return cr_fail(error, CR_ERR_INPUT, key->number.name, "there is no number %d", at);
    if (key->kind == CR_VALUE_FRICTION) target->pressed_by_contact = cr_network_rub_at(n, at)->touch >= 0;
    else if (key->kind == CR_VALUE_CONTACT) {
        const cr_track *track = cr_network_track(n, at);
        target->has_surface = track && (cr_track_acts(track) || track->radius > 0.0);
    } else target->element = cr_network_element_at(n, at)->type;
    return CR_OK;
}

cr_status cr_sim_add_excitation(cr_sim *sim, const cr_excitation *excitation, cr_error *error) {
    cr_target target;
    char name[16];
    cr_status status = find_target(sim, excitation, &target, name, error);
    if (status == CR_OK) status = excitation->type->check(excitation, &target, error);
    if (status != CR_OK) return status;
    cr_playing *slot = CR_ARRAY_ADD(&sim->excitations, sim->network->arena);
    if (!slot) return cr_fail(error, CR_ERR_MEMORY, "excitation", "no memory");
    *slot = (cr_playing){.is = *excitation};
    status = excitation->type->prepare(sim, slot, error);
    if (status != CR_OK) CR_ARRAY_DROP(&sim->excitations);
    return status;
}

cr_status cr_sim_add_listen(cr_sim *sim, const cr_listen *listen, cr_error *error) {
    if (listen->channel < 0 || listen->channel >= 64)
        return cr_fail(error, CR_ERR_RANGE, "channel", "needs 0 to 63, got %d", listen->channel);
    if (!listen->type) return cr_fail(error, CR_ERR_INPUT, "pickup", "says not what is heard");
    cr_listen *slot = CR_ARRAY_ADD(&sim->listens, sim->network->arena);
    if (!slot) return cr_fail(error, CR_ERR_MEMORY, "pickup", "no memory");
    *slot = *listen;
    if (listen->channel >= sim->channels) sim->channels = listen->channel + 1;
    return CR_OK;
}

void cr_sim_expect(cr_sim *sim, double until) {
    sim->expected = cr_max(sim->expected, until);
}

// Only what is heard needs to be followed.
static void follow_heard(const cr_sim *sim) {
    for (int i = 0; i < sim->listens.count; i++) {
        const cr_listen *l = &sim->listens.items[i];
        if (l->type->follow) l->type->follow(sim->network, l->source);
    }
}

cr_status cr_sim_prepare(cr_sim *sim, cr_error *error) {
    follow_heard(sim);
    cr_status status = cr_network_prepare(sim->network, error);
    for (int i = 0; status == CR_OK && i < sim->excitations.count; i++) {
        const cr_playing *p = &sim->excitations.items[i];
        if (p->is.type->start) p->is.type->start(sim, p);
    }
    sim->energy_greatest = sim->network->start;
    return status;
}

// --- while it runs
// ------------------------------------------------------------------------------------------

static void excite(cr_sim *sim) {
    double t = (double)sim->steps * sim->h;
    for (int i = 0; i < sim->excitations.count; i++) {
        cr_playing *p = &sim->excitations.items[i];
        if (p->is.type->step) p->is.type->step(sim, p, t);
    }
}

static void watch_contacts(cr_sim *sim) {
    sim->force_least = cr_min(sim->force_least, cr_network_force_least(sim->network));
}

static void watch_greatest(const cr_sim *sim) {
    const cr_network *n = sim->network;
    double *greatest = sim->greatest;
    for (int i = 0; i < n->contacts.count; i++, greatest++)
        *greatest = cr_max(*greatest, cr_network_contact_force(n, i));
    for (int i = 0; i < n->mallet_count; i++, greatest++)
        *greatest = cr_max(*greatest, cr_network_mallet_force(n, i));
}

// At fixed steps, so that it does not matter how the caller divides the time.
static void watch_energy(cr_sim *sim) {
    if (!sim->network->booking || sim->silenced || sim->steps % CR_SIM_LOOK) return;
    cr_ledger ledger = cr_network_ledger(sim->network);
    sim->energy_greatest = cr_max(sim->energy_greatest, cr_ledger_stored(&ledger));
    sim->error_greatest = cr_max(sim->error_greatest, fabs(cr_ledger_error(&ledger)));
    if (sim->looker) sim->looker(sim->looker_context, &ledger);
}

// Adds to a frame of zeros.
static void write_frame(cr_sim *sim, double *frame) {
    for (int i = 0; i < sim->listens.count; i++) {
        const cr_listen *l = &sim->listens.items[i];
        frame[l->channel] += l->gain * l->type->hear(sim->network, l->source);
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
        const cr_playing *p = &sim->excitations.items[i];
        const cr_envelope *e = &p->envelope;
        if (!p->is.type->step) continue;
        if (to >= e->start && from <= e->start + e->duration + e->release) return false;
    }
    return true;
}

static void run_frame(cr_sim *sim, double *frame) {
    if (!sim->silenced) {
        excite(sim);
        cr_network_step(sim->network);
        watch_contacts(sim);
        if (sim->greatest) watch_greatest(sim);
    }
    sim->steps++;
    write_frame(sim, frame);
    if (sim->follower) sim->follower(sim->follower_context, sim->network);
    watch_energy(sim);
}

// A whole block if nothing can touch meanwhile. Blocks begin at multiples of their length, so that it does
// not matter how the caller divides the time.
static bool fly(cr_sim *sim, double *out) {
    double now = (double)sim->steps * sim->h;
    if ((sim->steps + sim->phase) % CR_FLIGHT || sim->silenced ||
        !left_alone(sim, now - sim->h, now + CR_FLIGHT * sim->h))
        return false;
    if (!cr_network_fly(sim->network)) return false;
    for (int i = 0; i < CR_FLIGHT; i++) {
        cr_network_flown(sim->network, i);
        sim->steps++;
        write_frame(sim, out + (size_t)i * (size_t)sim->channels);
        if (!sim->follower || sim->flight_follower) continue;
        cr_network_measure(sim->network);
        sim->follower(sim->follower_context, sim->network);
    }
    if (sim->flight_follower) sim->flight_follower(sim->follower_context, CR_FLIGHT);
    watch_energy(sim);
    return true;
}

void cr_sim_run(cr_sim *sim, int frames, double *out) {
    size_t samples = (size_t)frames * (size_t)sim->channels;
    for (size_t i = 0; i < samples; i++) out[i] = 0.0;
    for (int n = 0; n < frames;) {
        double *frame = out + (size_t)n * (size_t)sim->channels;
        bool flown = frames - n >= CR_FLIGHT && fly(sim, frame);
        if (!flown) run_frame(sim, frame);
        n += flown ? CR_FLIGHT : 1;
    }
}

void cr_sim_watch_forces(cr_sim *sim, double *greatest) {
    sim->greatest = greatest;
}

void cr_sim_follow(cr_sim *sim, cr_sim_follower *follower, void *context) {
    sim->follower = follower;
    sim->flight_follower = NULL;
    sim->follower_context = context;
}

void cr_sim_follow_flights(cr_sim *sim, cr_sim_flight_follower *follower) {
    sim->flight_follower = follower;
}

void cr_sim_look(cr_sim *sim, cr_sim_looker *looker, void *context) {
    sim->looker = looker;
    sim->looker_context = context;
}

void cr_sim_align(cr_sim *sim, long frame) {
    sim->phase = frame - sim->steps;
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
        const cr_envelope *e = &sim->excitations.items[i].envelope;
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
