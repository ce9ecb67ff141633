// Contacts of neighbouring points that no other moves, four at a time: those that rest and stay open cost a
// look at their depths.
#include "element/vector.h"
#include "network/network_internal.h"

typedef long long cr_choice __attribute__((vector_size(CR_GRID_VECTOR * sizeof(long long))));

static bool continues(const cr_single *a, const cr_single *b, int shift) {
    return a->element == b->element && a->read == b->read && a->sign == b->sign && b->at == a->at + shift;
}

// Whether d is the contact beside c: its ends are the next points of grids, or the same of what has one.
static bool beside(const cr_interaction *c, const cr_interaction *d) {
    bool alike = c->singles == c->end_count && d->singles == d->end_count && c->end_count == d->end_count &&
                 c->gap == d->gap && c->one_sided && d->one_sided && c->mode == CR_PSI_PREDICTED &&
                 d->mode == CR_PSI_PREDICTED;
    for (int e = 0; alike && e < c->end_count; e++) {
        bool grid = cr_element_is(c->single[e].element->type, CR_TRAIT_GRID);
        alike = continues(&c->single[e], &d->single[e], grid);
    }
    return alike;
}

void cr_network_find_open_rows(cr_network *n) {
    for (int k = n->alone_count - 1; k >= 0; k--) {
        bool goes_on =
            k + 1 < n->alone_count && n->alone[k + 1] == n->alone[k] + 1 &&
            beside(cr_network_interaction(n, n->alone[k]), cr_network_interaction(n, n->alone[k + 1]));
        n->beside[k] = goes_on ? n->beside[k + 1] + 1 : 1;
    }
}

// One end of a row: what it adds to the depths, from the k-th contact on.
typedef struct side {
    const double *u, *d, *d_next;
    double read, sign;
    int step; // from contact to contact: 0 or 1
} side;

static side side_of(const cr_single *s) {
    const cr_element *e = s->element;
    return (side){e->u + s->at, e->d + s->at, e->d_next + s->at,
                  s->read,      s->sign,      cr_element_is(e->type, CR_TRAIT_GRID)};
}

CR_INTO_CLONES cr_vector points(const side *s, const double *a, int k) {
    cr_vector same = {a[0], a[0], a[0], a[0]};
    return s->sign * (s->read * (s->step ? *cr_vector_at(a + k) : same));
}

static bool rest(const cr_interaction *c) {
    return c[0].resting & c[1].resting & c[2].resting & c[3].resting;
}

// As in a step of one: at both samples apart.
CR_CLONES int cr_interactions_stay_open(const cr_interaction *c, int count) {
    side sides[2];
    int ends = c->end_count, k = 0;
    double gap = -c->gap;
    for (int e = 0; e < ends; e++) sides[e] = side_of(&c->single[e]);
    for (; k + CR_OPEN_ROW <= count && rest(c + k); k += CR_OPEN_ROW) {
        cr_vector x = {gap, gap, gap, gap}, change = {0.0}, next = {0.0};
        for (int e = 0; e < ends; e++) {
            x += points(&sides[e], sides[e].u, k);
            change += points(&sides[e], sides[e].d, k);
            next += points(&sides[e], sides[e].d_next, k);
        }
        cr_vector after = (x - change) + (change + next);
        cr_choice open = (x <= 0.0) & (after <= 0.0);
        if (!((open[0] & open[1]) & (open[2] & open[3]))) break;
    }
    return k;
}
