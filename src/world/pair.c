// Pairs of parts and their touch points.
#include "base/numeric.h"
#include "carom/exact.h"
#include "world/s3.h"

#include <string.h>

static int slot_of(const cr_world *w, int a, int part_a, int b, int part_b) {
    unsigned h = (unsigned)a * 73856093u ^ (unsigned)b * 19349663u ^ (unsigned)part_a * 83492791u ^
                 (unsigned)part_b * 2654435761u;
    h ^= h >> 15;
    return (int)(h & (unsigned)(w->table.size - 1));
}

int cr_pair_index(cr_world *w, int a, int part_a, int b, int part_b, cr_error *error) {
    int slot = slot_of(w, a, part_a, b, part_b);
    for (int i = w->table.head[slot]; i >= 0; i = w->pairs.items[i].next) {
        const cr_pair *p = &w->pairs.items[i];
        if (p->a == a && p->b == b && p->part_a == part_a && p->part_b == part_b) return i;
    }
    cr_pair *pair = CR_ARRAY_ADD(&w->pairs, w->pair_arena);
    if (!pair) {
        cr_fail(error, CR_ERR_MEMORY, "world", "no memory for pairs of bodies");
        return -1;
    }
    pair->a = a;
    pair->b = b;
    pair->part_a = part_a;
    pair->part_b = part_b;
    pair->found = pair->listed = -1;
    pair->rule = cr_world_model_rule(w->model, a, b);
    pair->next = w->table.head[slot];
    w->table.head[slot] = w->pairs.count - 1;
    return w->pairs.count - 1;
}

static cr_vec velocity_at(const cr_view *v, cr_vec point) {
    cr_vec spin = cr_quat_turn(v->state.turn, v->state.spin);
    return cr_vec_add(v->state.velocity, cr_vec_cross(spin, cr_vec_sub(point, v->state.at)));
}

static double fastest(const cr_view *a, const cr_view *b) {
    double speed = cr_vec_length(cr_vec_sub(a->state.velocity, b->state.velocity));
    if (a->body->reach < HUGE_VAL) speed += cr_vec_length(a->state.spin) * a->body->reach;
    if (b->body->reach < HUGE_VAL) speed += cr_vec_length(b->state.spin) * b->body->reach;
    return speed + a->bend_rate + b->bend_rate;
}

// What a point stored is lost with it.
static void let_go(cr_world *w, const cr_pair *pair, cr_point_memory *m) {
    w->books.dropped += cr_point_stored(&pair->rule, m);
    m->force = m->psi = m->budget = 0.0;
    m->shear = (cr_vec){0};
    m->slip = -1.0;
    memset(m->bend, 0, sizeof m->bend);
    memset(m->bend_budget, 0, sizeof m->bend_budget);
}

static cr_point_memory fresh_memory(void) {
    return (cr_point_memory){.slip = -1.0, .place_a = -1, .place_b = -1};
}

// The points found take over what those with their keys remembered; both lists rise by key.
static cr_status take_points(cr_world *w, cr_pair *pair, cr_error *error) {
    const cr_touch_memory *found = w->touches;
    cr_point_memory *merged = w->merged;
    int old = 0, count = pair->points.count;
    for (int i = 0; i < found->count; i++) {
        unsigned key = found->touch[i].key;
        while (old < count && pair->points.items[old].touch.key < key)
            let_go(w, pair, &pair->points.items[old++]);
        bool known = old < count && pair->points.items[old].touch.key == key;
        merged[i] = known ? pair->points.items[old++] : fresh_memory();
        merged[i].bristle_normal = known ? merged[i].bristle_normal : found->touch[i].normal;
        merged[i].touch = found->touch[i];
    }
    while (old < count) let_go(w, pair, &pair->points.items[old++]);
    while (pair->points.room < found->count) {
        pair->points.count = pair->points.room;
        if (!CR_ARRAY_ADD(&pair->points, w->pair_arena))
            return cr_fail(error, CR_ERR_MEMORY, "world", "no memory for contact points");
    }
    pair->points.count = found->count;
    if (found->count > 0) memcpy(pair->points.items, merged, (size_t)found->count * sizeof *merged);
    memcpy(pair->flat, found->flat, sizeof pair->flat);
    return CR_OK;
}

