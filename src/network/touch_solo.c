// One contact alone on its bodies: what most sounds are made of, in as few operations as it takes.
#include "network/network_internal.h"

static const double share[CR_LEVELS] = {1.0, 1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16};
static const double steps[CR_LEVELS] = {1.0, 2.0, 4.0, 8.0, 16.0};

// Compiled into each kind of step: calls would keep the next force waiting.
#define INTO_STEPS static inline __attribute__((always_inline))

void cr_touch_learn(cr_touch *t, int level, double change) {
    if (level != t->point_level) {
        t->predictor = (cr_foh_predictor){0};
        t->point.viscous = t->known->viscous[level];
        t->point_level = level;
        change = t->point.depth;
    }
    cr_foh_follow(&t->predictor, &t->response[level], &t->point, change, t->psi);
}

CR_CLONES void cr_touch_know_hard(cr_touch *t, int level) {
    cr_touch_know(t, level, cr_touch_is_soon(t) ? t->soon : t->depth);
}

CR_CLONES cr_foh_force cr_touch_solve_hard(cr_touch *t, int level) {
    const cr_foh_response *q = &t->response[level];
    const cr_foh_series *s = &t->known->series;
    cr_foh_force f;
    bool usable = t->depth > 0.0 && s->usable;
    if (usable && !cr_touch_knows(t, level)) {
        cr_touch_know_hard(t, level);
        if (cr_foh_near_step(s, q, &t->point, &t->predictor.now, t->reach, t->moment, &t->psi, &f)) return f;
    }
    if (usable && cr_foh_far_step(s, q, &t->point, t->reach, t->moment, &t->psi, &f)) return f;
    return cr_foh_contact(&t->known->law, q, t->depth, t->reach, t->moment, &t->psi);
}

// Where the taps go, before the modes have moved: all that the contact needs of the step. Returns the first.
INTO_STEPS double shift(const cr_solo_side *s, double force, double slope, bool first) {
    cr_tap *tap = s->tap;
    double way = tap->travel + (s->c * force - s->e * slope), y = tap->y + way;
    tap->change = first ? way : tap->change + way;
    tap->y = y;
    return y;
}

INTO_STEPS void shift_others(const cr_solo_side *s, int level, double force, double slope, bool first) {
    int count = s->body->tap_count, stride = s->body->pair_stride;
    const cr_tap_pair *pair = s->body->pairs[level];
    cr_tap *tap = s->tap;
    for (int j = 1; j < count; j++) {
        tap++;
        pair += stride;
        if (tap->unfollowed) continue;
        double way = tap->travel + (pair->c * force - pair->e * slope);
        tap->change = first ? way : tap->change + way;
        tap->y += way;
    }
}

INTO_STEPS double shift_all(const cr_solo_side *s, int level, double force, double slope, bool first) {
    if (s->kind == CR_SOLO_WALL) return 0.0;
    double y = shift(s, force, slope, first);
    if (s->kind == CR_SOLO_MODES) shift_others(s, level, force, slope, first);
    return y;
}

INTO_STEPS void glide(cr_resonator *body, const cr_tap *tap, double force, double slope, bool book) {
    double d = body->table[body->level].rigid_kept;
    double v = cr_resonator_step_rigid(body, tap->rigid_phi * force, tap->rigid_phi * slope);
    if (book) body->lost += 0.5 * (1.0 - d * d) * v * v;
}

// A mass and nothing else moves on: cr_resonator_step_rigid, and its reading.
INTO_STEPS void fly(const cr_solo_side *s, double force, double slope, bool book) {
    const cr_solo_light *l = &s->of.light;
    cr_resonator *body = s->body;
    double push = l->gravity + l->phi * force, before = body->rigid_v, v = before + l->h * push;
    body->rigid_x += l->h * before + (l->half * push - l->sixth * (l->phi * slope));
    body->rigid_v = l->kept * v;
    if (book) body->lost += 0.5 * (1.0 - l->kept * l->kept) * v * v;
    s->tap->travel = 0.0 + (l->glide.way * body->rigid_v + l->glide.fall);
    s->tap->moment = 0.0 + l->glide.sway;
}

// One mode and nothing else: the pass of modal/kernel_pass.h.
INTO_STEPS void swing(const cr_solo_side *s, double force, double slope, bool book) {
    const cr_solo_sprung *m = &s->of.sprung;
    double p = *m->p - m->b * slope, r = *m->r + m->a * force;
    double turned_p = m->m11 * p + m->m12 * r, turned_r = m->m22 * r - m->m12 * p;
    *m->p = turned_p;
    *m->r = turned_r;
    s->tap->acted = force;
    s->tap->travel = 0.0 + m->a * turned_r;
    s->tap->moment = 0.0 - m->b * turned_p;
    if (!book) return;
    double slowed = m->lost_r * r - m->lost_p * p;
    s->body->lost += slowed * slowed;
}

