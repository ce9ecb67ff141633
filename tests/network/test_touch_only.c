// Of several contacts on the same bodies, one that alone is near is solved as if it were alone: the motion of
// a body between two others is, while one of them is out of reach, that of a network without it; and in
// narrow gaps, where the force of one contact begins another within the same step, the books close and no
// contact pulls.
#include "base/random.h"
#include "network/network_internal.h"
#include "seeds.h"
#include "test.h"

enum { RATE = 44100 };

typedef struct clapper {
    cr_arena *arena;
    cr_network *network;
} clapper;

static int mass(cr_network *n, double kg, double hz) {
    return cr_network_add(n, "mass", (cr_setting[]){{"mass", kg}, {"frequency", hz}, {0}}, NULL);
}

// Two modes, and a tap at which they move by opposite amounts.
static int bell(cr_network *n, double hz) {
    const double given[] = {hz, 3, 2.7 * hz, 5, 6, -4};
    return cr_network_add_modal(n, 2, given, 6, NULL);
}

static void join(cr_network *n, int a, int b, double gap, double mu, double k) {
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    int index;
    cr_law_set(&law, "k", k, NULL);
    cr_law_set(&law, "mu", mu, NULL);
    CHECK(cr_law_prepare(&law, NULL) == CR_OK, "law");
    cr_contact_def def = cr_contact_def_between((cr_place){a, {0}}, (cr_place){b, {0}}, law);
    def.gap = gap;
    CHECK(cr_network_add_contact(n, &def, &index, NULL) == CR_OK, "contact");
}

// A mass between two bells; with `other` negative the second bell is not there.
static clapper make(double gap, double other, double mu, double speed, double k) {
    clapper c = {.arena = cr_arena_new(cr_allocator_default())};
    cr_network *n = c.network = cr_network_new(c.arena, RATE);
    int left = bell(n, 587), between = mass(n, 0.02, 40), right = bell(n, 880);
    join(n, left, between, gap, mu, k);
    if (other >= 0.0) join(n, between, right, other, mu, k);
    cr_element_set_motion(cr_network_element(n, between), 0, 0.0, speed);
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
    return c;
}

static double error_of(const cr_network *n) {
    cr_ledger books = cr_network_ledger(n);
    return fabs(cr_ledger_error(&books));
}

// Both networks take the same steps of the same equations; only roundings differ, which a rebound of some
// hundred samples multiplies by a few powers of ten.
static void check_out_of_reach(void) {
    clapper both = make(1e-4, 1.0, 0.3, -0.4, 2e8), one = make(1e-4, -1.0, 0.3, -0.4, 2e8);
    double off = 0.0, most = 0.0;
    int blows = 0;
    bool closed = false;
    CHECK(both.network->group_count == 1 && both.network->groups[0].touch_count == 2, "one group of two");
    CHECK(one.network->groups[0].solo != NULL, "a contact alone");
    for (int i = 0; i < RATE / 2; i++) {
        cr_network_step(both.network);
        cr_network_step(one.network);
        double x = cr_network_contact_force(both.network, 0), y = cr_network_contact_force(one.network, 0);
        blows += y > 0.0 && !closed;
        closed = y > 0.0;
        off = fmax(off, fabs(x - y));
        most = fmax(most, y);
    }
    printf("%d blows: off by %.1e of the greatest force, %.3g N\n", blows, off / most, most);
    CHECK(blows >= 3 && off <= 1e-9 * most, "%d blows, off by %g of %g N", blows, off, most);
    cr_arena_free(both.arena);
    cr_arena_free(one.arena);
}

typedef struct seen {
    long only, begun; // steps with one force, steps in which it began another
    double off;       // of the books, of the energy
} seen;

// A step that was not divided: what the contacts were before it, and what came to them without forces.
static void look(const cr_network *n, const double depth[2], const double psi[2], seen *s) {
    const cr_touch *t[2] = {cr_network_touch(n, 0), cr_network_touch(n, 1)};
    bool near[2];
    for (int i = 0; i < 2; i++) near[i] = depth[i] > 0.0 || depth[i] + t[i]->reach > 0.0 || psi[i] > 0.0;
    if (n->groups[0].level != 0 || near[0] == near[1]) return;
    bool begun = t[near[0]]->a > 0.0;
    s->begun += begun;
    s->only += !begun;
}

static void run_narrow(uint64_t *state, seen *s) {
    double gap = pow(10.0, -8.0 + 2.0 * cr_random_uniform(state)), mu = 0.3 * (cr_random_uniform(state) > 0);
    double stiffness = pow(10.0, 11.0 + 2.0 * cr_random_uniform(state));
    clapper c = make(gap, 0.5 * gap, mu, pow(10.0, -1.5 + cr_random_uniform(state)), stiffness);
    cr_network *n = c.network;
    double start = cr_network_ledger(n).start;
    cr_network_divide(n, 0, 0);
    for (int i = 0; i < 2000; i++) {
        double depth[2], psi[2];
        for (int k = 0; k < 2; k++)
            depth[k] = cr_network_touch(n, k)->depth, psi[k] = cr_network_touch(n, k)->psi;
        cr_network_step(n);
        look(n, depth, psi, s);
        for (int k = 0; k < 2; k++)
            CHECK(cr_network_contact_force(n, k) >= 0.0, "contact %d pulls in sample %d", k, i);
        s->off = fmax(s->off, error_of(n) / start);
    }
    cr_arena_free(c.arena);
}

int main(void) {
    check_out_of_reach();
    for (TEST_SEEDS(seed, 2026, 1, 2, 3, 4)) {
        uint64_t state = cr_random_seed(seed);
        seen s = {0};
        for (int i = 0; i < 40; i++) run_narrow(&state, &s);
        printf("seed %llu: %ld steps with one contact, %ld in which it began the other, books %.1e\n",
               (unsigned long long)seed, s.only, s.begun, s.off);
        // the bound of random networks (test_touch_random): a share of what the forces do one by one
        CHECK(s.off <= 1e-11, "books %g", s.off);
        CHECK(s.only > 1000 && s.begun > 10, "too little happens: %ld, %ld", s.only, s.begun);
    }
    return test_summary();
}
