// Who steps with whom: bodies that are ready, those they may touch within the step, and those these are
// stepping with, whose steps are cut.
#include "base/numeric.h"
#include "world/world_internal.h"

#include <stdlib.h>
#include <string.h>

static cr_vec spread(const cr_body *b, cr_quat turn) {
    cr_vec x = cr_quat_turn(turn, (cr_vec){1, 0, 0}), y = cr_quat_turn(turn, (cr_vec){0, 1, 0}),
           z = cr_quat_turn(turn, (cr_vec){0, 0, 1}), half = cr_vec_scale(0.5, cr_vec_sub(b->high, b->low));
    return (cr_vec){fabs(x.x) * half.x + fabs(y.x) * half.y + fabs(z.x) * half.z,
                    fabs(x.y) * half.x + fabs(y.y) * half.y + fabs(z.y) * half.z,
                    fabs(x.z) * half.x + fabs(y.z) * half.y + fabs(z.z) * half.z};
}

// Sets the box that holds a body during a step h from now.
static void set_box(cr_world *w, int body, const cr_rigid_state *s, double h) {
    const cr_body *b = cr_body_of(w, body);
    cr_vec *low = &w->mover[body].low, *high = &w->mover[body].high;
    if (b->unbounded || b->drive.keys > 0) {
        *low = (cr_vec){-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        *high = (cr_vec){HUGE_VAL, HUGE_VAL, HUGE_VAL};
        cr_broad_set(w->broad, body, *low, *high);
        return;
    }
    cr_vec middle = cr_vec_scale(0.5, cr_vec_add(b->low, b->high));
    cr_vec at = cr_vec_add(s->at, cr_quat_turn(s->turn, middle)), half = spread(b, s->turn);
    double gravity = cr_vec_length(w->model->def.gravity);
    double slack = w->model->def.margin + h * (cr_vec_length(s->spin) * b->reach + gravity * h);
    const cr_mover *m = &w->mover[body];
    if (b->modes > 0) slack += cr_bend_bound(b, m->q) + h * cr_bend_bound(b, m->rate_before);
    cr_vec to = cr_vec_along(at, h, s->velocity);
    *low = (cr_vec){cr_min(at.x, to.x) - half.x - slack, cr_min(at.y, to.y) - half.y - slack,
                    cr_min(at.z, to.z) - half.z - slack};
    *high = (cr_vec){cr_max(at.x, to.x) + half.x + slack, cr_max(at.y, to.y) + half.y + slack,
                     cr_max(at.z, to.z) + half.z + slack};
    cr_broad_set(w->broad, body, *low, *high);
}

void cr_world_place(cr_world *w, int body) {
    set_box(w, body, &w->mover[body].before, 0.0);
}

static cr_status interrupt(cr_world *w, int body, double time, const cr_world_sink *sink, cr_error *error) {
    cr_group *g = &w->group[w->mover[body].group];
    if (g->asleep) {
        cr_group_wake(w, g, time);
        return CR_OK;
    }
    cr_status status = cr_group_cut(w, g, time, error);
    return status == CR_OK ? cr_group_finish(w, g, sink, error) : status;
}

static bool is_ready(const cr_world *w, int body) {
    return w->mover[body].group < 0;
}

static cr_status list_pair(cr_world *w, int index, cr_error *error) {
    cr_pair *pair = &w->pairs.items[index];
    if (pair->rows == 0 || pair->listed == w->moment) return CR_OK;
    int *item = CR_ARRAY_ADD(&w->touching, w->pair_arena);
    if (!item) return cr_fail(error, CR_ERR_MEMORY, "world", "no memory for pairs of bodies");
    *item = index;
    pair->listed = w->moment;
    return CR_OK;
}

typedef struct visit {
    cr_world *w;
    double time;
    const cr_world_sink *sink;
} visit;

static cr_status meet_parts(visit *v, int a, int b, double h, double *limit, int *rows, cr_error *error) {
    cr_world *w = v->w;
    const cr_body *body_a = cr_body_of(w, a), *body_b = cr_body_of(w, b);
    cr_view view_a, view_b;
    cr_status status = CR_OK;
    cr_view_of(w, a, v->time, &view_a);
    cr_view_of(w, b, v->time, &view_b);
    *rows = 0;
    for (int i = 0; i < body_a->parts && status == CR_OK; i++)
        for (int k = 0; k < body_b->parts && status == CR_OK; k++) {
            int index = cr_pair_index(w, a, i, b, k, error);
            if (index < 0) return CR_ERR_MEMORY;
            cr_pair *pair = &w->pairs.items[index];
            if (pair->rule.apart) return CR_OK;
            if (pair->found < w->mover[a].changed || pair->found < w->mover[b].changed) {
                status = cr_pair_meet(w, pair, &view_a, &view_b, h, limit, error);
                pair->found = ++w->serial;
            }
            *rows += pair->rows;
            if (status == CR_OK) status = list_pair(w, index, error);
        }
    return status;
}

// One body that is ready and another near it.
static cr_status visit_pair(visit *v, int body, int other, double h, cr_error *error) {
    cr_world *w = v->w;
    const cr_body *b = cr_body_of(w, other);
    int low = body < other ? body : other, high = body < other ? other : body, rows;
    double limit = HUGE_VAL, pace = is_ready(w, other) && b->joins ? cr_mover_wish(w, other) : h;
    cr_status status = meet_parts(v, low, high, cr_min(h, pace), &limit, &rows, error);
    if (status == CR_OK && rows > 0 && b->joins && !is_ready(w, other)) {
        status = interrupt(w, other, v->time, v->sink, error);
        if (status == CR_OK) status = meet_parts(v, low, high, h, &limit, &rows, error);
    }
    w->mover[body].limit = cr_min(w->mover[body].limit, limit);
    if (b->joins && is_ready(w, other)) w->mover[other].limit = cr_min(w->mover[other].limit, limit);
    return status;
}

static cr_status visit_joined(visit *v, int body, cr_error *error) {
    cr_world *w = v->w;
    for (int i = 0; i < w->model->joints.count; i++) {
        const cr_joint_def *j = &w->model->joints.items[i].def;
        int other = j->a == body ? j->b : j->b == body ? j->a : -1;
        if (other < 0 || !cr_body_of(w, other)->joins || is_ready(w, other)) continue;
        cr_status status = interrupt(w, other, v->time, v->sink, error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}

static cr_status visit_body(visit *v, int body, cr_error *error) {
    cr_world *w = v->w;
    const cr_mover *m = &w->mover[body];
    double h = cr_mover_wish(w, body);
    set_box(w, body, &m->before, h);
    int count = cr_broad_query(w->broad, m->low, m->high, w->found, w->model->bodies.count);
    cr_status status = visit_joined(v, body, error);
    for (int i = 0; i < count && status == CR_OK; i++) {
        int other = w->found[i];
        if (other == body) continue;
        status = visit_pair(v, body, other, h, error);
    }
    return status;
}

// ---- Islands of the bodies that are ready.
static int root_of(cr_world *w, int body) {
    while (w->root[body] != body) body = w->root[body] = w->root[w->root[body]];
    return body;
}

static void unite(cr_world *w, int a, int b) {
    a = root_of(w, a);
    b = root_of(w, b);
    if (a < b) w->root[b] = a;
    else w->root[a] = b;
}

static int by_number(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void sort_pairs(cr_world *w) {
    // Pairs are few at a time and nearly in order: insertion by bodies, then parts.
    for (int i = 1; i < w->touching.count; i++) {
        int index = w->touching.items[i], k = i;
        const cr_pair *p = &w->pairs.items[index];
        for (; k > 0; k--) {
            const cr_pair *q = &w->pairs.items[w->touching.items[k - 1]];
            int order = q->a != p->a             ? q->a - p->a
                        : q->b != p->b           ? q->b - p->b
                        : q->part_a != p->part_a ? q->part_a - p->part_a
                                                 : q->part_b - p->part_b;
            if (order <= 0) break;
            w->touching.items[k] = w->touching.items[k - 1];
        }
        w->touching.items[k] = index;
    }
}

static void connect(cr_world *w) {
    for (int i = 0; i < w->ready_count; i++) w->root[w->ready[i]] = w->ready[i];
    for (int i = 0; i < w->touching.count; i++) {
        const cr_pair *p = &w->pairs.items[w->touching.items[i]];
        if (p->rows > 0 && cr_body_of(w, p->a)->joins && cr_body_of(w, p->b)->joins) unite(w, p->a, p->b);
    }
    for (int i = 0; i < w->model->joints.count; i++) {
        const cr_joint_def *j = &w->model->joints.items[i].def;
        if (j->b < 0 || !cr_body_of(w, j->a)->joins || !cr_body_of(w, j->b)->joins) continue;
        if (is_ready(w, j->a) && is_ready(w, j->b)) unite(w, j->a, j->b);
    }
}

// The island of a pair: that of the body that joins groups.
static cr_group *group_of_pair(cr_world *w, const cr_pair *pair) {
    int body = cr_body_of(w, pair->a)->joins ? pair->a : pair->b;
    return &w->group[w->island[root_of(w, body)]];
}

static cr_group *group_of_joint(cr_world *w, int joint) {
    const cr_joint_def *j = &w->model->joints.items[joint].def;
    int body = cr_body_of(w, j->a)->joins ? j->a : j->b;
    return body >= 0 && is_ready(w, body) ? &w->group[w->island[root_of(w, body)]] : NULL;
}

static void open_groups(cr_world *w, double time) {
    w->fresh_count = 0;
    for (int i = 0; i < w->ready_count; i++) {
        int body = w->ready[i];
        if (root_of(w, body) != body) continue;
        int index = w->idle_group[--w->idle_groups];
        cr_group *g = &w->group[index];
        *g = (cr_group){.used = true, .t0 = time, .arena = g->arena};
        w->island[body] = index;
        w->fresh[w->fresh_count++] = index;
    }
}

static void count_parts(cr_world *w) {
    for (int i = 0; i < w->ready_count; i++) w->group[w->island[root_of(w, w->ready[i])]].members++;
    for (int i = 0; i < w->touching.count; i++) {
        const cr_pair *pair = &w->pairs.items[w->touching.items[i]];
        if (pair->rows > 0) group_of_pair(w, pair)->points += pair->rows;
    }
    for (int i = 0; i < w->model->joints.count; i++) {
        cr_group *g = group_of_joint(w, i);
        if (g) g->joints++;
    }
}

static void add_points(cr_world *w, int index) {
    const cr_pair *pair = &w->pairs.items[index];
    if (pair->rows == 0) return;
    cr_group *g = group_of_pair(w, pair);
    g->driven = g->driven || cr_body_of(w, pair->a)->drive.keys || cr_body_of(w, pair->b)->drive.keys;
    for (int i = 0; i < pair->points.count; i++) {
        if (!pair->points.items[i].row) continue;
        cr_point *p = &g->point[g->points++];
        *p = (cr_point){.pair = index, .slot = i, .body = {pair->a, pair->b}};
        p->before = pair->points.items[i];
        p->gap = p->before.gap;
        p->member[0] = cr_group_member(g, pair->a);
        p->member[1] = cr_group_member(g, pair->b);
    }
}

static void add_joint(cr_world *w, int index) {
    cr_group *g = group_of_joint(w, index);
    if (!g) return;
    memcpy(g->joint_before + 6 * g->joints, w->joint_memory[index], sizeof *w->joint_memory);
    g->joint[g->joints++] = index;
}

static cr_status fill_groups(cr_world *w, cr_error *error) {
    for (int i = 0; i < w->fresh_count; i++) {
        cr_group *g = &w->group[w->fresh[i]];
        if (!cr_group_take(w, g, g->members, g->points, g->joints))
            return cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d contacts", g->points);
        g->members = g->points = g->joints = 0;
    }
    for (int i = 0; i < w->ready_count; i++) {
        cr_group *g = &w->group[w->island[root_of(w, w->ready[i])]];
        g->member[g->members++] = w->ready[i];
    }
    for (int i = 0; i < w->touching.count; i++) add_points(w, w->touching.items[i]);
    for (int i = 0; i < w->model->joints.count; i++) add_joint(w, i);
    return CR_OK;
}

// ---- Steps of all new groups, side by side where there are workers.
typedef struct batch {
    cr_world *w;
    cr_status *status;
    cr_error *error;
} batch;

static void step_one(void *context, int i) {
    batch *b = context;
    cr_group *g = &b->w->group[b->w->fresh[i]];
    double h = HUGE_VAL;
    for (int k = 0; k < g->members; k++) h = cr_min(h, cr_mover_wish(b->w, g->member[k]));
    b->status[i] = cr_group_step(b->w, g, h, &b->error[i]);
}

static cr_status step_all(cr_world *w, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(w->arena);
    batch b = {.w = w};
    b.status = cr_arena_take(w->arena, (size_t)w->fresh_count + 1, sizeof *b.status);
    b.error = cr_arena_take(w->arena, (size_t)w->fresh_count + 1, sizeof *b.error);
    cr_status status = CR_OK;
    if (!b.status || !b.error) {
        status = cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d steps", w->fresh_count);
    } else if (w->workers.each && w->fresh_count > 1) {
        w->workers.each(w->workers.context, w->fresh_count, step_one, &b);
    } else {
        for (int i = 0; i < w->fresh_count; i++) step_one(&b, i);
    }
    for (int i = 0; i < w->fresh_count && status == CR_OK; i++) {
        status = b.status[i];
        if (status != CR_OK && error) *error = b.error[i];
    }
    cr_arena_rewind(w->arena, mark);
    return status;
}

static void start_running(cr_world *w) {
    for (int i = 0; i < w->fresh_count; i++) {
        cr_group *g = &w->group[w->fresh[i]];
        for (int k = 0; k < g->members; k++) {
            cr_mover *m = &w->mover[g->member[k]];
            m->group = w->fresh[i];
            m->t0 = g->t0;
            m->t1 = g->t1;
            cr_queue_put(w, g->member[k]);
        }
    }
    w->ready_count = 0;
}

cr_status cr_world_begin_steps(cr_world *w, double time, const cr_world_sink *sink, cr_error *error) {
    visit v = {w, time, sink};
    cr_status status = CR_OK;
    w->moment = ++w->serial;
    w->touching.count = 0;
    for (int i = 0; i < w->ready_count && status == CR_OK; i++) status = visit_body(&v, w->ready[i], error);
    if (status != CR_OK) return status;
    qsort(w->ready, (size_t)w->ready_count, sizeof *w->ready, by_number);
    sort_pairs(w);
    connect(w);
    open_groups(w, time);
    count_parts(w);
    status = fill_groups(w, error);
    if (status == CR_OK) status = step_all(w, error);
    if (status == CR_OK) start_running(w);
    return status;
}
