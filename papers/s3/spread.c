// Redistribution of the impulses of every step among the points of each body, S3 (13)-(14): what it costs,
// and what the last step of a body looks like (Figure 10).
#include "carom/sound.h"
#include "papers/s3/s3.h"

#include <string.h>
#include <time.h>

enum { POINTS = 512 };

// The points of one body in a step.
typedef struct step {
    int count;
    unsigned key[POINTS];
    cr_spread_contact point[POINTS];
    cr_vec on_body[POINTS];
} step;

typedef struct spreading {
    const cr_s3_recording *recording;
    cr_s3_trial *trial;
    step *now, *before; // of each body
    double *t0, *h;     // of the step that is being told
    cr_redistribution *scratch;
} spreading;

static void recall(const step *before, step *now) {
    for (int i = 0; i < now->count; i++)
        for (int k = 0; k < before->count; k++)
            if (before->key[k] == now->key[i]) {
                now->point[i].before = before->point[k].pressed;
                now->point[i].rubbed_before = before->point[k].rubbed;
                break;
            }
}

static void show(const spreading *s, const step *now, double h, const double *pressed) {
    cr_s3_trial *t = s->trial;
    for (t->loads = 0; t->loads < now->count && t->loads < CR_S3_POINTS; t->loads++) {
        int i = t->loads;
        t->angle[i] = atan2(now->on_body[i].y, now->on_body[i].x);
        t->load[i] = pressed[i] / h;
        t->shared[i] = now->point[i].pressed / h;
    }
}

static void finish(spreading *s, int body) {
    double pressed[POINTS];
    step *now = &s->now[body], *before = &s->before[body];
    if (now->count == 0) return;
    for (int i = 0; i < now->count; i++) pressed[i] = now->point[i].pressed;
    recall(before, now);
    clock_t begun = clock();
    cr_redistribute(s->scratch, now->point, now->count);
    s->trial->spread_cpu += (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (body == s->recording->watched) show(s, now, s->h[body], pressed);
    memcpy(before, now, sizeof *now);
    now->count = 0;
}

// Points that bear load over time.
static void count(const spreading *s, const cr_world_contact *c) {
    double width = s->trial->duration / CR_S3_PIECES, h = c->t1 - c->t0;
    cr_vec impulse = cr_vec_along(c->impulse, h, c->force);
    int piece = (int)fmin(fmax(c->t0 / width, 0.0), CR_S3_PIECES - 1.0);
    if (cr_vec_dot(impulse, c->normal) > 0.0) s->trial->bearing[piece] += h / width;
}

static double friction_of(const cr_s3_recording *r, const cr_world_contact *c) {
    return sqrt(r->plan->bodies[c->a].grip.rest * r->plan->bodies[c->b].grip.rest);
}

static void take(spreading *s, const cr_world_contact *c, bool of_a) {
    int body = of_a ? c->a : c->b;
    step *now = &s->now[body];
    double side = of_a ? 1.0 : -1.0, h = c->t1 - c->t0;
    if (!isfinite(cr_world_model_mass(s->recording->model, body))) return;
    if (c->t0 > s->t0[body]) finish(s, body);
    s->t0[body] = c->t0;
    s->h[body] = h;
    if (now->count == POINTS || !(h > 0.0)) return;
    cr_vec impulse = cr_vec_scale(side, cr_vec_along(c->impulse, h, c->force));
    cr_spread_contact p = {.at = c->point, .normal = cr_vec_scale(side, c->normal)};
    p.pressed = cr_vec_dot(impulse, p.normal);
    p.rubbed = cr_vec_along(impulse, -p.pressed, p.normal);
    p.friction = friction_of(s->recording, c);
    if (p.pressed > 0.0) p.friction = fmax(p.friction, cr_vec_length(p.rubbed) / p.pressed);
    now->key[now->count] = c->key;
    now->on_body[now->count] = of_a ? c->on_a : c->on_b;
    now->point[now->count++] = p;
}

static cr_status spread_all(const cr_s3_recording *r, cr_s3_trial *trial, cr_error *error) {
    size_t bodies = (size_t)cr_world_model_bodies(r->model);
    spreading s = {.recording = r, .trial = trial};
    s.now = cr_arena_take(r->arena, bodies, sizeof *s.now);
    s.before = cr_arena_take(r->arena, bodies, sizeof *s.before);
    s.t0 = cr_arena_take(r->arena, bodies, sizeof *s.t0);
    s.h = cr_arena_take(r->arena, bodies, sizeof *s.h);
    s.scratch = cr_redistribution_new(POINTS, r->arena, error);
    cr_record_reader *reader = cr_record_reader_new(&r->in, "S3", r->arena, error);
    if (!s.now || !s.before || !s.t0 || !s.h || !s.scratch || !reader)
        return cr_fail(error, CR_ERR_MEMORY, "S3", "out of memory");
    cr_record_item item = {0};
    for (;;) {
        cr_status status = cr_record_reader_next(reader, CR_RECORD_CONTACT, &item, error);
        if (status != CR_OK) return status;
        if (item.kind == CR_RECORD_END) break;
        count(&s, &item.contact);
        take(&s, &item.contact, true);
        take(&s, &item.contact, false);
    }
    for (int i = 0; i < (int)bodies; i++) finish(&s, i);
    return CR_OK;
}

// The least processor time of three times.
cr_status cr_s3_spread(const cr_s3_recording *r, cr_s3_trial *trial, cr_error *error) {
    double least = HUGE_VAL;
    cr_status status = CR_OK;
    for (int i = 0; i < 3 && status == CR_OK; i++) {
        memset(trial->bearing, 0, sizeof trial->bearing);
        trial->spread_cpu = 0.0;
        status = spread_all(r, trial, error);
        least = fmin(least, trial->spread_cpu);
    }
    trial->spread_cpu = least;
    return status;
}
