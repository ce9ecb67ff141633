// Contacts of neighbouring points that no other moves, four at a time, with the operations of one alone in
// the same order: the same bits. Those that rest and stay open cost a look at their depths; what lets go, or
// has a law that is not made of roots, is stepped one by one.
#include "element/vector.h"
#include "law/law_internal.h"
#include "network/network_internal.h"

typedef long long choice __attribute__((vector_size(CR_GRID_VECTOR * sizeof(long long))));

static bool continues(const cr_single *a, const cr_single *b, int shift) {
    return a->element == b->element && a->read == b->read && a->push == b->push && a->sign == b->sign &&
           b->at == a->at + shift;
}

// Whether d is the contact beside c: its ends are the next points of grids, or the same of what has one.
static bool beside(const cr_interaction *c, const cr_interaction *d) {
    bool alike = c->singles == c->end_count && d->singles == d->end_count && c->end_count == d->end_count &&
                 c->gap == d->gap && c->compliance == d->compliance && c->law == d->law && c->one_sided &&
                 d->one_sided && c->mode == CR_PSI_PREDICTED && d->mode == CR_PSI_PREDICTED;
    for (int e = 0; alike && e < c->end_count; e++) {
        bool grid = cr_element_is(c->single[e].element->type, CR_TRAIT_GRID);
        alike = continues(&c->single[e], &d->single[e], grid);
    }
    return alike;
}

void cr_network_find_rows(cr_network *n) {
    for (int k = n->alone_count - 1; k >= 0; k--) {
        bool goes_on =
            k + 1 < n->alone_count && n->alone[k + 1] == n->alone[k] + 1 &&
            beside(cr_network_interaction(n, n->alone[k]), cr_network_interaction(n, n->alone[k + 1]));
        n->beside[k] = goes_on ? n->beside[k + 1] + 1 : 1;
    }
}

// One end of a row: what it adds to the depths, from the k-th contact on.
typedef struct side {
    const double *u, *d;
    double *d_next, *u_next;
    double read, push, sign;
    int step; // from contact to contact: 0 or 1
} side;

static side side_of(const cr_single *s) {
    const cr_element *e = s->element;
    return (side){.u = e->u + s->at,
                  .d = e->d + s->at,
                  .d_next = e->d_next + s->at,
                  .u_next = e->u_next + s->at,
                  .read = s->read,
                  .push = s->push,
                  .sign = s->sign,
                  .step = cr_element_is(e->type, CR_TRAIT_GRID)};
}

// What the contacts of a row have in common.
typedef struct row {
    side sides[2];
    int ends;
    double gap, compliance, h;
    const cr_law *law;
    bool together; // four contacts may be stepped at once
} row;

static row row_of(const cr_network *n, const cr_interaction *c) {
    const cr_law *law = c->law;
    row r = {.ends = c->end_count, .gap = -c->gap, .compliance = c->compliance, .h = n->h, .law = law};
    r.together = law->type->ops == &cr_law_power_ops && !law->two_sided && !law->adhesive &&
                 law->psi.quarters >= 0 && (law->lambda == 0.0 || law->proportional);
    for (int e = 0; e < r.ends; e++) {
        r.sides[e] = side_of(&c->single[e]);
        r.together = r.together && (r.sides[e].step || r.sides[e].push == 0.0);
    }
    return r;
}

CR_INTO_CLONES cr_vector all(double a) {
    return (cr_vector){a, a, a, a};
}

CR_INTO_CLONES cr_vector where(choice chosen, cr_vector a) {
    return (cr_vector)(chosen & (choice)a);
}

CR_INTO_CLONES cr_vector roots(cr_vector a) {
    return (cr_vector){sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])};
}

CR_INTO_CLONES cr_vector size(cr_vector a) {
    return (cr_vector){fabs(a[0]), fabs(a[1]), fabs(a[2]), fabs(a[3])};
}

CR_INTO_CLONES cr_vector points(const side *s, const double *a, int k) {
    return s->sign * (s->read * (s->step ? *cr_vector_at(a + k) : all(a[0])));
}

// Depths at the last two samples, way over the last and the coming step and depth after it without forces.
typedef struct depths {
    cr_vector x, before, reach, after;
} depths;

CR_INTO_CLONES depths read_depths(const row *r, int k) {
    cr_vector x = all(r->gap), change = {0.0}, next = {0.0};
    for (int e = 0; e < r->ends; e++) {
        x += points(&r->sides[e], r->sides[e].u, k);
        change += points(&r->sides[e], r->sides[e].d, k);
        next += points(&r->sides[e], r->sides[e].d_next, k);
    }
    depths now = {.x = x, .before = x - change, .reach = change + next};
    now.after = now.before + now.reach;
    return now;
}

