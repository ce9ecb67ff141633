// Several contacts, and friction, that move the same bodies. With z = (travel, moment) of each contact,
// G = (g0, g1) its elastic shape and H = R/h + G G^T/2 its slope,
//     (I + K H) z = z* - K G psi - k f_t,    force = G psi + H z
// K = [[c, -e], [e, m]] by pairs; friction f_t enters by k = (c, e) of the pair. Always solvable: K is
// passive and H positive.
#include "base/linear.h"
#include "base/numeric.h"
#include "network/network_internal.h"

enum { SWEEPS = 2, RELEASES = 4 };

typedef struct slope {
    double h00, h01, h11;
} slope;

static slope slope_of(const cr_foh_shape *s, double h) {
    return (slope){s->r0 / h + 0.5 * s->g0 * s->g0, s->r1 / h + 0.5 * s->g0 * s->g1,
                   3.0 * s->r0 / h + 0.5 * s->g1 * s->g1};
}

static const cr_touch_pair *pair_at(const cr_touch_group *g, int i, int j) {
    return &g->pairs[g->level][i * (g->touch_count + g->rub_count) + j];
}

static cr_touch *touch_at(const cr_network *n, const cr_touch_group *g, int i) {
    return cr_network_touch(n, g->touches[i]);
}

// I + K H, and free = z* - K G psi, solved.
static void solve_free(const cr_network *n, cr_touch_group *g) {
    int m = g->touch_count, size = 2 * m;
    for (int i = 0; i < m; i++) {
        double travel = touch_at(n, g, i)->reach, moment = touch_at(n, g, i)->moment;
        for (int j = 0; j < m; j++) {
            const cr_touch_pair *k = pair_at(g, i, j);
            const cr_foh_shape *s = &g->shape[j];
            const cr_touch *t = touch_at(n, g, j);
            slope h = slope_of(s, t->response[g->level].h);
            double *row = &g->matrix[2 * i * size + 2 * j];
            row[0] = k->c * h.h00 - k->e * h.h01 + (i == j);
            row[1] = k->c * h.h01 - k->e * h.h11;
            row[size] = k->e * h.h00 + k->m * h.h01;
            row[size + 1] = k->e * h.h01 + k->m * h.h11 + (i == j);
            travel -= (k->c * s->g0 - k->e * s->g1) * t->psi;
            moment -= (k->e * s->g0 + k->m * s->g1) * t->psi;
        }
        g->free[2 * i] = travel;
        g->free[2 * i + 1] = moment;
    }
    cr_lu_factor(g->matrix, size, g->order);
    cr_lu_solve(g->matrix, size, g->order, g->free);
}

// --- friction

// w = (I + K H)^-1 (c, e): how the contacts answer a unit of friction r.
static void solve_response(cr_touch_group *g, int r) {
    double *w = &g->response[2 * g->touch_count * r];
    for (int i = 0; i < g->touch_count; i++) {
        const cr_touch_pair *k = pair_at(g, i, g->touch_count + r);
        w[2 * i] = k->c;
        w[2 * i + 1] = k->e;
    }
    cr_lu_solve(g->matrix, 2 * g->touch_count, g->order, w);
}

// sum over contacts of (c, -e) . H z, and of (c, -e) . (G psi + H z) if `elastic`
static double felt(const cr_network *n, const cr_touch_group *g, int r, const double *z, bool elastic) {
    double sum = 0.0;
    for (int i = 0; i < g->touch_count; i++) {
        const cr_touch_pair *k = pair_at(g, g->touch_count + r, i);
        const cr_touch *t = touch_at(n, g, i);
        const cr_foh_shape *s = &g->shape[i];
        slope h = slope_of(s, t->response[g->level].h);
        double a = h.h00 * z[2 * i] + h.h01 * z[2 * i + 1], b = h.h01 * z[2 * i] + h.h11 * z[2 * i + 1];
        if (elastic) a += s->g0 * t->psi, b += s->g1 * t->psi;
        sum += k->c * a - k->e * b;
    }
    return sum;
}

// What the frictions feel of each other, and their ways without friction, once the contacts have answered.
static void solve_friction(cr_network *n, cr_touch_group *g) {
    int size = 2 * g->touch_count, count = g->rub_count;
    if (!count) return;
    for (int r = 0; r < count; r++) solve_response(g, r);
    for (int r = 0; r < count; r++) {
        g->friction.reach[r] = cr_network_rub_at(n, g->rubs[r])->reach - felt(n, g, r, g->free, true);
        for (int q = 0; q < count; q++)
            g->friction.compliance[r * count + q] = pair_at(g, g->touch_count + r, g->touch_count + q)->c -
                                                    felt(n, g, r, &g->response[size * q], false);
    }
    cr_touch_friction_solve(n, g);
}

// --- contacts

static void add_friction(const cr_network *n, cr_touch_group *g) {
    int size = 2 * g->touch_count;
    for (int i = 0; i < size; i++) g->way[i] = g->free[i];
    for (int r = 0; r < g->rub_count; r++)
        for (int i = 0; i < size; i++)
            g->way[i] -= g->response[size * r + i] * cr_network_rub_at(n, g->rubs[r])->force;
}

static double psi_after(const cr_touch *t, const cr_foh_shape *s, const double *z) {
    return t->psi + s->g0 * z[0] + s->g1 * z[1];
}

