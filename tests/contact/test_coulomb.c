// The friction solver: every class of problems to 1e-8, by blocks and by bodies, without energy from nowhere,
// the same bits each time; and what is odd: no friction, hardly any, nothing to do, contacts twice, units and
// masses far apart, a guess that holds, little effort, no memory.
#include "test.h"

#include "base/numeric.h"
#include "base/random.h"
#include "contact_classes.h"
#include "seeds.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 3 * 300 };
static const double tolerance = 1e-8;

static cr_coulomb_result solve(const cr_coulomb_problem *p, double *r, const cr_coulomb_options *options) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_coulomb_result result;
    cr_error error = {0};
    cr_status status = cr_coulomb_solve(p, options, arena, r, &result, &error);
    CHECK(status == CR_OK, "status %d: %s", status, error.reason);
    double residual = cr_coulomb_residual(p, r, 0.0, arena), energy = cr_coulomb_energy(p, r, arena);
    // The residual that is told is that of what is returned.
    CHECK(residual == result.residual, "residual %g, told %g", residual, result.residual);
    CHECK(energy <= 0.0, "energy %g is added", energy);
    CHECK((result.method != CR_COULOMB_UNSOLVED) == (residual <= options->tolerance), "%s with residual %g",
          cr_coulomb_method_name(result.method), residual);
    for (int i = 0; i < p->contacts; i++) {
        double size = sqrt(r[3 * i + 1] * r[3 * i + 1] + r[3 * i + 2] * r[3 * i + 2]),
               held = p->mu[i] * r[3 * i];
        CHECK(r[3 * i] >= 0.0 && size <= held * (1.0 + 1e-14),
              "contact %d of mu %g outside its cone: %.17g, %.17g", i, p->mu[i], r[3 * i], size);
    }
    cr_arena_free(arena);
    return result;
}

static void expect_solved(const cr_coulomb_problem *p, const char *what, unsigned long long seed) {
    double first[MOST], second[MOST];
    cr_coulomb_options options = cr_coulomb_options_default();
    cr_coulomb_result result = solve(p, first, &options);
    CHECK(result.residual <= tolerance, "%s, seed %llu: residual %g", what, seed, result.residual);
    solve(p, second, &options);
    CHECK(memcmp(first, second, 3 * (size_t)p->contacts * sizeof *first) == 0, "%s, seed %llu: other bits",
          what, seed);
}

static void test_classes(uint64_t seed) {
    for (int c = 0; c < CONTACT_CLASSES; c += TEST_AMOUNT(1, 3)) {
        const contact_class *k = &contact_classes[c];
        double mu = contact_frictions[(seed + (uint64_t)c) % 4];
        bodies_problem made = k->make(seed, k->size, k->contacts, mu);
        expect_solved(&made.problem, k->name, seed);
        expect_solved(&made.bodies, k->name, seed);
        bodies_free(&made);
    }
}

// Velocities are unique where reactions are not, unless friction itself has several answers; at low friction
// it has none such in these problems.
static void test_forms_agree(uint64_t seed) {
    bodies_problem made = random_bodies(seed, 5, 20, 0.1, 0.1);
    cr_coulomb_options options = cr_coulomb_options_default();
    double by_blocks[MOST], by_bodies[MOST], motion[2][30] = {{0.0}}, most = 0.0;
    options.tolerance = 1e-12;
    solve(&made.problem, by_blocks, &options);
    solve(&made.bodies, by_bodies, &options);
    for (int k = 0; k < 60; k++)
        for (int f = 0; f < 30; f++) {
            motion[0][f] += made.a[k * 30 + f] * by_blocks[k];
            motion[1][f] += made.a[k * 30 + f] * by_bodies[k];
        }
    for (int f = 0; f < 30; f++) most = cr_max(most, fabs(motion[0][f] - motion[1][f]));
    // Velocities of some m/s; a residual of 1e-12 leaves its square root where a contact is about to open.
    CHECK(most <= 1e-5, "seed %llu: motions differ by %g", (unsigned long long)seed, most);
    bodies_free(&made);
}

