// The life of a group step: tried, cut, ended.
#include "base/numeric.h"
#include "world/joint.h"
#include "world/s3.h"

#include <string.h>

bool cr_group_take(const cr_world *w, cr_group *g, int members, int points, int joints) {
    if (!g->arena) g->arena = cr_arena_new(cr_arena_allocator(w->arena));
    if (!g->arena) return false;
    g->scratch = g->arena;
    g->empty = cr_arena_here(g->arena);
    g->member = cr_arena_take(g->arena, (size_t)members + 1, sizeof *g->member);
    g->point = cr_arena_take_unset(g->arena, (size_t)(points > 0 ? points : 1), sizeof *g->point);
    g->joint = cr_arena_take(g->arena, (size_t)joints + 1, sizeof *g->joint);
    g->joint_before = cr_arena_take(g->arena, 6 * (size_t)joints + 1, sizeof *g->joint_before);
    g->joint_force = cr_arena_take(g->arena, 6 * (size_t)joints + 1, sizeof *g->joint_force);
    return g->member && g->point && g->joint && g->joint_before && g->joint_force;
}

// The group's memory and place are free for another.
static void close_group(cr_world *w, cr_group *g) {
    g->used = g->asleep = false;
    cr_arena_rewind(g->arena, g->empty);
    w->idle_group[w->idle_groups++] = (int)(g - w->group);
}

int cr_group_member(const cr_group *g, int body) {
    int low = 0, high = g->members;
    while (body >= 0 && low < high) {
        int middle = (low + high) / 2;
        if (g->member[middle] < body) low = middle + 1;
        else high = middle;
    }
    return body >= 0 && low < g->members && g->member[low] == body ? low : -1;
}

// Normals that turn far within a step are not followed by one middle, nor are bodies that forces have turned
// farther than their spin before let expect.
static bool turns_too_far(const cr_world *w, const cr_group *g) {
    const double half_turn = 0.05, whole_turn = 0.4;
    double h = g->t1 - g->t0;
    for (int i = 0; i < g->members; i++) {
        const cr_mover *m = &w->mover[g->member[i]];
        cr_vec spin = cr_vec_add(m->start.spin, m->end.spin);
        if (cr_body_of(w, g->member[i])->moves && !(0.5 * h * cr_vec_length(spin) <= whole_turn)) return true;
    }
    for (int i = 0; i < g->points; i++) {
        const cr_point *p = &g->point[i];
        if (p->force[0] == 0.0) continue;
        cr_vec turn = cr_vec_cross(p->before.touch.normal, p->normal);
        if (cr_vec_dot(turn, turn) > half_turn * half_turn) return true;
    }
    return false;
}

cr_status cr_group_step(cr_world *w, cr_group *g, double h, cr_error *error) {
    enum { TRIALS = 40 };
    const double shortest = 1e-3 * w->model->def.step;
    if (cr_world_is_s3(w)) return cr_s3_step(w, g, error);
    for (int trial = 0; trial < TRIALS; trial++) {
        cr_status status = cr_group_kick(w, g, h, &g->kicked, error);
        if (status == CR_OK) status = cr_group_hold(w, g, h, &g->held, error);
        if (status == CR_ERR_NUMERIC && h > shortest) { // bodies turn too far for their turn to be found
            h *= 0.5;
            g->redone++;
            continue;
        }
        if (status != CR_OK) return status;
        double shorter = h;
        if (cr_group_raise(w, g))
            for (int i = 0; i < g->members; i++) shorter = cr_min(shorter, cr_mover_wish(w, g->member[i]));
        if (shorter == h && h > shortest && (turns_too_far(w, g) || g->unsettled)) {
            shorter = 0.5 * h;
            for (int i = 0; i < g->members; i++) w->mover[g->member[i]].pace = shorter;
        }
        if (shorter == h) return cr_joints_intact(w, g, error);
        h = shorter;
        g->redone++;
    }
    return CR_OK;
}

static void add_books(cr_books *sum, const cr_books *b) {
    sum->impacts += b->impacts;
    sum->friction += b->friction;
    sum->damping += b->damping;
    sum->dropped += b->dropped;
    sum->scheme += b->scheme;
    sum->driven += b->driven;
    sum->loaded += b->loaded;
    sum->pushed += b->pushed;
}

