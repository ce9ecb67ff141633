// Two interactions that move each other have a closed form; it gives what the general factorisation gives, in
// the linear system and in a network whose contacts close, let go and are emptied.
#include "base/numeric.h"
#include "network/network_internal.h"
#include "seeds.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

static double noise(uint64_t *state) { // -1..1
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*state * 0x1p-63;
}

// Both forms are off by some roundings of the largest term, times the condition of I + C diag(slope), which
// stays below 1/(1 - 0.9^2) by the choice of C.
static const double tolerance = 1e-13;

typedef struct pair_system {
    double mobility[4], reach[2], slope[2], offset[2];
} pair_system;

static pair_system random_system(uint64_t *state) {
    pair_system s;
    double c0 = pow(10.0, 3.0 * noise(state)), c1 = pow(10.0, 3.0 * noise(state));
    double cross = 0.9 * noise(state) * sqrt(c0 * c1);
    memcpy(s.mobility, (double[]){c0, cross, cross, c1}, sizeof s.mobility);
    for (int i = 0; i < 2; i++) {
        double c = i ? c1 : c0;
        s.slope[i] = noise(state) < -0.5 ? 0.0 : pow(10.0, 6.0 * noise(state)) / c;
        s.reach[i] = sqrt(c) * noise(state);
        s.offset[i] = noise(state) / sqrt(c);
    }
    return s;
}

static void check_linear(uint64_t *state) {
    pair_system s = random_system(state);
    double way[2][2], matrix[4], root[2], right[2], response[2], felt[2], factored[2] = {CR_NAN, CR_NAN};
    int acting[2], rank[3];
    for (int without = -1; without < 2; without++) {
        for (int form = 0; form < 2; form++) {
            cr_block b = {.count = 2,
                          .closed_form = form == 1,
                          .pattern = {2, (int[]){0, 2, 4}, (int[]){0, 1, 0, 1}},
                          .mobility = s.mobility,
                          .skyline = {2, 2, (int[]){0, 0}, (int[]){1, 1}, (ptrdiff_t[]){0, 1}},
                          .reach = s.reach,
                          .slope = s.slope,
                          .offset = s.offset,
                          .way = way[form],
                          .matrix = matrix,
                          .root = root,
                          .right = right,
                          .response = response,
                          .factored = factored,
                          .acting = acting,
                          .rank = rank};
            felt[form] = without < 0 ? cr_block_solve(&b), 0.0 : cr_block_solve_without(&b, without);
        }
        for (int i = 0; i < 2; i++) // in units in which every compliance is 1
            CHECK_NEAR(way[1][i] / sqrt(s.mobility[3 * i]), way[0][i] / sqrt(s.mobility[3 * i]), tolerance);
        if (without >= 0) CHECK_REL(felt[1], felt[0], tolerance);
    }
}

// A mass between two others: contacts on both sides, or a contact and a spring.
static cr_network *make_chain(cr_arena *arena, const char *law_name, bool spring, bool closed_form) {
    cr_network *n = cr_network_new(arena, 44100);
    cr_law law = cr_law_default(cr_law_find(law_name, NULL));
    const double masses[] = {0.01, 0.002, 0.03};
    int index;
    cr_law_set(&law, "k", 1e9, NULL);
    CHECK(cr_law_prepare(&law, NULL) == CR_OK, "%s", law_name);
    for (int i = 0; i < 3; i++) {
        const cr_setting settings[] = {{"mass", masses[i]}, {"frequency", 100}, {0}};
        CHECK(cr_network_add(n, "mass", settings, NULL) == i, "mass %d", i);
    }
    cr_contact_def left = cr_contact_def_between((cr_place){0, {0}}, (cr_place){1, {0}}, law);
    left.gap = 1e-5;
    left.mode = CR_CONTACT_PREDICTED;
    cr_contact_def right = cr_contact_def_between((cr_place){1, {0}}, (cr_place){2, {0}}, law);
    right.gap = -1e-5;
    right.mode = CR_CONTACT_PREDICTED;
    cr_spring_def held = cr_spring_def_default();
    held.a = (cr_place){1, {0}};
    held.b = (cr_place){2, {0}};
    held.k1 = 1e5;
    held.k3 = 1e11;
    held.r = 0.1;
    CHECK(cr_network_add_contact(n, &left, &index, NULL) == CR_OK, "left");
    if (spring) CHECK(cr_network_add_spring(n, &held, &index, NULL) == CR_OK, "spring");
    else CHECK(cr_network_add_contact(n, &right, &index, NULL) == CR_OK, "right");
    CHECK(cr_network_prepare(n, NULL) == CR_OK, "prepare");
    CHECK(n->block_count == 1 && n->blocks[0].count == 2 && n->blocks[0].closed_form, "one block of two");
    n->blocks[0].closed_form = closed_form;
    return n;
}

