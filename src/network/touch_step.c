// The steps of one sample of a group of contacts.
#include "base/numeric.h"
#include "network/network_internal.h"

static void push_taps(cr_taps taps, double force, double slope) {
    if (taps.a) {
        taps.a->force -= force;
        taps.a->slope -= slope;
    }
    if (taps.b) {
        taps.b->force += force;
        taps.b->slope += slope;
    }
}

// A mass off its centre pulls at the end that rolls; the work is the motion's.
static void pull(const cr_network *n, cr_touch *t, int level) {
    const cr_end *end = &t->end[0];
    t->cold->pull =
        t->cold->track.imbalance != 0.0 ? cr_track_pull(&t->cold->track, t->response[level].h) : 0.0;
    if (t->cold->pull == 0.0) return;
    cr_resonator_drive(end->body, end->tap, t->cold->pull, n->booking);
    t->cold->pulled_from = end->body->taps[end->tap].change;
}

static void pay_pull(cr_network *n, cr_touch *t) {
    if (t->cold->pull == 0.0) return;
    double way = t->end[0].body->taps[t->end[0].tap].change - t->cold->pulled_from;
    n->work += cr_track_pay(&t->cold->track, t->cold->pull * way);
}

// What the coming step brings without forces; walls move evenly, surfaces as they are.
static void look(cr_touch *t, int level) {
    t->reach = cr_taps_travel(t->taps);
    t->moment = cr_taps_moment(t->taps);
    if (t->tracked && t->cold->track.speed != 0.0) {
        cr_track_step rise = cr_track_advance(&t->cold->track, t->response[level].h);
        t->cold->brought = rise.rise; // what the motion pays for, if it has a speed
        t->cold->brought_moment = rise.moment;
        t->reach += rise.rise;
        t->moment += rise.moment;
    }
    t->wall = cr_touch_wall_way(t) / (1 << level);
    t->reach += t->wall;
}

static void read_rub(const cr_network *n, cr_rub *r, int level) {
    r->brought = r->velocity * n->h;
    for (int k = 0; r->walls && k < r->end_count; k++)
        if (!r->end[k].body) r->brought += r->end[k].sign * r->end[k].element->d_next[0];
    r->brought /= 1 << level;
    r->reach = cr_taps_travel(r->taps) + r->brought;
}

// What a stopped motion still owes for its last climb is taken from the contact it has pressed.
static void settle_debt(cr_touch *t) {
    double share = cr_min(t->cold->track.debt, 0.5 * cr_square(t->psi));
    t->cold->track.debt -= share;
    t->psi = sqrt(cr_max(cr_square(t->psi) - 2.0 * share, 0.0));
    t->point_level = -1; // what was known of it is no longer so
}

static void pay(cr_network *n, cr_touch *t) {
    n->work += t->a * t->wall;
    if (!t->tracked) return;
    if (t->cold->track.speed != 0.0)
        n->work += cr_track_pay(&t->cold->track, t->a * t->cold->brought + t->b * t->cold->brought_moment);
    if (t->cold->track.debt > 0.0) settle_debt(t);
}

static void apply(cr_network *n, cr_touch_group *g) {
    int steps = 1 << g->level;
    for (int i = 0; i < g->touch_count; i++) {
        cr_touch *t = cr_network_touch(n, g->touches[i]);
        if (t->a != 0.0 || t->b != 0.0) push_taps(t->taps, t->a, t->b);
        t->force += t->a / steps;
        pay(n, t);
    }
    for (int i = 0; i < g->rub_count; i++) {
        cr_rub *r = cr_network_rub_at(n, g->rubs[i]);
        push_taps(r->taps, r->force, 0.0);
        n->work += r->force * r->brought;
    }
}

static double place_of(const cr_touch *t, double done) {
    double at = (t->taps.a ? t->taps.a->y : 0.0) - (t->taps.b ? t->taps.b->y : 0.0);
    return at + cr_touch_wall_place(t, done);
}

static void move_on(cr_network *n, cr_touch_group *g) {
    for (int i = 0; i < g->body_count; i++) cr_resonator_step(g->movers[i], n->booking);
    for (int i = 0; i < g->touch_count; i++) {
        cr_touch *t = cr_network_touch(n, g->touches[i]);
        if (g->pulled) pay_pull(n, t);
        t->depth = place_of(t, g->done) - t->gap;
        if (t->tracked) t->depth += t->cold->track.height;
    }
}

static void solve_alone(cr_touch *t, int level) {
    t->a = t->b = 0.0;
    if (!t->struck) cr_touch_solve_alone(t, level, true);
}

static void drive_inputs(cr_network *n, const cr_touch_group *g) {
    for (int i = 0; i < g->input_count; i++) {
        const cr_input *input = CR_ARRAY_AT(&n->inputs, g->inputs[i]);
        if (input->force != 0.0)
            cr_resonator_drive(input->end.body, input->end.tap, input->end.sign * input->force, n->booking);
    }
}

void cr_touch_go_on(cr_network *n, cr_touch_group *g) {
    bool alone = g->touch_count == 1 && g->rub_count == 0;
    for (int s = 0; s < 1 << g->level; s++) {
        drive_inputs(n, g);
        if (g->pulled)
            for (int i = 0; i < g->touch_count; i++) pull(n, cr_network_touch(n, g->touches[i]), g->level);
        for (int i = 0; i < g->touch_count; i++) look(cr_network_touch(n, g->touches[i]), g->level);
        for (int i = 0; i < g->rub_count; i++) read_rub(n, cr_network_rub_at(n, g->rubs[i]), g->level);
        if (alone) solve_alone(cr_network_touch(n, g->touches[0]), g->level);
        else cr_touch_group_solve(n, g);
        apply(n, g);
        g->done = (double)(s + 1) / (1 << g->level);
        move_on(n, g);
    }
}

void cr_touch_group_step(cr_network *n, cr_touch_group *g) {
    for (int i = 0; g->meets && i < g->body_count; i++) cr_resonator_end_meeting(g->movers[i]);
    cr_touch_begin(n, g);
    cr_touch_go_on(n, g);
}