static void count_solve(cr_world_stats *s, const cr_rows_result *r) {
    s->residual_greatest = cr_max(s->residual_greatest, r->residual);
    if (r->method == CR_COULOMB_UNSOLVED) s->unsolved++;
    if (r->method >= CR_COULOMB_INTERIOR && r->method != CR_COULOMB_UNSOLVED) s->fallbacks++;
}

// Whether all that acts on the members comes from each other, but for gravity.
static bool is_closed(const cr_world *w, const cr_group *g) {
    bool closed = true;
    for (int i = 0; i < g->members; i++) closed = closed && cr_body_of(w, g->member[i])->moves;
    for (int i = 0; i < g->points; i++)
        closed = closed && g->point[i].member[0] >= 0 && g->point[i].member[1] >= 0;
    for (int i = 0; i < g->joints; i++) {
        const cr_joint_def *j = &w->model->joints.items[g->joint[i]].def;
        closed = closed && cr_group_member(g, j->a) >= 0 && cr_group_member(g, j->b) >= 0;
    }
    return closed && w->model->loads.count == 0;
}

// What a closed group's momentum changed by besides gravity, of what there was.
static double momentum_error(const cr_world *w, const cr_group *g) {
    if (g->members < 2 || !is_closed(w, g)) return 0.0;
    cr_vec change = {0};
    double size = 0.0;
    for (int i = 0; i < g->members; i++) {
        const cr_mover *m = &w->mover[g->member[i]];
        double mass = cr_body_of(w, g->member[i])->rigid.mass;
        cr_vec gained = cr_vec_sub(m->end.velocity, m->before.velocity);
        gained = cr_vec_along(gained, -(g->t1 - g->t0), w->model->def.gravity);
        change = cr_vec_along(change, mass, gained);
        size += mass * (cr_vec_length(m->before.velocity) + cr_vec_length(m->end.velocity));
    }
    return size > 0.0 ? cr_vec_length(change) / size : 0.0;
}

static void count_step(cr_world *w, const cr_group *g) {
    cr_world_stats *s = &w->stats;
    double h = g->t1 - g->t0;
    int freedoms = 0, octave = 0;
    for (int i = 0; i < g->members; i++) freedoms += cr_body_of(w, g->member[i])->freedoms;
    for (double x = w->model->def.step; x > 1.5 * h && octave < 31; x *= 0.5) octave++;
    s->steps++;
    s->body_steps += g->members;
    s->step_histogram[octave]++;
    s->ups += g->ups;
    s->downs += g->downs;
    s->redone += g->redone;
    s->contacts_greatest = g->points > s->contacts_greatest ? g->points : s->contacts_greatest;
    s->freedoms_greatest = freedoms > s->freedoms_greatest ? freedoms : s->freedoms_greatest;
    if (cr_world_is_s3(w)) {
        s->contacts_before += g->points;
        s->contacts_after += g->bearing;
        s->friction_culled += g->culled;
    }
    if (g->points + g->joints > 0) {
        s->holds++;
        if (g->kicked.method == CR_COULOMB_OPEN && g->kicked.residual == 0.0) s->kicks_skipped++;
        else s->kicks++;
        count_solve(s, &g->kicked);
        count_solve(s, &g->held);
    }
    double lost = g->kick.impacts + g->kick.friction + g->hold.impacts + g->hold.friction + g->hold.damping -
                  g->hold.scheme;
    s->gain_greatest = cr_max(-lost, s->gain_greatest);
    s->momentum_error = cr_max(s->momentum_error, momentum_error(w, g));
    for (int i = 0; i < g->points; i++) {
        const cr_point *p = &g->point[i];
        const cr_meeting_rule *rule = &w->pairs.items[p->pair].rule;
        double pressed = p->before.force / rule->stiffness;
        if (pressed > cr_overlap_allowed(cr_body_of(w, p->body[0]), cr_body_of(w, p->body[1]))) pressed = 0.0;
        if (!rule->law) s->penetration_greatest = cr_max(s->penetration_greatest, -p->gap - pressed);
    }
}

