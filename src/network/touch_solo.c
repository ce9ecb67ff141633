// One contact alone on its bodies, without books: what most sounds are made of, in as few operations as it
// takes. The arithmetic is that of touch_step.c and resonator_step.c, bit by bit.
#include "modal/kernels.h"
#include "network/network_internal.h"

static const double share[CR_LEVELS] = {1.0, 1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16};
static const double steps[CR_LEVELS] = {1.0, 2.0, 4.0, 8.0, 16.0};

static bool is_light(const cr_resonator *body) {
    return body->rigid && body->modes == 0 && body->tap_count == 1;
}

void cr_touch_solo_prepare(const cr_network *n, cr_touch_group *g) {
    cr_touch *t = cr_network_touch(n, g->touches[0]);
    g->alone = (cr_solo){.touch = t, .side = {{.tap = &g->alone.none}, {.tap = &g->alone.none}}};
    for (int k = 0; k < t->end_count; k++) {
        cr_resonator *body = t->end[k].body;
        cr_solo_side *side = &g->alone.side[k];
        if (!body) g->alone.walls = true;
        else *side = (cr_solo_side){body, &body->taps[0], t->end[k].sign, is_light(body)};
    }
}

static double wall_place(const cr_touch *t, double done) {
    double at = 0.0;
    for (int k = 0; k < t->end_count; k++) {
        const cr_element *wall = t->end[k].wall;
        if (wall) at += t->end[k].sign * (wall->u[0] + done * wall->d_next[0]);
    }
    return at;
}

// Where the taps go, before the modes have moved: all that the contact needs of the step.
static inline void shift(const cr_solo_side *s, double force, double slope, bool first) {
    if (!s->body) return;
    int count = s->body->tap_count;
    const cr_tap_pair *pair = s->body->pairs[s->body->level];
    cr_tap *tap = s->tap;
    for (int j = 0; j < count; j++, tap++, pair += count) {
        double way = tap->travel + (pair->c * force - pair->e * slope);
        tap->change = first ? way : tap->change + way;
        tap->y += way;
    }
}

// The rest of cr_resonator_step for a body that is pushed at its first tap only.
static inline void turn(const cr_solo_side *s, double force, double slope) {
    cr_resonator *body = s->body;
    if (!body) return;
    cr_tap *tap = s->tap;
    if (s->light) {
        cr_resonator_step_rigid(body, tap->rigid_phi * force, tap->rigid_phi * slope);
        cr_resonator_set_reading(body, tap, 0.0, 0.0);
        return;
    }
    int level = body->level;
    const cr_mode_table *t = &body->table[level];
    cr_reading reading =
        body->kernels->kick_turn_read(body->room, body->state, t->turn, tap->shape[level], force, slope);
    if (body->rigid) cr_resonator_step_rigid(body, tap->rigid_phi * force, tap->rigid_phi * slope);
    cr_resonator_set_reading(body, tap, reading.travel, reading.moment);
    if (body->tap_count > 1) cr_resonator_read(body, 1);
}

// True if nothing is near and the sample needs no look; false after having looked.
static inline bool begin(cr_network *n, cr_touch_group *g, cr_touch *t, double way) {
    bool open = t->psi == 0.0 && t->depth <= 0.0;
    if (open && t->hold == 0 && t->depth + CR_TOUCH_LOOK_AHEAD * way <= 0.0 && g->level == n->level_least) {
        t->force = 0.0;
        return true;
    }
    if (t->depth > 0.0 && t->hold == CR_TOUCH_HOLD && n->samples % CR_TOUCH_REVIEW && g->level == t->level) {
        n->effort.samples[t->level]++;
        t->force = 0.0;
        return false;
    }
    cr_touch_begin(n, g);
    return false;
}

// Bodies in the order that lets the processor work on the next contact force while it turns the modes.
CR_CLONES void cr_touch_solo_step(cr_network *n, cr_touch_group *g) {
    const cr_solo *o = &g->alone;
    const cr_solo_side *a = &o->side[0], *b = &o->side[1];
    cr_touch *t = o->touch;
    double wall = o->walls ? cr_touch_wall_way(t) : 0.0;
    bool far = begin(n, g, t, (a->sign * a->tap->travel + b->sign * b->tap->travel) * steps[g->level] + wall);
    double part = share[g->level], force = 0.0, slope = 0.0;
    for (int s = 0; s < 1 << g->level; s++) {
        if (!far) {
            t->wall = wall * part;
            t->reach = a->sign * a->tap->travel + b->sign * b->tap->travel + t->wall;
            t->moment = a->sign * a->tap->moment + b->sign * b->tap->moment;
            cr_touch_solve_alone(t, g->level);
            force = t->a;
            slope = t->b;
            t->force += force * part;
            n->work += force * t->wall;
        }
        shift(a, -a->sign * force, -a->sign * slope, s == 0);
        shift(b, -b->sign * force, -b->sign * slope, s == 0);
        double at = a->sign * a->tap->y + b->sign * b->tap->y;
        if (o->walls) at += wall_place(t, (s + 1) * part);
        t->depth = at - t->gap;
        if (t->depth > 0.0 && t->series.usable) cr_touch_know(t, g->level);
        turn(a, -a->sign * force, -a->sign * slope);
        turn(b, -b->sign * force, -b->sign * slope);
    }
}