// --- coefficients of one level

static double first_of(const void *row) {
    return *(const double *)row;
}

static void load_side(cr_solo_side *s, int level) {
    const cr_resonator *body = s->body;
    if (s->kind == CR_SOLO_WALL) return;
    const cr_mode_table *t = &body->table[level];
    const cr_tap_shape *shape = &s->tap->shape[level];
    s->c = body->pairs[level]->c;
    s->e = body->pairs[level]->e;
    if (s->kind == CR_SOLO_LIGHT)
        s->of.light = (cr_solo_light){
            .h = t->h,
            .kept = t->rigid_kept,
            .half = t->rigid_half,
            .sixth = t->rigid_sixth,
            .gravity = body->gravity,
            .phi = s->tap->rigid_phi,
            .glide = s->tap->glide[level],
        };
    if (s->kind == CR_SOLO_SPRUNG)
        s->of.sprung = (cr_solo_sprung){
            .p = body->state.p,
            .r = body->state.r,
            .a = first_of(shape->a),
            .b = first_of(shape->b),
            .m11 = first_of(t->turn.m11),
            .m12 = first_of(t->turn.m12),
            .m22 = first_of(t->turn.m22),
            .lost_r = first_of(t->turn.lost_r),
            .lost_p = first_of(t->turn.lost_p),
        };
}

static void load(cr_solo *o, int level) {
    o->level = level;
    load_side(&o->side[0], level);
    load_side(&o->side[1], level);
}

// Whether nothing is near and the sample needs no look; after a look, whether the sample is done, because a
// blow inside it had to be stepped with care.
typedef enum outlook { NEAR, FAR, DONE } outlook;

static outlook look_closely(cr_network *n, cr_solo *o) {
    cr_touch_begin(n, o->group);
    if (o->level != o->group->level) load(o, o->group->level);
    if (!o->touch->struck) return NEAR;
    cr_touch_go_on(n, o->group);
    return DONE;
}

static inline outlook begin(cr_network *n, cr_solo *o, cr_touch *t, double wall) {
    bool closed = t->depth > 0.0;
    t->force = 0.0;
    if (closed && t->hold == CR_TOUCH_HOLD && n->samples % CR_TOUCH_REVIEW && o->level == t->level) {
        n->effort.samples[t->level]++;
        return NEAR;
    }
    if (!closed && t->psi == 0.0 && t->hold == 0 && o->level == n->level_least) {
        double way = (o->side[0].tap->travel - o->side[1].tap->travel) * steps[o->level] + wall;
        if (t->depth + CR_TOUCH_LOOK_AHEAD * way <= 0.0) return FAR;
    }
    return look_closely(n, o);
}

#define KERNEL_FILE "network/solo_step.h"
#define KERNEL_WIDE "avx2"
#define KERNEL_WIDEST "avx512f"
#include "modal/kernel_kinds.h"

#if defined(__x86_64__) && defined(__GNUC__)
static cr_solo_stepper *stepper_for(cr_precision precision, int modes) {
    size_t row = (size_t)modes * (precision == CR_FLOAT ? sizeof(float) : sizeof(double));
    if (row >= cr_mode_row_widest()) return precision == CR_FLOAT ? step_float_widest : step_double_widest;
    if (__builtin_cpu_supports("avx2")) return precision == CR_FLOAT ? step_float_wide : step_double_wide;
    return precision == CR_FLOAT ? step_float : step_double;
}
#else
static cr_solo_stepper *stepper_for(cr_precision precision, int modes) {
    (void)modes;
    return precision == CR_FLOAT ? step_float : step_double;
}
#endif

static cr_solo_kind kind_of(const cr_resonator *body) {
    if (body->tap_count != 1 || body->modes + body->rigid != 1 || body->single) return CR_SOLO_MODES;
    return body->rigid ? CR_SOLO_LIGHT : CR_SOLO_SPRUNG;
}

void cr_touch_solo_prepare(cr_network *n, cr_touch_group *g) {
    cr_touch *t = cr_network_touch(n, g->touches[0]);
    int modes = 0;
    for (int i = 0; i < g->body_count; i++) modes = modes > g->movers[i]->room ? modes : g->movers[i]->room;
    *g->solo = (cr_solo){.step = stepper_for(n->precision, modes),
                         .touch = t,
                         .group = g,
                         .side = {{.tap = &n->still}, {.tap = &n->still}}};
    for (int k = 0; k < t->end_count; k++) {
        cr_resonator *body = t->end[k].body;
        cr_solo_side *side = &g->solo->side[t->end[k].sign < 0.0];
        if (!body) g->solo->walls = true;
        else *side = (cr_solo_side){.body = body, .tap = &body->taps[0], .kind = kind_of(body)};
    }
    load(g->solo, g->level);
}
