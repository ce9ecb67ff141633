// Several contacts, and friction, that move the same bodies (derivation T8). With z = (travel, moment) of
// each contact, G = (g0, g1) its elastic shape, R its damper and H = R/h + G G^T/2 its slope,
//     z = z* - K force - k f_t,    force = G psi + H z
// K = [[c, -e], [e, m]] by pairs; friction f_t enters by k = (c, e) of the pair. Solved for v in force = L v,
// H = L L^T, whose square is an energy:
//     (I + L^T K L) v = L^-1 G psi + L^T (z* - k f_t)
// The symmetric part of this matrix is above 1, whatever the stiffness, so that it needs no exchange of rows;
// and neither the force nor y = psi + G z/2 is a difference of large numbers, as they are when computed
// from z. What rounding leaves in the energy is then a share of the energies at work.
#include "network/network_internal.h"
#include "network/touch_root.h"

enum { SWEEPS = 2, RELEASES = 4 };

// With a contact that is not fixed, or with a friction.
static const cr_touch_pair *pair_at(const cr_touch_group *g, int i, int j) {
    return cr_touch_other_pair(g, g->level, i, j);
}

static cr_touch *touch_at(const cr_network *n, const cr_touch_group *g, int i) {
    return cr_network_touch(n, g->touches[i]);
}

static double length_of_step(const cr_network *n, const cr_touch_group *g) {
    return n->h / (1 << g->level);
}

static double *entry(const cr_touch_group *g, int row, int column) {
    const ptrdiff_t *origin = g->skyline.origin;
    return column < row ? &g->lower[origin[row] + column] : &g->upper[origin[column] + row];
}

// The four numbers of contacts i and j in I + L^T K L.
static void put_pair(cr_touch_group *g, int i, int j, const cr_touch_pair *k) {
    const cr_touch_root *a = &g->root[i], *b = &g->root[j];
    double k00 = k->c * b->l00 - k->e * b->l10, k01 = -k->e * b->l11;
    double k10 = k->e * b->l00 + k->m * b->l10, k11 = k->m * b->l11;
    *entry(g, 2 * i, 2 * j) = a->l00 * k00 + a->l10 * k10 + (i == j);
    *entry(g, 2 * i, 2 * j + 1) = a->l00 * k01 + a->l10 * k11;
    *entry(g, 2 * i + 1, 2 * j) = a->l11 * k10;
    *entry(g, 2 * i + 1, 2 * j + 1) = a->l11 * k11 + (i == j);
}

static void clear_row(cr_touch_group *g, int c) {
    double *lower = g->lower + g->skyline.origin[c], *upper = g->upper + g->skyline.origin[c];
    for (int d = g->skyline.first[c]; d <= c; d++) lower[d] = upper[d] = 0.0;
}

// I + L^T K L, factored.
static void factor(cr_touch_group *g) {
    int m = g->touch_count;
    g->skyline.count = 2 * m;
    for (int i = 0; i < m; i++) {
        bool idle = cr_touch_root_idle(&g->root[i]);
        g->idle[2 * i] = g->idle[2 * i + 1] = idle;
        for (int c = 2 * i; !idle && c < 2 * i + 2; c++) clear_row(g, c);
    }
    for (int i = 0; i < m; i++) {
        if (g->idle[2 * i]) continue;
        int end = i < g->fixed ? g->pattern.row[i + 1] : 0;
        for (int k = i < g->fixed ? g->pattern.row[i] : 0; k < end; k++)
            if (!g->idle[2 * g->pattern.column[k]])
                put_pair(g, i, g->pattern.column[k], &g->pairs[g->level][k]);
        for (int j = i < g->fixed ? g->fixed : 0; j < m; j++)
            if (!g->idle[2 * j]) put_pair(g, i, j, pair_at(g, i, j));
    }
    cr_skyline_factor(&g->skyline, g->idle, g->lower, g->upper);
}

static void solve_factored(const cr_touch_group *g, double *x) {
    cr_skyline_solve(&g->skyline, g->idle, g->lower, g->upper, x);
}

// v without friction.
static void solve_free(const cr_network *n, cr_touch_group *g) {
    int m = g->touch_count;
    double h = length_of_step(n, g);
    for (int i = 0; i < m; i++) {
        const cr_touch *t = touch_at(n, g, i);
        g->root[i] = cr_touch_root_of(&g->shape[i], h);
        const cr_touch_root *a = &g->root[i];
        g->free[2 * i] = a->e0 * t->psi + a->l00 * t->reach + a->l10 * t->moment;
        g->free[2 * i + 1] = a->e1 * t->psi + a->l11 * t->moment;
    }
    factor(g);
    solve_factored(g, g->free);
}

