// label: long
// How often the rows of a step stay unsolved: random ones of every kind, tables that ring and are hit, piles
// of unlike stiffness. At most one in a thousand, each passive. The time of a cold hold of a pile grows with
// its contacts to the power of 1.2 at most.
#include "test.h"

#include "linear_world.h"
#include "random_rows.h"
#include "seeds.h"

#include <math.h>
#include <string.h>
#include <time.h>

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
    CHECK(w.holds.unsolved == 0 && 100 * w.kicks.unsolved <= w.kicks.solves, "%s: %d of %d kicks, %d holds",
          what, w.kicks.unsolved, w.kicks.solves, w.holds.unsolved);
    CHECK(w.kicks.energy <= 0.0 && w.holds.energy <= 0.0, "%s: gains", what);
    printf("%s: %d of %d kicks, %d of %d holds unsolved, %g\n", what, w.kicks.unsolved, w.kicks.solves,
           w.holds.unsolved, w.holds.solves, w.holds.residual);
    *all += w.kicks.solves + w.holds.solves;
    *failed += w.kicks.unsolved + w.holds.unsolved;
    linear_world_free(&w);
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// s for the hold of a pile from nothing, the least of some: the machine may have other work.
static double cold_hold(int side, int *contacts) {
    linear_world w = linear_pile(1, side, 1.0, 1e-4);
    double least = HUGE_VAL;
    for (int i = 0; i < 10; i++) CHECK(linear_step(&w, 1e-8), "step %d", i);
    linear_hold_rows(&w);
    *contacts = w.hold.rows.blocks;
    for (int turn = 0; turn < 9; turn++) {
        memset(w.hold.r, 0, 3 * (size_t)*contacts * sizeof *w.hold.r);
        double begun = seconds_now();
        CHECK(rows_rig_solve(&w.hold, 1e-8) == CR_OK, "%s", w.hold.error.reason);
        least = fmin(least, seconds_now() - begun);
    }
    CHECK(w.hold.result.residual <= 1e-8 && w.hold.result.sweeps <= 40, "pile of %d: %g after %d sweeps",
          *contacts, w.hold.result.residual, w.hold.result.sweeps);
    printf("pile of %d contacts: hold %.3f ms, %d sweeps\n", *contacts, 1e3 * least, w.hold.result.sweeps);
    linear_world_free(&w);
    return least;
}

// Of few bodies what is left shows as noise, so that they are solved further, by Newton's method.
static void growth(void) {
    int few, many;
    double least = cold_hold(3, &few), most = cold_hold(TEST_AMOUNT(10, 8), &many);
    double exponent = log(most / least) / log((double)many / few);
    printf("from %d to %d contacts: exponent %.3f\n", few, many, exponent);
    CHECK(exponent <= 1.2, "%g ms of %d contacts, %g ms of %d", 1e3 * least, few, 1e3 * most, many);
}

int main(void) {
    int all = 0, failed = 0;
    for (TEST_SEEDS(seed, 1, 5000)) {
        random_ones(seed, &all, &failed);
        for (int points = 16; points <= 64; points *= 2) {
            linear_world w = linear_table(points);
            linear_table_ring(&w, seed, 3e-3);
            linear_table_ball(&w, 2.0);
            steps(w, TEST_AMOUNT(6400 / points, 4), "table", &all, &failed);
        }
        steps(linear_pile(seed, 4, 1e-3, 1e-3), TEST_AMOUNT(30, 2), "stiff pile", &all, &failed);
        steps(linear_pile(seed, 6, 0.1, 1e-4), TEST_AMOUNT(15, 1), "pile", &all, &failed);
    }
    growth();
    CHECK(1000 * failed <= all, "%d of %d unsolved", failed, all);
    return test_summary();
}
