#include "base/array.h"
#include "base/maths.h"
#include "io/sound/rub.h"
#include "io/sound/spread.h"

#include <string.h>

typedef struct stream {
    cr_record_reader *reader;
    cr_record_kind kind;
    cr_record_item ahead; // read, but not yet due
    bool read, ended;     // whether there is one; whether there are no more
} stream;

typedef CR_ARRAY(cr_world_contact) contact_list;

typedef struct pass {
    const cr_sound_pass_def *def;
    const cr_sound_sink *sink;
    cr_sound_outcome *outcome;
    cr_arena *arena;
    cr_arena *own; // for what grows while the other is lent to the reader
    cr_error *error;
    const cr_record_head *head;
    cr_sound_meet *meet;
    cr_sound_spread *spread;
    cr_sound_rub *rub;        // NULL: roughness is not heard
    cr_sound_source **source; // of each body; NULL: silent
    cr_vec *first;            // N: what acts on each at the beginning
    double *told;             // s: until when each body's motion is known
    bool *still;              // whether each is fixed and feels no contact: its motion is never told
    int *felt;                // of each body: modes that take part in its contacts
    cr_heard **heard;         // of each channel
    int channels;
    double *out;                  // of all channels
    contact_list pending, merged; // by their beginnings; scratch
    int known;                    // of those pending, before more of a kind is read
    stream contacts, motions;     // what acts, and until when bodies were awake
    double time;                  // s: the beginning of the next block
    long long frame, given;       // frames of motion so far; samples that went out
    cr_body_state *before;        // the bodies then
} pass;

// --- contacts -------------------------------------------------------------------------------------------

// Contacts come in the order of their ends, and last a longest step at most. Bodies that sleep say nothing.
// Behind those that were there when their kind began to be read, they are put in order.
static cr_status keep_contact(pass *p, const cr_world_contact *contact) {
    cr_world_contact *place = CR_ARRAY_ADD(&p->pending, p->own);
    if (!place) return cr_fail(p->error, CR_ERR_MEMORY, "recording", "no memory for contacts");
    cr_world_contact *first = p->pending.items + p->known;
    while (place > first && place[-1].t0 > contact->t0) {
        *place = place[-1];
        place--;
    }
    *place = *contact;
    return CR_OK;
}

// Those that were known and those that have come since, each in order, become one list; of two that begin
// together the older comes first.
static cr_status merge(pass *p) {
    const cr_world_contact *old = p->pending.items, *new = old + p->known, *middle = new,
                           *end = old + p->pending.count;
    if (old == middle || new == end || middle[-1].t0 <= new->t0) return CR_OK;
    p->merged.count = 0;
    while (old < middle || new < end) {
        cr_world_contact *place = CR_ARRAY_ADD(&p->merged, p->own);
        if (!place) return cr_fail(p->error, CR_ERR_MEMORY, "recording", "no memory for contacts");
        *place = new == end || (old < middle && old->t0 <= new->t0) ? *old++ : *new ++;
    }
    contact_list kept = p->pending;
    p->pending = p->merged;
    p->merged = kept;
    return CR_OK;
}

// A body sleeps: its contacts go on, and so does what it does to those that stand still.
static cr_status sleep_until(pass *p, int body, double time) {
    double from = p->told[body];
    cr_status status = CR_OK;
    if (p->source[body]) status = cr_sound_source_sleep(p->source[body], 0, from, time, p->error);
    for (int i = 0; i < p->head->bodies && status == CR_OK; i++)
        if (p->still[i] && p->source[i])
            status = cr_sound_source_sleep(p->source[i], body + 1, from, time, p->error);
    p->told[body] = time;
    return status;
}

// A body slept between two motions that do not follow on each other. What acts on it as a whole waits among
// the contacts, without a second body and before them.
static cr_status follow(pass *p, const cr_world_motion *motion) {
    const cr_world_contact all = {.t0 = motion->t0,
                                  .t1 = motion->t1,
                                  .a = motion->body,
                                  .b = -1,
                                  .key = (unsigned)motion->awake,
                                  .force = motion->force};
    cr_status status = CR_OK;
    if (motion->t0 > p->told[motion->body]) status = sleep_until(p, motion->body, motion->t0);
    p->told[motion->body] = motion->t1;
    return status == CR_OK && p->source[motion->body] ? keep_contact(p, &all) : status;
}

