// The hold: forces, constant over the step, that keep bodies apart at its end.
//   F_n >= 0  ⟂  gap + B^T dy_free + W_H F + F_n/k >= 0,   |F_t| <= mu F_n against the slip over the step
// with columns B in the middle of the step, where B^T dy is the true change of the gap to second order, the
// exact response W_H of bodies and modes to constant forces, and a bristle across with memory. Work is F .
// B^T dy exactly: a hold never gives energy (docs/theory/worlds.md).
#include "world/hold.h"
#include "base/numeric.h"
#include "world/compress.h"
#include "world/joint.h"

#include <string.h>

static cr_pose pose_of(const cr_rigid_state *s) {
    return (cr_pose){s->at, s->turn};
}

// The middle of the step as it would be without contact forces.
static void middle_of(cr_hold *hold, int body, cr_rigid_state *mid) {
    const cr_body *b = cr_body_of(hold->w, body);
    const cr_mover *m = &hold->w->mover[body];
    if (!b->moves) {
        cr_drive_state(b, hold->g->t0 + 0.5 * hold->h, mid);
        return;
    }
    cr_vec mean = cr_flow_mean_spin(&b->rigid, m->start.spin, (cr_vec){0}, hold->h);
    *mid = m->start;
    mid->at = cr_vec_along(m->start.at, 0.5 * hold->h, m->start.velocity);
    mid->turn = cr_quat_mul(m->start.turn, cr_quat_cayley(cr_vec_scale(0.5 * hold->h, mean)));
}

static cr_status member_begin(cr_hold *hold, int member, cr_error *error) {
    int body = hold->g->member[member];
    const cr_body *b = cr_body_of(hold->w, body);
    cr_mover *m = &hold->w->mover[body];
    cr_hold_member *out = &hold->member[member];
    cr_arena *arena = hold->g->scratch;
    double h = hold->h;
    size_t n = (size_t)b->modes;
    out->push = cr_arena_take(arena, n + 1, sizeof *out->push);
    out->root = cr_arena_take(arena, n + 1, sizeof *out->root);
    out->moved = cr_arena_take(arena, n + 1, sizeof *out->moved);
    out->middle = cr_arena_take(arena, n + 1, sizeof *out->middle);
    out->loaded = cr_arena_take(arena, n + 1, sizeof *out->loaded);
    out->carried = cr_arena_take(arena, n + 1, sizeof *out->carried);
    out->feed = cr_arena_take(arena, n + 1, sizeof *out->feed);
    if (!out->push || !out->root || !out->moved || !out->middle || !out->loaded || !out->carried ||
        !out->feed)
        return cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d modes", b->modes);
    middle_of(hold, body, &out->mid);
    cr_hold_outside(hold, member);
    cr_propagator_set(&m->response, h);
    cr_propagator_run(&m->response, m->q, m->rate, out->push, m->q_end, m->rate_end);
    for (size_t j = 0; j < n; j++) {
        // A mode that comes back to where it was at the end of the step (w h = 2 pi n) is not quite rigid.
        out->root[j] = sqrt(cr_max(m->response.response[j].b, 1e-14 * h * h));
        out->moved[j] = m->q_end[j] - m->q[j];
        out->middle[j] = m->q[j] + 0.5 * out->moved[j];
    }
    cr_metric *metric = &hold->s.metric[member];
    *metric = (cr_metric){.body = b,
                          .at = out->mid.at,
                          .turn = out->mid.turn,
                          .turn_start = m->start.turn,
                          .linear = b->moves ? h / sqrt(2.0 * b->rigid.mass) : 0.0,
                          .angular = h * sqrt(0.5),
                          .modal = out->root,
                          .shape = out->middle};
    cr_vec way = {0};
    if (b->moves) {
        out->mean = cr_flow_mean_spin(&b->rigid, m->start.spin, out->torque, h);
        metric->half = cr_vec_scale(0.5 * h, out->mean);
        way = cr_vec_along(cr_vec_scale(h, m->start.velocity), 0.5 * h * h / b->rigid.mass, out->force);
    }
    cr_metric_scale(metric, way, cr_vec_scale(h, out->mean), out->moved, hold->s.free[member]);
    return CR_OK;
}

