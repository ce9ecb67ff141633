// Three interactions that move each other are solved by a factorisation written out: the same bits as the
// general one, in the linear system and in a network whose contacts close, let go and are emptied.
#include "network/network_internal.h"
#include "seeds.h"
#include "test.h"

static double noise(uint64_t *state) { // -1..1
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*state * 0x1p-63;
}

// `joined`: three contacts of one mass with three others; else four masses in a line, of which the first and
// the last contact do not meet. The middle one may be a spring.
static cr_network *make(cr_arena *arena, bool joined, bool spring, bool closed_form) {
    cr_network *n = cr_network_new(arena, 44100);
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    const double masses[] = {0.01, 0.002, 0.03, 0.005};
    int index;
    cr_law_set(&law, "k", 1e9, NULL);
    CHECK(cr_law_prepare(&law, NULL) == CR_OK, "law");
    for (int i = 0; i < 4; i++)
        cr_network_add(n, "mass", (cr_setting[]){{"mass", masses[i]}, {"frequency", 100}, {0}}, NULL);
    for (int i = 0; i < 3; i++) {
        cr_place a = {joined ? 0 : i, {0}}, b = {i + 1, {0}};
        cr_contact_def def = cr_contact_def_between(a, b, law);
        cr_spring_def held = cr_spring_def_default();
        def.gap = i % 2 ? -1e-5 : 1e-5;
        def.mode = CR_CONTACT_PREDICTED;
        held.a = a;
        held.b = b;
        held.k1 = 1e5;
        held.k3 = 1e11;
        held.r = 0.1;
        if (spring && i == 1) CHECK(cr_network_add_spring(n, &held, &index, NULL) == CR_OK, "spring");
        else CHECK(cr_network_add_contact(n, &def, &index, NULL) == CR_OK, "contact");
    }
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
    CHECK(n->block_count == 1 && n->blocks[0].count == 3 && n->blocks[0].closed_form, "one block of three");
    n->blocks[0].closed_form = closed_form;
    return n;
}

static bool same(const cr_network *a, const cr_network *b) {
    for (int i = 0; i < 3; i++) {
        const cr_interaction *c = cr_network_interaction(a, i), *d = cr_network_interaction(b, i);
        const double left[] = {c->force, c->x, c->psi, c->loss}, right[] = {d->force, d->x, d->psi, d->loss};
        for (int k = 0; k < 4; k++)
            if (left[k] != right[k]) return false;
    }
    return true;
}

static long check(bool joined, bool spring, uint64_t *state) {
    enum { STARTS = 100, STEPS = 150 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *net[] = {make(arena, joined, spring, false), make(arena, joined, spring, true)};
    int differ = 0;
    for (int start = 0; start < STARTS; start++) {
        for (int i = 0; i < 4; i++) {
            double u = 1e-4 * noise(state), d = 3e-5 * noise(state);
            for (int k = 0; k < 2; k++) {
                *cr_network_element_at(net[k], i)->u = u;
                *cr_network_element_at(net[k], i)->d = d;
            }
        }
        for (int k = 0; k < 2; k++) {
            cr_network_prepare(net[k], NULL);
            net[k]->blocks[0].closed_form = k == 1;
        }
        for (int k = 0; k < STEPS; k++) {
            cr_network_step(net[0]);
            cr_network_step(net[1]);
            differ += !same(net[0], net[1]);
        }
    }
    CHECK(differ == 0, "%d of %d steps differ%s%s", differ, STARTS * STEPS, joined ? ", joined" : "",
          spring ? ", with a spring" : "");
    long resolves = cr_network_trouble(net[0]).resolves;
    CHECK(cr_network_trouble(net[1]).resolves == resolves, "both solve again at the same steps");
    CHECK(cr_network_trouble(net[1]).unsettled == 0, "unsettled");
    cr_arena_free(arena);
    return resolves;
}

int main(void) {
    for (TEST_SEEDS(seed, 2024, 1, 2)) {
        uint64_t state = seed;
        long resolves = 0;
        for (int joined = 0; joined < 2; joined++)
            for (int spring = 0; spring < 2; spring++) resolves += check(joined == 1, spring == 1, &state);
        printf("%ld steps in which a contact let go\n", resolves);
        CHECK(resolves > 100, "contacts let go in only %ld steps", resolves);
    }
    return test_summary();
}