static void load_touches(cr_world *w, const cr_pair *pair) {
    w->touches->count = pair->points.count;
    for (int i = 0; i < pair->points.count; i++) w->touches->touch[i] = pair->points.items[i].touch;
    memcpy(w->touches->flat, pair->flat, sizeof pair->flat);
}

static cr_meeting meeting_of(const cr_world *w, const cr_pair *pair, const cr_view *a, const cr_view *b) {
    const cr_part_def *part_a = &a->body->part[pair->part_a], *part_b = &b->body->part[pair->part_b];
    cr_pose at_a = {a->state.at, a->state.turn}, at_b = {b->state.at, b->state.turn};
    return (cr_meeting){.a = part_a->form,
                        .b = part_b->form,
                        .pose_a = cr_pose_of(&at_a, &part_a->pose),
                        .pose_b = cr_pose_of(&at_b, &part_b->pose),
                        .flat = w->model->def.flat};
}

// Gap and rate of approach of a point with the bending of both bodies.
static double bent_gap(const cr_view *a, const cr_view *b, cr_point_memory *m, double *rate) {
    const cr_touch *t = &m->touch;
    cr_vec at = cr_vec_scale(0.5, cr_vec_add(t->point_a, t->point_b));
    cr_vec speed = cr_vec_sub(velocity_at(a, at), velocity_at(b, at)), bend = {0};
    if (a->body->modes > 0) {
        bend = cr_vec_add(bend, cr_bend_at(a->body, &a->state, a->q, t->point_a, &m->place_a));
        speed = cr_vec_add(speed, cr_bend_at(a->body, &a->state, a->rate, t->point_a, &m->place_a));
    }
    if (b->body->modes > 0) {
        bend = cr_vec_sub(bend, cr_bend_at(b->body, &b->state, b->q, t->point_b, &m->place_b));
        speed = cr_vec_sub(speed, cr_bend_at(b->body, &b->state, b->rate, t->point_b, &m->place_b));
    }
    *rate = cr_vec_dot(t->normal, speed);
    return t->gap + cr_vec_dot(t->normal, bend);
}

// Steps short enough for the pulse of a law.
static double law_step(const cr_world *w, const cr_pair *pair, const cr_view *a, const cr_view *b,
                       double approach) {
    double ma = a->body->moves ? a->body->rigid.mass : HUGE_VAL,
           mb = b->body->moves ? b->body->rigid.mass : HUGE_VAL;
    double m = ma < HUGE_VAL && mb < HUGE_VAL ? ma * mb / (ma + mb) : cr_min(ma, mb);
    const double slowest = 1e-2, parts = 12.0;
    return cr_min(w->model->def.step, cr_law_duration(pair->rule.law, m, cr_max(approach, slowest)) / parts);
}

// An impact that rebounds happens where the bodies meet: the step ends there.
static bool rebounds(const cr_world *w, const cr_pair *pair, double rate, double h) {
    return pair->rule.restitution > 0.0 && pair->points.count == 1 &&
           rate < -2.0 * h * cr_vec_length(w->model->def.gravity);
}

// To come this way with a speed that gravity may raise; not later.
static double time_to_meet(double way, double rate, double gravity) {
    return 2.0 * way / (-rate + sqrt(rate * rate + 2.0 * gravity * way));
}

// A body that is stopped at one end comes down faster at the other: a rod 3/2 times as fast, a ring 4/3, any
// body with its centre half way less than twice.
static const double struck = 2.0;