// Points of a pair follow each other: their bodies are looked at once.
static const cr_hold_course *course_of(cr_hold *hold, int end, int body) {
    cr_hold_course *course = &hold->course[end];
    const cr_body *b = cr_body_of(hold->w, body);
    if (course->body == body) return course;
    course->body = body;
    cr_drive_state(b, hold->g->t0, &course->from);
    cr_drive_state(b, hold->g->t0 + 0.5 * hold->h, &course->mid);
    cr_drive_state(b, hold->g->t0 + hold->h, &course->to);
    return course;
}

// How far a driven body carries a point of its own during the step.
static cr_vec driven_way(cr_hold *hold, int end, int body, const cr_rigid_state *mid, cr_vec point) {
    if (cr_body_of(hold->w, body)->drive.keys == 0) return (cr_vec){0};
    const cr_hold_course *course = course_of(hold, end, body);
    cr_pose at = pose_of(mid), first = pose_of(&course->from), last = pose_of(&course->to);
    cr_vec own = cr_pose_in(&at, point);
    return cr_vec_sub(cr_pose_out(&last, own), cr_pose_out(&first, own));
}

// The contact point in the middle of the step.
static void follow(cr_hold *hold, cr_point *p, cr_rigid_state mid[2]) {
    const cr_pair *pair = &hold->w->pairs.items[p->pair];
    for (int end = 0; end < 2; end++) {
        if (p->member[end] >= 0) mid[end] = hold->member[p->member[end]].mid;
        else if (cr_body_of(hold->w, p->body[end])->moves) middle_of(hold, p->body[end], &mid[end]);
        else mid[end] = course_of(hold, end, p->body[end])->mid;
    }
    const cr_body *a = cr_body_of(hold->w, pair->a), *b = cr_body_of(hold->w, pair->b);
    cr_pose at_a = pose_of(&mid[0]), at_b = pose_of(&mid[1]);
    cr_meeting meeting = {
        .a = a->part[pair->part_a].form, .b = b->part[pair->part_b].form, .flat = hold->w->model->def.flat};
    cr_pair_poses(pair, a, &at_a, b, &at_b, &meeting);
    p->mid = p->before.touch;
    cr_touch_follow(&meeting, &p->mid);
    p->normal = cr_rough_normal(hold->w, pair, &p->mid, mid);
    cr_vec_frame(p->normal, &p->side[0], &p->side[1]);
}

// A bristle of the last hold, turned with the normal, never longer.
static cr_vec carried(const cr_point *p, cr_vec f) {
    cr_vec from = p->before.bristle_normal, to = p->normal, axis = cr_vec_cross(from, to);
    double c = cr_vec_dot(from, to);
    if (c < -0.5) return (cr_vec){0};
    cr_vec turned = cr_vec_add(cr_vec_scale(c, f), cr_vec_cross(axis, f));
    turned = cr_vec_along(turned, cr_vec_dot(axis, f) / (1.0 + c), axis);
    double length = cr_vec_length(turned), before = cr_vec_length(f);
    return length > before ? cr_vec_scale(before / length, turned) : turned;
}

// Where the spring at the point stands: a point that is deeper than its spring was pressed (a step that was
// too long, a start in overlap) is pushed out at a bounded speed.
static double effective_gap(const cr_hold *hold, const cr_point *p, double stiffness) {
    double pressed = p->before.force / stiffness;
    if (p->gap >= 0.0) return p->gap;
    return cr_max(p->gap, -pressed - hold->w->model->def.push * hold->h);
}

void cr_hold_free(const cr_hold *hold, int block, double free[3]) {
    if (hold->steady[block]) memcpy(free, hold->free + 3 * block, 3 * sizeof *free);
    else cr_system_free(&hold->s, block, free);
}

