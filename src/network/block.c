// The forces of one block. One interaction alone is a scalar division. Several that move each other are a
// small symmetric system; a contact that would let go in it is given the gradient that empties its psi, with
// the others as they are, and the system is solved again.
#include "element/port.h"
#include "network/network_internal.h"

// Displacement of an end before the step, its changes over the last and the coming one.
static cr_end_motion read_end(const cr_end *end) {
    if (end->body) return cr_end_read(end);
    const cr_element *e = end->element;
    const cr_port *p = &end->port;
    bool in_place = cr_end_in_place(end);
    if (in_place || p->in_rows) {
        cr_port_pair changes = cr_port_changes(e, p);
        return (cr_end_motion){in_place ? end->at : cr_port_sum(p, e->u), changes.a, changes.b};
    }
    cr_port_three sum = cr_port_points_sum(p, e->u, e->d, e->d_next);
    return (cr_end_motion){sum.a, sum.b, sum.c};
}

// Depths at the last two samples, way over the last and the coming step without forces.
typedef struct depths {
    double x, before, reach;
} depths;

static inline cr_end_motion read_motion(cr_interaction *i, int e) {
    const cr_single *s = &i->single[e];
    if (s->one)
        return (cr_end_motion){s->read * s->element->u[s->at], s->read * s->element->d[s->at],
                               s->read * s->element->d_next[s->at]};
    return i->motion[e] = i->same[e] ? *i->same[e] : read_end(&i->end[e]);
}

static inline depths read_depths(cr_interaction *i) {
    cr_end_motion sum = {-i->gap, 0.0, 0.0};
    for (int e = 0; e < i->end_count; e++) {
        cr_end_motion m = read_motion(i, e);
        double sign = i->single[e].sign;
        sum.at += sign * m.at;
        sum.change += sign * m.change;
        sum.next += sign * m.next;
    }
    return (depths){sum.at, sum.at - sum.change, sum.change + sum.next};
}

static void read_step(cr_interaction *i) {
    depths now = read_depths(i);
    i->x = now.x;
    i->before = now.before;
    i->reach = now.reach;
}

void cr_network_read_in_place(cr_network *n) {
    for (int i = 0; i < n->interactions.count; i++) {
        cr_interaction *c = cr_network_interaction(n, i);
        for (int e = 0; c->reads_ahead && e < c->end_count; e++)
            if (!c->same[e] && cr_end_in_place(&c->end[e]))
                c->end[e].at = cr_port_displacement(c->end[e].element, &c->end[e].port);
    }
}

// Energy that moving barriers bring in: a barrier takes the force of the contact and moves all the same.
static double barrier_work(const cr_interaction *i) {
    double work = 0.0;
    for (int e = 0; e < i->end_count; e++)
        if (cr_element_is(i->end[e].element->type, CR_TRAIT_FIXED))
            work += 0.5 * i->force * cr_end_way(&i->end[e]);
    return work;
}

static void push_single(const cr_single *s, double force) {
    if (s->push == 0.0) return;
    double change = s->push * (s->sign * force);
    s->element->d_next[s->at] += change;
    s->element->u_next[s->at] += change;
}

static inline void push_ends(const cr_network *n, const cr_interaction *i) {
    for (int e = 0; e < i->end_count; e++) {
        const cr_end *end = &i->end[e];
        if (i->single[e].one) push_single(&i->single[e], -i->force);
        else if (end->port.in_line && !end->body)
            cr_port_line_push(&end->port, end->sign * -i->force, end->element->d_next, end->element->u_next);
        else cr_end_push(n, end, -i->force);
    }
}

void cr_interaction_book(cr_network *n, cr_interaction *i) {
    i->lost += i->loss;
    if (i->on_wall && i->force != 0.0) n->work += barrier_work(i);
}

// The force of the step reaches the ends and the books.
static void act(cr_network *n, cr_interaction *i) {
    i->resting = false;
    if (i->force != 0.0) push_ends(n, i);
    cr_interaction_tell(n, i);
}

// The books hold the depths of the next sample, for springs and for what is read from outside.
static void move_on(cr_interaction *i, double way) {
    double x = i->x;
    i->x = i->before + way;
    i->before = x;
}

