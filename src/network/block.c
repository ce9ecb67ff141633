// The forces of one block. One interaction alone is a scalar division. Several that move each other are a
// small symmetric system; a contact that would let go in it is given the gradient that empties its psi, with
// the others as they are, and the system is solved again.
#include "network/network_internal.h"

enum { NOTHING, PRESSES, EMPTIES, DROPPED };

static void read_step(cr_interaction *i) {
    double change = 0.0, next = 0.0;
    i->x = -i->gap;
    for (int e = 0; e < i->end_count; e++) {
        const cr_end *end = &i->end[e];
        cr_end_motion motion = cr_end_read(end);
        i->x += end->sign * motion.at;
        change += end->sign * motion.change;
        next += end->sign * motion.next;
    }
    i->before = i->x - change;
    i->reach = change + next;
}

static void push_ends(const cr_network *n, const cr_interaction *i) {
    if (i->force == 0.0) return;
    for (int e = 0; e < i->end_count; e++) cr_end_push(n, &i->end[e], -i->force);
}

// The books hold the depths of the next sample, for springs and for what is read from outside.
static void move_on(cr_interaction *i, double way) {
    double x = i->x;
    i->x = i->before + way;
    i->before = x;
}

static void step_alone(cr_network *n, cr_interaction *i) {
    read_step(i);
    if (i->kind == CR_INTERACTION_SPRING) {
        double a, e;
        cr_spring_affine(i, n->h, &a, &e);
        i->force = (a * i->reach + e) / (1.0 + a * i->compliance);
        cr_spring_settle(i, i->reach - i->compliance * i->force, n->h);
    } else {
        cr_psi_step step = {i->x, i->before, i->reach, i->compliance, n->h};
        cr_psi_outcome outcome = cr_psi_contact(&i->law, i->mode, &step, i->psi);
        i->force = outcome.force;
        i->psi = outcome.psi;
        i->loss = outcome.loss;
    }
    push_ends(n, i);
    move_on(i, i->reach - i->compliance * i->force);
}

// --- several interactions together
// --------------------------------------------------------------------------

// Gradient and damper of contact c, before anything is known of the others.
static void choose(cr_network *n, cr_block *b, int c) {
    cr_interaction *i = cr_network_interaction(n, b->member[c]);
    b->state[c] = PRESSES;
    b->g[c] = b->a[c] = b->e[c] = 0.0;
    if (i->kind == CR_INTERACTION_SPRING) {
        cr_spring_affine(i, n->h, &b->a[c], &b->e[c]);
        return;
    }
    double x_free = i->before + i->reach;
    bool apart = i->x <= 0.0 && x_free <= 0.0 && !i->law.two_sided;
    if (i->mode == CR_PSI_PREDICTED && apart) {
        b->state[c] = i->psi > 0.0 ? EMPTIES : NOTHING;
        return;
    }
    double r;
    if (i->mode == CR_PSI_PREDICTED) {
        cr_psi_segment way = cr_psi_predict(&i->law, i->before, x_free);
        b->g[c] = way.gradient;
        r = way.damping;
    } else {
        cr_psi_step step = {i->x, i->before, i->reach, i->compliance, n->h};
        bool plain = i->mode == CR_PSI_PLAIN;
        b->g[c] = plain ? cr_psi_plain_gradient(&i->law, i->x) : cr_psi_gradient_2021(&i->law, &step, i->psi);
        r = i->law.lambda > 0.0 ? i->law.type->ops->damping(&i->law, i->x) : 0.0;
    }
    b->a[c] = 0.5 * r / n->h; // of the damper; the spring g^2/4 is added where the system is made
}

static double affine_slope(const cr_block *b, int c) {
    return b->state[c] == PRESSES || b->state[c] == EMPTIES ? 0.25 * b->g[c] * b->g[c] + b->a[c] : 0.0;
}

static double affine_offset(const cr_network *n, const cr_block *b, int c) {
    const cr_interaction *i = cr_network_interaction(n, b->member[c]);
    if (i->kind == CR_INTERACTION_SPRING) return b->e[c];
    return b->state[c] == PRESSES || b->state[c] == EMPTIES ? b->g[c] * i->psi : 0.0;
}

// I + S C S = L L^T with S = diag(sqrt(a)), leaving out interaction `without` (-1: none).
static void factor(cr_block *b, int without) {
    int m = b->count;
    for (int c = 0; c < m; c++) b->root[c] = c == without ? 0.0 : sqrt(affine_slope(b, c));
    for (int c = 0; c < m; c++)
        for (int d = 0; d <= c; d++) {
            double sum = b->root[c] * b->mobility[c * m + d] * b->root[d] + (c == d ? 1.0 : 0.0);
            for (int k = 0; k < d; k++) sum -= b->matrix[c * m + k] * b->matrix[d * m + k];
            b->matrix[c * m + d] = c == d ? sqrt(sum) : sum / b->matrix[d * m + d];
        }
}

static void substitute(const cr_block *b, double *x) {
    int m = b->count;
    for (int c = 0; c < m; c++) {
        for (int k = 0; k < c; k++) x[c] -= b->matrix[c * m + k] * x[k];
        x[c] /= b->matrix[c * m + c];
    }
    for (int c = m - 1; c >= 0; c--) {
        for (int k = c + 1; k < m; k++) x[c] -= b->matrix[k * m + c] * x[k];
        x[c] /= b->matrix[c * m + c];
    }
}