// Passes correct the turn of what moves alone.
static bool is_steady(const cr_hold *hold, const cr_point *p) {
    bool steady = true;
    for (int end = 0; end < 2; end++)
        steady = steady && (p->member[end] < 0 || !cr_body_of(hold->w, p->body[end])->moves);
    return steady;
}

static bool normal_row(cr_hold *hold, cr_point *p, int block, const double free[3], const double driven[3]) {
    const cr_meeting_rule *rule = &hold->w->pairs.items[p->pair].rule;
    double *base = hold->base + 3 * block, *c = hold->s.compliance + 3 * block, w[3];
    if (!rule->law) {
        base[0] = effective_gap(hold, p, rule->stiffness);
        c[0] = 1.0 / rule->stiffness;
        return true;
    }
    double ahead = free[0] + driven[0];
    cr_law *law = &hold->law[p - hold->g->point];
    cr_system_diagonal(&hold->s, block, w);
    hold->give[block] = w[0];
    cr_compress_begin(hold, p, ahead, w[0], law);
    return cr_compress_row(law, hold->h, -ahead, w[0], p, &base[0], &c[0]);
}

static void contact_block(cr_hold *hold, int index) {
    cr_point *p = &hold->g->point[index];
    const cr_pair *pair = &hold->w->pairs.items[p->pair];
    const cr_meeting_rule *rule = &pair->rule;
    cr_rigid_state mid[2];
    follow(hold, p, mid);
    int block = cr_system_block(&hold->s, CR_ROWS_CONTACT, p->member[0], p->member[1]);
    if (hold->s.failed) return;
    cr_vec at = cr_vec_scale(0.5, cr_vec_add(p->mid.point_a, p->mid.point_b));
    cr_vec d[3] = {p->normal, p->side[0], p->side[1]}, drive = {0};
    p->after = p->before;
    for (int end = 0; end < 2; end++) {
        double sign = end == 0 ? 1.0 : -1.0;
        cr_skin_hint *hint = end == 0 ? &p->after.place_a : &p->after.place_b;
        int member = p->member[end];
        if (member >= 0)
            cr_columns_point(&hold->s.metric[member], at, cr_pair_unbent(pair, &p->mid, end), d, sign, hint,
                             cr_system_rows(&hold->s, block, end));
        drive = cr_vec_along(drive, sign, driven_way(hold, end, p->body[end], &mid[end], at));
    }
    cr_vec shear = carried(p, p->before.shear);
    double *free = hold->free + 3 * block, *driven = hold->driven + 3 * block, *base = hold->base + 3 * block;
    cr_system_free(&hold->s, block, free);
    hold->steady[block] = is_steady(hold, p);
    for (int i = 0; i < 3; i++) driven[i] = cr_vec_dot(d[i], drive);
    for (int i = 0; i < 3; i++) hold->direction[3 * block + i] = d[i];
    hold->point[block] = index;
    hold->contact[index] = block;
    if (!normal_row(hold, p, block, free, driven)) {
        hold->s.blocks--;
        hold->steady[block] = false;
        for (int i = 0; i < 3; i++) p->force[i] = 0.0;
        hold->idle[index] = true;
        return;
    }
    for (int i = 1; i < 3; i++) {
        base[i] = -cr_vec_dot(d[i], shear) / rule->shear;
        hold->s.compliance[3 * block + i] = 1.0 / rule->shear;
    }
    hold->s.mu[block] = cr_point_mu(&rule->grip, p->before.slip);
    double *r = hold->s.r + 3 * block;
    r[0] = p->before.force;
    r[1] = cr_vec_dot(d[1], shear);
    r[2] = cr_vec_dot(d[2], shear);
}

static void disk_radii(const cr_hold *hold, int index, double force, double radius[2]) {
    const cr_point *p = &hold->g->point[index];
    const cr_grip *grip = &hold->w->pairs.items[p->pair].rule.grip;
    radius[0] = p->mid.curvature > 0.0 ? grip->rolling * force / p->mid.curvature : 0.0;
    radius[1] = grip->spinning * force;
}

