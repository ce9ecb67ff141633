// Where a pair stands still and other points take the place of those that bore its load (a surface that fits
// becomes a patch of fixed points, or no longer does), the load goes over to them: forces with the same
// resultant and moment, and gaps offset by what each point would have to give or lack. Nothing moves then. In
// motion points begin without load: offsets would stop a body that rocks (docs/theory/worlds.md, W9).
#include "base/linear.h"
#include "base/numeric.h"
#include "world/world_internal.h"

enum { WRENCH = 6 };

typedef struct taker {
    bool bears;
    cr_point_memory *point;
    double gap;
    double way[3][WRENCH]; // along the normal and two tangents: force, and moment over the size of the body
    double share[3];       // N, along these
} taker;

typedef struct hand_over {
    const cr_pair *pair;
    cr_vec about;
    double size, mu;
    double load[WRENCH];
    int takers;
    taker *taker;
} hand_over;

void cr_lost_load_add(cr_lost_load *lost, const cr_point_memory *m) {
    if (!(m->force > 0.0)) return;
    cr_vec at = cr_vec_scale(0.5, cr_vec_add(m->touch.point_a, m->touch.point_b));
    cr_vec force = cr_vec_along(m->shear, m->force, m->touch.normal);
    lost->points++;
    lost->force = cr_vec_add(lost->force, force);
    lost->moment = cr_vec_add(lost->moment, cr_vec_add(m->bend, cr_vec_cross(at, force)));
}

static void set_wrench(double *wrench, cr_vec force, cr_vec moment, double size) {
    const double value[WRENCH] = {force.x,         force.y,         force.z,
                                  moment.x / size, moment.y / size, moment.z / size};
    for (int i = 0; i < WRENCH; i++) wrench[i] = value[i];
}

static void set_ways(const hand_over *o, taker *t) {
    const cr_touch *touch = &t->point->touch;
    cr_vec arm = cr_vec_sub(cr_vec_scale(0.5, cr_vec_add(touch->point_a, touch->point_b)), o->about);
    cr_vec d[3] = {touch->normal};
    cr_vec_frame(d[0], &d[1], &d[2]);
    for (int i = 0; i < 3; i++) set_wrench(t->way[i], d[i], cr_vec_cross(arm, d[i]), o->size);
}

static double product(const double *a, const double *b) {
    double sum = 0.0;
    for (int i = 0; i < WRENCH; i++) sum += a[i] * b[i];
    return sum;
}

// The shares of least squares that make up the load, those across the normal ten times as dear. False: there
// are none.
static bool share_load(hand_over *o) {
    const double across = 0.01, least = 1e-13, exact = 1e-9;
    double matrix[WRENCH * WRENCH] = {0}, x[WRENCH], rest[WRENCH], trace = 0.0;
    for (int k = 0; k < o->takers; k++)
        for (int d = 0; d < 3 && o->taker[k].bears; d++)
            for (int i = 0; i < WRENCH * WRENCH; i++)
                matrix[i] +=
                    (d ? across : 1.0) * o->taker[k].way[d][i / WRENCH] * o->taker[k].way[d][i % WRENCH];
    for (int i = 0; i < WRENCH; i++) trace += matrix[i * WRENCH + i];
    if (!(trace > 0.0)) return false;
    for (int i = 0; i < WRENCH; i++) {
        matrix[i * WRENCH + i] += least * trace;
        x[i] = rest[i] = o->load[i];
    }
    cr_lu_factor_positive(matrix, WRENCH);
    cr_lu_solve(matrix, WRENCH, NULL, x);
    for (int k = 0; k < o->takers; k++)
        for (int d = 0; d < 3; d++) {
            taker *t = &o->taker[k];
            t->share[d] = t->bears ? (d ? across : 1.0) * product(t->way[d], x) : 0.0;
            for (int i = 0; i < WRENCH; i++) rest[i] -= t->share[d] * t->way[d][i];
        }
    return product(rest, rest) <= exact * exact * product(o->load, o->load);
}

// The point that would have to pull most; NULL: none.
static taker *pulled_most(const hand_over *o) {
    taker *worst = NULL;
    double least = 0.0;
    for (int i = 0; i < o->takers; i++) {
        double force = o->taker[i].point->force + o->taker[i].share[0];
        if (o->taker[i].bears && force < least) least = force, worst = &o->taker[i];
    }
    return worst;
}

static cr_vec shear_of(const taker *t) {
    cr_vec first, second;
    cr_vec_frame(t->point->touch.normal, &first, &second);
    return cr_vec_along(cr_vec_along(t->point->shear, t->share[1], first), t->share[2], second);
}

static bool find_shares(hand_over *o) {
    for (;;) {
        if (!share_load(o)) return false;
        taker *worst = pulled_most(o);
        if (!worst) break;
        worst->bears = false;
    }
    for (int i = 0; i < o->takers; i++) {
        const taker *t = &o->taker[i];
        if (t->bears && cr_vec_length(shear_of(t)) > o->mu * (t->point->force + t->share[0])) return false;
    }
    return true;
}

// Puts the gap where it is to be.
static void offset_to(taker *t, double gap) {
    t->point->touch.offset += gap - t->gap;
    t->point->touch.gap += gap - t->gap;
}

static bool all_still(const cr_world *w, cr_pair *pair, const cr_body_now *a, const cr_body_now *b,
                      hand_over *o, double h) {
    const double still = 0.01; // of g h
    double most = still * h * cr_vec_length(w->model->def.gravity), flat = 3.0 * w->model->def.flat;
    for (int i = 0; i < pair->points.count; i++) {
        cr_point_memory *m = &pair->points.items[i];
        cr_vec speed;
        double gap = cr_point_gap(pair, a, b, m, &speed);
        if (gap > flat && !(m->force > 0.0)) continue;
        if (cr_vec_length(speed) > most || gap < -flat) return false;
        taker *t = &o->taker[o->takers++];
        *t = (taker){.bears = true, .point = m, .gap = gap};
        set_ways(o, t);
    }
    return true;
}

static void take_over(cr_world *w, hand_over *o, double h) {
    const cr_meeting_rule *rule = &o->pair->rule;
    for (int i = 0; i < o->takers; i++) {
        taker *t = &o->taker[i];
        cr_point_memory *m = t->point;
        double before = cr_point_stored(rule, m);
        if (!t->bears) {
            if (t->gap < 0.0 && m->force == 0.0) offset_to(t, 0.0);
            continue;
        }
        m->shear = shear_of(t);
        m->bristle_normal = m->touch.normal;
        m->force += t->share[0];
        m->slip = -1.0;
        m->budget = o->mu * m->force * h;
        offset_to(t, -m->force / rule->stiffness);
        w->books.pushed += cr_point_stored(rule, m) - before;
    }
}

void cr_pair_hand_over(cr_world *w, cr_pair *pair, const cr_body_now *a, const cr_body_now *b, double h,
                       const cr_lost_load *lost) {
    taker room[CR_TOUCH_MAX];
    if (pair->rule.law || pair->points.count == 0 || lost->points == 0) return;
    hand_over o = {.pair = pair,
                   .about = a->body->moves ? a->state.at : b->state.at,
                   .size = cr_min(a->body->reach, b->body->reach),
                   .mu = cr_point_mu(&pair->rule.grip, -1.0),
                   .taker = room};
    set_wrench(o.load, lost->force, cr_vec_sub(lost->moment, cr_vec_cross(o.about, lost->force)), o.size);
    if (all_still(w, pair, a, b, &o, h) && find_shares(&o)) take_over(w, &o, h);
}