// The entries of one kind, up to a time: each kind has its own order.
static cr_status read_until(pass *p, stream *s, double time) {
    cr_status status = CR_OK;
    p->known = p->pending.count;
    while (status == CR_OK && !s->ended) {
        if (!s->read) status = cr_record_reader_next(s->reader, s->kind, &s->ahead, p->error);
        if (status != CR_OK) break;
        const cr_record_item *item = &s->ahead;
        s->ended = item->kind == CR_RECORD_END;
        s->read = !s->ended && (s->kind == CR_RECORD_MOTION ? item->motion.t1 : item->contact.t1) > time;
        if (s->ended || s->read) break;
        if (s->kind == CR_RECORD_MOTION) status = follow(p, &item->motion);
        else status = keep_contact(p, &item->contact);
    }
    return status == CR_OK ? merge(p) : status;
}

static cr_quat turn_at(const pass *p, int body, double share, const cr_body_state *now) {
    cr_quat a = p->before[body].pose.turn, b = now[body].pose.turn;
    double sign = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z < 0.0 ? -share : share, rest = 1.0 - share;
    return cr_quat_unit((cr_quat){rest * a.w + sign * b.w, rest * a.x + sign * b.x, rest * a.y + sign * b.y,
                                  rest * a.z + sign * b.z});
}

// What acts from the beginning on would begin with a tick: at first it is taken off, and let in by and by.
static void let_in(pass *p, int body, cr_quat turn) {
    const double slowly = 0.02; // s
    cr_vec force = p->first[body];
    double share[CR_SOUND_BLOCK], since = p->time - p->head->start;
    if (!p->source[body] || since >= slowly || cr_vec_length(force) == 0.0) return;
    for (int n = 0; n < CR_SOUND_BLOCK; n++)
        share[n] = -0.5 * (1.0 + cr_cos(cr_pi * fmin((since + n / p->def->rate) / slowly, 1.0)));
    cr_sound_source_shift(p->source[body], cr_quat_back(turn, force), share);
}

// Mean over a time of the loads on a body, in its frame.
static cr_vec load_on(const pass *p, int body, cr_quat turn, double t0, double duration) {
    cr_vec sum = {0};
    for (int i = 0; i < cr_world_model_loads(p->def->model); i++) {
        const cr_load_def *load = cr_world_model_load_at(p->def->model, i);
        cr_vec force, torque;
        if (load->body != body || cr_load_is_blow(load)) continue;
        cr_load_mean(load, t0 + p->def->settle, duration, &force, &torque);
        sum = cr_vec_add(sum, load->turns ? force : cr_quat_back(turn, force));
    }
    return sum;
}

// The motion knows of loads by their means over its steps, which would be heard as a staircase: the part of
// the loads is told sample by sample where they change.
static cr_status carry(pass *p, const cr_world_contact *all, cr_quat turn) {
    if (all->t0 <= p->head->start) p->first[all->a] = all->force;
    p->felt[all->a] = (int)all->key;
    const double length = all->t1 - all->t0;
    const cr_vec force = cr_quat_back(turn, all->force), mean = load_on(p, all->a, turn, all->t0, length),
                 half = load_on(p, all->a, turn, all->t0, 0.5 * length);
    cr_sound_contact c = {
        .normal = {0.0, 0.0, 1.0}, .stiffness = HUGE_VAL, .before = all->t0 <= p->head->start};
    bool changes = cr_vec_length(cr_vec_sub(half, mean)) > 1e-9 * cr_vec_length(mean);
    int pieces = changes ? (int)ceil(length * p->def->rate) : 1;
    cr_status status = CR_OK;
    for (int i = 0; i < pieces && status == CR_OK; i++) {
        c.t0 = all->t0 + length * i / pieces;
        c.t1 = i + 1 < pieces ? all->t0 + length * (i + 1) / pieces : all->t1;
        c.force = changes ? cr_vec_add(cr_vec_sub(force, mean), load_on(p, all->a, turn, c.t0, c.t1 - c.t0))
                          : force;
        status = cr_sound_source_carry(p->source[all->a], &c, p->error);
    }
    return status;
}

