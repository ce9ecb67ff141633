// One contact and one friction that move the same bodies: the solve of touch_solve.c written out, without its
// rows and patterns; the same numbers, bit by bit.
#include "network/network_internal.h"
#include "network/touch_root.h"

enum { SWEEPS = 2, RELEASES = 4 };

typedef struct pressed {
    cr_network *network;
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

static pressed begin(cr_network *n, cr_touch_group *g) {
    int room = g->touch_room, level = g->level;
    return (pressed){.network = n,
                     .group = g,
                     .touch = cr_network_touch(n, g->touches[0]),
                     .rub = cr_network_rub_at(n, g->rubs[0]),
                     .own = g->pairs[level][0],
                     .by = *cr_touch_other_pair(g, level, 0, room),
                     .on = *cr_touch_other_pair(g, level, room, 0),
                     .mobility = g->friction.mobility[level][0],
                     .h = n->h / (1 << level)};
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
    p->group->friction.reach[0] = reach;
    p->group->friction.compliance[0] = compliance;
    cr_touch_friction_solve(p->network, p->group);
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
static bool stays_apart(const pressed *p) {
    const cr_touch *t = p->touch;
    cr_rub *rub = p->rub;
    if (!cr_touch_stays_apart(t) || rub->touch < 0 || t->a > 0.0) return false;
    rub->force = 0.0;
    rub->lost += 0.5 * rub->stiffness * rub->bristle * rub->bristle;
    rub->bristle = 0.0;
    return true;
}

void cr_touch_pressed_solve(cr_network *n, cr_touch_group *g) {
    pressed p = begin(n, g);
    cr_touch *t = p.touch;
    bool dropped = false;
    if (stays_apart(&p)) {
        t->a = t->b = 0.0;
        return;
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        p.shape = cr_touch_shape_on(t, g->level, sweep ? p.way : NULL);
        solve(&p);
        for (int i = 0; i < RELEASES && cr_touch_shrink(t, &p.root, p.v, &p.shape); i++) solve(&p);
        if (sweep == SWEEPS - 1 && p.root.l00 * p.v[0] < 0.0 && !t->known->law.adhesive) {
            p.shape = (cr_foh_shape){0};
            dropped = true;
            solve(&p);
        }
        set_forces(&p);
    }
    settle_friction(&p);
    cr_touch_settle(t, &p.shape, &p.root, p.v, p.way, dropped, p.h);
}