// Points that may close within the step, whichever way they move now.
static void choose_rows(cr_world *w, cr_pair *pair, const cr_view *a, const cr_view *b, double h, bool fast,
                        double *limit) {
    double margin = w->model->def.margin, fall = cr_vec_length(w->model->def.gravity) * h * h;
    double stir = h * (a->stir + b->stir), falls = 20.0 * h * cr_vec_length(w->model->def.gravity);
    bool stops = !(pair->rule.restitution > 0.0) && !pair->rule.law;
    pair->rows = 0;
    pair->closing = 0.0;
    for (int i = 0; i < pair->points.count; i++) {
        cr_point_memory *m = &pair->points.items[i];
        double rate, reach;
        m->gap = bent_gap(a, b, m, &rate);
        if (cr_world_is_s3(w)) {
            m->row = cr_s3_touches(w, m->gap, rate);
            if (m->row) pair->rows++;
            else let_go(w, pair, m);
            continue;
        }
        reach = stir + (fast ? margin : margin + fall - struck * h * cr_min(rate, 0.0));
        if (stops && m->gap + h * rate < 0.0 && -rate > falls) pair->closing = cr_max(pair->closing, -rate);
        m->row = m->gap <= reach || m->psi > 0.0;
        if (m->row && rebounds(w, pair, rate, h) && m->gap > margin) {
            m->row = false;
            *limit = cr_min(*limit, time_to_meet(m->gap - 0.5 * margin, rate, fall / (h * h)));
        }
        if (m->row && pair->rule.law && (m->psi > 0.0 || m->gap + h * rate < 0.0))
            *limit = cr_min(*limit, law_step(w, pair, a, b, fabs(rate)));
        if (m->row) pair->rows++;
        else let_go(w, pair, m);
    }
}

cr_status cr_pair_meet(cr_world *w, cr_pair *pair, const cr_view *a, const cr_view *b, double h,
                       double *limit, cr_error *error) {
    double speed = fastest(a, b), margin = w->model->def.margin;
    double fall = cr_vec_length(w->model->def.gravity) * h * h,
           bend = a->bend + b->bend + h * (a->stir + b->stir);
    double wall = cr_min(a->body->part[pair->part_a].form->wall, b->body->part[pair->part_b].form->wall);
    double apart = cr_vec_length(cr_vec_sub(a->state.at, b->state.at)) - a->body->reach - b->body->reach;
    if (apart > margin + fall + h * speed + bend && pair->points.count == 0) {
        pair->rows = 0;
        pair->closing = 0.0;
        return CR_OK;
    }
    cr_meeting meeting = meeting_of(w, pair, a, b);
    double safe = 0.5 * wall / (speed - a->bend_rate - b->bend_rate);
    bool fast = h > safe && !cr_world_is_s3(w);
    if (fast) {
        double hit =
            cr_touch_advance(&meeting, a->state.velocity, cr_quat_turn(a->state.turn, a->state.spin),
                             b->state.velocity, cr_quat_turn(b->state.turn, b->state.spin), h, 0.5 * margin);
        // What is a row already needs no hit to end at (bodies that slide along each other would have one at
        // every moment), but a step in which nothing passes a wall.
        if (hit > 0.0 && hit * speed <= margin && hit < safe) {
            fast = false;
            hit = h = safe;
            fall = cr_vec_length(w->model->def.gravity) * h * h;
        }
        if (hit > 0.0 && (hit < h || !fast)) *limit = cr_min(*limit, hit);
    }
    meeting.way = struck * h * speed;
    double reach = margin + bend + (fast ? 0.0 : fall + struck * h * speed);
    load_touches(w, pair);
    int dropped = 0;
    cr_touch_find(&meeting, reach, w->touches, &dropped);
    w->stats.dropped_points += dropped;
    cr_status status = take_points(w, pair, error);
    if (status == CR_OK) choose_rows(w, pair, a, b, h, fast, limit);
    return status;
}
