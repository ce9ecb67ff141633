// Members of a block that are at one place read it once: that changes no bit of motion and books.
#include "network/network_internal.h"
#include "test.h"

enum { STEPS = 4000, RIVETS = 2 };

// A plate that swings under two masses, each held to it by a spring and loose in a hole.
static cr_network *make(cr_arena *arena) {
    cr_network *n = cr_network_new(arena, 44100);
    cr_setting settings[] = {{"thickness", 5e-3}, {"edge", CR_EDGE_FREE}, {0}};
    int plate = cr_network_add(n, "plate", settings, NULL), index;
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    CHECK(cr_law_prepare(&law, NULL) == CR_OK, "law");
    for (int i = 0; i < RIVETS; i++) {
        int mass = cr_network_add(n, "mass", (cr_setting[]){{"mass", 5e-3}, {0}}, NULL);
        cr_place at = {plate, {0.23 + 0.5 * i, 0.31}}, rivet = {mass, {0}};
        cr_spring_def spring = cr_spring_def_default();
        spring.a = at;
        spring.b = rivet;
        cr_contact_def contact = cr_contact_def_between(at, rivet, law);
        contact.gap = 1e-6;
        CHECK(cr_network_add_spring(n, &spring, &index, NULL) == CR_OK, "spring");
        CHECK(cr_network_add_contact(n, &contact, &index, NULL) == CR_OK, "contact");
        cr_element_set_motion(cr_network_element(n, mass), 0, 0.0, -0.5);
    }
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
    return n;
}

int main(void) {
    cr_arena *arenas[2] = {cr_arena_new(cr_allocator_default()), cr_arena_new(cr_allocator_default())};
    cr_network *shared = make(arenas[0]), *each = make(arenas[1]);
    long touched = 0, apart = 0;
    int sharing = 0, count = shared->interactions.count;
    for (int i = 0; i < count; i++) {
        sharing += cr_network_interaction(shared, i)->same[0] != NULL;
        cr_network_interaction(each, i)->same[0] = NULL;
    }
    CHECK(sharing == RIVETS, "%d share the place of another", sharing);
    for (int k = 0; k < STEPS; k++) {
        cr_network_step(shared);
        cr_network_step(each);
        for (int i = 0; i < count; i++) {
            const cr_interaction *c = cr_network_interaction(shared, i), *d = cr_network_interaction(each, i);
            apart += c->force != d->force || c->x != d->x || c->lost != d->lost;
            touched += c->kind == CR_INTERACTION_CONTACT && c->force > 0.0;
        }
    }
    CHECK(apart == 0 && touched > 0, "%ld steps differ, %ld touched", apart, touched);
    cr_ledger ledger = cr_network_ledger(shared);
    double error = fabs(cr_ledger_error(&ledger)) / cr_ledger_stored(&ledger);
    CHECK(error < 1e-10, "energy off by %g", error);
    for (int i = 0; i < 2; i++) cr_arena_free(arenas[i]);
    return test_summary();
}
