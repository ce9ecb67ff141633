// States at equal distances in time. Motions come in the order of their ends: what a body did at a time is
// told at most one longest step later. So long each frame waits, in a ring.
#include "carom/record.h"

typedef struct body {
    double until; // s: what was told of it
    cr_body_state state;
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

static cr_status put_frame(sampler *s) {
    cr_body_state *state = s->state + slot(s, s->next);
    bool *known = s->known + slot(s, s->next);
    for (int i = 0; i < s->head->bodies; i++) {
        if (!known[i]) state[i] = s->body[i].state;
        known[i] = false;
    }
    cr_status status = s->frames->frame(s->frames->context, time_of(s, s->next), state);
    s->next++;
    return status;
}

static cr_status know(sampler *s, long long frame, int i, const cr_body_state *state) {
    cr_status status = CR_OK;
    while (frame - s->next >= s->room && status == CR_OK) status = put_frame(s);
    s->state[slot(s, frame) + (size_t)i] = *state;
    s->known[slot(s, frame) + (size_t)i] = true;
    return status;
}

static cr_status take(sampler *s, const cr_world_motion *m) {
    const cr_record_body *about = &s->head->body[m->body];
    body *b = &s->body[m->body];
    cr_status status = CR_OK;
    cr_body_state state;
    for (long long k = first_at(s, b->until); time_of(s, k) < m->t0 && status == CR_OK; k++)
        if (!s->known[slot(s, k) + (size_t)m->body] || k - s->next >= s->room)
            status = know(s, k, m->body, &b->state);
    for (long long k = first_at(s, m->t0); time_of(s, k) <= m->t1 && status == CR_OK; k++) {
        cr_record_flow(about, &m->start, m->force, m->torque, time_of(s, k) - m->t0, &state);
        status = know(s, k, m->body, &state);
    }
    b->until = m->t1;
    cr_record_flow(about, &m->start, m->force, m->torque, m->t1 - m->t0, &b->state);
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
    cr_status status = CR_OK;
    if (!s.state || !s.known || !s.body) status = cr_fail(error, CR_ERR_MEMORY, "recording", "out of memory");
    for (size_t i = 0; i < bodies && status == CR_OK; i++)
        s.body[i] = (body){head->start, head->body[i].start};
    if (status == CR_OK) status = run(&s, reader, error);
    cr_arena_rewind(arena, mark);
    return status;
}