// Without energy and apart at both samples, nothing acts.
static bool stays_open(cr_interaction *i) {
    depths now = read_depths(i);
    double after = now.before + now.reach;
    if (now.x <= 0.0 && after <= 0.0 && i->psi == 0.0 && i->one_sided && i->mode == CR_PSI_PREDICTED) {
        i->force = i->loss = 0.0;
        i->before = now.x;
        i->x = after;
        return i->resting = true;
    }
    i->x = now.x;
    i->before = now.before;
    i->reach = now.reach;
    return false;
}

void cr_interaction_step_alone(cr_network *n, cr_interaction *i) {
    if (stays_open(i)) return;
    if (i->kind == CR_INTERACTION_SPRING) {
        double a, e;
        cr_spring_affine(i, &a, &e);
        i->force = (a * i->reach + e) / (1.0 + a * i->compliance);
        cr_spring_settle(i, i->reach - i->compliance * i->force);
    } else {
        cr_psi_step step = {i->x, i->before, i->reach, i->compliance, n->h};
        cr_psi_outcome outcome = cr_psi_contact(i->law, i->mode, &step, i->psi);
        i->force = outcome.force;
        i->psi = outcome.psi;
        i->loss = outcome.loss;
    }
    act(n, i);
    move_on(i, i->reach - i->compliance * i->force);
}

// --- several interactions together ---

// The force of contact c as its gradient and damper have it: f = slope way + offset.
static void make_affine(cr_block *b, int c) {
    b->slope[c] = 0.25 * b->g[c] * b->g[c] + b->a[c];
    b->offset[c] = b->g[c] * b->psi[c];
}

// Whether psi of contact c, which feels this and has this way without its own force, would end below zero:
// psi + g way/2 with way = (reach - c offset)/(1 + slope c).
static bool would_empty(const cr_block *b, int c, double reach, double compliance) {
    return b->psi[c] * (1.0 + b->slope[c] * compliance) < 0.5 * b->g[c] * (compliance * b->offset[c] - reach);
}

// The state of contact c before anything is known of the others; NOTHING: it is apart.
static int begin_contact(const cr_network *n, cr_block *b, int c) {
    const cr_interaction *i = cr_network_interaction(n, b->member[c]);
    double x_free = i->before + i->reach, r;
    bool predicted = i->mode == CR_PSI_PREDICTED, apart = i->x <= 0.0 && x_free <= 0.0 && !i->law->two_sided;
    b->psi[c] = i->psi;
    if (predicted && apart) {
        b->slope[c] = b->offset[c] = b->g[c] = b->a[c] = 0.0;
        return i->psi > 0.0 ? CR_BLOCK_EMPTIES : CR_BLOCK_NOTHING;
    }
    if (predicted) {
        cr_psi_segment way = cr_psi_predict(i->law, i->before, x_free);
        b->g[c] = way.gradient;
        r = way.damping;
    } else {
        cr_psi_step step = {i->x, i->before, i->reach, i->compliance, n->h};
        bool plain = i->mode == CR_PSI_PLAIN;
        b->g[c] = plain ? cr_psi_plain_gradient(i->law, i->x) : cr_psi_gradient_2021(i->law, &step, i->psi);
        r = i->law->lambda > 0.0 ? i->law->type->ops->damping(i->law, i->x) : 0.0;
    }
    b->a[c] = 0.5 * r / n->h;
    make_affine(b, c);
    if (!predicted || i->law->two_sided) return CR_BLOCK_HOLDS;
    return b->few && would_empty(b, c, i->reach, i->compliance) ? CR_BLOCK_LOOSENS : CR_BLOCK_PRESSES;
}

static void begin(const cr_network *n, cr_block *b, int c) {
    cr_interaction *i = cr_network_interaction(n, b->member[c]);
    read_step(i);
    b->reach[c] = i->reach;
    if (i->kind == CR_INTERACTION_CONTACT) {
        b->state[c] = begin_contact(n, b, c);
        return;
    }
    b->state[c] = CR_BLOCK_HOLDS;
    cr_spring_affine(i, &b->slope[c], &b->offset[c]);
}