static cr_status act(pass *p, const cr_world_contact *contact, double end, const cr_body_state *now) {
    double share = fmin(1.0, fmax(0.0, (contact->t0 - p->time) / (end - p->time)));
    if (contact->b < 0) return carry(p, contact, turn_at(p, contact->a, share, now));
    const cr_quat turn[] = {turn_at(p, contact->a, share, now), turn_at(p, contact->b, share, now)};
    cr_sound_contact on[2];
    cr_sound_meet_contact(p->meet, contact, turn, on);
    on[0].felt = p->felt[contact->a];
    on[1].felt = p->felt[contact->b];
    if (p->still[contact->a]) on[0].from = contact->b + 1;
    if (p->still[contact->b]) on[1].from = contact->a + 1;
    cr_status status =
        cr_sound_spread_contact(p->spread, contact->a, contact->b, contact->key, &on[0], p->error);
    if (status == CR_OK)
        status = cr_sound_spread_contact(p->spread, contact->b, contact->a, contact->key, &on[1], p->error);
    return status == CR_OK && p->rub ? cr_sound_rub_contact(p->rub, contact, turn, p->error) : status;
}

// A load that acts in this block: a blow, or its mean over every sample.
static cr_status act_load(pass *p, const cr_load_def *load, double end, const cr_body_state *now) {
    const double sample = 1.0 / p->def->rate, start = load->start - p->def->settle;
    cr_quat turn = load->turns ? cr_quat_none : now[load->body].pose.turn;
    cr_sound_contact c = {.at = load->at, .normal = {0.0, 0.0, 1.0}, .stiffness = HUGE_VAL, .ends = true};
    cr_status status = CR_OK;
    if (cr_load_is_blow(load)) {
        c.t0 = c.t1 = start;
        c.impulse = cr_quat_back(turn, load->force);
        if (!(start >= p->time && start < end)) return CR_OK;
        return cr_sound_spread_contact(p->spread, load->body, -1, 0, &c, p->error);
    }
    for (int i = 0; i < CR_SOUND_BLOCK && status == CR_OK; i++) {
        cr_vec force, torque;
        c.t0 = p->time + i * sample;
        c.t1 = c.t0 + sample;
        cr_load_mean(load, c.t0 + p->def->settle, sample, &force, &torque);
        c.force = cr_quat_back(turn, force);
        if (cr_vec_length(force) > 0.0)
            status = cr_sound_spread_contact(p->spread, load->body, -1, 0, &c, p->error);
    }
    return status;
}

// Those that begin before the end of the block go to their bodies.
static cr_status act_all(pass *p, double end, const cr_body_state *now) {
    cr_status status = read_until(p, &p->motions, end + p->head->step);
    if (status == CR_OK) status = read_until(p, &p->contacts, end + p->head->step);
    int due = 0;
    if (p->rub) cr_sound_rub_begin(p->rub, p->time, end, now);
    while (status == CR_OK && due < p->pending.count && p->pending.items[due].t0 < end)
        status = act(p, &p->pending.items[due++], end, now);
    if (status == CR_OK) status = cr_sound_spread_end(p->spread, p->error);
    p->pending.count -= due;
    if (due > 0)
        memmove(p->pending.items, p->pending.items + due,
                (size_t)p->pending.count * sizeof *p->pending.items);
    for (int i = 0; i < cr_world_model_loads(p->def->model) && status == CR_OK; i++) {
        const cr_load_def *load = cr_world_model_load_at(p->def->model, i);
        status = act_load(p, load, end, now);
    }
    for (int i = 0; i < p->head->bodies; i++) let_in(p, i, p->before[i].pose.turn);
    for (int i = 0; i < p->head->bodies && status == CR_OK; i++)
        if (!p->still[i] && p->told[i] < end) status = sleep_until(p, i, end);
    return status == CR_OK && p->rub ? cr_sound_rub_run(p->rub, p->source, p->error) : status;
}