static cr_status tell_motion(const cr_world *w, const cr_group *g, int body, double end,
                             const cr_world_sink *sink) {
    const cr_mover *m = &w->mover[body];
    if (!sink || !sink->motion) return CR_OK;
    cr_vec spin = cr_quat_turn(m->start.turn, m->start.spin);
    cr_world_motion motion = {.body = body,
                              .t0 = g->t0,
                              .t1 = end,
                              .start = {{m->start.at, m->start.turn}, m->start.velocity, spin},
                              .force = m->force,
                              .torque = m->torque,
                              .awake = m->awake,
                              .modes = cr_body_of(w, body)->modes,
                              .shape = m->q,
                              .rate = m->rate,
                              .push = m->total};
    return sink->motion(sink->context, &motion);
}

// Where a body is: points of a pair follow each other, and are told of the same.
typedef struct place {
    int body; // -1: of none yet
    cr_rigid_state at;
} place;

static cr_vec place_on(const cr_world *w, int body, double time, cr_vec point, place *last) {
    if (last->body != body) cr_mover_at(w, body, time, &last->at);
    last->body = body;
    return cr_quat_back(last->at.turn, cr_vec_sub(point, last->at.at));
}

static cr_status tell_contact(const cr_world *w, const cr_group *g, const cr_point *p, double end,
                              place last[2], const cr_world_sink *sink) {
    double size = fabs(p->force[0]) + fabs(p->impulse.x);
    bool all = w->model->def.preset != CR_WORLD_CAROM; // S3's impulses go over to points that bear nothing
    if (!sink || !sink->contact || (size == 0.0 && !all)) return CR_OK;
    const cr_touch *t = &p->before.touch;
    cr_vec first, second;
    cr_vec_frame(p->kicked, &first, &second);
    cr_world_contact c = {.t0 = g->t0,
                          .t1 = end,
                          .a = p->body[0],
                          .b = p->body[1],
                          .key = p->mid.key,
                          .normal = p->normal,
                          .slip = cr_max(p->after.slip, 0.0),
                          .curvature = p->mid.curvature,
                          .gap = p->gap};
    c.point = cr_vec_scale(0.5, cr_vec_add(p->mid.point_a, p->mid.point_b));
    cr_vec at = cr_vec_scale(0.5, cr_vec_add(t->point_a, t->point_b));
    c.on_a = place_on(w, c.a, g->t0, at, &last[0]);
    c.on_b = place_on(w, c.b, g->t0, at, &last[1]);
    c.impulse = cr_vec_add(cr_vec_scale(p->impulse.x, p->kicked),
                           cr_vec_add(cr_vec_scale(p->impulse.y, first), cr_vec_scale(p->impulse.z, second)));
    c.force =
        cr_vec_add(cr_vec_scale(p->force[0], p->normal),
                   cr_vec_add(cr_vec_scale(p->force[1], p->side[0]), cr_vec_scale(p->force[2], p->side[1])));
    return sink->contact(sink->context, &c);
}

static cr_status tell(const cr_world *w, const cr_group *g, double end, const cr_world_sink *sink) {
    cr_status status = CR_OK;
    place last[2] = {{.body = -1}, {.body = -1}};
    for (int i = 0; i < g->members && status == CR_OK; i++)
        status = tell_motion(w, g, g->member[i], end, sink);
    for (int i = 0; i < g->points && status == CR_OK; i++)
        status = tell_contact(w, g, &g->point[i], end, last, sink);
    return status;
}

cr_status cr_world_tell_running(const cr_world *w, const cr_world_sink *sink) {
    cr_status status = CR_OK;
    for (int i = 0; i < w->groups && status == CR_OK; i++) {
        const cr_group *g = &w->group[i];
        if (g->used && !g->asleep && w->time > g->t0) status = tell(w, g, w->time, sink);
    }
    return status;
}

// The end of a step becomes the start of the next.
static void make_ready(cr_world *w, int body, double time) {
    const cr_body *b = cr_body_of(w, body);
    cr_mover *m = &w->mover[body];
    m->before = m->end;
    memcpy(m->q, m->q_end, (size_t)b->modes * sizeof *m->q);
    memcpy(m->rate_before, m->rate_end, (size_t)b->modes * sizeof *m->q);
    memcpy(m->total_last, m->total, (size_t)b->modes * sizeof *m->q);
    m->t0 = m->t1 = time;
    m->group = -1;
    m->asleep = false;
    m->limit = HUGE_VAL;
    m->stir = 0.0;
    m->pace *= 1.25; // a step that had to be short for a turning normal grows again
    cr_mover_squeak(w, body, time);
    m->changed = ++w->serial;
    if (b->drive.keys > 0 && b->modes > 0) {
        double before = cr_mover_energy(w, body);
        cr_mover_weigh(w, body);
        w->books.driven += cr_mover_energy(w, body) - before;
    }
    if (!cr_world_is_s3(w)) cr_mover_lower(w, body, time);
    cr_mover_strike(w, body, time);
    w->ready[w->ready_count++] = body;
}

