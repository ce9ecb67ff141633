#include "io/render/parts.h"

#include <stdatomic.h>

enum { AHEAD = CR_RENDER_PARTS_AHEAD, PIECE = 256 }; // steps of a part before the next one is chosen

// A part as it was at the end of a block.
typedef struct mark {
    cr_sim_summary summary;
    cr_contact_effort effort;
} mark;

// Its energy at one of its looks.
typedef struct look {
    double stored, error; // J
} look;

// Written by the thread that has set `busy`. Frames, looks and marks go round in their arrays.
typedef struct part {
    cr_sim *sim;
    int channels;
    double *frames;
    look *looks;
    int look_room;
    long long look_count;
    mark marks[AHEAD + 1];
    long long silent; // frames until it was not finite any more; -1: it is
    atomic_llong done;
    atomic_bool busy;
} part;

struct cr_render_parts {
    const cr_sim_parts *sims;
    const cr_world_workers *workers;
    part *part;
    int block, room; // steps
    double h;
    long long target; // steps, to which the parts run
    long long taken;  // steps
    long long looked; // looks that are in the greatest
    long long silent; // of all, as of a part
    double energy_greatest, error_greatest, peak;
    bool (*stopped)(void *context);
    void *context;
    atomic_bool stop;
};

// --- the parts, on any thread

static void keep_look(void *context, const cr_ledger *ledger) {
    part *p = context;
    p->looks[p->look_count++ % p->look_room] = (look){cr_ledger_stored(ledger), cr_ledger_error(ledger)};
}

// No piece goes beyond the end of a block.
static void run_piece(cr_render_parts *r, part *p) {
    long long done = p->done, end = (done / PIECE + 1) * PIECE, block = done / r->block;
    if (end > r->target) end = r->target;
    if (end > (block + 1) * r->block) end = (block + 1) * r->block;
    cr_sim_run(p->sim, (int)(end - done), p->frames + done % r->room * p->channels);
    mark *now = &p->marks[block % (AHEAD + 1)];
    *now = (mark){cr_sim_summarise(p->sim), cr_network_effort(cr_sim_network(p->sim))};
    if (p->silent < 0 && now->summary.warnings.not_finite) p->silent = end - now->summary.warnings.not_finite;
    p->done = end;
}

// The one that has come least far, for this thread alone; NULL: other threads have all that are not done.
static part *claim(cr_render_parts *r) {
    for (;;) {
        part *best = NULL;
        long long least = r->target;
        for (int i = 0; i < r->sims->count; i++) {
            part *p = &r->part[i];
            long long done = p->done;
            if (done >= least || p->busy) continue;
            best = p;
            least = done;
        }
        if (!best) return NULL;
        if (atomic_exchange(&best->busy, true)) continue;
        if (best->done < r->target) return best;
        best->busy = false;
    }
}

static void work(void *context, int i) {
    cr_render_parts *r = context;
    part *p;
    (void)i;
    while (!r->stop && (p = claim(r))) {
        run_piece(r, p);
        p->busy = false;
        if (r->stopped && r->stopped(r->context)) r->stop = true;
    }
}

static bool run_to(cr_render_parts *r, long long target) {
    r->target = target;
    r->stop = false;
    if (r->workers) r->workers->each(r->workers->context, r->sims->count, work, r);
    else work(r, 0);
    return !r->stop;
}

// --- their sum

// Every motion is added to its channel in the order of the whole. The frames lie in one piece.
static void mix(const cr_render_parts *r, int first, int steps, double *frames) {
    const cr_sim_parts *sims = r->sims;
    const int channels = sims->channels;
    for (int i = 0; i < steps * channels; i++) frames[i] = 0.0;
    for (int k = 0; k < sims->heard_count; k++) {
        const part *p = &r->part[sims->heard[k].part];
        const double *from = p->frames + (size_t)first * (size_t)p->channels + sims->heard[k].number;
        double *to = frames + sims->channel[k];
        for (int i = 0; i < steps; i++) to[i * channels] += from[i * p->channels];
    }
}

// The first frame of which a part, or the sum, is not finite.
static void find_silence(cr_render_parts *r, int steps, const double *frames) {
    const int channels = r->sims->channels;
    long long first = r->taken + steps;
    for (int i = 0; i < r->sims->count; i++) {
        long long silent = r->part[i].silent;
        if (silent >= 0 && silent < first) first = silent;
    }
    for (int i = 0; i < steps * channels; i++)
        if (!isfinite(frames[i]) && r->taken + i / channels < first) first = r->taken + i / channels;
    if (first < r->taken + steps) r->silent = first;
}

// As cr_sim_run does: what follows a frame that is not finite is silent, as it is itself.
static void watch(cr_render_parts *r, int steps, double *frames) {
    const int channels = r->sims->channels;
    if (r->silent < 0) find_silence(r, steps, frames);
    long long heard = r->silent < 0 ? steps : r->silent > r->taken ? r->silent - r->taken : 0;
    for (long long i = heard * channels; i < (long long)steps * channels; i++) frames[i] = 0.0;
    for (int i = 0; i < steps * channels; i++) r->peak = fmax(r->peak, fabs(frames[i]));
}