// Resistance to rolling (about the tangents) and spinning (about the normal), within what the last force
// allows, each a bristle with memory like friction.
static void disk_block(cr_hold *hold, int index) {
    cr_point *p = &hold->g->point[index];
    const cr_meeting_rule *rule = &hold->w->pairs.items[p->pair].rule;
    if (!(rule->grip.rolling > 0.0 || rule->grip.spinning > 0.0) || hold->idle[index]) return;
    int block = cr_system_block(&hold->s, CR_ROWS_DISK, p->member[0], p->member[1]);
    if (hold->s.failed) return;
    cr_vec d[3] = {p->side[0], p->side[1], p->normal};
    for (int end = 0; end < 2; end++)
        if (p->member[end] >= 0)
            cr_columns_turn(&hold->s.metric[p->member[end]], d, end == 0 ? 1.0 : -1.0,
                            cr_system_rows(&hold->s, block, end));
    cr_vec bend = carried(p, p->before.bend);
    for (int i = 0; i < 3; i++) {
        hold->direction[3 * block + i] = d[i];
        hold->s.r[3 * block + i] = cr_vec_dot(d[i], bend);
        hold->base[3 * block + i] = -hold->s.r[3 * block + i] / rule->twist;
        hold->driven[3 * block + i] = 0.0;
        hold->s.compliance[3 * block + i] = 1.0 / rule->twist;
    }
    disk_radii(hold, index, p->before.force, hold->s.radius + 2 * block);
    hold->point[block] = index;
    hold->torque[block] = true;
}

// Radii follow the forces that were found: true where that changes them.
static bool radii_differ(cr_hold *hold) {
    bool differ = false;
    for (int block = 0; block < hold->s.blocks; block++) {
        if (hold->s.kind[block] != CR_ROWS_DISK) continue;
        double *radius = hold->s.radius + 2 * block, before[2] = {radius[0], radius[1]};
        disk_radii(hold, hold->point[block], hold->s.r[3 * hold->contact[hold->point[block]]], radius);
        for (int i = 0; i < 2; i++) differ = differ || fabs(radius[i] - before[i]) > 1e-9 * radius[i];
    }
    return differ;
}

static cr_status begin(cr_hold *hold, cr_error *error) {
    cr_group *g = hold->g;
    int blocks = 2 * g->points + 2 * g->joints;
    size_t n = (size_t)blocks + 1;
    bool memory = cr_system_begin(&hold->s, hold->w, g, blocks, g->scratch);
    hold->member = cr_arena_take(g->scratch, (size_t)g->members + 1, sizeof *hold->member);
    hold->point = cr_arena_take(g->scratch, n, sizeof *hold->point);
    hold->base = cr_arena_take(g->scratch, 3 * n, sizeof *hold->base);
    hold->driven = cr_arena_take(g->scratch, 3 * n, sizeof *hold->driven);
    hold->free = cr_arena_take(g->scratch, 3 * n, sizeof *hold->free);
    hold->steady = cr_arena_take(g->scratch, n, sizeof *hold->steady);
    hold->direction = cr_arena_take(g->scratch, 3 * n, sizeof *hold->direction);
    hold->torque = cr_arena_take(g->scratch, n, sizeof *hold->torque);
    hold->give = cr_arena_take(g->scratch, n, sizeof *hold->give);
    hold->contact = cr_arena_take(g->scratch, (size_t)g->points + 1, sizeof *hold->contact);
    hold->law = cr_arena_take_unset(g->scratch, (size_t)g->points + 1, sizeof *hold->law);
    hold->idle = cr_arena_take(g->scratch, (size_t)g->points + 1, sizeof *hold->idle);
    hold->course[0].body = hold->course[1].body = -1;
    if (!memory || !hold->member || !hold->point || !hold->base || !hold->driven || !hold->free ||
        !hold->steady || !hold->direction || !hold->torque || !hold->give || !hold->contact || !hold->law ||
        !hold->idle)
        return cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d contacts", g->points);
    return CR_OK;
}

