#include "record/flow.h"

#include <string.h>

// The latest motion of a body that begins at or before the time; modes: shape, rate, push.
typedef struct latest {
    bool told;
    cr_world_motion motion;
    double *modes;
} latest;

static void keep(latest *l, const cr_world_motion *m) {
    size_t bytes = (size_t)m->modes * sizeof(double);
    l->told = true;
    l->motion = *m;
    if (!bytes) return;
    memcpy(l->modes, m->shape, bytes);
    memcpy(l->modes + m->modes, m->rate, bytes);
    memcpy(l->modes + 2 * m->modes, m->push, bytes);
}

// Reads as far as any motion that holds the time can stand.
static cr_status find(cr_record_reader *reader, double time, latest *bodies, cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(reader);
    cr_record_item item = {0};
    for (;;) {
        cr_status status = cr_record_reader_next(reader, CR_RECORD_MOTION, &item, error);
        if (status != CR_OK) return status;
        if (item.kind == CR_RECORD_END) break;
        if (item.motion.t1 > time + head->step && item.motion.t0 > time) return CR_OK;
        if (item.motion.t0 <= time) keep(&bodies[item.motion.body], &item.motion);
    }
    double end = item.whole ? item.time : fmax(item.time - head->step, head->start);
    if (time <= end) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "recording", "%g s is behind the end of the recording%s, %g s", time,
                   item.whole ? "" : ", which is cut off", end);
}

static void evaluate(const cr_record_body *about, const latest *l, double time, cr_body_state *state,
                     double *shape, double *rate) {
    const cr_world_motion *m = &l->motion;
    *state = about->start;
    double s = l->told ? fmin(time, m->t1) - m->t0 : 0.0;
    if (l->told) cr_record_flow(about, &m->start, m->force, m->torque, s, state);
    for (int i = 0; i < about->modes; i++) {
        double x = l->told ? l->modes[i] : about->shape[i], push = l->modes[2 * about->modes + i];
        double v = l->told ? l->modes[about->modes + i] : about->rate[i];
        if (l->told) cr_record_flow_mode(about->frequency[i], about->sigma[i], push, s, &x, &v);
        if (shape) shape[i] = x;
        if (rate) rate[i] = v;
    }
}

cr_status cr_record_state_at(cr_record_reader *reader, double time, cr_body_state *bodies,
                             double *const *shape, double *const *rate, cr_arena *arena, cr_error *error) {
    const cr_record_head *head = cr_record_reader_head(reader);
    cr_arena_mark mark = cr_arena_here(arena);
    latest *all = cr_arena_take(arena, (size_t)head->bodies, sizeof *all);
    bool memory = all;
    for (int i = 0; i < head->bodies && memory; i++)
        memory = (all[i].modes = cr_arena_take(arena, 3 * (size_t)head->body[i].modes, sizeof(double)));
    cr_status status = memory ? CR_OK : cr_fail(error, CR_ERR_MEMORY, "recording", "out of memory");
    if (status == CR_OK && !(time >= head->start))
        status =
            cr_fail(error, CR_ERR_RANGE, "recording", "%g s is before its start, %g s", time, head->start);
    cr_record_reader_rewind(reader);
    if (status == CR_OK) status = find(reader, time, all, error);
    for (int i = 0; i < head->bodies && status == CR_OK; i++)
        evaluate(&head->body[i], &all[i], time, &bodies[i], shape ? shape[i] : NULL, rate ? rate[i] : NULL);
    cr_record_reader_rewind(reader);
    cr_arena_rewind(arena, mark);
    return status;
}