// --- blocks ---------------------------------------------------------------------------------------------

static cr_status put_out(pass *p, long long until) {
    const double *channel[CR_SOUND_CHANNELS];
    cr_status status = CR_OK;
    while (status == CR_OK && p->given < until) {
        int frames = (int)(until - p->given < CR_SOUND_BLOCK ? until - p->given : CR_SOUND_BLOCK);
        for (int i = 0; i < p->channels; i++) {
            double *out = p->out + (ptrdiff_t)i * CR_SOUND_BLOCK;
            cr_heard_take(p->heard[i], out, frames);
            channel[i] = out;
        }
        status = p->sink->block(p->sink->context, channel, frames);
        p->given += frames;
    }
    return status;
}

typedef struct block {
    const pass *pass;
    double end;
    const cr_body_state *now;
} block;

static void run_part(void *context, int i) {
    const block *b = context;
    cr_sound_source *source = b->pass->source[i / CR_SOUND_PARTS];
    if (source) cr_sound_source_run(source, i % CR_SOUND_PARTS, b->end, b->now);
}

static void send_channel(void *context, int channel) {
    const pass *p = ((const block *)context)->pass;
    for (int i = 0; i < p->head->bodies; i++)
        if (p->source[i]) cr_sound_source_send(p->source[i], channel, p->heard);
}

// Threads meet twice in a block: worth it where it takes longer than that.
static bool worth_threads(const pass *p) {
    const double worth = 4e-5; // s
    double work = 0.0;
    for (int i = 0; p->def->workers && i < p->head->bodies; i++)
        if (p->source[i]) work += cr_sound_source_work(p->source[i]);
    return work > worth;
}

// Bodies side by side; what they gave off is added up one after the other in each channel, so that it does
// not depend on threads.
static cr_status run_block(pass *p, double end, const cr_body_state *now) {
    cr_status status = act_all(p, end, now);
    if (status != CR_OK) return status;
    double energy = 0.0;
    block b = {p, end, now};
    const cr_world_workers *workers = worth_threads(p) ? p->def->workers : NULL;
    cr_sound_each(workers, p->head->bodies * CR_SOUND_PARTS, run_part, &b);
    cr_sound_each(workers, p->channels, send_channel, &b);
    for (int i = 0; i < p->head->bodies && status == CR_OK; i++) {
        if (!p->source[i]) continue;
        status = cr_sound_source_end(p->source[i], &p->outcome->dropped, p->error);
        energy += cr_sound_source_energy(p->source[i]);
    }
    p->outcome->energy = fmax(p->outcome->energy, energy);
    for (int i = 0; i < p->head->bodies && p->sink->look; i++) {
        const cr_sounder *sounder = p->source[i] ? cr_sound_source_sounder(p->source[i]) : NULL;
        if (sounder) p->sink->look(p->sink->context, end, i, sounder);
    }
    p->time = end;
    memmove(p->before, now, (size_t)p->head->bodies * sizeof *now);
    return status;
}

static long long samples(const pass *p) {
    return (long long)ceil(p->def->duration * p->def->rate - 1e-6);
}

static cr_status take_frame(void *context, double time, const cr_body_state *now) {
    pass *p = context;
    cr_status status = CR_OK;
    if (p->frame++ > 0) status = run_block(p, time, now);
    else {
        memmove(p->before, now, (size_t)p->head->bodies * sizeof *now);
        for (int i = 0; i < p->head->bodies; i++)
            if (p->source[i]) cr_sound_source_begin(p->source[i], time, now);
    }
    long long ready = (p->frame - 1) * CR_SOUND_BLOCK - CR_TRAVEL_LAG, end = samples(p);
    if (status == CR_OK) status = put_out(p, ready < end ? ready : end);
    return status == CR_OK && p->given >= end ? CR_STOPPED : status;
}

