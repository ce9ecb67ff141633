// Pairs of parts and their touch points.
#include "base/numeric.h"
#include "carom/exact.h"
#include "world/s3.h"
#include "world/world_internal.h"

#include <float.h>
#include <string.h>

static int slot_of(const cr_world *w, int a, int part_a, int b, int part_b) {
    unsigned h = (unsigned)a * 73856093u ^ (unsigned)b * 19349663u ^ (unsigned)part_a * 83492791u ^
                 (unsigned)part_b * 2654435761u;
    h ^= h >> 15;
    return (int)(h & (unsigned)(w->table.size - 1));
}

int cr_pair_find_index(const cr_world *w, int a, int part_a, int b, int part_b) {
    for (int i = w->table.head[slot_of(w, a, part_a, b, part_b)]; i >= 0; i = w->pairs.items[i].next) {
        const cr_pair *p = &w->pairs.items[i];
        if (p->a == a && p->b == b && p->part_a == part_a && p->part_b == part_b) return i;
    }
    return -1;
}

int cr_pair_add(cr_world *w, int a, int part_a, int b, int part_b, cr_error *error) {
    cr_pair *pair = CR_ARRAY_ADD(&w->pairs, w->pair_arena);
    if (!pair) {
        cr_fail(error, CR_ERR_MEMORY, "world", "no memory for pairs of bodies");
        return -1;
    }
    pair->a = a;
    pair->b = b;
    pair->part_a = part_a;
    pair->part_b = part_b;
    pair->found = pair->listed = pair->place.triangle = -1;
    pair->rule = cr_world_model_rule(w->model, a, b);
    int *head = &w->table.head[slot_of(w, a, part_a, b, part_b)];
    pair->next = *head;
    return *head = w->pairs.count - 1;
}

cr_vec cr_body_velocity(const cr_body_now *v, cr_vec point) {
    cr_vec spin = cr_quat_turn(v->state.turn, v->state.spin);
    return cr_vec_add(v->state.velocity, cr_vec_cross(spin, cr_vec_sub(point, v->state.at)));
}

static double fastest(const cr_body_now *a, const cr_body_now *b) {
    double speed = cr_vec_length(cr_vec_sub(a->state.velocity, b->state.velocity));
    if (a->body->reach < HUGE_VAL) speed += cr_vec_length(a->state.spin) * a->body->reach;
    if (b->body->reach < HUGE_VAL) speed += cr_vec_length(b->state.spin) * b->body->reach;
    return speed + a->bend_rate + b->bend_rate;
}

// What a point stored is lost with it, and so is what its gap was offset by.
static void let_go(cr_world *w, const cr_pair *pair, cr_point_memory *m) {
    w->books.dropped += cr_point_stored(&pair->rule, m);
    m->force = m->psi = m->budget = 0.0;
    m->touch.gap -= m->touch.offset;
    m->touch.offset = 0.0;
    m->shear = m->bend = (cr_vec){0};
    m->slip = -1.0;
    memset(m->bend_budget, 0, sizeof m->bend_budget);
}

static void lose(cr_world *w, const cr_pair *pair, cr_point_memory *m, cr_lost_load *lost) {
    cr_lost_load_add(lost, m);
    let_go(w, pair, m);
}

static cr_point_memory fresh_memory(void) {
    return (cr_point_memory){.slip = -1.0, .place_a.triangle = -1, .place_b.triangle = -1};
}