// Compliance by bodies is compliance on the diagonal of the blocks.
static void test_compliance(uint64_t seed) {
    bodies_problem made = box_tower(seed, 5, 4, 0.5, 0.01);
    int n = made.problem.contacts;
    double soft[60], *block = (double *)(uintptr_t)made.problem.block, stiff[MOST], by_blocks[MOST],
                     by_bodies[MOST];
    cr_coulomb_options options = cr_coulomb_options_default();
    solve(&made.problem, stiff, &options);
    for (int k = 0; k < 3 * n; k++) soft[k] = 0.1;
    for (int i = 0; i < n; i++)
        for (int k = made.problem.row[i]; k < made.problem.row[i + 1]; k++)
            for (int a = 0; a < 3 && made.problem.column[k] == i; a++) block[9 * k + 4 * a] += 0.1;
    made.bodies.compliance = soft;
    options.tolerance = 1e-12;
    solve(&made.problem, by_blocks, &options);
    solve(&made.bodies, by_bodies, &options);
    double apart = 0.0, moved = 0.0;
    for (int k = 0; k < 3 * n; k++) {
        apart = cr_max(apart, fabs(by_blocks[k] - by_bodies[k]));
        moved = cr_max(moved, fabs(by_blocks[k] - stiff[k]));
    }
    // Compliant reactions are unique; theirs are some 1e-2 N s.
    CHECK(apart <= 1e-9 && moved > 1e-5, "seed %llu: %g apart, moved by %g", (unsigned long long)seed, apart,
          moved);
    bodies_free(&made);
}

static void scale_problem(bodies_problem *made, double w, double q) {
    for (int k = 0; k < 3 * made->problem.contacts * made->freedoms; k++) made->a[k] *= sqrt(w);
    for (int k = 0; k < made->freedoms; k++) made->v[k] *= q / sqrt(w);
    bodies_assemble(made);
}

static void test_units(uint64_t seed) {
    const double w[] = {1e12, 1e-12}, q[] = {1.0, 1e-6};
    for (int i = 0; i < 2; i++) {
        bodies_problem made = random_bodies(seed, 5, 20, 0.5, 0.5);
        scale_problem(&made, w[i], q[i]);
        expect_solved(&made.problem, "other units", seed);
        expect_solved(&made.bodies, "other units by bodies", seed);
        bodies_free(&made);
    }
}

// Masses of one problem up to 1e6 apart.
static void test_masses(uint64_t seed) {
    uint64_t state = cr_random_seed(seed);
    bodies_problem made = random_bodies(seed, 5, 20, 0.5, 0.5);
    for (int b = 0; b < 5; b++) {
        double factor = exp(0.25 * log(1e6) * (cr_random_uniform(&state) - 1.0));
        for (int k = 0; k < 60; k++)
            for (int f = 0; f < 6; f++) made.a[k * 30 + 6 * b + f] *= factor;
        for (int f = 0; f < 6; f++) made.v[6 * b + f] /= factor;
    }
    bodies_assemble(&made);
    expect_solved(&made.problem, "masses apart", seed);
    bodies_free(&made);
}

static void test_frictions(uint64_t seed) {
    const double least[] = {0.0, 1e-6, 10.0, 0.01}, most[] = {0.0, 1e-6, 10.0, 3.0};
    for (int i = 0; i < 4; i++) {
        bodies_problem made = random_bodies(seed, 5, 20, least[i], most[i]);
        expect_solved(&made.problem, "odd friction", seed);
        expect_solved(&made.bodies, "odd friction by bodies", seed);
        bodies_free(&made);
    }
    bodies_problem made = random_bodies(seed, 5, 20, 0.5, 0.5);
    for (int i = 0; i < 20; i += 2) ((double *)(uintptr_t)made.problem.mu)[i] = 0.0;
    expect_solved(&made.problem, "half without friction", seed);
    expect_solved(&made.bodies, "half without friction by bodies", seed);
    bodies_free(&made);
}

static void test_nothing_to_do(void) {
    bodies_problem made = random_bodies(1, 5, 20, 0.5, 0.5);
    double r[MOST], *q = (double *)(uintptr_t)made.problem.q;
    cr_coulomb_options options = cr_coulomb_options_default();
    for (int i = 0; i < 20; i++) q[3 * i] = fabs(q[3 * i]);
    CHECK(solve(&made.problem, r, &options).method == CR_COULOMB_OPEN, "contacts that part need no solver");
    for (int k = 0; k < 60; k++) q[k] = 0.0;
    CHECK(solve(&made.problem, r, &options).method == CR_COULOMB_OPEN, "nothing moves");
    for (int k = 0; k < 60; k++) CHECK(r[k] == 0.0, "reaction %g", r[k]);
    bodies_free(&made);
}

