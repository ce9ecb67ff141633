// Masses in a row that rub against each other: the order in which the frictions are given does not change the
// motion, energies balance, and what the solver keeps grows with the row, not with its square.
#include "network/network_internal.h"
#include "test.h"

#include <math.h>

enum { COUNT = 60, STEPS = 800 };

typedef struct row {
    cr_arena *arena;
    cr_network *network;
    int friction[COUNT]; // between mass i and i + 1
} row;

static void rub(row *r, int i, int at) {
    cr_friction_def def = cr_friction_def_default();
    def.a = (cr_place){i, {0}};
    def.b = (cr_place){i + 1, {0}};
    def.contact = -1;
    def.force = 0.5 + 0.1 * (i % 5);
    def.law.stiffness = 1e5;
    CHECK(cr_network_add_friction(r->network, &def, &r->friction[at], NULL) == CR_OK, "friction %d", i);
}

// Every third mass is thrown; frictions are given with a stride, 1: as they stand.
static row make(int count, int stride) {
    row r = {cr_arena_new(cr_allocator_default()), NULL, {0}};
    r.network = cr_network_new(r.arena, 44100);
    for (int i = 0; i <= count; i++) {
        double mass = 0.01 + 0.001 * (i % 7);
        cr_network_add(r.network, "mass", (cr_setting[]){{"mass", mass}, {"frequency", 60 + i % 4}, {0}},
                       NULL);
        cr_element_set_motion(cr_network_element(r.network, i), 0, 0.0, i % 3 ? 0.0 : 0.2 + 0.1 * (i % 2));
    }
    for (int i = 0; i < count; i++) rub(&r, i * stride % count, i * stride % count % COUNT);
    CHECK(cr_network_prepare(r.network, NULL) == CR_OK, "prepare");
    return r;
}

static double force(const row *r, int i) {
    return cr_network_rub_at(r->network, r->friction[i])->force;
}

// Newton's method ends at 1e-15 of the ways, and bristles hold what they have been bent by: roundings add up
// over the steps, and more where a bristle begins to slide in one and a step later in the other.
static void check_order(void) {
    row natural = make(COUNT, 1), scrambled = make(COUNT, 7);
    double apart = 0.0, most = 0.0;
    for (int k = 0; k < STEPS; k++) {
        cr_network_step(natural.network);
        cr_network_step(scrambled.network);
        for (int i = 0; i < COUNT; i++) {
            apart = fmax(apart, fabs(force(&natural, i) - force(&scrambled, i)));
            most = fmax(most, fabs(force(&natural, i)));
        }
    }
    cr_ledger ledger = cr_network_ledger(natural.network);
    double error = fabs(cr_ledger_error(&ledger)), start = ledger.start;
    printf("forces up to %.3g N, %.2g N apart; energy balance error %.2g of %.3g J, %.3g J lost\n", most,
           apart, error, start, ledger.lost_friction);
    CHECK(most > 0.1, "frictions act: %g N", most);
    CHECK(apart <= 1e-8 * most, "forces are %g N apart, of %g N", apart, most);
    CHECK(error <= 1e-12 * start, "energy balance error %g J of %g J", error, start);
    CHECK(cr_network_trouble(natural.network).unsettled == 0, "unsettled");
    cr_arena_free(natural.arena);
    cr_arena_free(scrambled.arena);
}

// Two entries per number of a chain, in any order; memory in proportion.
static void check_size(int stride) {
    row r = make(COUNT, stride), longer = make(8 * COUNT, stride);
    const cr_rub_space *s = &r.network->groups[0].friction;
    double entries = 0.0;
    for (int c = 0; c < s->skyline.count; c++) entries += c - s->skyline.first[c] + 1;
    CHECK(r.network->group_count == 1 && s->skyline.count == COUNT, "one group");
    CHECK(s->sparse && entries <= 2.0 * COUNT, "%g entries for %d numbers", entries, COUNT);
    double ratio = (double)cr_arena_size(longer.arena) / (double)cr_arena_size(r.arena);
    CHECK(ratio <= 8.5, "eight times as many take %g times the memory", ratio); // arrays grow by doubling
    cr_arena_free(r.arena);
    cr_arena_free(longer.arena);
}

int main(void) {
    check_order();
    check_size(1);
    check_size(7);
    return test_summary();
}
