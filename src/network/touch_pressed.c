// One contact and one friction that move the same bodies: the solve of touch_solve.c written out, without its
// rows and patterns, and while the contact stays closed with the series of scheme/foh_fast.h for its shape.
#include "network/network_internal.h"
#include "network/touch_root.h"

enum { SWEEPS = 2, RELEASES = 4 };

typedef struct pressed {
    cr_touch_group *group;
    cr_touch *touch;
    cr_rub *rub;
    cr_touch_pair own, by, on; // the contact by itself, by the friction, and what it does to the friction
    double mobility;           // of the friction
    double h;

    cr_foh_shape shape;
    cr_touch_root root;
    double v[2], way[2];
} pressed;

// The rest of it is found on the way.
static void begin(pressed *p, cr_network *n, cr_touch_group *g) {
    int room = g->touch_room, level = g->level;
    p->group = g;
    p->touch = cr_network_touch(n, g->touches[0]);
    p->rub = cr_network_rub_at(n, g->rubs[0]);
    p->own = g->pairs[level][0];
    p->by = *cr_touch_other_pair(g, level, 0, room);
    p->on = *cr_touch_other_pair(g, level, room, 0);
    p->mobility = g->friction.mobility[level][0];
    p->h = p->touch->response[level].h;
}

// I + L^T K L in its factors, with the quotient below the diagonal.
typedef struct factors {
    double u00, u01, u11, l10;
} factors;

static factors factor(const cr_touch_pair *k, const cr_touch_root *a) {
    double k00 = k->c * a->l00 - k->e * a->l10, k01 = -k->e * a->l11;
    double k10 = k->e * a->l00 + k->m * a->l10, k11 = k->m * a->l11;
    factors f = {.u00 = a->l00 * k00 + a->l10 * k10 + 1, .u01 = a->l00 * k01 + a->l10 * k11};
    f.l10 = a->l11 * k10 / f.u00;
    f.u11 = a->l11 * k11 + 1 - f.l10 * f.u01;
    return f;
}

static void solve_factored(const factors *f, double *x) {
    x[1] = (x[1] - f->l10 * x[0]) / f->u11;
    x[0] = (x[0] - f->u01 * x[1]) / f->u00;
}

// Way that the force of the contact takes from the friction.
static double felt(const pressed *p, const double *v) {
    const cr_touch_root *l = &p->root;
    return p->on.c * l->l00 * v[0] - p->on.e * (l->l10 * v[0] + l->l11 * v[1]);
}

// Friction of a contact that may have answered it.
static void rub(pressed *p, double reach, double compliance) {
    cr_bristle b = cr_rub_bristle(p->rub, p->rub->touch < 0 ? NULL : p->touch, p->h);
    cr_rub_step(p->rub, &b, reach, compliance);
}

static void solve(pressed *p) {
    const cr_touch *t = p->touch;
    p->root = cr_touch_root_of(&p->shape, p->h);
    const cr_touch_root *a = &p->root;
    if (cr_touch_root_idle(a)) {
        p->v[0] = p->v[1] = 0.0;
        rub(p, p->rub->reach, p->mobility);
        return;
    }
    double free[2] = {a->e0 * t->psi + a->l00 * t->reach + a->l10 * t->moment,
                      a->e1 * t->psi + a->l11 * t->moment};
    double answer[2] = {a->l00 * p->by.c + a->l10 * p->by.e, a->l11 * p->by.e};
    factors f = factor(&p->own, a);
    solve_factored(&f, free);
    solve_factored(&f, answer);
    rub(p, p->rub->reach - felt(p, free), p->mobility - felt(p, answer));
    for (int i = 0; i < 2; i++) p->v[i] = free[i] - answer[i] * p->rub->force;
}

// Forces, and the way under them.
static void set_forces(pressed *p) {
    cr_touch *t = p->touch;
    double force = p->rub->force;
    t->a = p->root.l00 * p->v[0];
    t->b = p->root.l10 * p->v[0] + p->root.l11 * p->v[1];
    p->way[0] = t->reach - (p->own.c * t->a - p->own.e * t->b) - p->by.c * force;
    p->way[1] = t->moment - (p->own.e * t->a + p->own.m * t->b) - p->by.e * force;
}

static void settle_friction(const pressed *p) {
    cr_rub *rub = p->rub;
    double bend = rub->bend, way = rub->reach - felt(p, p->v) - p->mobility * rub->force;
    rub->lost += rub->force * way - rub->stiffness * bend * (rub->bristle + 0.5 * bend);
    rub->bristle += bend;
}