static cr_status gather(cr_hold *hold, cr_error *error) {
    cr_status status = begin(hold, error);
    for (int i = 0; status == CR_OK && i < hold->g->members; i++) status = member_begin(hold, i, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < hold->g->points && !hold->s.failed; i++) contact_block(hold, i);
    for (int i = 0; i < hold->g->points && !hold->s.failed; i++) disk_block(hold, i);
    for (int i = 0; i < hold->g->joints && !hold->s.failed; i++) cr_hold_joint(hold, i);
    if (!hold->s.failed) cr_system_keep(&hold->s);
    return hold->s.failed
               ? cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d contacts", hold->g->points)
               : CR_OK;
}

// The right-hand side; returns the farthest that a row would move freely.
static double set_q(cr_hold *hold) {
    double farthest = 0.0;
    for (int block = 0; block < hold->s.blocks; block++) {
        double free[3], *q = hold->s.q + 3 * block;
        cr_hold_free(hold, block, free);
        for (int i = 0; i < 3; i++) {
            q[i] = hold->base[3 * block + i] + hold->driven[3 * block + i] + free[i];
            if (!hold->torque[block]) farthest = cr_max(farthest, fabs(free[i]));
        }
    }
    return farthest;
}

// Turning is not linear in the torque: the exact mean spin under what was found differs from the rows' by
// terms of third order. Rows are corrected by it and solved again until work is force times way.
static bool turn_differs(cr_hold *hold) {
    const double *y = hold->s.y;
    bool differs = false;
    for (int i = 0; i < hold->g->members; i++) {
        cr_hold_member *m = &hold->member[i];
        const cr_body *b = hold->s.metric[i].body;
        if (b->moves) {
            const cr_mover *mover = &hold->w->mover[hold->g->member[i]];
            cr_vec part = cr_rigid_root_apply(&b->rigid, (cr_vec){y[3], y[4], y[5]});
            m->contact_torque = cr_vec_scale(1.0 / hold->s.metric[i].angular, part);
            cr_vec torque = cr_vec_add(m->torque, m->contact_torque);
            cr_vec exact = cr_flow_mean_spin(&b->rigid, mover->start.spin, torque, hold->h);
            m->exact = exact;
            cr_vec answer = cr_rigid_root_solve_back(&b->rigid, (cr_vec){y[3], y[4], y[5]});
            cr_vec way = cr_vec_along(cr_vec_scale(hold->h, m->mean), hold->s.metric[i].angular, answer);
            cr_vec rest = cr_vec_sub(cr_vec_scale(hold->h, exact), way);
            double work = fabs(cr_vec_dot(m->contact_torque, cr_vec_sub(rest, m->turn_rest)));
            double scale = fabs(cr_vec_dot(m->contact_torque, way)) + cr_vec_length(m->contact_torque) *
                                                                          cr_vec_length(answer) *
                                                                          hold->s.metric[i].angular;
            differs = differs || work > 1e-14 * scale;
            cr_vec change = cr_vec_sub(rest, m->turn_rest);
            m->turn_rest = rest;
            cr_vec scaled =
                cr_vec_scale(1.0 / hold->s.metric[i].angular, cr_rigid_root_apply_back(&b->rigid, change));
            hold->s.free[i][3] += scaled.x;
            hold->s.free[i][4] += scaled.y;
            hold->s.free[i][5] += scaled.z;
        }
        y += b->freedoms;
    }
    return differs;
}

// What turns by a radian and more within the step has no midpoint that passes would find; the step is to be
// shorter.
static bool turns_wildly(const cr_hold *hold) {
    bool wild = false;
    for (int i = 0; i < hold->g->members; i++)
        wild = wild || !(hold->h * cr_vec_length(hold->member[i].exact) <= 1.0);
    return wild;
}