// --- friction

// How v answers a unit of friction r.
static void solve_response(cr_touch_group *g, int r) {
    double *w = &g->response[2 * g->touch_count * r];
    for (int i = 0; i < g->touch_count; i++) {
        const cr_touch_pair *k = pair_at(g, i, g->touch_room + r);
        const cr_touch_root *a = &g->root[i];
        w[2 * i] = a->l00 * k->c + a->l10 * k->e;
        w[2 * i + 1] = a->l11 * k->e;
    }
    solve_factored(g, w);
}

// Way that the forces of the contacts take from friction r.
static double felt(const cr_touch_group *g, int r, const double *v) {
    double way = 0.0;
    for (int i = 0; i < g->touch_count; i++) {
        const cr_touch_pair *k = pair_at(g, g->touch_room + r, i);
        const cr_touch_root *l = &g->root[i];
        way += k->c * l->l00 * v[2 * i] - k->e * (l->l10 * v[2 * i] + l->l11 * v[2 * i + 1]);
    }
    return way;
}

// What the frictions feel of each other, and their ways without friction, once the contacts have answered.
static void solve_friction(cr_network *n, cr_touch_group *g) {
    int size = 2 * g->touch_count, count = g->rub_count;
    const cr_pattern *p = &g->friction.pattern;
    if (!count) return;
    for (int r = 0; r < count; r++) solve_response(g, r);
    for (int r = 0; r < count; r++) {
        g->friction.reach[r] = cr_network_rub_at(n, g->rubs[r])->reach - felt(g, r, g->free);
        for (int k = p->row[r]; k < p->row[r + 1]; k++)
            g->friction.compliance[k] =
                g->friction.mobility[g->level][k] - felt(g, r, &g->response[size * p->column[k]]);
    }
    cr_touch_friction_solve(n, g);
}

// --- contacts

static void add_friction(const cr_network *n, cr_touch_group *g) {
    int size = 2 * g->touch_count;
    for (int i = 0; i < size; i++) g->drive[i] = g->free[i];
    for (int r = 0; r < g->rub_count; r++)
        for (int i = 0; i < size; i++)
            g->drive[i] -= g->response[size * r + i] * cr_network_rub_at(n, g->rubs[r])->force;
}

static double mean_force(const cr_touch_group *g, int i) {
    return g->root[i].l00 * g->drive[2 * i];
}

static bool shrink(const cr_network *n, cr_touch_group *g) {
    bool changed = false;
    for (int i = 0; i < g->touch_count; i++)
        if (cr_touch_shrink(touch_at(n, g, i), &g->root[i], &g->drive[2 * i], &g->shape[i])) changed = true;
    return changed;
}

// Contacts that pull let go.
static bool let_go(const cr_network *n, cr_touch_group *g) {
    bool changed = false;
    for (int i = 0; i < g->touch_count; i++) {
        if (mean_force(g, i) >= 0.0 || touch_at(n, g, i)->known->law.adhesive) continue;
        g->shape[i] = (cr_foh_shape){0};
        changed = g->dropped[i] = true;
    }
    return changed;
}

static void solve_all(cr_network *n, cr_touch_group *g) {
    solve_free(n, g);
    solve_friction(n, g);
    add_friction(n, g);
}

static void set_way(const cr_network *n, cr_touch_group *g, int i) {
    double travel = touch_at(n, g, i)->reach, moment = touch_at(n, g, i)->moment;
    int k = i < g->fixed ? g->pattern.row[i] : 0, end = i < g->fixed ? g->pattern.row[i + 1] : 0;
    for (; k < end; k++) {
        const cr_touch_pair *pair = &g->pairs[g->level][k];
        const cr_touch *t = touch_at(n, g, g->pattern.column[k]);
        travel -= pair->c * t->a - pair->e * t->b;
        moment -= pair->e * t->a + pair->m * t->b;
    }
    for (int j = i < g->fixed ? g->fixed : 0; j < g->touch_count; j++) {
        const cr_touch_pair *pair = pair_at(g, i, j);
        const cr_touch *t = touch_at(n, g, j);
        travel -= pair->c * t->a - pair->e * t->b;
        moment -= pair->e * t->a + pair->m * t->b;
    }
    for (int r = 0; r < g->rub_count; r++) {
        const cr_touch_pair *pair = pair_at(g, i, g->touch_room + r);
        double force = cr_network_rub_at(n, g->rubs[r])->force;
        travel -= pair->c * force;
        moment -= pair->e * force;
    }
    g->way[2 * i] = travel;
    g->way[2 * i + 1] = moment;
}