static void copy_state(const cr_network *from, cr_network *to) {
    for (int i = 0; i < 3; i++) {
        *cr_network_element_at(to, i)->u = *cr_network_element_at(from, i)->u;
        *cr_network_element_at(to, i)->d = *cr_network_element_at(from, i)->d;
    }
    for (int i = 0; i < 2; i++) cr_network_interaction(to, i)->psi = cr_network_interaction(from, i)->psi;
}

// A force is compared with the one that would stop the motion, depths with the ways of the step.
static void compare(const cr_network *general, const cr_network *closed) {
    for (int i = 0; i < 2; i++) {
        const cr_interaction *a = cr_network_interaction(general, i), *b = cr_network_interaction(closed, i);
        double way = fabs(a->reach) + fabs(a->x) + fabs(a->before);
        CHECK_NEAR(b->force, a->force, tolerance * (fabs(a->force) + way / a->compliance));
        CHECK_NEAR(b->x, a->x, tolerance * way);
        CHECK_NEAR(b->psi, a->psi, tolerance * (fabs(a->psi) + way / sqrt(a->compliance)));
        CHECK_NEAR(b->loss, a->loss, tolerance * (fabs(a->loss) + way * way / a->compliance));
    }
}

static long check_chain(const char *law, bool spring, uint64_t *state) {
    enum { STARTS = 100, STEPS = 150 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_network *general = make_chain(arena, law, spring, false),
               *closed = make_chain(arena, law, spring, true);
    for (int start = 0; start < STARTS; start++) {
        for (int i = 0; i < 3; i++) {
            *cr_network_element_at(general, i)->u = 1e-4 * noise(state);
            *cr_network_element_at(general, i)->d = 3e-5 * noise(state);
        }
        cr_network_prepare(general, NULL);
        general->blocks[0].closed_form = false;
        for (int k = 0; k < STEPS; k++) {
            copy_state(general, closed);
            cr_network_step(general);
            cr_network_step(closed);
            compare(general, closed);
        }
    }
    long resolves = cr_network_trouble(general).resolves;
    CHECK(cr_network_trouble(closed).resolves == resolves, "both solve again at the same steps");
    CHECK(cr_network_trouble(general).unsettled == 0 && cr_network_trouble(closed).unsettled == 0, "%s", law);
    cr_arena_free(arena);
    return resolves;
}

int main(void) {
    const char *laws[] = {"power", "hunt-crossley", "two-sided"};
    for (TEST_SEEDS(seed, 2024, 1, 2)) {
        uint64_t state = seed;
        long resolves = 0;
        for (int i = 0; i < 3000; i++) check_linear(&state);
        for (int i = 0; i < 3; i++)
            for (int spring = 0; spring < 2; spring++) resolves += check_chain(laws[i], spring == 1, &state);
        printf("%ld steps in which a contact let go\n", resolves);
        CHECK(resolves > 100, "contacts let go in only %ld steps", resolves);
    }
    return test_summary();
}