static bool has_look(const cr_render_parts *r) {
    for (int i = 0; i < r->sims->count; i++)
        if (r->part[i].look_count <= r->looked) return false;
    return (r->looked + 1) * CR_SIM_LOOK <= r->taken;
}

static void add_looks(cr_render_parts *r) {
    for (; has_look(r); r->looked++) {
        double stored = 0.0, error = 0.0;
        for (int i = 0; i < r->sims->count; i++) {
            const look *l = &r->part[i].looks[r->looked % r->part[i].look_room];
            stored += l->stored;
            error += l->error;
        }
        r->energy_greatest = fmax(r->energy_greatest, stored);
        r->error_greatest = fmax(r->error_greatest, fabs(error));
    }
}

static bool is_done(const cr_render_parts *r, long long end) {
    for (int i = 0; i < r->sims->count; i++)
        if (r->part[i].done < end) return false;
    return true;
}

int cr_render_parts_run(cr_render_parts *r, int steps, long long ahead, bool (*stopped)(void *context),
                        void *context, double *frames) {
    r->stopped = stopped;
    r->context = context;
    if (!is_done(r, r->taken + steps) && !run_to(r, r->taken + (ahead < r->room ? ahead : r->room))) return 0;
    for (int i = 0, now; i < steps; i += now) {
        int first = (int)((r->taken + i) % r->room), left = r->room - first;
        now = steps - i < left ? steps - i : left;
        mix(r, first, now, frames + (size_t)i * (size_t)r->sims->channels);
    }
    watch(r, steps, frames);
    r->taken += steps;
    add_looks(r);
    return steps;
}

// --- before and after

static bool take_part(const cr_render_parts *r, part *p, cr_sim *sim, cr_arena *arena) {
    p->sim = sim;
    p->channels = cr_sim_channels(sim);
    p->silent = -1;
    p->look_room = r->room / CR_SIM_LOOK + 1;
    p->frames = cr_arena_take(arena, (size_t)r->room * (size_t)p->channels + 1, sizeof *p->frames);
    p->looks = cr_arena_take(arena, (size_t)p->look_room, sizeof *p->looks);
    cr_sim_look(sim, keep_look, p);
    return p->frames && p->looks;
}

cr_render_parts *cr_render_parts_new(const cr_sim_parts *sims, int block, const cr_world_workers *workers,
                                     cr_arena *arena, cr_error *error) {
    cr_render_parts *r = cr_arena_take(arena, 1, sizeof *r);
    part *all = cr_arena_take(arena, (size_t)sims->count, sizeof *all);
    bool good = r && all;
    if (good)
        *r = (cr_render_parts){.sims = sims,
                               .workers = workers,
                               .part = all,
                               .block = block,
                               .room = AHEAD * block,
                               .h = 1.0 / cr_network_rate(cr_sim_network(sims->sims[0])),
                               .silent = -1};
    for (int i = 0; good && i < sims->count; i++) {
        good = take_part(r, &all[i], sims->sims[i], arena);
        r->energy_greatest += cr_sim_summarise(sims->sims[i]).energy_greatest; // as it starts
    }
    if (good) return r;
    cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
    return NULL;
}

static const mark *mark_of(const cr_render_parts *r, int i) {
    return &r->part[i].marks[(r->taken - 1) / r->block % (AHEAD + 1)];
}

double cr_render_parts_time(const cr_render_parts *r) {
    return (double)r->taken * r->h;
}

cr_sim_summary cr_render_parts_summarise(const cr_render_parts *r) {
    double energy = r->energy_greatest;
    cr_sim_summary sum = {.steps = (long)r->taken,
                          .energy_greatest = energy,
                          .energy_residual = energy > 0.0 ? r->error_greatest / energy : r->error_greatest,
                          .peak = r->peak};
    for (int i = 0; i < r->sims->count; i++) {
        const cr_sim_summary *one = &mark_of(r, i)->summary;
        sum.contact_force_least = fmin(sum.contact_force_least, one->contact_force_least);
        sum.warnings.resolves += one->warnings.resolves;
        sum.warnings.unsettled += one->warnings.unsettled;
    }
    if (r->silent >= 0) sum.warnings.not_finite = (long)(r->taken - r->silent);
    return sum;
}

cr_contact_effort cr_render_parts_effort(const cr_render_parts *r) {
    cr_contact_effort sum = {0};
    for (int i = 0; i < r->sims->count; i++) {
        const cr_contact_effort *one = &mark_of(r, i)->effort;
        for (size_t k = 0; k < sizeof sum.samples / sizeof *sum.samples; k++)
            sum.samples[k] += one->samples[k];
        sum.blows += one->blows;
    }
    return sum;
}

double cr_render_parts_depth(const cr_render_parts *r, int contact) {
    cr_part_place at = r->sims->contacts[contact];
    return cr_network_contact_depth(cr_sim_network(r->sims->sims[at.part]), at.number);
}