// The mean of the modes by what was found; how far it was off, over the root of the mass [m].
static double find_middle(cr_hold *hold, int member, const double *modal) {
    cr_hold_member *m = &hold->member[member];
    const cr_body *b = hold->s.metric[member].body;
    const double *q = hold->w->mover[hold->g->member[member]].q;
    double off = 0.0;
    for (int j = 0; j < b->modes; j++) {
        double middle = q[j] + 0.5 * (m->moved[j] + m->root[j] * modal[j]);
        off = cr_max(off, fabs(middle - m->middle[j]));
        m->middle[j] = middle;
    }
    return off / sqrt(b->rigid.mass);
}

// The rows of a joint tell the way of its ends exactly for one mean spin and bend: those that were found,
// which may be far from those without contact where a light body hangs on a heavy one.
static bool joints_differ(cr_hold *hold) {
    bool differ = false;
    const double *y = hold->s.y;
    hold->swing = 0.0;
    for (int i = 0; i < hold->g->members; i++) {
        cr_metric *metric = &hold->s.metric[i];
        const cr_body *b = metric->body;
        cr_vec half = cr_vec_scale(0.5 * hold->h, hold->member[i].exact);
        double turned = b->moves ? cr_vec_length(cr_vec_sub(half, metric->half)) : 0.0;
        double bent = find_middle(hold, i, y + (b->moves ? 6 : 0));
        differ = differ || turned > 1e-12 || bent > 1e-15;
        hold->swing = cr_max(hold->swing, cr_max(turned, bent / b->reach));
        if (b->moves) metric->half = half;
        y += b->freedoms;
    }
    for (int block = 0; differ && block < hold->s.blocks; block++) {
        if (hold->point[block] >= 0 || hold->torque[block]) continue;
        int slot = -1 - hold->point[block];
        cr_joint_columns(hold->w, &hold->s, hold->g->joint[slot], block, hold->direction + 3 * block);
    }
    return differ;
}

// The end of a step that leads to an event is the event, whatever t0 + (event - t0) is rounded to.
double cr_group_end(const cr_world *w, const cr_group *g, double h) {
    double end = g->t0 + h;
    for (int i = 0; i < g->members; i++) {
        double event = cr_world_next_event(w, g->member[i], g->t0);
        if (event < HUGE_VAL && fabs(end - event) <= 1e-15 * event) return event;
    }
    return end;
}

cr_status cr_group_hold(cr_world *w, cr_group *g, double h, cr_rows_result *result, cr_error *error) {
    g->t1 = cr_group_end(w, g, h);
    g->hold = (cr_books){0};
    *result = (cr_rows_result){0};
    cr_arena_mark mark = cr_arena_here(g->scratch);
    cr_hold hold = {.w = w, .g = g, .h = h};
    cr_status status = gather(&hold, error);
    enum { PASSES = 6, JOINT_PASSES = 20 };
    const double settled = 1e-7; // what joints are off then is far below what tears them
    int passes = g->joints > 0 ? JOINT_PASSES : PASSES;
    for (int pass = 0; status == CR_OK && pass < passes; pass++) {
        double farthest = set_q(&hold), fall = 0.5 * h * h * cr_vec_length(w->model->def.gravity);
        if (hold.s.blocks == 0) break;
        double scale = cr_max(1e-3 * fall, 1e-6 * farthest);
        status = cr_system_solve(&hold.s, CR_SOLVED, scale, true, result, error);
        if (status != CR_OK) break;
        bool turned = turn_differs(&hold);
        if (turns_wildly(&hold)) break;
        bool rolled = radii_differ(&hold);
        bool swung = g->joints > 0 && pass + 1 < passes && joints_differ(&hold);
        bool pressed = pass + 1 < passes && cr_hold_laws_differ(&hold);
        if (!turned && !rolled && !swung && !pressed) break;
    }
    g->unsettled = !(hold.swing <= settled);
    if (status == CR_OK) cr_hold_end(&hold);
    cr_arena_rewind(g->scratch, mark);
    return status;
}