// Nothing touches and nothing was pressed: bristles that are still bent spring back.
static bool stays_apart(const cr_touch *t, cr_rub *rub) {
    if (!cr_touch_stays_apart(t) || rub->touch < 0 || t->a > 0.0) return false;
    rub->force = 0.0;
    rub->lost += 0.5 * rub->stiffness * rub->bristle * rub->bristle;
    rub->bristle = 0.0;
    return true;
}

// --- closed, and the depth changes little

// What comes to the contact if the friction stays as it was.
typedef struct free_way {
    double reach, moment;
} free_way;

static free_way with_last_friction(const pressed *p) {
    double force = p->rub->force;
    return (free_way){p->touch->reach - p->by.c * force, p->touch->moment - p->by.e * force};
}

// The shape on the linearised step, which one sweep from there leaves as good as it is; `force` gets the mean
// force. False where the contact moves too far for that.
static bool aim_near(const pressed *p, free_way w, cr_foh_aim *aim, double *force) {
    const cr_touch *t = p->touch;
    const cr_foh_response *q = &t->response[p->group->level];
    const cr_foh_point *at = &t->point;
    const cr_foh_linear *l = &t->predictor.now;
    if (at->near == 0.0) return false;
    double d = w.reach - q->c0 * at->force, m = w.moment - q->e0 * at->force;
    cr_foh_path path = {at->depth, l->p11 * d + l->p12 * m, l->p21 * d + l->p22 * m};
    if (!cr_foh_near(at, cr_max(fabs(path.to), fabs(path.moment)))) return false;
    *aim = cr_foh_near_aim(&t->known->series, at, &path);
    *force = at->force + (0.5 * at->slope + at->viscous * at->force) * path.to;
    return true;
}

// The shape after a first sweep from the rough guess. False where the contact opens or moves too far.
static bool aim_far(const pressed *p, free_way w, cr_foh_aim *aim, double *force) {
    const cr_touch *t = p->touch;
    const cr_foh_response *q = &t->response[p->group->level];
    const cr_foh_series *s = &t->known->series;
    double most = s->most * t->depth, mean, moment;
    if (!cr_foh_settled(&t->point, t->psi)) return false;
    cr_foh_path path = cr_foh_rough_guess(q, &t->point, w.reach - q->c0 * t->point.force, w.moment);
    if (!(fabs(path.to) < most)) return false;
    cr_foh_force f =
        cr_foh_sweep(q, w.reach, w.moment, t->psi, cr_foh_aim_at(s, &t->point, &path), &mean, &moment);
    if (!(fabs(f.travel) < most)) return false;
    path = (cr_foh_path){t->depth, f.travel, moment};
    *aim = cr_foh_aim_at(s, &t->point, &path);
    *force = f.a;
    return true;
}

// False where the series do not serve.
static bool solve_closed(pressed *p) {
    cr_touch *t = p->touch;
    int level = p->group->level;
    cr_foh_aim aim;
    if (!(t->depth > 0.0) || !(t->psi > 0.0) || !t->known->series.usable || t->struck) return false;
    if (!cr_touch_knows(t, level)) cr_touch_know_hard(t, level);
    free_way w = with_last_friction(p);
    if (!aim_near(p, w, &aim, &t->a) && !aim_far(p, w, &aim, &t->a)) return false;
    p->shape = (cr_foh_shape){aim.g0, aim.g1, aim.r0 * p->h, aim.r1 * p->h};
    solve(p);
    double after = 2.0 * cr_touch_mean_psi(&p->root, t, p->v) - t->psi;
    return after > 1e-3 * t->psi && p->root.l00 * p->v[0] >= 0.0;
}

// --- any

// Whether the contact would have pulled, and let go.
static bool solve_any(pressed *p) {
    cr_touch *t = p->touch;
    bool dropped = false;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        p->shape = cr_touch_shape_on(t, p->group->level, sweep ? p->way : NULL);
        solve(p);
        for (int i = 0; i < RELEASES && cr_touch_shrink(t, &p->root, p->v, &p->shape); i++) solve(p);
        if (sweep == SWEEPS - 1 && p->root.l00 * p->v[0] < 0.0 && !t->known->law.adhesive) {
            p->shape = (cr_foh_shape){0};
            dropped = true;
            solve(p);
        }
        set_forces(p);
    }
    return dropped;
}

void cr_touch_pressed_solve(cr_network *n, cr_touch_group *g) {
    cr_touch *t = cr_network_touch(n, g->touches[0]);
    bool dropped = false;
    if (stays_apart(t, cr_network_rub_at(n, g->rubs[0]))) {
        t->a = t->b = 0.0;
        return;
    }
    pressed p;
    begin(&p, n, g);
    if (solve_closed(&p)) set_forces(&p);
    else dropped = solve_any(&p);
    settle_friction(&p);
    cr_touch_settle(t, &p.shape, &p.root, p.v, p.way, dropped, p.h);
}
