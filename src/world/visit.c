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

// A body in the middle of a step becomes ready, with all that step with it, even if they were to fall asleep
// at this very moment.
static cr_status interrupt(cr_world *w, int body, double time, const cr_world_sink *sink, cr_error *error) {
    cr_group *g = &w->group[w->mover[body].group];
    cr_status status = CR_OK;
    if (!g->asleep) status = cr_group_cut(w, g, time, error);
    if (!g->asleep && status == CR_OK) status = cr_group_finish(w, g, sink, error);
    if (g->asleep && status == CR_OK) cr_group_wake(w, g, time);
    return status;
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
    long long turn; // serial of a turn in which bodies look about, one after the other
} visit;

// The shortest of what the pairs of parts of two bodies ask for.
typedef struct meeting {
    int rows;
    double limit, pulse;
} meeting;

// A ball that fits into the other form touches it at one place.
static bool has_all_points(const cr_world *w, const cr_pair *pair) {
    const cr_form *a = cr_body_of(w, pair->a)->part[pair->part_a].form,
                  *b = cr_body_of(w, pair->b)->part[pair->part_b].form;
    const cr_form *ball = a->ball > 0.0 ? a : b, *other = ball == a ? b : a;
    return pair->rows > 0 && ball->ball > 0.0 && ball->ball <= other->nook;
}

// Whether a pair is to be looked at again: one of its bodies has changed, or may move faster and that may add
// points, or its step is shorter now and that may leave out points or count slower impacts.
static bool outdated(const cr_world *w, const cr_pair *pair, double h) {
    const cr_mover *a = &w->mover[pair->a], *b = &w->mover[pair->b];
    if (pair->found < a->changed || pair->found < b->changed) return true;
    if ((pair->found < a->stirred || pair->found < b->stirred) && !has_all_points(w, pair)) return true;
    bool certain = pair->rows == 0 || (pair->rule.law && pair->rows == pair->pressed);
    return h < pair->span && !certain;
}

static cr_status meet_parts(visit *v, int a, int b, double h, meeting *met, cr_error *error) {
    cr_world *w = v->w;
    const cr_body *body_a = cr_body_of(w, a), *body_b = cr_body_of(w, b);
    cr_body_now view_a, view_b;
    cr_status status = CR_OK;
    bool seen = false; // where something is to be looked at
    *met = (meeting){0, HUGE_VAL, HUGE_VAL};
    for (int i = 0; i < body_a->parts && status == CR_OK; i++)
        for (int k = 0; k < body_b->parts && status == CR_OK; k++) {
            int index = cr_pair_find_index(w, a, i, b, k);
            if (!seen && (index < 0 || outdated(w, &w->pairs.items[index], h))) {
                cr_body_see(w, a, v->time, &view_a);
                cr_body_see(w, b, v->time, &view_b);
                seen = true;
            }
            if (index < 0 && cr_parts_far(w, &view_a, i, &view_b, k, h)) continue;
            if (index < 0) index = cr_pair_add(w, a, i, b, k, error);
            if (index < 0) return CR_ERR_MEMORY;
            cr_pair *pair = &w->pairs.items[index];
            if (pair->rule.apart) return CR_OK;
            if (outdated(w, pair, h)) {
                status = cr_pair_meet(w, pair, &view_a, &view_b, h, error);
                pair->found = ++w->serial;
                pair->span = h;
            }
            met->rows += pair->rows;
            met->limit = cr_min(met->limit, pair->limit);
            met->pulse = cr_min(met->pulse, pair->pulse);
            if (status == CR_OK) status = list_pair(w, index, error);
        }
    return status;
}

// One body that is ready and another near it. What one that is in the middle of a step asks for is seen when
// it is ready too.
static cr_status visit_pair(visit *v, int body, int other, cr_error *error) {
    cr_world *w = v->w;
    const cr_body *b = cr_body_of(w, other);
    int low = body < other ? body : other, high = body < other ? other : body;
    cr_mover *m = &w->mover[body], *n = &w->mover[other];
    bool ready = b->joins && is_ready(w, other);
    meeting met;
    cr_status status = meet_parts(v, low, high, ready ? cr_min(m->look, n->look) : m->look, &met, error);
    if (met.rows > 0 && b->joins && !ready) return status;
    m->limit = cr_min(m->limit, cr_min(met.limit, met.pulse));
    m->pulse = cr_min(m->pulse, met.pulse);
    if (!ready) return status;
    n->limit = cr_min(n->limit, cr_min(met.limit, met.pulse));
    n->pulse = cr_min(n->pulse, met.pulse);
    return status;
}

