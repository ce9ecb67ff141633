// Worlds, and bodies at any time.
#include "base/numeric.h"
#include "world/joint.h"
#include "world/s3.h"

#include <string.h>

void cr_mover_at(const cr_world *w, int body, double time, cr_rigid_state *state) {
    const cr_body *b = cr_body_of(w, body);
    const cr_mover *m = &w->mover[body];
    if (!b->moves) cr_drive_state(b, time, state);
    else if (cr_world_is_s3(w)) cr_s3_at(w, body, time, state);
    else if (m->group < 0 || m->asleep || time <= m->t0)
        *state = m->group < 0 || m->asleep ? m->before : m->start;
    else if (time >= m->t1) *state = m->end;
    else cr_flow_rigid(&b->rigid, &m->start, m->force, m->torque, time - m->t0, state);
}

void cr_mover_modes_at(const cr_world *w, int body, double time, double *q, double *rate) {
    const cr_body *b = cr_body_of(w, body);
    const cr_mover *m = &w->mover[body];
    bool running = m->group >= 0 && !m->asleep && time > m->t0;
    if (cr_world_is_s3(w)) {
        cr_s3_modes_at(w, body, time, q, rate);
        return;
    }
    for (int j = 0; j < b->modes; j++) {
        cr_response after = cr_response_after(b->w[j], b->sigma[j], running ? time - m->t0 : 0.0);
        cr_propagator one = {1, &b->w[j], &b->sigma[j], 0.0, &after};
        double push = running ? m->total[j] : 0.0;
        cr_propagator_run(&one, &m->q[j], running ? &m->rate[j] : &m->rate_before[j], &push, &q[j], &rate[j]);
    }
}

void cr_body_see(const cr_world *w, int body, double time, cr_body_now *view) {
    const cr_mover *m = &w->mover[body];
    view->body = cr_body_of(w, body);
    cr_mover_at(w, body, time, &view->state);
    view->q = m->q;
    view->rate = m->rate_before;
    view->bend = view->bend_rate = 0.0;
    view->stir = m->group < 0 ? m->stir : 0.0;
    if (view->body->modes == 0) return;
    if (m->group >= 0 && !m->asleep) {
        cr_mover_modes_at(w, body, time, m->q_now, m->rate_now);
        view->q = m->q_now;
        view->rate = m->rate_now;
    }
    view->bend = cr_bend_bound(view->body, view->q);
    view->bend_rate = cr_bend_bound(view->body, view->rate);
}

static double gravity_energy(const cr_world *w, int body, const cr_rigid_state *state, const double *q) {
    const cr_body *b = cr_body_of(w, body);
    const cr_mover *m = &w->mover[body];
    double energy = b->moves ? -b->rigid.mass * cr_vec_dot(w->model->def.gravity, state->at) : 0.0;
    for (int j = 0; j < b->modes; j++) energy -= m->weight[j] * q[j];
    return energy;
}

static double rigid_energy(const cr_world *w, int body, const cr_rigid_state *state) {
    const cr_body *b = cr_body_of(w, body);
    return b->moves ? cr_rigid_kinetic(&b->rigid, state) : 0.0;
}

static double modal_energy(const cr_world *w, int body, const double *q, const double *rate) {
    return cr_propagator_energy(&w->mover[body].response, q, rate);
}

double cr_body_energy(const cr_world *w, int body, const cr_rigid_state *state, const double *q,
                      const double *rate) {
    return rigid_energy(w, body, state) + modal_energy(w, body, q, rate) + gravity_energy(w, body, state, q);
}

double cr_mover_energy(const cr_world *w, int body) {
    const cr_mover *m = &w->mover[body];
    return cr_body_energy(w, body, &m->before, m->q, m->rate_before);
}

static double springs(const cr_world *w) {
    double energy = 0.0;
    for (int i = 0; i < w->pairs.count; i++) {
        const cr_pair *pair = &w->pairs.items[i];
        for (int k = 0; k < pair->points.count; k++)
            energy += cr_point_stored(&pair->rule, &pair->points.items[k]);
    }
    for (int i = 0; i < w->model->joints.count; i++) energy += cr_joint_stored(w, i);
    return energy;
}