// way = D - C e - C S y with (I + S C S) y = S (D - C e)
static void solve_ways(const cr_network *n, cr_block *b, int without) {
    int m = b->count;
    factor(b, without);
    for (int c = 0; c < m; c++) {
        b->way[c] = cr_network_interaction(n, b->member[c])->reach;
        for (int d = 0; d < m; d++)
            if (d != without) b->way[c] -= b->mobility[c * m + d] * affine_offset(n, b, d);
        b->right[c] = b->root[c] * b->way[c];
    }
    substitute(b, b->right);
    for (int c = 0; c < m; c++) {
        if (b->root[c] > 0.0) { // y = S way: the division keeps the digits of a stiff contact
            b->way[c] = b->right[c] / b->root[c];
            continue;
        }
        for (int d = 0; d < m; d++) b->way[c] -= b->mobility[c * m + d] * b->root[d] * b->right[d];
    }
}

// Compliance that contact c feels with the others as they are (Schur complement); `factor(b, c)` has been
// done.
static double felt_compliance(cr_block *b, int c) {
    int m = b->count;
    for (int d = 0; d < m; d++) b->response[d] = b->root[d] * b->mobility[d * m + c];
    substitute(b, b->response);
    double sum = b->mobility[c * m + c];
    for (int d = 0; d < m; d++) sum -= b->mobility[c * m + d] * b->root[d] * b->response[d];
    return sum;
}

// The gradient with which psi of contact c ends at zero, the others as they are.
static void empty(const cr_network *n, cr_block *b, int c) {
    const cr_interaction *i = cr_network_interaction(n, b->member[c]);
    solve_ways(n, b, c);
    double compliance = felt_compliance(b, c), reach = b->way[c];
    bool apart = b->a[c] == 0.0 && b->g[c] == 0.0;
    bool can_return = reach < 0.0 || 4.0 * compliance * i->psi * i->psi > reach * reach;
    double shrink = 1.0 / (1.0 + b->a[c] * compliance);
    bool gives = i->psi > 0.0 && (!apart || can_return);
    b->g[c] = gives ? cr_psi_release_gradient(i->psi, shrink * reach, shrink * compliance, 2.0) : 0.0;
    if (!gives) b->a[c] = 0.0;
}

// What a solution shows to be impossible is changed; true if something was.
static bool let_go(const cr_network *n, cr_block *b) {
    bool changed = false;
    for (int c = 0; c < b->count; c++) {
        const cr_interaction *i = cr_network_interaction(n, b->member[c]);
        bool one_sided =
            i->kind == CR_INTERACTION_CONTACT && i->mode == CR_PSI_PREDICTED && !i->law.two_sided;
        if (!one_sided || b->state[c] == NOTHING || b->state[c] == DROPPED) continue;
        double f = affine_slope(b, c) * b->way[c] + affine_offset(n, b, c);
        if (b->state[c] == PRESSES && i->psi + 0.5 * b->g[c] * b->way[c] < 0.0) {
            b->state[c] = EMPTIES;
            changed = true;
        } else if (f < 0.0 && !i->law.adhesive) {
            b->state[c] = DROPPED;
            changed = true;
        }
    }
    return changed;
}

static void settle(cr_network *n, cr_block *b, int c) {
    cr_interaction *i = cr_network_interaction(n, b->member[c]);
    double way = b->way[c], psi = i->psi;
    i->force = affine_slope(b, c) * way + affine_offset(n, b, c);
    i->loss = 0.5 * b->a[c] * way * way;
    if (i->kind == CR_INTERACTION_SPRING) {
        cr_spring_settle(i, way, n->h);
    } else if (b->state[c] == DROPPED) {
        const cr_law_ops *ops = i->law.type->ops;
        i->force = 0.0;
        i->psi = cr_min(psi, 0.5 * (ops->psi(&i->law, i->before + way) + ops->psi(&i->law, i->x)));
        i->loss = 0.5 * (psi - i->psi) * (psi + i->psi);
    } else {
        double after = psi + 0.5 * b->g[c] * way;
        if (b->state[c] == EMPTIES && fabs(after) < 1e-12 * psi) after = 0.0;
        i->psi = i->mode == CR_PSI_PREDICTED && !i->law.two_sided ? fabs(after) : after;
    }
    push_ends(n, i);
    move_on(i, way);
}

static void step_together(cr_network *n, cr_block *b) {
    int m = b->count, passes = 0;
    bool quiet = true;
    for (int c = 0; c < m; c++) {
        read_step(cr_network_interaction(n, b->member[c]));
        choose(n, b, c);
        quiet = quiet && b->state[c] == NOTHING;
    }
    bool changed = true;
    while (changed && !quiet && passes < m + 3) {
        for (int c = 0; c < m; c++)
            if (b->state[c] == EMPTIES) empty(n, b, c);
        solve_ways(n, b, -1);
        changed = let_go(n, b);
        passes++;
    }
    if (quiet)
        for (int c = 0; c < m; c++) b->way[c] = cr_network_interaction(n, b->member[c])->reach;
    n->warnings.resolves += passes > 1;
    n->warnings.unsettled += changed && !quiet;
    for (int c = 0; c < m; c++) settle(n, b, c);
}

void cr_block_step(cr_network *n, cr_block *b) {
    if (b->count == 1) step_alone(n, cr_network_interaction(n, b->member[0]));
    else step_together(n, b);
}
