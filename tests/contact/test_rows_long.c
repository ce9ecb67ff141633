// label: long
// How often the rows of a step stay unsolved: random ones of every kind, tables that ring and are hit, piles
// of unlike stiffness. At most one in a thousand, each passive.
#include "test.h"

#include "linear_world.h"
#include "random_rows.h"
#include "seeds.h"

// bodies, contacts, disks, joints, flexible freedoms, compliance, kick
static const random_rows_def classes[] = {
    {4, 40, 0, 0, 0, 1e-3, false},  {4, 40, 0, 0, 0, 0.0, false}, {8, 40, 4, 4, 0, 1e-3, false},
    {8, 60, 0, 4, 0, 1e-4, false},  {8, 40, 0, 0, 0, 0.1, true},  {8, 60, 8, 4, 0, 0.1, true},
    {4, 80, 4, 0, 60, 0.02, false}, {4, 80, 8, 2, 60, 0.1, true}, {20, 80, 0, 0, 0, 1e-3, false},
};

static void random_ones(uint64_t seed, int *all, int *failed) {
    const int each = TEST_AMOUNT(60, 2);
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++)
        for (int i = 0; i < each; i++) {
            uint64_t own = seed + (uint64_t)i;
            rows_rig rig = random_rows(own, &classes[c]);
            CHECK(rows_rig_solve(&rig, 1e-8) == CR_OK && rig.result.energy <= 0.0 &&
                      rows_rig_energy(&rig) <= 0.0,
                  "class %zu, seed %llu: energy %g, %s", c, (unsigned long long)own, rig.result.energy,
                  rig.error.reason);
            bool missed = rig.result.method == CR_COULOMB_UNSOLVED;
            if (missed)
                printf("class %zu, seed %llu: unsolved, %g\n", c, (unsigned long long)own,
                       rig.result.residual);
            *failed += missed;
            (*all)++;
            rows_rig_free(&rig);
        }
}

static void steps(linear_world w, int count, const char *what, int *all, int *failed) {
    for (int i = 0; i < count; i++) CHECK(linear_step(&w, 1e-8), "%s: step %d", what, i);
    CHECK(w.kicks.energy <= 0.0 && w.holds.energy <= 0.0, "%s: gains", what);
    printf("%s: %d of %d kicks, %d of %d holds unsolved, %g\n", what, w.kicks.unsolved, w.kicks.solves,
           w.holds.unsolved, w.holds.solves, w.holds.residual);
    *all += w.kicks.solves + w.holds.solves;
    *failed += w.kicks.unsolved + w.holds.unsolved;
    linear_world_free(&w);
}

int main(void) {
    int all = 0, failed = 0;
    for (TEST_SEEDS(seed, 1, 5000)) {
        random_ones(seed, &all, &failed);
        for (int points = 16; points <= 32; points *= 2) {
            linear_world w = linear_table(points);
            linear_table_ring(&w, seed, 3e-3);
            linear_table_ball(&w, 2.0);
            steps(w, TEST_AMOUNT(400, 4), "table", &all, &failed);
        }
        steps(linear_pile(seed, 4, 1e-3, 1e-3), TEST_AMOUNT(30, 2), "stiff pile", &all, &failed);
        steps(linear_pile(seed, 6, 0.1, 1e-4), TEST_AMOUNT(15, 1), "pile", &all, &failed);
    }
    CHECK(1000 * failed <= all, "%d of %d unsolved", failed, all);
    return test_summary();
}
