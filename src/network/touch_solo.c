// One contact alone on its bodies: what most sounds are made of, in as few operations as it takes.
#include "network/network_internal.h"

static const double share[CR_LEVELS] = {1.0, 1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16};
static const double steps[CR_LEVELS] = {1.0, 2.0, 4.0, 8.0, 16.0};

static double wall_place(const cr_touch *t, double done) {
    double at = 0.0;
    for (int k = 0; k < t->end_count; k++) {
        const cr_element *wall = t->end[k].element;
        if (!t->end[k].body) at += t->end[k].sign * (wall->u[0] + done * wall->d_next[0]);
    }
    return at;
}

CR_CLONES cr_foh_force cr_touch_solve_hard(cr_touch *t, int level) {
    const cr_foh_response *q = &t->response[level];
    const cr_foh_series *s = &t->series;
    cr_foh_force f;
    bool usable = t->depth > 0.0 && s->usable;
    if (usable && !cr_touch_knows(t, level)) {
        cr_touch_know(t, level, cr_touch_elastic(t));
        if (cr_foh_near_step(s, q, &t->point, &t->predictor.now, t->reach, t->moment, &t->psi, &f)) return f;
    }
    if (usable && cr_foh_far_step(s, q, &t->point, t->reach, t->moment, &t->psi, &f)) return f;
    return cr_foh_contact(&t->law, q, t->depth, t->reach, t->moment, &t->psi);
}

// Where the taps go, before the modes have moved: all that the contact needs of the step. Returns the first.
static inline double shift(const cr_solo_side *s, int level, double force, double slope, bool first) {
    if (!s->body) return 0.0;
    int count = s->body->tap_count, stride = s->body->pair_stride;
    const cr_tap_pair *pair = s->body->pairs[level];
    cr_tap *tap = s->tap;
    double way = tap->travel + (pair->c * force - pair->e * slope), y = tap->y + way;
    tap->change = first ? way : tap->change + way;
    tap->y = y;
    for (int j = 1; j < count; j++) {
        tap++;
        pair += stride;
        if (tap->unfollowed) continue;
        way = tap->travel + (pair->c * force - pair->e * slope);
        tap->change = first ? way : tap->change + way;
        tap->y += way;
    }
    return y;
}

static inline void glide(cr_resonator *body, const cr_tap *tap, double force, double slope, bool book) {
    double d = body->table[body->level].rigid_kept;
    double v = cr_resonator_step_rigid(body, tap->rigid_phi * force, tap->rigid_phi * slope);
    if (book) body->lost += 0.5 * (1.0 - d * d) * v * v;
}

// A mass and nothing else moves on.
static inline void fly(const cr_solo_side *s, double force, double slope, bool book) {
    if (!s->light) return;
    glide(s->body, s->tap, force, slope, book);
    cr_resonator_set_reading(s->body, s->tap, 0.0, 0.0);
}

// Whether nothing is near and the sample needs no look; after a look, whether the sample is done, because a
// blow inside it had to be stepped with care.
typedef enum outlook { NEAR, FAR, DONE } outlook;

static inline outlook begin(cr_network *n, cr_touch_group *g, cr_touch *t, double wall) {
    bool closed = t->depth > 0.0;
    t->force = 0.0;
    if (closed && t->hold == CR_TOUCH_HOLD && n->samples % CR_TOUCH_REVIEW && g->level == t->level) {
        n->effort.samples[t->level]++;
        return NEAR;
    }
    if (!closed && t->psi == 0.0 && t->hold == 0 && g->level == n->level_least) {
        const cr_solo_side *side = g->alone.side;
        double way = (side[0].tap->travel - side[1].tap->travel) * steps[g->level] + wall;
        if (t->depth + CR_TOUCH_LOOK_AHEAD * way <= 0.0) return FAR;
    }
    cr_touch_begin(n, g);
    if (!t->struck) return NEAR;
    cr_touch_go_on(n, g);
    return DONE;
}

#define KERNEL_FILE "network/solo_step.h"
#define KERNEL_WIDE "avx2"
#include "modal/kernel_kinds.h"

#if defined(__x86_64__) && defined(__GNUC__)
static cr_solo_stepper *stepper_for(cr_precision precision) {
    if (__builtin_cpu_supports("avx2")) return precision == CR_FLOAT ? step_float_wide : step_double_wide;
    return precision == CR_FLOAT ? step_float : step_double;
}
#else
static cr_solo_stepper *stepper_for(cr_precision precision) {
    return precision == CR_FLOAT ? step_float : step_double;
}
#endif

static bool is_light(const cr_resonator *body) {
    return body->rigid && body->modes == 0 && body->tap_count == 1;
}

void cr_touch_solo_prepare(const cr_network *n, cr_touch_group *g) {
    cr_touch *t = cr_network_touch(n, g->touches[0]);
    g->alone = (cr_solo){.step = stepper_for(n->precision),
                         .touch = t,
                         .side = {{.tap = &g->alone.none}, {.tap = &g->alone.none}}};
    for (int k = 0; k < t->end_count; k++) {
        cr_resonator *body = t->end[k].body;
        if (!body) g->alone.walls = true;
        else g->alone.side[t->end[k].sign < 0.0] = (cr_solo_side){body, &body->taps[0], is_light(body)};
    }
}