// Forces, and the ways that the bodies will go under them.
static void set_forces(const cr_network *n, cr_touch_group *g) {
    for (int i = 0; i < g->touch_count; i++) {
        cr_touch *t = touch_at(n, g, i);
        const double *v = &g->drive[2 * i];
        t->a = mean_force(g, i);
        t->b = g->root[i].l10 * v[0] + g->root[i].l11 * v[1];
    }
    for (int i = 0; i < g->touch_count; i++) set_way(n, g, i);
}

static void predict(cr_network *n, cr_touch_group *g, bool first) {
    for (int i = 0; i < g->touch_count; i++) {
        g->dropped[i] = false;
        g->shape[i] = cr_touch_shape_on(touch_at(n, g, i), g->level, first ? NULL : &g->way[2 * i]);
    }
}

// --- at most one of the contacts, and no friction

enum { NONE = -1, SEVERAL = -2 };

static int which_is_near(const cr_network *n, const cr_touch_group *g) {
    int near = NONE;
    for (int i = 0; i < g->touch_count && near != SEVERAL; i++)
        if (!cr_touch_stays_apart(touch_at(n, g, i))) near = near == NONE ? i : SEVERAL;
    return near;
}

static void clear_forces(const cr_network *n, const cr_touch_group *g) {
    for (int i = 0; i < g->touch_count; i++) touch_at(n, g, i)->a = touch_at(n, g, i)->b = 0.0;
}

// Contact i as if it were alone on its bodies. False, and nothing done, where its force brings another near.
static bool solve_only(const cr_network *n, cr_touch_group *g, int i) {
    cr_touch *t = touch_at(n, g, i);
    double psi = t->psi, lost = t->lost;
    cr_touch_solve_alone(t, g->level, true);
    for (int j = 0; j < g->touch_count; j++) {
        const cr_touch *other = touch_at(n, g, j);
        if (j == i || other->struck) continue;
        set_way(n, g, j);
        if (other->depth + g->way[2 * j] <= 0.0) continue;
        t->psi = psi;
        t->lost = lost;
        return false;
    }
    return true;
}

static bool solve_one(const cr_network *n, cr_touch_group *g) {
    int near = g->rub_count ? SEVERAL : which_is_near(n, g);
    if (near == SEVERAL) return false;
    clear_forces(n, g);
    return near == NONE || solve_only(n, g, near);
}

static void settle_friction(cr_network *n, cr_touch_group *g) {
    const cr_pattern *p = &g->friction.pattern;
    for (int r = 0; r < g->rub_count; r++) {
        cr_rub *rub = cr_network_rub_at(n, g->rubs[r]);
        double way = rub->reach - felt(g, r, g->drive), bend = rub->bend;
        for (int k = p->row[r]; k < p->row[r + 1]; k++)
            way -= g->friction.mobility[g->level][k] * cr_network_rub_at(n, g->rubs[p->column[k]])->force;
        rub->lost += rub->force * way - rub->stiffness * bend * (rub->bristle + 0.5 * bend);
        rub->bristle += bend;
    }
}

void cr_touch_group_solve(cr_network *n, cr_touch_group *g) {
    if (g->written_out && g->touch_count == 1) {
        cr_touch_pressed_solve(n, g);
        return;
    }
    if (solve_one(n, g)) return;
    int sweeps = g->touch_count ? SWEEPS : 1;
    for (int sweep = 0; sweep < sweeps; sweep++) {
        predict(n, g, sweep == 0);
        solve_all(n, g);
        for (int i = 0; i < RELEASES && shrink(n, g); i++) solve_all(n, g);
        if (sweep == sweeps - 1)
            for (int i = 0; i < g->touch_count && let_go(n, g); i++) solve_all(n, g);
        set_forces(n, g);
    }
    settle_friction(n, g);
    double h = length_of_step(n, g);
    for (int i = 0; i < g->touch_count; i++)
        cr_touch_settle(touch_at(n, g, i), &g->shape[i], &g->root[i], &g->drive[2 * i], &g->way[2 * i],
                        g->dropped[i], h);
}