// What little motion is left ends.
static void fall_asleep(cr_world *w, cr_group *g) {
    g->asleep = true;
    for (int i = 0; i < g->members; i++) {
        int body = g->member[i];
        cr_mover *m = &w->mover[body];
        const cr_body *b = cr_body_of(w, body);
        m->before = m->end;
        memcpy(m->q, m->q_end, (size_t)b->modes * sizeof *m->q);
        memcpy(m->rate_before, m->rate_end, (size_t)b->modes * sizeof *m->q);
        double before = cr_mover_energy(w, body);
        m->before.velocity = m->before.spin = (cr_vec){0};
        for (int j = 0; j < b->modes; j++) m->rate_before[j] = m->rate_end[j] = 0.0;
        m->end = m->start = m->before;
        w->books.dropped += before - cr_mover_energy(w, body);
        m->asleep = true;
        m->t0 = m->t1 = g->t1;
    }
}

static void keep_memories(cr_world *w, const cr_group *g) {
    for (int i = 0; i < g->points; i++) {
        const cr_point *p = &g->point[i];
        cr_point_memory *m = &w->pairs.items[p->pair].points.items[p->slot];
        *m = p->after;
        m->touch = p->mid;
    }
    for (int i = 0; i < g->joints; i++)
        memcpy(w->joint_memory[g->joint[i]], g->joint_force + 6 * i, sizeof *w->joint_memory);
}

cr_status cr_group_finish(cr_world *w, cr_group *g, const cr_world_sink *sink, cr_error *error) {
    // Told before it is booked: bodies and books belong together whenever a sink reads the ledger.
    cr_status status = tell(w, g, g->t1, sink);
    for (int i = 0; i < g->members; i++) cr_queue_remove(w, g->member[i]);
    add_books(&w->books, &g->kick);
    add_books(&w->books, &g->hold);
    count_step(w, g);
    keep_memories(w, g);
    if (cr_group_calm(w, g)) {
        fall_asleep(w, g);
    } else {
        for (int i = 0; i < g->members; i++) make_ready(w, g->member[i], g->t1);
        close_group(w, g);
    }
    return status == CR_OK ? CR_OK : cr_fail(error, status, "world", "the recording failed");
}

void cr_group_wake(cr_world *w, cr_group *g, double time) {
    for (int i = 0; i < g->members; i++) {
        w->mover[g->member[i]].calm_since = HUGE_VAL;
        cr_queue_remove(w, g->member[i]);
        make_ready(w, g->member[i], time);
    }
    close_group(w, g);
}

// A step that is cut at once: what the kick left, and no hold.
static void cut_to_nothing(cr_world *w, cr_group *g) {
    g->hold = (cr_books){0};
    for (int i = 0; i < g->members; i++) {
        cr_mover *m = &w->mover[g->member[i]];
        size_t bytes = (size_t)cr_body_of(w, g->member[i])->modes * sizeof *m->q;
        m->end = m->start;
        memcpy(m->q_end, m->q, bytes);
        memcpy(m->rate_end, m->rate, bytes);
        memcpy(m->total, m->total_last, bytes);
    }
    for (int i = 0; i < g->points; i++) {
        g->point[i].after = g->point[i].before;
        g->point[i].mid = g->point[i].before.touch;
        memset(g->point[i].force, 0, sizeof g->point[i].force);
    }
    memcpy(g->joint_force, g->joint_before, 6 * (size_t)g->joints * sizeof *g->joint_force);
}

cr_status cr_group_cut(cr_world *w, cr_group *g, double time, cr_error *error) {
    double length = time - g->t0;
    w->stats.rollbacks++;
    if (cr_world_is_s3(w)) {
        cr_s3_cut(w, g, time);
        return CR_OK;
    }
    if (length >= 1e-6 * (g->t1 - g->t0)) return cr_group_hold(w, g, length, &g->held, error);
    cut_to_nothing(w, g);
    g->t1 = time;
    return CR_OK;
}