// As cr_power_eval, which is 0 at 0 for psi.
CR_INTO_CLONES cr_vector psi_at(const cr_power *p, cr_vector x) {
    cr_vector depth = where(x > 0.0, x), result = all(p->scale);
    if (p->quarters & 3) {
        cr_vector root = roots(depth);
        if (p->quarters & 2) result *= root;
        if (p->quarters & 1) result *= roots(root);
    }
    for (int i = p->quarters >> 2; i > 0; i--) result *= depth;
    return result;
}

// As cr_psi_predict and cr_psi_settle; `held`: where psi stays and nothing pulls, so that these hold.
typedef struct press {
    choice held;
    cr_vector force, psi, loss;
} press;

CR_INTO_CLONES press press_at(const row *r, const depths *now, cr_vector psi) {
    const cr_law *law = r->law;
    cr_vector d = now->after - now->before, from = psi_at(&law->psi, now->before),
              to = psi_at(&law->psi, now->after), g = (to - from) / d, a = {0.0};
    if (law->lambda > 0.0) a = 0.5 * (0.5 * law->mu * g * (to + from)) / r->h;
    double c = r->compliance;
    cr_vector way = (now->reach - c * g * psi) / (1.0 + c * (0.25 * g * g + a));
    press p = {.force = g * (psi + 0.25 * g * way) + a * way,
               .psi = psi + 0.5 * g * way,
               .loss = 0.5 * a * way * way};
    p.held = (size(d) > 1e-6 * size(now->after)) & (size(d) > 1e-6 * size(now->before)) & (p.psi >= 0.0) &
             ((p.force >= 0.0) | (a <= 0.0));
    return p;
}

CR_INTO_CLONES cr_vector choose(choice chosen, cr_vector a, cr_vector b) {
    return (cr_vector)((chosen & (choice)a) | (~chosen & (choice)b));
}

CR_INTO_CLONES void push(const row *r, int k, choice chosen, cr_vector force) {
    for (int e = 0; e < r->ends; e++) {
        const side *s = &r->sides[e];
        if (!s->step) continue;
        cr_vector change = s->push * (s->sign * -force), *d = cr_vector_to(s->d_next + k),
                  *u = cr_vector_to(s->u_next + k);
        *d = choose(chosen, *d + change, *d);
        *u = choose(chosen, *u + change, *u);
    }
}

// Four contacts of which not all rest and stay open.
CR_CLONES static void step_four(cr_network *n, cr_interaction *c, const row *r, int k) {
    depths now = read_depths(r, k);
    choice open = (now.x <= 0.0) & (now.after <= 0.0);
    cr_vector psi = {c[0].psi, c[1].psi, c[2].psi, c[3].psi};
    choice rests = open & (psi == 0.0);
    press p = press_at(r, &now, psi);
    p.held &= ~open;
    push(r, k, p.held & (p.force != 0.0), p.force);
    cr_vector force = where(p.held, p.force), loss = where(p.held, p.loss), left = choose(rests, psi, p.psi);
    cr_vector x = choose(rests, now.after, now.before + (now.reach - r->compliance * p.force));
    for (int l = 0; l < CR_ROW; l++) {
        cr_interaction *i = &c[l];
        if (!rests[l] && !p.held[l]) {
            cr_interaction_step_alone(n, i);
            continue;
        }
        i->resting = rests[l];
        i->force = force[l];
        i->loss = loss[l];
        i->psi = left[l];
        i->x = x[l];
        i->before = now.x[l];
        if (p.held[l]) cr_interaction_tell(n, i);
    }
}

static bool rest(const cr_interaction *c) {
    return c[0].resting & c[1].resting & c[2].resting & c[3].resting;
}

// How many from the k-th on, in fours, rest and stay open: apart at both samples.
CR_CLONES static int count_open(const cr_interaction *c, const row *given, int k, int count) {
    const row r = *given;
    int from = k;
    for (; k + CR_ROW <= count && rest(c + k); k += CR_ROW) {
        depths now = read_depths(&r, k);
        choice open = (now.x <= 0.0) & (now.after <= 0.0);
        if (!((open[0] & open[1]) & (open[2] & open[3]))) break;
    }
    return k - from;
}

int cr_network_step_row(cr_network *n, cr_interaction *first, int count) {
    const row r = row_of(n, first);
    int k = count_open(first, &r, 0, count);
    while (k + CR_ROW <= count) {
        if (r.together) step_four(n, first + k, &r, k);
        else
            for (int l = 0; l < CR_ROW; l++) cr_interaction_step_alone(n, first + k + l);
        k += CR_ROW;
        k += count_open(first, &r, k, count);
    }
    return k;
}