// Shapes of contacts whose psi would end below zero are shrunk towards the one that ends at zero.
static bool shrink(const cr_network *n, cr_touch_group *g) {
    bool changed = false;
    for (int i = 0; i < g->touch_count; i++) {
        const cr_touch *t = touch_at(n, g, i);
        cr_foh_shape *s = &g->shape[i];
        double gain = s->g0 * g->way[2 * i] + s->g1 * g->way[2 * i + 1];
        if (t->psi + gain >= -1e-13 * t->psi || gain >= 0.0) continue;
        double share = t->psi > 0.0 ? -t->psi / gain : 0.0;
        s->g0 *= share;
        s->g1 *= share;
        changed = true;
    }
    return changed;
}

// Contacts that pull let go.
static bool let_go(const cr_network *n, cr_touch_group *g) {
    bool changed = false;
    for (int i = 0; i < g->touch_count; i++) {
        const cr_touch *t = touch_at(n, g, i);
        cr_foh_shape *s = &g->shape[i];
        const double *z = &g->way[2 * i];
        double y = t->psi + 0.5 * (s->g0 * z[0] + s->g1 * z[1]), h = t->response[g->level].h;
        double a = s->g0 * y + (s->r0 * z[0] + s->r1 * z[1]) / h;
        if (a >= 0.0 || t->law.adhesive) continue;
        *s = (cr_foh_shape){0};
        changed = g->dropped[i] = true;
    }
    return changed;
}

static void solve_all(cr_network *n, cr_touch_group *g) {
    solve_free(n, g);
    solve_friction(n, g);
    add_friction(n, g);
}

static void set_force(cr_touch *t, const cr_foh_shape *s, const double *z, double h) {
    double y = t->psi + 0.5 * (s->g0 * z[0] + s->g1 * z[1]);
    t->a = s->g0 * y + (s->r0 * z[0] + s->r1 * z[1]) / h;
    t->b = s->g1 * y + (3.0 * s->r0 * z[1] + s->r1 * z[0]) / h;
}

static void predict(cr_network *n, cr_touch_group *g, bool first) {
    for (int i = 0; i < g->touch_count; i++) {
        const cr_touch *t = touch_at(n, g, i);
        const cr_foh_response *q = &t->response[g->level];
        cr_foh_path path = {t->depth, t->depth + g->way[2 * i], g->way[2 * i + 1]};
        if (first) path = cr_foh_guess(&t->law, q, t->depth, t->reach, t->moment);
        g->dropped[i] = false;
        g->shape[i] = cr_foh_shape_of(&t->law, &path, q->e0, t->psi);
        if (g->shape[i].g0 == 0.0 && g->shape[i].g1 == 0.0)
            g->shape[i] = cr_foh_give_back(q, t->reach, t->psi);
    }
}

static void settle(cr_touch *t, const cr_foh_shape *s, const double *z, double h, bool dropped) {
    const double remnant = 1e-3;                              // of psi, by which a shrunk shape may miss zero
    double before = t->psi, after = fabs(psi_after(t, s, z)); // the step is even in (psi, g)
    set_force(t, s, z, h);
    t->lost += (s->r0 * z[0] * z[0] + 2.0 * s->r1 * z[0] * z[1] + 3.0 * s->r0 * z[1] * z[1]) / h;
    if (dropped) after = cr_min(before, t->law.type->ops->psi(&t->law, t->depth + z[0]));
    bool parted = after < (t->depth + z[0] <= 0.0 ? remnant : 1e-13) * before;
    t->psi = parted ? 0.0 : after;
    if (dropped) t->lost += 0.5 * (before - t->psi) * (before + t->psi);
    else if (parted) t->lost += 0.5 * after * after;
}

static bool all_apart(const cr_network *n, const cr_touch_group *g) {
    for (int i = 0; i < g->touch_count; i++) {
        const cr_touch *t = touch_at(n, g, i);
        if (t->depth > 0.0 || t->depth + t->reach > 0.0 || t->psi > 0.0) return false;
    }
    return g->rub_count == 0;
}

static void settle_friction(cr_network *n, cr_touch_group *g) {
    for (int r = 0; r < g->rub_count; r++) {
        cr_rub *rub = cr_network_rub_at(n, g->rubs[r]);
        double way = rub->reach - felt(n, g, r, g->way, true), bend = rub->bend;
        for (int q = 0; q < g->rub_count; q++)
            way -= pair_at(g, g->touch_count + r, g->touch_count + q)->c *
                   cr_network_rub_at(n, g->rubs[q])->force;
        rub->lost += rub->force * way - rub->stiffness * bend * (rub->bristle + 0.5 * bend);
        rub->bristle += bend;
    }
}

void cr_touch_group_solve(cr_network *n, cr_touch_group *g) {
    if (all_apart(n, g)) {
        for (int i = 0; i < g->touch_count; i++) touch_at(n, g, i)->a = touch_at(n, g, i)->b = 0.0;
        return;
    }
    int sweeps = g->touch_count ? SWEEPS : 1;
    for (int sweep = 0; sweep < sweeps; sweep++) {
        predict(n, g, sweep == 0);
        solve_all(n, g);
        for (int i = 0; i < RELEASES && shrink(n, g); i++) solve_all(n, g);
        if (sweep == sweeps - 1)
            for (int i = 0; i < g->touch_count && let_go(n, g); i++) solve_all(n, g);
        for (int i = 0; i < g->touch_count; i++)
            set_force(touch_at(n, g, i), &g->shape[i], &g->way[2 * i],
                      touch_at(n, g, i)->response[g->level].h);
    }
    settle_friction(n, g); // first: it needs psi as it was
    for (int i = 0; i < g->touch_count; i++)
        settle(touch_at(n, g, i), &g->shape[i], &g->way[2 * i], touch_at(n, g, i)->response[g->level].h,
               g->dropped[i]);
}
