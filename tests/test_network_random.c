// Over 2000 random networks: elements of every kind, contacts with every law, springs, bows, inputs, thrown
// masses. 1000 samples each with no NaN, no pull, and books that close.
#include "base/numeric.h"
#include "carom/network.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

enum { NETWORKS = 2600, STEPS = 1000 };

static double uniform(uint64_t *s) {
    *s ^= *s >> 12, *s ^= *s << 25, *s ^= *s >> 27;
    return (double)((*s * 2685821657736338717u) >> 11) / 9007199254740992.0;
}

static double between(uint64_t *s, double lo, double hi) {
    return lo + (hi - lo) * uniform(s);
}

static double log_between(uint64_t *s, double lo, double hi) {
    return lo * pow(hi / lo, uniform(s));
}

static int pick(uint64_t *s, int count) {
    return (int)(uniform(s) * count);
}

static const double modes[] = {180, 2, 411, 5, 977, 9, 2300, 20, 3, -2, 1.5, 4, 1, 2, -3, 2};

static cr_element random_element(uint64_t *s) {
    static const char *const types[] = {"mass", "string", "bar", "membrane", "plate", "modal", "barrier"};
    cr_element e = cr_element_default(cr_element_find(types[pick(s, 7)], NULL));
    cr_element_set(&e, "mass", log_between(s, 1e-4, 1), NULL);
    cr_element_set(&e, "frequency", uniform(s) < 0.5 ? 0 : log_between(s, 20, 8000), NULL);
    cr_element_set(&e, "sigma0", uniform(s) < 0.3 ? 0 : log_between(s, 0.01, 50), NULL);
    cr_element_set(&e, "sigma1", uniform(s) < 0.3 ? 0 : log_between(s, 1e-5, 0.05), NULL);
    cr_element_set(&e, "tension", log_between(s, 10, 3000), NULL);
    cr_element_set(&e, "radius", log_between(s, 1e-4, 1e-3), NULL);
    cr_element_set(&e, "length", between(s, 0.2, 1.5), NULL);
    cr_element_set(&e, "thickness", log_between(s, 5e-4, 4e-3), NULL);
    cr_element_set(&e, "width", between(s, 0.1, 0.4), NULL);
    cr_element_set(&e, "height", between(s, 0.1, 0.4), NULL);
    cr_element_set(&e, "edge", pick(s, strcmp(e.type->name, "plate") ? 3 : 2), NULL);
    cr_element_set(&e, "position", between(s, -1e-3, 1e-3), NULL);
    if (strcmp(e.type->name, "modal") == 0)
        cr_element_set(&e, "modes", 4, NULL), e.given = modes, e.given_count = 16;
    return e;
}

static cr_law random_law(uint64_t *s) {
    static const char *const laws[] = {"power",    "hunt-crossley", "azad-featherstone",
                                       "lee-wang", "linear",        "general"};
    cr_law law = cr_law_default(cr_law_find(laws[pick(s, 6)], NULL));
    cr_law_set(&law, "k", log_between(s, 1e3, 1e11), NULL);
    cr_law_set(&law, "alpha", between(s, 1, 3), NULL);
    cr_law_set(&law, "n", between(s, 1, 3), NULL);
    cr_law_set(&law, "p", between(s, 0, 2), NULL);
    if (strcmp(law.type->name, "hunt-crossley") == 0) cr_law_set(&law, "mu", log_between(s, 1e-3, 5), NULL);
    else cr_law_set(&law, "lambda", log_between(s, 1e-2, 1e5), NULL);
    cr_law_prepare(&law, NULL);
    return law;
}

static cr_place random_place(uint64_t *s, int elements) {
    return (cr_place){pick(s, elements), {between(s, 0.08, 0.92), between(s, 0.08, 0.92)}};
}

typedef struct outcome {
    double worst, greatest, pull;
    bool finite;
} outcome;

static outcome run(cr_network *n, int contacts) {
    outcome o = {0, 1e-30, 0, true};
    for (int i = 0; i < STEPS && o.finite; i++) {
        cr_network_step(n);
        for (int c = 0; c < contacts; c++) o.pull = fmin(o.pull, cr_network_contact_force(n, c));
        if (i % 50) continue;
        cr_ledger l = cr_network_ledger(n);
        // work that passes through counts too: a bow may bring in far more than is stored
        o.greatest = fmax(o.greatest, fmax(l.elements + l.contacts + l.springs, fabs(l.work)));
        o.worst = fmax(o.worst, fabs(cr_ledger_error(&l)));
        o.finite = isfinite(cr_ledger_error(&l));
    }
    return o;
}

static void one_network(uint64_t seed) {
    uint64_t s = seed * 0x9E3779B97F4A7C15u + 1;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *n = cr_network_new(arena, uniform(&s) < 0.5 ? 44100 : 48000);
    int elements = 0, contacts = 0, index, wanted = 1 + pick(&s, 4);
    for (int i = 0; i < wanted; i++) {
        cr_element e = random_element(&s);
        if (cr_network_add_element(n, &e, &index, NULL) != CR_OK) { // too stiff for its size: not a valid one
            cr_arena_free(arena);
            return;
        }
        elements++;
        cr_element *built = cr_network_element(n, index);
        if (built->points > 3000) { // valid, but it would take its time
            cr_arena_free(arena);
            return;
        }
        bool single = built->grid.n[0] == 0 && built->mass > 0;
        if (single) built->d[0] = between(&s, -2, 2) * built->h, built->u[0] = between(&s, -1e-3, 1e-3);
    }
    for (int i = pick(&s, 5); i >= 0; i--) {
        cr_contact_def def = {random_place(&s, elements), random_place(&s, elements),
                              between(&s, -1e-4, 1e-3), random_law(&s), 0};
        if (uniform(&s) < 0.3) def.b.element = -1;
        if (def.a.element == def.b.element) continue;
        contacts += cr_network_add_contact(n, &def, &index, NULL) == CR_OK;
    }
    if (uniform(&s) < 0.4) {
        cr_spring_def def = {random_place(&s, elements), {-1, {0}},
                             log_between(&s, 1, 1e6),    log_between(&s, 1, 1e12),
                             log_between(&s, 1e-3, 10),  0};
        cr_network_add_spring(n, &def, &index, NULL);
    }
    cr_place bowed = random_place(&s, elements);
    if (uniform(&s) < 0.3 && cr_network_element(n, bowed.element)->mass > 0) {
        cr_bow_def def = {bowed, (cr_bow_model)pick(&s, 3), between(&s, 0, 2), between(&s, -0.5, 0.5)};
        cr_network_add_bow(n, &def, &index, NULL);
    }
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "seed %llu: prepare", (unsigned long long)seed);
    if (cr_network_ledger(n).contacts > 0.1) { // wedged into each other from the start
        cr_arena_free(arena);
        return;
    }
    outcome o = run(n, contacts);
    CHECK(o.finite, "seed %llu left the numbers", (unsigned long long)seed);
    CHECK(o.worst <= 1e-10 * o.greatest, "seed %llu: books off by %g", (unsigned long long)seed,
          o.worst / o.greatest);
    CHECK(o.pull >= 0, "seed %llu: pulls by %g N", (unsigned long long)seed, o.pull);
    CHECK(cr_network_trouble(n).unsettled == 0, "seed %llu: %ld unsettled", (unsigned long long)seed,
          cr_network_trouble(n).unsettled);
    cr_arena_free(arena);
}

int main(void) {
    for (uint64_t seed = 1; seed <= NETWORKS; seed++) one_network(seed);
    return test_summary();
}