// Two bodies see each other alike: who looked about in this turn has seen the body already.
static cr_status look_about(visit *v, int body, cr_error *error) {
    cr_world *w = v->w;
    int count = cr_broad_near(w->broad, body, w->found);
    cr_status status = CR_OK;
    w->mover[body].looked = v->turn;
    for (int i = 0; i < count && status == CR_OK; i++)
        if (w->mover[w->found[i]].looked != v->turn) status = visit_pair(v, body, w->found[i], error);
    return status;
}

static cr_status interrupt_joined(visit *v, int body, cr_error *error) {
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

// Makes ready whom those that are ready since `first` may touch or are joined to.
static cr_status interrupt_met(visit *v, int first, cr_error *error) {
    cr_world *w = v->w;
    cr_status status = CR_OK;
    for (int i = 0; i < w->touching.count && status == CR_OK; i++) {
        const cr_pair *pair = &w->pairs.items[w->touching.items[i].index];
        const int end[2] = {pair->a, pair->b};
        for (int k = 0; k < 2 && status == CR_OK && pair->rows > 0; k++)
            if (cr_body_of(w, end[k])->joins && !is_ready(w, end[k]))
                status = interrupt(w, end[k], v->time, v->sink, error);
    }
    for (int i = first, count = w->ready_count; i < count && status == CR_OK; i++)
        status = interrupt_joined(v, w->ready[i], error);
    return status;
}

// Bodies that are ready since `first` look about, all of them before anything comes of it, so that their
// order does not matter: first as far as they would go if they met nobody, and where the pulse of a law makes
// steps short, then no farther than that.
static cr_status visit_new(visit *v, int first, cr_error *error) {
    cr_world *w = v->w;
    cr_status status = CR_OK;
    int count = w->ready_count;
    for (int i = first; i < count; i++) {
        cr_mover *m = &w->mover[w->ready[i]];
        m->pulse = HUGE_VAL;
        m->ahead = m->look = cr_mover_wish(w, w->ready[i]);
        set_box(w, w->ready[i], &m->before, m->ahead);
    }
    v->turn = ++w->serial;
    for (int i = first; i < count && status == CR_OK; i++) status = look_about(v, w->ready[i], error);
    for (int i = first; i < count; i++) {
        cr_mover *m = &w->mover[w->ready[i]];
        m->look = cr_min(m->look, m->pulse);
    }
    v->turn = ++w->serial;
    for (int i = first; i < count && status == CR_OK; i++)
        if (w->mover[w->ready[i]].pulse < HUGE_VAL) status = look_about(v, w->ready[i], error);
    return status == CR_OK ? interrupt_met(v, first, error) : status;
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
        if (p->rows == 0) continue;
        double *struck = &w->mover[cr_world_island(w, cr_body_of(w, p->a)->joins ? p->a : p->b)].struck;
        *struck = cr_max(*struck, p->closing);
    }
    for (int i = 0; i < w->ready_count; i++) {
        cr_mover *m = &w->mover[w->ready[i]];
        double struck = w->mover[cr_world_island(w, w->ready[i])].struck;
        if (!(struck > m->stir)) continue;
        m->stir = struck;
        m->stirred = ++w->serial;
        set_box(w, w->ready[i], &m->before, m->ahead);
        spread = true;
    }
    return spread;
}

static cr_status visit_all_new(visit *v, int first, cr_error *error) {
    cr_status status = CR_OK;
    while (first < v->w->ready_count && status == CR_OK) {
        int count = v->w->ready_count;
        status = visit_new(v, first, error);
        first = count;
    }
    return status;
}

cr_status cr_world_visit_ready(cr_world *w, double time, const cr_world_sink *sink, cr_error *error) {
    enum { ROUNDS = 8 }; // each takes in bodies that the last one's may be thrown at
    visit v = {.w = w, .time = time, .sink = sink};
    cr_status status = visit_all_new(&v, 0, error);
    for (int round = 0; round < ROUNDS && status == CR_OK; round++) {
        int known = w->ready_count;
        long long before = w->serial;
        cr_world_connect(w);
        if (!spread_impacts(w)) break;
        v.turn = ++w->serial;
        for (int i = 0; i < known && status == CR_OK; i++)
            if (w->mover[w->ready[i]].stirred > before) status = look_about(&v, w->ready[i], error);
        if (status == CR_OK) status = interrupt_met(&v, known, error);
        if (status == CR_OK) status = visit_all_new(&v, known, error);
    }
    return status;
}