static void test_warm(uint64_t seed) {
    bodies_problem made = box_tower(seed, 10, 4, 0.5, 0.01);
    double r[MOST];
    cr_coulomb_options options = cr_coulomb_options_default();
    solve(&made.bodies, r, &options);
    options.warm = true;
    cr_coulomb_result again = solve(&made.bodies, r, &options);
    CHECK(again.method == CR_COULOMB_WARM && again.iterations == 0, "%s after %d iterations",
          cr_coulomb_method_name(again.method), again.iterations);
    bodies_free(&made);
}

// Sweeps alone do not solve a tower; what they leave is passive, and told.
static void test_little_effort(uint64_t seed) {
    bodies_problem made = box_tower(seed, 10, 12, 0.8, 0.01);
    double r[MOST];
    cr_coulomb_options options = cr_coulomb_options_default();
    options.effort = 0;
    cr_coulomb_result result = solve(&made.bodies, r, &options);
    CHECK(result.method == CR_COULOMB_UNSOLVED && result.factorisations == 0, "%s",
          cr_coulomb_method_name(result.method));
    options.effort = 3;
    CHECK(solve(&made.bodies, r, &options).factorisations <= 3, "more than three factorisations");
    bodies_free(&made);
}

typedef struct short_memory {
    int left;
} short_memory;

static void *take_if_left(void *context, size_t bytes) {
    short_memory *memory = context;
    return memory->left-- > 0 ? malloc(bytes) : NULL;
}

static void give_back(void *context, void *memory) {
    (void)context;
    free(memory);
}

static void test_no_memory(void) {
    bodies_problem made = ball_pack(5, 2, 1.5, 0.002);
    bool solved = false;
    for (int left = 0; left < 200 && !solved; left++) {
        short_memory memory = {left};
        cr_arena *arena = cr_arena_new((cr_allocator){take_if_left, give_back, &memory});
        if (!arena) continue;
        double r[MOST];
        cr_coulomb_options options = cr_coulomb_options_default();
        cr_coulomb_result result;
        cr_error error = {0};
        cr_status status = cr_coulomb_solve(&made.bodies, &options, arena, r, &result, &error);
        solved = status == CR_OK;
        CHECK(solved || (status == CR_ERR_MEMORY && *error.reason), "status %d", status);
        cr_arena_free(arena);
    }
    CHECK(solved, "never enough memory");
    bodies_free(&made);
}

static void expect_refused(const cr_coulomb_problem *p, const char *what) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_coulomb_options options = cr_coulomb_options_default();
    cr_coulomb_result result;
    cr_error error = {0};
    double r[MOST];
    CHECK(cr_coulomb_solve(p, &options, arena, r, &result, &error) == CR_ERR_INPUT && *error.reason, "%s",
          what);
    cr_arena_free(arena);
}

static void test_refused(void) {
    bodies_problem made = random_bodies(1, 5, 20, 0.5, 0.5);
    double *q = (double *)(uintptr_t)made.problem.q, *mu = (double *)(uintptr_t)made.problem.mu;
    int *column = (int *)(uintptr_t)made.problem.column, *body = (int *)(uintptr_t)made.bodies.body;
    q[4] = CR_NAN;
    expect_refused(&made.problem, "NaN");
    q[4] = 0.0;
    mu[3] = -0.1;
    expect_refused(&made.bodies, "mu < 0");
    mu[3] = 0.5;
    body[7] = body[6];
    expect_refused(&made.bodies, "a body with itself");
    body[7] = 99;
    expect_refused(&made.bodies, "no such body");
    column[1] = column[0];
    expect_refused(&made.problem, "columns out of order");
    bodies_free(&made);
}

int main(void) {
    for (TEST_SEEDS(seed, 1)) {
        test_classes(seed);
    }
    for (TEST_SEEDS(seed, 1, 2, 3)) {
        test_forms_agree(seed);
        test_compliance(seed);
        test_units(seed);
        test_masses(seed);
        test_frictions(seed);
        test_warm(seed);
        test_little_effort(seed);
    }
    test_nothing_to_do();
    test_no_memory();
    test_refused();
    return test_summary();
}
