// Islands: bodies that are ready and touch each other step together.
#include "base/numeric.h"
#include "world/world_internal.h"

#include <stdlib.h>
#include <string.h>

static bool is_ready(const cr_world *w, int body) {
    return w->mover[body].group < 0;
}

int cr_world_island(cr_world *w, int body) {
    while (w->root[body] != body) body = w->root[body] = w->root[w->root[body]];
    return body;
}

static void unite(cr_world *w, int a, int b) {
    a = cr_world_island(w, a);
    b = cr_world_island(w, b);
    if (a < b) w->root[b] = a;
    else w->root[a] = b;
}

static int by_number(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_name(const void *a, const void *b) {
    const cr_pair_name *p = a, *q = b;
    for (int i = 0; i < 2; i++)
        if (p->body[i] != q->body[i]) return p->body[i] < q->body[i] ? -1 : 1;
    for (int i = 0; i < 2; i++)
        if (p->part[i] != q->part[i]) return p->part[i] < q->part[i] ? -1 : 1;
    return 0;
}

void cr_world_connect(cr_world *w) {
    for (int i = 0; i < w->ready_count; i++) w->root[w->ready[i]] = w->ready[i];
    for (int i = 0; i < w->touching.count; i++) {
        const cr_pair *p = &w->pairs.items[w->touching.items[i].index];
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
    return &w->group[w->island[cr_world_island(w, body)]];
}

static cr_group *group_of_joint(cr_world *w, int joint) {
    const cr_joint_def *j = &w->model->joints.items[joint].def;
    int body = cr_body_of(w, j->a)->joins ? j->a : j->b;
    return body >= 0 && is_ready(w, body) ? &w->group[w->island[cr_world_island(w, body)]] : NULL;
}

static void open_groups(cr_world *w, double time) {
    w->fresh_count = 0;
    for (int i = 0; i < w->ready_count; i++) {
        int body = w->ready[i];
        if (cr_world_island(w, body) != body) continue;
        int index = w->idle_group[--w->idle_groups];
        cr_group *g = &w->group[index];
        *g = (cr_group){.used = true, .t0 = time, .arena = g->arena};
        w->island[body] = index;
        w->fresh[w->fresh_count++] = index;
    }
}

static void count_parts(cr_world *w) {
    for (int i = 0; i < w->ready_count; i++) w->group[w->island[cr_world_island(w, w->ready[i])]].members++;
    for (int i = 0; i < w->touching.count; i++) {
        const cr_pair *pair = &w->pairs.items[w->touching.items[i].index];
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
        cr_group *g = &w->group[w->island[cr_world_island(w, w->ready[i])]];
        g->member[g->members++] = w->ready[i];
    }
    for (int i = 0; i < w->touching.count; i++) add_points(w, w->touching.items[i].index);
    for (int i = 0; i < w->model->joints.count; i++) add_joint(w, i);
    return CR_OK;
}

// ---- Steps of all new groups, side by side where there are workers.
typedef struct batch {
    cr_world *w;
    int each; // groups of a share
    cr_status *status;
    cr_error *error;
} batch;

static void step_one(batch *b, int i, cr_arena *scratch) {
    cr_group *g = &b->w->group[b->w->fresh[i]];
    double h = HUGE_VAL;
    for (int k = 0; k < g->members; k++) h = cr_min(h, cr_mover_wish(b->w, g->member[k]));
    g->scratch = scratch;
    b->status[i] = cr_group_step(b->w, g, h, &b->error[i]);
    g->scratch = g->arena;
}

// Groups that step one after the other share the scratch memory of the first of them.
static void step_share(void *context, int share) {
    batch *b = context;
    int first = share * b->each, end = first + b->each;
    if (end > b->w->fresh_count) end = b->w->fresh_count;
    for (int i = first; i < end; i++) step_one(b, i, b->w->group[b->w->fresh[first]].arena);
}

static cr_status step_all(cr_world *w, cr_error *error) {
    enum { SHARES = 64 };
    cr_arena_mark mark = cr_arena_here(w->arena);
    batch b = {.w = w, .each = w->fresh_count};
    b.status = cr_arena_take(w->arena, (size_t)w->fresh_count + 1, sizeof *b.status);
    b.error = cr_arena_take(w->arena, (size_t)w->fresh_count + 1, sizeof *b.error);
    cr_status status = CR_OK;
    if (!b.status || !b.error) {
        status = cr_fail(error, CR_ERR_MEMORY, "world", "no memory for %d steps", w->fresh_count);
    } else if (w->workers.each && w->fresh_count > 1) {
        b.each = (w->fresh_count + SHARES - 1) / SHARES;
        w->workers.each(w->workers.context, (w->fresh_count + b.each - 1) / b.each, step_share, &b);
    } else if (w->fresh_count > 0) {
        step_share(&b, 0);
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
    w->moment = ++w->serial;
    w->touching.count = 0;
    cr_status status = cr_world_visit_ready(w, time, sink, error);
    if (status != CR_OK) return status;
    qsort(w->ready, (size_t)w->ready_count, sizeof *w->ready, by_number);
    if (w->touching.count > 1)
        qsort(w->touching.items, (size_t)w->touching.count, sizeof *w->touching.items, by_name);
    cr_world_connect(w);
    open_groups(w, time);
    count_parts(w);
    status = fill_groups(w, error);
    if (status == CR_OK) status = step_all(w, error);
    if (status == CR_OK) start_running(w);
    return status;
}
