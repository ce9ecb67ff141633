// States at equal distances in time. Motions come in the order of their ends: what a body did at a time is
// told at most one longest step later. So long each frame waits, in a ring.
#include "record/flow.h"

#include <string.h>

typedef struct body {
    double until; // s: what was told of it
    cr_body_state state;
    int modes;     // that are wanted
    double *shape; // of them, where the last motion ended
    double *ring;  // of them, of each frame
} body;

typedef struct sampler {
    const cr_record_head *head;
    const cr_record_frames *frames;
    double from, rate;
    long long next; // frame to go out
    long long room; // frames of the ring
    cr_body_state *state;
    bool *known; // of each frame and body
    body *body;
} sampler;

static double time_of(const sampler *s, long long frame) {
    return s->from + (double)frame / s->rate;
}

static size_t slot(const sampler *s, long long frame) {
    return (size_t)(frame % s->room) * (size_t)s->head->bodies;
}

// The first frame that has not gone out, at or after a time.
static long long first_at(const sampler *s, double time) {
    double guess = ceil((time - s->from) * s->rate);
    if (!(guess > (double)s->next)) guess = (double)s->next;
    long long frame = (long long)guess;
    while (frame > s->next && time_of(s, frame - 1) >= time) frame--;
    while (time_of(s, frame) < time) frame++;
    return frame;
}

static double *shape_in(const sampler *s, const body *b, long long frame) {
    return b->ring + (size_t)(frame % s->room) * (size_t)b->modes;
}

static void copy_shape(const body *b, const double *from, double *to) {
    if (b->modes) memcpy(to, from, (size_t)b->modes * sizeof *to);
}

static cr_status put_frame(sampler *s) {
    cr_body_state *state = s->state + slot(s, s->next);
    bool *known = s->known + slot(s, s->next);
    for (int i = 0; i < s->head->bodies; i++) {
        const body *b = &s->body[i];
        if (!known[i]) state[i] = b->state;
        if (b->modes) copy_shape(b, known[i] ? shape_in(s, b, s->next) : b->shape, s->frames->shape[i]);
        known[i] = false;
    }
    cr_status status = s->frames->frame(s->frames->context, time_of(s, s->next), state);
    s->next++;
    return status;
}

static cr_status make_room(sampler *s, long long frame) {
    cr_status status = CR_OK;
    while (frame - s->next >= s->room && status == CR_OK) status = put_frame(s);
    return status;
}

// A body stays as it was.
static cr_status stay(sampler *s, long long frame, int i) {
    const body *b = &s->body[i];
    cr_status status = make_room(s, frame);
    s->state[slot(s, frame) + (size_t)i] = b->state;
    s->known[slot(s, frame) + (size_t)i] = true;
    copy_shape(b, b->shape, shape_in(s, b, frame));
    return status;
}

static void flow(const sampler *s, const cr_world_motion *m, double after, cr_body_state *state,
                 double *shape) {
    const cr_record_body *about = &s->head->body[m->body];
    cr_record_flow(about, &m->start, m->force, m->torque, after, state);
    for (int j = 0; j < s->body[m->body].modes; j++) {
        double x = m->shape[j], rate = m->rate[j];
        cr_record_flow_mode(about->frequency[j], about->sigma[j], m->push[j], after, &x, &rate);
        shape[j] = x;
    }
}

static cr_status move(sampler *s, long long frame, const cr_world_motion *m) {
    size_t at = slot(s, frame) + (size_t)m->body;
    cr_status status = make_room(s, frame);
    flow(s, m, time_of(s, frame) - m->t0, &s->state[at], shape_in(s, &s->body[m->body], frame));
    s->known[at] = true;
    return status;
}

static cr_status take(sampler *s, const cr_world_motion *m) {
    body *b = &s->body[m->body];
    cr_status status = CR_OK;
    for (long long k = first_at(s, b->until); time_of(s, k) < m->t0 && status == CR_OK; k++)
        if (!s->known[slot(s, k) + (size_t)m->body] || k - s->next >= s->room) status = stay(s, k, m->body);
    for (long long k = first_at(s, m->t0); time_of(s, k) <= m->t1 && status == CR_OK; k++)
        status = move(s, k, m);
    b->until = m->t1;
    flow(s, m, m->t1 - m->t0, &b->state, b->shape);
    return status;
}

// Frames are counted, and their times told apart, up to here.
static bool countable(const sampler *s, double time) {
    return (fabs(time) + fabs(s->from)) * s->rate < 1e15;
}

static cr_status run(sampler *s, cr_record_reader *reader, cr_error *error) {
    cr_record_item item = {0};
    cr_status status = CR_OK;
    cr_record_reader_rewind(reader);
    while (status == CR_OK) {
        status = cr_record_reader_next(reader, CR_RECORD_MOTION, &item, error);
        if (status != CR_OK || item.kind == CR_RECORD_END) break;
        if (countable(s, item.motion.t0) && countable(s, item.motion.t1)) status = take(s, &item.motion);
        else
            status = cr_fail(error, CR_ERR_INPUT, "recording", "a motion until %g s has too many frames",
                             item.motion.t1);
    }
    double end = item.whole ? item.time : item.time - s->head->step;
    while (status == CR_OK && time_of(s, s->next) <= end) status = put_frame(s);
    cr_record_reader_rewind(reader);
    return status;
}

static bool begin_body(const sampler *s, int i, body *b, cr_arena *arena) {
    const cr_record_body *about = &s->head->body[i];
    bool wanted = s->frames->shape && s->frames->shape[i];
    *b = (body){.until = s->head->start, .state = about->start, .modes = wanted ? about->modes : 0};
    b->shape = cr_arena_take(arena, (size_t)b->modes, sizeof *b->shape);
    b->ring = cr_arena_take(arena, (size_t)s->room * (size_t)b->modes, sizeof *b->ring);
    if (!b->shape || !b->ring) return false;
    copy_shape(b, about->shape, b->shape);
    return true;
}

cr_status cr_record_sample(cr_record_reader *reader, double from, double rate, const cr_record_frames *frames,
                           cr_arena *arena, cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(reader);
    const double most = 1e7;
    if (!(rate > 0.0) || !(head->step * rate < most) || !isfinite(from))
        return cr_fail(error, CR_ERR_RANGE, "rate", "%g per second; a rate is above 0 and below %g", rate,
                       most / head->step);
    sampler s = {.head = head, .frames = frames, .from = from, .rate = rate};
    s.room = (long long)(head->step * rate) + 3;
    size_t bodies = (size_t)head->bodies, room = (size_t)s.room;
    cr_arena_mark mark = cr_arena_here(arena);
    s.state = cr_arena_take(arena, room * bodies, sizeof *s.state);
    s.known = cr_arena_take(arena, room * bodies, sizeof *s.known);
    s.body = cr_arena_take(arena, bodies, sizeof *s.body);
    bool memory = s.state && s.known && s.body;
    for (int i = 0; i < head->bodies && memory; i++) memory = begin_body(&s, i, &s.body[i], arena);
    cr_status status =
        memory ? run(&s, reader, error) : cr_fail(error, CR_ERR_MEMORY, "recording", "out of memory");
    cr_arena_rewind(arena, mark);
    return status;
}