// The points found take over what those with their keys remembered; both lists rise by key.
static cr_status take_points(cr_world *w, cr_pair *pair, cr_lost_load *lost, cr_error *error) {
    const cr_touch_memory *found = w->touches;
    cr_point_memory *merged = w->merged;
    int old = 0, count = pair->points.count;
    for (int i = 0; i < found->count; i++) {
        unsigned key = found->touch[i].key;
        while (old < count && pair->points.items[old].touch.key < key)
            lose(w, pair, &pair->points.items[old++], lost);
        bool known = old < count && pair->points.items[old].touch.key == key;
        merged[i] = known ? pair->points.items[old++] : fresh_memory();
        merged[i].bristle_normal = known ? merged[i].bristle_normal : found->touch[i].normal;
        merged[i].touch = found->touch[i];
    }
    while (old < count) lose(w, pair, &pair->points.items[old++], lost);
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

// Modes may move a body by more than the room that a ball has in it (a marble in a pipe), so that it touches
// another place than in the body at rest. Its form is met where it is bent: moved by u at the point of it
// that is nearest to the ball, distance(c - u) - r.
static bool fits_into(const cr_form *ball, const cr_form *hollow) {
    return ball->ball > 0.0 && ball->ball <= hollow->nook && hollow->nook < HUGE_VAL && !(hollow->band > 0.0);
}

static void bend_form(cr_pair *pair, const cr_body_now *now[2], int end) {
    const cr_body_now *hollow = now[end], *ball = now[1 - end];
    const int part[2] = {pair->part_a, pair->part_b};
    const cr_part_def *own = &hollow->body->part[part[end]], *other = &ball->body->part[part[1 - end]];
    if (hollow->body->modes == 0 || !fits_into(other->form, own->form)) return;
    cr_pose at = {hollow->state.at, hollow->state.turn}, ball_at = {ball->state.at, ball->state.turn},
            pose = cr_pose_of(&at, &own->pose);
    cr_vec centre = cr_pose_out(&ball_at, other->pose.at);
    cr_vec p = cr_pose_in(&pose, cr_vec_sub(centre, pair->bent[end]));
    cr_near near = cr_form_near(own->form, p, 0);
    cr_vec on = cr_pose_out(&pose, cr_vec_along(p, -near.distance, near.normal));
    pair->bent[end] = cr_bend_at(hollow->body, &hollow->state, hollow->q, on, &pair->place);
}

void cr_pair_poses(const cr_pair *pair, const cr_body *a, const cr_pose *at_a, const cr_body *b,
                   const cr_pose *at_b, cr_meeting *meeting) {
    meeting->pose_a = cr_pose_of(at_a, &a->part[pair->part_a].pose);
    meeting->pose_b = cr_pose_of(at_b, &b->part[pair->part_b].pose);
    meeting->pose_a.at = cr_vec_add(meeting->pose_a.at, pair->bent[0]);
    meeting->pose_b.at = cr_vec_add(meeting->pose_b.at, pair->bent[1]);
}

cr_vec cr_pair_unbent(const cr_pair *pair, const cr_touch *touch, int end) {
    return cr_vec_sub(end == 0 ? touch->point_a : touch->point_b, pair->bent[end]);
}

static cr_meeting meeting_of(const cr_world *w, cr_pair *pair, const cr_body_now *a, const cr_body_now *b) {
    const cr_body_now *now[2] = {a, b};
    for (int end = 0; end < 2 && !cr_world_is_s3(w); end++) bend_form(pair, now, end);
    cr_pose at_a = {a->state.at, a->state.turn}, at_b = {b->state.at, b->state.turn};
    cr_meeting meeting = {.a = a->body->part[pair->part_a].form,
                          .b = b->body->part[pair->part_b].form,
                          .flat = w->model->def.flat};
    cr_pair_poses(pair, a->body, &at_a, b->body, &at_b, &meeting);
    meeting.centre_a = cr_vec_sub(at_a.at, meeting.pose_a.at);
    meeting.centre_b = cr_vec_sub(at_b.at, meeting.pose_b.at);
    return meeting;
}

double cr_point_gap(const cr_pair *pair, const cr_body_now *a, const cr_body_now *b, cr_point_memory *m,
                    cr_vec *speed) {
    const cr_touch *t = &m->touch;
    cr_vec at = cr_vec_scale(0.5, cr_vec_add(t->point_a, t->point_b)),
           bend = cr_vec_sub(pair->bent[1], pair->bent[0]);
    *speed = cr_vec_sub(cr_body_velocity(a, at), cr_body_velocity(b, at));
    cr_vec way, rate;
    if (a->body->modes > 0) {
        cr_bend_both(a->body, &a->state, a->q, a->rate, cr_pair_unbent(pair, t, 0), &m->place_a, &way, &rate);
        bend = cr_vec_add(bend, way);
        *speed = cr_vec_add(*speed, rate);
    }
    if (b->body->modes > 0) {
        cr_bend_both(b->body, &b->state, b->q, b->rate, cr_pair_unbent(pair, t, 1), &m->place_b, &way, &rate);
        bend = cr_vec_sub(bend, way);
        *speed = cr_vec_sub(*speed, rate);
    }
    return t->gap + cr_vec_dot(t->normal, bend);
}

static double modal_mobility(const cr_pair *pair, const cr_body_now *now, int end, cr_point_memory *m) {
    return cr_bend_mobility(now->body, &now->state, cr_pair_unbent(pair, &m->touch, end), m->touch.normal,
                            end == 0 ? &m->place_a : &m->place_b);
}

// What an impulse moves by modes at a point of two bodies that are held, 1/kg; 0: one of them moves whole.
static double held_mobility(const cr_pair *pair, const cr_body_now *a, const cr_body_now *b,
                            cr_point_memory *m) {
    if (a->body->moves || b->body->moves) return 0.0;
    return modal_mobility(pair, a, 0, m) + modal_mobility(pair, b, 1, m);
}

// Steps short enough for the pulse of a law. Modes count where nothing else moves, and where what is pressed
// hardly does there is no pulse: its psi stays with its depth in any step.
static double law_step(const cr_world *w, const cr_pair *pair, const cr_body_now *a, const cr_body_now *b,
                       cr_point_memory *m, double approach) {
    const double slowest = 1e-2;
    double held = held_mobility(pair, a, b, m);
    if (held > 0.0 && approach < slowest) return w->model->def.step;
    double mass = 1.0 / (held + (a->body->moves ? 1.0 / a->body->rigid.mass : 0.0) +
                         (b->body->moves ? 1.0 / b->body->rigid.mass : 0.0));
    cr_law law = cr_compress_stiffest(pair);
    bool loses = pair->rule.loss > 0.0 || law.lambda > 0.0;
    // Restitution comes out too large by 6e-3 with 12 steps and by 8e-4 with 40. Without loss it is 1 with
    // any number; with 6 a pulse is too long by some per cent.
    const double parts = loses ? 40.0 : held > 0.0 ? 6.0 : 12.0;
    return cr_min(w->model->def.step, cr_law_duration(&law, mass, cr_max(approach, slowest)) / parts);
}

// What is slower falls within the step, and is no impact: m/s.
static double slowest_impact(const cr_world *w, double h) {
    return 2.0 * h * cr_vec_length(w->model->def.gravity);
}

// An impact that rebounds happens where the bodies meet: the step ends there, and the one that begins with it
// before anything that it throws has left the margin.
static bool rebounds(const cr_world *w, const cr_pair *pair, double rate, double h) {
    return pair->rule.restitution > 0.0 && pair->points.count == 1 && rate < -slowest_impact(w, h);
}

// To come this way with a speed that gravity may raise; not later.
static double time_to_meet(double way, double rate, double gravity) {
    return 2.0 * way / (-rate + sqrt(rate * rate + 2.0 * gravity * way));
}

// How far bodies come towards each other in a step besides their own motion: falling, thrown by impacts too
// slow to be counted, and by those of their islands (cr_world_visit_ready).
static double way_besides(const cr_world *w, const cr_body_now *a, const cr_body_now *b, double h) {
    return h * (h * cr_vec_length(w->model->def.gravity) + slowest_impact(w, h) + a->stir + b->stir);
}

// The gap that the last hold left is known better than what follows from places that are rounded, as long as
// both agree within that: points that bear one load together would share it anew with every bit.
static double better_known(const cr_point_memory *m, const cr_body_now *a, const cr_body_now *b,
                           double found) {
    const double bits = 8.0 * DBL_EPSILON;
    double size = cr_vec_length(m->touch.point_a) + cr_vec_length(a->state.at) + cr_vec_length(b->state.at);
    return fabs(m->gap - found) <= bits * size ? m->gap : found;
}

// Points that may close within the step, whichever way they move now.
static void choose_rows(cr_world *w, cr_pair *pair, const cr_body_now *a, const cr_body_now *b, double h,
                        bool fast) {
    double margin = w->model->def.margin, slowest = slowest_impact(w, h), besides = way_besides(w, a, b, h);
    bool stops = !(pair->rule.restitution > 0.0) && !pair->rule.law;
    double gravity = cr_vec_length(w->model->def.gravity);
    pair->rows = pair->pressed = 0;
    pair->closing = 0.0;
    for (int i = 0; i < pair->points.count; i++) {
        cr_point_memory *m = &pair->points.items[i];
        cr_vec speed;
        double gap = cr_point_gap(pair, a, b, m, &speed);
        m->gap = cr_world_is_s3(w) ? gap : better_known(m, a, b, gap);
        double rate = cr_vec_dot(m->touch.normal, speed), reach;
        if (cr_world_is_s3(w)) {
            m->row = cr_s3_touches(w, m->gap, rate);
            if (m->row) pair->rows++;
            else let_go(w, pair, m);
            continue;
        }
        reach = margin + (fast ? h * (a->stir + b->stir) : besides - h * cr_min(rate, 0.0));
        if (stops && m->gap + h * rate < 0.0 && -rate > slowest) pair->closing = cr_max(pair->closing, -rate);
        m->row = m->gap <= reach || m->psi > 0.0;
        pair->pressed += m->psi > 0.0;
        if (m->row && rebounds(w, pair, rate, h)) {
            m->row = m->gap <= margin;
            double way = m->row ? margin / (1.0 + pair->rule.restitution) : m->gap - 0.5 * margin;
            pair->limit = cr_min(pair->limit, time_to_meet(way, rate, gravity));
        }
        if (m->row && pair->rule.law && (m->psi > 0.0 || m->gap + h * rate < 0.0))
            pair->pulse = cr_min(pair->pulse, law_step(w, pair, a, b, m, fabs(rate)));
        if (m->row) pair->rows++;
        else let_go(w, pair, m);
    }
}

// Nothing of them is nearer to each other: by the spheres that hold them, or of one that holds still without
// bounds, a floor, by its distance from the other's centre.
static double distance_bound(const cr_body_now *a, int part_a, const cr_body_now *b, int part_b) {
    const cr_body_now *floor = a->body->unbounded ? a : b, *other = floor == a ? b : a;
    const cr_part_def *part = &floor->body->part[floor == a ? part_a : part_b];
    if (!floor->body->unbounded || other->body->unbounded || floor->body->drive.keys > 0)
        return cr_vec_length(cr_vec_sub(a->state.at, b->state.at)) - a->body->reach - b->body->reach;
    cr_pose at = {floor->state.at, floor->state.turn}, pose = cr_pose_of(&at, &part->pose);
    return cr_form_near(part->form, cr_pose_in(&pose, other->state.at), 0).distance - other->body->reach;
}

bool cr_parts_far(const cr_world *w, const cr_body_now *a, int part_a, const cr_body_now *b, int part_b,
                  double h) {
    double reach = w->model->def.margin + a->bend + b->bend;
    return distance_bound(a, part_a, b, part_b) > reach + h * fastest(a, b) + way_besides(w, a, b, h);
}

cr_status cr_pair_meet(cr_world *w, cr_pair *pair, const cr_body_now *a, const cr_body_now *b, double h,
                       cr_error *error) {
    double speed = fastest(a, b), reach = w->model->def.margin + a->bend + b->bend;
    double wall = cr_min(a->body->part[pair->part_a].form->wall, b->body->part[pair->part_b].form->wall);
    pair->limit = pair->pulse = HUGE_VAL;
    if (pair->points.count == 0 && cr_parts_far(w, a, pair->part_a, b, pair->part_b, h)) {
        pair->rows = 0;
        pair->closing = 0.0;
        return CR_OK;
    }
    cr_meeting meeting = meeting_of(w, pair, a, b);
    double safe = 0.5 * wall / (speed - a->bend_rate - b->bend_rate);
    bool fast = h > safe && !cr_world_is_s3(w);
    if (fast) {
        double margin = w->model->def.margin,
               hit = cr_touch_advance(&meeting, a->state.velocity, cr_quat_turn(a->state.turn, a->state.spin),
                                      b->state.velocity, cr_quat_turn(b->state.turn, b->state.spin), h,
                                      0.5 * margin);
        // What is a row already needs no hit to end at (bodies that slide along each other would have one at
        // every moment), but a step in which nothing passes a wall; there is none to pass in a half-space.
        if (hit * speed <= margin && hit < safe) {
            fast = false;
            if (!a->body->unbounded && !b->body->unbounded) h = safe;
            hit = h;
        }
        if (hit > 0.0) pair->limit = hit;
    }
    meeting.way = h * (speed + a->stir + b->stir);
    meeting.turns = !cr_world_is_s3(w) && cr_pair_turns(w, pair, a, b, h);
    reach += fast ? h * (a->stir + b->stir) : h * speed + way_besides(w, a, b, h);
    load_touches(w, pair);
    int dropped = 0;
    cr_touch_find(&meeting, reach, w->touches, &dropped);
    w->stats.dropped_points += dropped;
    cr_lost_load lost = {0};
    cr_status status = take_points(w, pair, &lost, error);
    if (status == CR_OK && pair->rule.modulus > 0.0) cr_compress_find(w, pair, &meeting);
    if (status == CR_OK && !cr_world_is_s3(w)) cr_pair_hand_over(w, pair, a, b, h, &lost);
    if (status == CR_OK) choose_rows(w, pair, a, b, h, fast);
    return status;
}