cr_world_energy cr_world_ledger(const cr_world *w) {
    cr_world_energy e = {.springs = springs(w)};
    for (int i = 0; i < w->model->bodies.count; i++) {
        const cr_mover *m = &w->mover[i];
        e.kinetic += rigid_energy(w, i, &m->before);
        e.vibration += modal_energy(w, i, m->q, m->rate_before);
        e.potential += gravity_energy(w, i, &m->before, m->q);
    }
    const cr_books *b = &w->books;
    e.impacts = b->impacts;
    e.friction = b->friction;
    e.damping = b->damping;
    e.dropped = b->dropped;
    e.scheme = b->scheme;
    e.driven = b->driven;
    e.loaded = b->loaded;
    e.pushed = b->pushed;
    double now = e.kinetic + e.vibration + e.potential + e.springs;
    double lost = e.impacts + e.friction + e.damping + e.dropped,
           given = e.driven + e.loaded + e.pushed + e.scheme;
    e.residual = now - w->energy_start + lost - given;
    return e;
}

cr_world_stats cr_world_statistics(const cr_world *w) {
    return w->stats;
}

double cr_world_time(const cr_world *w) {
    return w->time;
}

cr_body_state cr_world_body(const cr_world *w, int body) {
    cr_rigid_state s;
    cr_mover_at(w, body, w->time, &s);
    return (cr_body_state){{s.at, s.turn}, s.velocity, cr_quat_turn(s.turn, s.spin)};
}

void cr_world_body_modes(const cr_world *w, int body, double *shape, double *rate) {
    cr_mover_modes_at(w, body, w->time, shape, rate);
}

bool cr_world_at_rest(const cr_world *w) {
    for (int i = 0; i < w->model->bodies.count; i++)
        if (cr_body_of(w, i)->joins && (!w->mover[i].asleep || w->heap_at[i] >= 0)) return false;
    return true;
}

void cr_world_momentum(const cr_world *w, cr_vec *linear, cr_vec *angular) {
    *linear = *angular = (cr_vec){0};
    for (int i = 0; i < w->model->bodies.count; i++) {
        const cr_body *b = cr_body_of(w, i);
        cr_rigid_state s;
        if (!b->moves) continue;
        cr_mover_at(w, i, w->time, &s);
        cr_vec p = cr_vec_scale(b->rigid.mass, s.velocity);
        *linear = cr_vec_add(*linear, p);
        *angular = cr_vec_add(*angular, cr_vec_cross(s.at, p));
        *angular = cr_vec_add(*angular, cr_quat_turn(s.turn, cr_rigid_momentum(&b->rigid, s.spin)));
    }
}

void cr_world_set_workers(cr_world *w, const cr_world_workers *workers) {
    w->workers = workers ? *workers : (cr_world_workers){0};
}

static bool take_modes(cr_world *w, const cr_body *b, cr_mover *m) {
    double **array[] = {&m->q,        &m->rate_before, &m->rate,       &m->q_end,  &m->rate_end, &m->q_now,
                        &m->rate_now, &m->push,        &m->total_last, &m->weight, &m->total};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        if (!(*array[i] = cr_arena_take(w->arena, (size_t)b->modes + 1, sizeof **array[i]))) return false;
    m->response = (cr_propagator){b->modes, b->w, b->sigma, -1.0, NULL};
    m->response.response = cr_arena_take(w->arena, (size_t)b->modes + 1, sizeof *m->response.response);
    return m->response.response != NULL;
}

// A body that begins later sleeps until then, alone, and keeps the speed with which it begins.
static bool wait(cr_world *w, int body) {
    int index = w->idle_group[--w->idle_groups];
    cr_group *g = &w->group[index];
    cr_mover *m = &w->mover[body];
    if (!cr_group_take(w, g, 1, 0, 0)) return false;
    g->used = g->asleep = m->asleep = true;
    g->members = 1;
    g->member[0] = body;
    m->group = index;
    m->t1 = cr_body_of(w, body)->begins;
    cr_queue_put(w, body);
    return true;
}