// The gradient with which psi of contact c ends at zero, the others as they are: its way without its own
// force and what it feels are known.
static void empty(const void *nothing, cr_block *b, int c, double compliance) {
    (void)nothing;
    double psi = b->psi[c], reach = b->way[c];
    if (b->state[c] == CR_BLOCK_LOOSENS && !would_empty(b, c, reach, compliance)) {
        b->state[c] = CR_BLOCK_PRESSES;
        return;
    }
    b->state[c] = CR_BLOCK_EMPTIES;
    bool apart = b->a[c] == 0.0 && b->g[c] == 0.0;
    bool can_return = reach < 0.0 || 4.0 * compliance * psi * psi > reach * reach;
    double shrink = 1.0 / (1.0 + b->a[c] * compliance);
    bool gives = psi > 0.0 && (!apart || can_return);
    b->g[c] = gives ? cr_psi_release_gradient(psi, shrink * reach, shrink * compliance, 2.0) : 0.0;
    if (!gives) b->a[c] = 0.0;
    make_affine(b, c);
}

// What a solution shows to be impossible is changed; true if something was.
static bool let_go(const cr_network *n, cr_block *b) {
    bool changed = false;
    for (int c = 0; c < b->count; c++) {
        if (b->state[c] > CR_BLOCK_EMPTIES) continue;
        double way = b->way[c];
        if (b->state[c] == CR_BLOCK_PRESSES && b->psi[c] + 0.5 * b->g[c] * way < 0.0) {
            b->state[c] = CR_BLOCK_EMPTIES;
            changed = true;
        } else if (b->slope[c] * way + b->offset[c] < 0.0 &&
                   !cr_network_interaction(n, b->member[c])->law->adhesive) {
            b->state[c] = CR_BLOCK_DROPPED;
            b->slope[c] = b->offset[c] = 0.0;
            changed = true;
        }
    }
    return changed;
}

static void settle(cr_network *n, cr_block *b, int c) {
    cr_interaction *i = cr_network_interaction(n, b->member[c]);
    double way = b->way[c], psi = b->psi[c];
    if (b->state[c] == CR_BLOCK_NOTHING) {
        i->resting = false;
        i->force = i->loss = 0.0;
        move_on(i, way);
        return;
    }
    i->force = b->slope[c] * way + b->offset[c];
    i->loss = 0.5 * b->a[c] * way * way;
    if (i->kind == CR_INTERACTION_SPRING) {
        cr_spring_settle(i, way);
    } else if (b->state[c] == CR_BLOCK_DROPPED) {
        const cr_law_ops *ops = i->law->type->ops;
        i->force = 0.0;
        i->psi = cr_min(psi, 0.5 * (ops->psi(i->law, i->before + way) + ops->psi(i->law, i->x)));
        i->loss = 0.5 * (psi - i->psi) * (psi + i->psi);
    } else {
        double after = psi + 0.5 * b->g[c] * way;
        if (b->state[c] == CR_BLOCK_EMPTIES && fabs(after) < 1e-12 * psi) after = 0.0;
        i->psi = b->state[c] <= CR_BLOCK_EMPTIES ? fabs(after) : after;
    }
    act(n, i);
    move_on(i, way);
}

// Those that empty, with the others as they are, then all.
static void solve(cr_block *b) {
    if (b->few) {
        cr_block_few_solve(b, empty, NULL);
        return;
    }
    for (int c = 0; c < b->count; c++)
        if (b->state[c] == CR_BLOCK_EMPTIES) empty(NULL, b, c, cr_block_solve_without(b, c));
    cr_block_solve(b);
}

static void step_together(cr_network *n, cr_block *b) {
    int m = b->count, passes = 0;
    bool quiet = true;
    for (int c = 0; c < m; c++) {
        begin(n, b, c);
        quiet = quiet && b->state[c] == CR_BLOCK_NOTHING;
    }
    bool changed = true;
    while (changed && !quiet && passes < m + 3) {
        solve(b);
        changed = let_go(n, b);
        passes++;
    }
    if (quiet)
        for (int c = 0; c < m; c++) b->way[c] = b->reach[c];
    n->warnings.resolves += passes > 1;
    n->warnings.unsettled += changed && !quiet;
    for (int c = 0; c < m; c++) settle(n, b, c);
}

void cr_network_solve_blocks(cr_network *n) {
    n->force_least = 0.0;
    for (int i = 0; i < n->alone_count;) {
        cr_interaction *first = cr_network_interaction(n, n->alone[i]);
        if (n->beside[i] >= CR_ROW) {
            i += cr_network_step_row(n, first, n->beside[i]);
        } else {
            cr_interaction_step_alone(n, first);
            i++;
        }
    }
    for (int i = 0; i < n->block_count; i++) step_together(n, &n->blocks[i]);
}
