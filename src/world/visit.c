// Who may touch whom: bodies that are ready, those that they may meet within the step, and those these are
// stepping with, whose steps are cut.
#include "base/numeric.h"
#include "world/world_internal.h"

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
    slack += h * m->stir;
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
    cr_pair_name *item = CR_ARRAY_ADD(&w->touching, w->pair_arena);
    if (!item) return cr_fail(error, CR_ERR_MEMORY, "world", "no memory for pairs of bodies");
    *item = (cr_pair_name){{pair->a, pair->b}, {pair->part_a, pair->part_b}, index};
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
    cr_body_now view_a, view_b;
    cr_status status = CR_OK;
    cr_body_see(w, a, v->time, &view_a);
    cr_body_see(w, b, v->time, &view_b);
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

// The one rule of impacts. A body that is struck is thrown at others that it was not going to meet, comes
// down faster at its other end (a rod 3/2 times as fast as it fell, a ring 4/3), and pushes those it rests
// on: any point of an island may come towards another faster than it does by as much as the island's fastest
// impact. Slower ones than 2 g h are counted for all (pair.c). True: some body may move faster than it was
// looked about for.
static bool spread_impacts(cr_world *w) {
    bool spread = false;
    for (int i = 0; i < w->ready_count; i++) w->mover[w->ready[i]].struck = 0.0;
    for (int i = 0; i < w->touching.count; i++) {
        const cr_pair *p = &w->pairs.items[w->touching.items[i].index];
        double *struck = &w->mover[cr_world_island(w, cr_body_of(w, p->a)->joins ? p->a : p->b)].struck;
        *struck = cr_max(*struck, p->closing);
    }
    for (int i = 0; i < w->ready_count; i++) {
        cr_mover *m = &w->mover[w->ready[i]];
        double struck = w->mover[cr_world_island(w, w->ready[i])].struck;
        if (!(struck > m->stir)) continue;
        m->stir = struck;
        m->changed = ++w->serial;
        spread = true;
    }
    return spread;
}

cr_status cr_world_visit_ready(cr_world *w, double time, const cr_world_sink *sink, cr_error *error) {
    enum { ROUNDS = 8 }; // each takes in bodies that the last one's may be thrown at
    visit v = {w, time, sink};
    cr_status status = CR_OK;
    for (int i = 0; i < w->ready_count && status == CR_OK; i++) status = visit_body(&v, w->ready[i], error);
    for (int round = 0; round < ROUNDS && status == CR_OK; round++) {
        int known = w->ready_count;
        long long before = w->serial;
        cr_world_connect(w);
        if (!spread_impacts(w)) break;
        for (int i = 0; i < w->ready_count && status == CR_OK; i++)
            if (i >= known || w->mover[w->ready[i]].changed > before)
                status = visit_body(&v, w->ready[i], error);
    }
    return status;
}
