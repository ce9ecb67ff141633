// Contacts along a grid are stepped four at a time, and those that rest are passed over: that changes no bit
// of motion and books.
#include "network/network_internal.h"
#include "test.h"

#include <math.h>

enum { STEPS = 3000 };

typedef struct pair {
    cr_arena *arena;
    cr_network *network;
    int strings[2], contacts;
} pair;

static int add_string(cr_network *n) {
    return cr_network_add(n, "string", (cr_setting[]){{"tension", 100}, {"radius", 2.5e-4}, {0}}, NULL);
}

// Half a wave of so many m.
static void pull(cr_element *e, double height) {
    for (int i = 1; i < e->grid.n[0]; i++)
        e->u[cr_grid_at(&e->grid, i, 0)] = height * cr_sin(cr_pi * i / e->grid.n[0]);
}

// The lower string overtakes the upper one; with `wall` there is none, and the lower one strikes the ground.
// With mu, contacts damp.
static pair make(bool wall, double gap, double mu) {
    pair p = {.arena = cr_arena_new(cr_allocator_default())};
    p.network = cr_network_new(p.arena, 44100);
    for (int i = 0; i < 2; i++) p.strings[i] = add_string(p.network);
    cr_element *lower = cr_network_element(p.network, p.strings[0]);
    cr_law law = cr_law_default(cr_law_find(mu > 0.0 ? "hunt-crossley" : "power", NULL));
    cr_law_set(&law, "k", 1e5, NULL);
    if (mu > 0.0) cr_law_set(&law, "mu", mu, NULL);
    CHECK(cr_law_prepare(&law, NULL) == CR_OK, "law");
    pull(lower, -2e-3);
    for (int i = 1; i < lower->grid.n[0]; i++) {
        double at = (double)i / lower->grid.n[0];
        cr_place b = {wall ? CR_GROUND : p.strings[1], {at}};
        cr_contact_def def = cr_contact_def_between((cr_place){p.strings[0], {at}}, b, law);
        int index;
        def.gap = gap;
        CHECK(cr_network_add_contact(p.network, &def, &index, NULL) == CR_OK, "contact %d", i);
        p.contacts++;
    }
    CHECK(cr_network_prepare(p.network, NULL) == CR_OK, "prepare");
    return p;
}

static double depth_of(const pair *p, int contact, bool wall, double gap) {
    double depth = -gap;
    for (int k = 0; k < (wall ? 1 : 2); k++) {
        const cr_element *e = cr_network_element(p->network, p->strings[k]);
        depth += (k ? -1.0 : 1.0) * e->u[cr_grid_at(&e->grid, contact + 1, 0)];
    }
    return depth;
}

// What a contact has at the end of a step, but for depths, which those that rest need not keep.
static bool same(const pair *a, const pair *b, int contact) {
    const cr_interaction *c = cr_network_interaction(a->network, contact),
                         *d = cr_network_interaction(b->network, contact);
    return c->force == d->force && c->psi == d->psi && c->loss == d->loss && c->lost == d->lost &&
           c->resting == d->resting;
}

static void check_same(bool wall, double gap, double mu) {
    pair rows = make(wall, gap, mu), one = make(wall, gap, mu);
    long resting = 0, touching = 0, apart = 0;
    double off = 0.0;
    CHECK(rows.network->beside[0] == rows.contacts, "%d of %d contacts are one row", rows.network->beside[0],
          rows.contacts);
    for (int i = 0; i < one.network->alone_count; i++) one.network->beside[i] = 1;
    for (int k = 0; k < STEPS; k++) {
        cr_network_step(rows.network);
        cr_network_step(one.network);
        for (int i = 0; i < rows.contacts; i++) {
            double force = cr_network_contact_force(rows.network, i);
            resting += cr_network_interaction(rows.network, i)->resting;
            touching += force > 0.0;
            apart += !same(&rows, &one, i);
            off = fmax(off, fabs(cr_network_contact_depth(rows.network, i) - depth_of(&rows, i, wall, gap)));
        }
    }
    CHECK(apart == 0, "%ld steps of contacts differ", apart);
    CHECK(resting > 0 && touching > 0, "%ld rested, %ld touched", resting, touching);
    CHECK(off == 0.0, "depths differ by %g m", off);
    cr_ledger ledger = cr_network_ledger(rows.network);
    double error = fabs(cr_ledger_error(&ledger)) / cr_ledger_stored(&ledger);
    CHECK(error < 1e-10, "energy off by %g", error);
    cr_arena_free(rows.arena);
    cr_arena_free(one.arena);
}

int main(void) {
    check_same(false, 0.0, 0.0);
    check_same(false, 3e-4, 0.0);
    check_same(true, 1e-3, 0.0);
    check_same(false, 0.0, 0.5);
    check_same(true, 1e-3, 30.0); // so much that contacts are let go by their dampers
    return test_summary();
}