// --- all of it ------------------------------------------------------------------------------------------

static cr_status make(pass *p, cr_error *error) {
    size_t bodies = (size_t)p->head->bodies;
    cr_sound_point *points = NULL;
    cr_heard_def heard = cr_heard_def_default();
    int count = 0;
    cr_status status = cr_sound_points(p->def, p->arena, &points, &count, error);
    if (status != CR_OK) return status;
    p->channels = cr_sound_pass_channels(p->def->listeners, p->def->listener_count);
    p->source = cr_arena_take(p->arena, bodies, sizeof *p->source);
    p->told = cr_arena_take(p->arena, bodies, sizeof *p->told);
    p->still = cr_arena_take(p->arena, bodies, sizeof *p->still);
    p->first = cr_arena_take(p->arena, bodies, sizeof *p->first);
    p->felt = cr_arena_take(p->arena, bodies, sizeof *p->felt);
    p->before = cr_arena_take(p->arena, bodies, sizeof *p->before);
    p->heard = cr_arena_take(p->arena, (size_t)p->channels, sizeof *p->heard);
    p->out = cr_arena_take(p->arena, (size_t)p->channels * CR_SOUND_BLOCK, sizeof *p->out);
    if (!p->source || !p->told || !p->still || !p->first || !p->felt || !p->before || !p->heard || !p->out)
        return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for %zu bodies", bodies);
    heard.delay = 2.0 * p->def->rate;
    for (int i = 0; i < p->channels; i++)
        if (!(p->heard[i] = cr_heard_new(p->arena, &heard, error))) return error->status;
    p->meet = cr_sound_meet_new(p->def, p->arena, error);
    if (!p->meet) return error->status;
    if (p->def->sound.texture && !(p->rub = cr_sound_rub_new(p->def, p->meet, p->own, error)))
        return error->status;
    for (int i = 0; i < p->head->bodies; i++) {
        bool heard_of = !p->def->body[i].mute;
        p->told[i] = p->head->start;
        p->still[i] = isinf(p->head->body[i].mass) && cr_world_model_modes(p->def->model, i) == 0;
        p->first[i] = (cr_vec){0};
        p->felt[i] = 0;
        p->source[i] =
            heard_of ? cr_sound_source_new(p->def, i, points, count, p->arena, p->own, error) : NULL;
        if (heard_of && !p->source[i]) return error->status;
    }
    p->spread = cr_sound_spread_new(p->def, p->source, p->outcome, p->own, error);
    return p->spread ? CR_OK : error->status;
}

cr_status cr_sound_pass(const cr_sound_pass_def *def, const cr_sound_sink *sink, cr_arena *arena,
                        cr_sound_outcome *outcome, cr_error *error) {
    pass p = {.def = def,
              .sink = sink,
              .outcome = outcome,
              .arena = arena,
              .error = error,
              .contacts = {.reader = def->contacts, .kind = CR_RECORD_CONTACT},
              .motions = {.reader = def->awake, .kind = CR_RECORD_MOTION},
              .head = cr_record_reader_head(def->motion),
              .time = cr_record_reader_head(def->motion)->start};
    const cr_record_frames frames = {.context = &p, .frame = take_frame};
    cr_arena_mark mark = cr_arena_here(arena);
    *outcome = (cr_sound_outcome){0};
    p.own = cr_arena_new(cr_arena_allocator(arena));
    cr_status status = p.own ? make(&p, error) : cr_fail(error, CR_ERR_MEMORY, "sound", "out of memory");
    if (status == CR_OK)
        status =
            cr_record_sample(def->motion, p.head->start, def->rate / CR_SOUND_BLOCK, &frames, arena, error);
    // Behind the last frame everything stays as it is.
    for (double time = p.time; status == CR_OK;) {
        time += CR_SOUND_BLOCK / def->rate;
        status = take_frame(&p, time, p.before);
    }
    cr_arena_rewind(arena, mark);
    if (p.own) cr_arena_free(p.own);
    return status == CR_STOPPED && p.given >= samples(&p) ? CR_OK : status;
}
