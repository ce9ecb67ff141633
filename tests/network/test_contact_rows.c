// Masses in a row that strike each other, in both clocks: the order in which the contacts are given does not
// change the motion, energies balance, and what the solver keeps grows with the row, not with its square.
#include "network/network_internal.h"
#include "seeds.h"
#include "test.h"

#include <math.h>

enum { COUNT = 60, STEPS = 400 };

static double noise(uint64_t *state) { // -1..1
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*state * 0x1p-63;
}

typedef struct row {
    cr_arena *arena;
    cr_network *network;
    int contact[COUNT]; // between mass i and i + 1
} row;

static void touch(row *r, int i, cr_contact_mode mode) {
    cr_law law = cr_law_default(cr_law_find("power", NULL));
    cr_law_set(&law, "k", 1e8, NULL);
    cr_law_set(&law, "lambda", 1e6, NULL);
    CHECK(cr_law_prepare(&law, NULL) == CR_OK, "law");
    cr_contact_def def = cr_contact_def_between((cr_place){i, {0}}, (cr_place){i + 1, {0}}, law);
    def.mode = mode;
    def.gap = 1e-5;
    CHECK(cr_network_add_contact(r->network, &def, &r->contact[i], NULL) == CR_OK, "contact %d", i);
}

// Every third mass is thrown at the others; contacts are given with a stride, 1: as they stand.
static row make(int stride, cr_contact_mode mode, uint64_t seed) {
    row r = {cr_arena_new(cr_allocator_default()), NULL, {0}};
    r.network = cr_network_new(r.arena, 44100);
    for (int i = 0; i <= COUNT; i++) {
        double mass = 0.01 * (1.5 + noise(&seed)), speed = i % 3 ? 0.0 : noise(&seed);
        int index =
            cr_network_add(r.network, "mass", (cr_setting[]){{"mass", mass}, {"frequency", 30}, {0}}, NULL);
        CHECK(index == i, "mass %d", i);
        cr_element_set_motion(cr_network_element(r.network, i), 0, 0.0, speed);
    }
    for (int i = 0; i < COUNT; i++) touch(&r, i * stride % COUNT, mode);
    CHECK(cr_network_prepare(r.network, NULL) == CR_OK, "prepare");
    return r;
}

// Contacts are short: 60 of them in a row multiply a rounding some thousand times over in 400 steps.
static void check_order(cr_contact_mode mode, uint64_t seed) {
    row natural = make(1, mode, seed), scrambled = make(7, mode, seed);
    double apart = 0.0, force = 0.0, most = 0.0;
    for (int k = 0; k < STEPS; k++) {
        cr_network_step(natural.network);
        cr_network_step(scrambled.network);
        for (int i = 0; i < COUNT; i++) {
            double a = cr_network_contact_force(natural.network, natural.contact[i]);
            double b = cr_network_contact_force(scrambled.network, scrambled.contact[i]);
            apart = fmax(apart, fabs(a - b));
            most = fmax(most, fabs(a));
            force += a != 0.0;
        }
    }
    CHECK(force > STEPS, "contacts were closed %g times only", force);
    CHECK(apart <= 1e-9 * most, "forces are %g N apart, of %g N", apart, most);
    cr_ledger ledger = cr_network_ledger(natural.network);
    CHECK(fabs(cr_ledger_error(&ledger)) <= 1e-12 * ledger.elements, "energy balance error %g J of %g J",
          cr_ledger_error(&ledger), ledger.elements);
    cr_arena_free(natural.arena);
    cr_arena_free(scrambled.arena);
}

// Entries of the factors: two or three per number of a chain.
static void check_size(cr_contact_mode mode, int stride) {
    row r = make(stride, mode, 5);
    const cr_skyline *s =
        mode == CR_CONTACT_LINEAR ? &r.network->groups[0].skyline : &r.network->blocks[0].skyline;
    int numbers = mode == CR_CONTACT_LINEAR ? 2 * COUNT : COUNT;
    double entries = 0.0;
    for (int c = 0; c < s->count; c++) entries += c - s->first[c] + 1;
    CHECK(s->count == numbers, "%d numbers in one system", s->count);
    CHECK(entries <= (mode == CR_CONTACT_LINEAR ? 3.5 : 2.0) * numbers, "%g entries for %d numbers", entries,
          numbers);
    cr_arena_free(r.arena);
}

int main(void) {
    const cr_contact_mode modes[] = {CR_CONTACT_LINEAR, CR_CONTACT_PREDICTED};
    for (int m = 0; m < 2; m++) {
        for (TEST_SEEDS(seed, 1, 2, 3)) check_order(modes[m], seed);
        check_size(modes[m], 1);
        check_size(modes[m], 7);
    }
    return test_summary();
}