// Held bodies hang in balance at the start. False: no memory.
static bool start_body(cr_world *w, int i) {
    const cr_body *b = cr_body_of(w, i);
    cr_mover *m = &w->mover[i];
    cr_drive_state(b, 0.0, &m->before);
    m->start = m->end = m->before;
    m->group = -1;
    m->calm_since = HUGE_VAL;
    m->limit = m->pace = HUGE_VAL;
    cr_mover_weigh(w, i);
    for (int j = 0; j < b->modes; j++) {
        m->q[j] = m->q_end[j] = m->weight[j] / (b->w[j] * b->w[j]);
        m->total[j] = m->total_last[j] = m->weight[j];
    }
    w->heap_at[i] = -1;
    w->energy_start += cr_mover_energy(w, i);
    if (!b->joins) return true;
    if (b->begins > 0.0) return wait(w, i);
    cr_mover_strike(w, i, 0.0);
    w->ready[w->ready_count++] = i;
    return true;
}

static bool take_all(cr_world *w) {
    size_t n = (size_t)w->model->bodies.count + 1, joints = (size_t)w->model->joints.count + 1;
    w->mover = cr_arena_take(w->arena, n, sizeof *w->mover);
    w->group = cr_arena_take(w->arena, n, sizeof *w->group);
    w->heap = cr_arena_take(w->arena, n, sizeof *w->heap);
    w->heap_at = cr_arena_take(w->arena, n, sizeof *w->heap_at);
    w->ready = cr_arena_take(w->arena, n, sizeof *w->ready);
    w->root = cr_arena_take(w->arena, n, sizeof *w->root);
    w->island = cr_arena_take(w->arena, n, sizeof *w->island);
    w->idle_group = cr_arena_take(w->arena, n, sizeof *w->idle_group);
    w->found = cr_arena_take(w->arena, n, sizeof *w->found);
    w->fresh = cr_arena_take(w->arena, n, sizeof *w->fresh);
    w->touches = cr_arena_take(w->arena, 1, sizeof *w->touches);
    w->merged = cr_arena_take(w->arena, CR_TOUCH_MAX, sizeof *w->merged);
    w->joint_memory = cr_arena_take(w->arena, joints, sizeof *w->joint_memory);
    w->table.size = 64;
    while (w->table.size < 8 * (int)n) w->table.size *= 2;
    w->table.head = cr_arena_take(w->arena, (size_t)w->table.size, sizeof *w->table.head);
    w->broad = cr_broad_new(w->arena, (int)n);
    if (!w->mover || !w->group || !w->heap || !w->heap_at || !w->ready || !w->root || !w->island ||
        !w->idle_group || !w->found || !w->fresh || !w->touches || !w->merged || !w->joint_memory ||
        !w->table.head || !w->broad)
        return false;
    for (int i = 0; i < w->table.size; i++) w->table.head[i] = -1;
    w->groups = w->model->bodies.count;
    for (int i = w->groups - 1; i >= 0; i--) w->idle_group[w->idle_groups++] = i;
    for (int i = 0; i < w->model->bodies.count; i++)
        if (!take_modes(w, cr_body_of(w, i), &w->mover[i])) return false;
    return true;
}

cr_world *cr_world_new(const cr_world_model *model, cr_allocator allocator, cr_error *error) {
    if (!model->sealed) {
        cr_fail(error, CR_ERR_INPUT, "world", "the model is not sealed; call cr_world_model_seal before");
        return NULL;
    }
    cr_arena *arena = cr_arena_new(allocator);
    cr_world *w = arena ? cr_arena_take(arena, 1, sizeof *w) : NULL;
    if (w) {
        w->model = model;
        w->arena = arena;
        w->pair_arena = cr_arena_new(allocator);
    }
    bool good = w && w->pair_arena && take_all(w);
    for (int i = 0; good && i < model->bodies.count; i++) good = start_body(w, i);
    if (good) return w;
    cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d bodies", model->bodies.count);
    if (w) cr_world_free(w);
    else cr_arena_free(arena);
    return NULL;
}

void cr_world_free(cr_world *w) {
    if (!w) return;
    for (int i = 0; i < w->groups; i++) cr_arena_free(w->group[i].arena);
    cr_arena_free(w->pair_arena);
    cr_arena_free(w->arena);
}
