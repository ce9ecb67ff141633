// Rows as steps make them: a tower and a pile at rest, dishes on a ringing table hit by a ball. None
// unsolved, none with a gain; forces at rest are the weight, and stay.
#include "test.h"

#include "base/numeric.h"
#include "linear_world.h"
#include "plate_rows.h"
#include "seeds.h"

#include <stdlib.h>
#include <string.h>

static const double g = 9.81;

static void check_counts(const linear_world *w, const char *what) {
    CHECK(w->holds.unsolved == 0, "%s: %d of %d holds unsolved, %g", what, w->holds.unsolved, w->holds.solves,
          w->holds.residual);
    CHECK(w->kicks.unsolved == 0, "%s: %d of %d kicks unsolved, %g", what, w->kicks.unsolved, w->kicks.solves,
          w->kicks.residual);
    CHECK(w->holds.energy <= 0.0 && w->kicks.energy <= 0.0, "%s: gains %g, %g", what, w->holds.energy,
          w->kicks.energy);
}

static void run(linear_world *w, int steps) {
    for (int i = 0; i < steps; i++)
        if (!linear_step(w, 1e-8)) {
            CHECK(false, "%s; %s", w->kick.error.reason, w->hold.error.reason);
            return;
        }
}

// Forty boxes settle on their springs: the gaps are F/k, the forces the weights above.
static void tower(void) {
    const int boxes = TEST_AMOUNT(40, 8);
    const double k = 1e9;
    linear_world w = linear_tower(boxes, k);
    run(&w, 400);
    check_counts(&w, "tower");
    double sink = 0.0, worst = 0.0;
    for (int b = 0; b < boxes; b++) {
        double sum = 0.0, weight = g * (boxes - b);
        for (int p = 0; p < 4; p++) sum += w.force[3 * (4 * b + p)];
        worst = cr_max(worst, fabs(sum / weight - 1.0));
        sink += weight / (4.0 * k);
    }
    // What is left of the fall after 400 steps of 1 ms is below 1e-9 of the weight.
    CHECK(worst <= 1e-7, "tower: forces off by %g of the weight", worst);
    // Each gap is left open to 1e-8 of what the forces move: h^2 and the springs' give times |F|.
    double forces = 0.0;
    for (int i = 0; i < 12 * boxes; i++) forces += w.force[i] * w.force[i];
    double open = 1e-8 * (w.h * w.h + 1.0 / k) * sqrt(forces);
    CHECK_NEAR(-w.x[w.offset[boxes - 1] + 2], sink, open * sqrt(boxes));
    CHECK(w.holds.factorisations <= 2 * w.holds.solves, "%d factorisations of %d holds",
          w.holds.factorisations, w.holds.solves);
    linear_world_free(&w);
}

// With kappa = 1, sweeps alone: as many for few balls as for many.
static void pile(int side, uint64_t seed) {
    linear_world w = linear_pile(seed, side, 1.0, 1e-4);
    run(&w, TEST_AMOUNT(10, 3));
    check_counts(&w, "pile");
    linear_hold_rows(&w);
    memset(w.hold.r, 0, 3 * (size_t)w.contacts * sizeof *w.hold.r);
    CHECK(rows_rig_solve(&w.hold, 1e-8) == CR_OK, "%s", w.hold.error.reason);
    CHECK(w.hold.result.sweeps <= 40, "pile of %d: %d sweeps", side, w.hold.result.sweeps);
    CHECK(w.hold.result.method != CR_COULOMB_UNSOLVED, "pile of %d: %g", side, w.hold.result.residual);
    linear_world_free(&w);
}

// All dishes in contact while the plate rings; then a ball of 3 kg.
static void table(uint64_t seed) {
    linear_world w = linear_table(16);
    run(&w, TEST_AMOUNT(10, 2));
    linear_table_ring(&w, seed, 1e-3 * (double)(1 + seed % 7));
    run(&w, TEST_AMOUNT(40, 4));
    linear_table_ball(&w, 2.0);
    run(&w, TEST_AMOUNT(60, 5));
    check_counts(&w, "table");
    CHECK(rows_rig_violation(&w.hold) <= 1e-6, "table: violation %g", rows_rig_violation(&w.hold));
    linear_world_free(&w);
}

// An open contact nearby does not make the solver careless: the residual counts only what pushes. Compared
// with a far tighter tolerance.
static void open_contact(void) {
    linear_world w = linear_table(16);
    run(&w, TEST_AMOUNT(30, 5));
    linear_hold_rows(&w);
    int n = w.hold.rows.blocks;
    double *loose = calloc(3 * (size_t)n, sizeof *loose), worst = 0.0, sum = 0.0;
    for (int i = 0; i < 16; i++) w.hold.q[3 * i] = 1e-4; // one dish is lifted by .1 mm
    CHECK(rows_rig_solve(&w.hold, 1e-8) == CR_OK, "%s", w.hold.error.reason);
    memcpy(loose, w.hold.r, 3 * (size_t)n * sizeof *loose);
    CHECK(rows_rig_solve(&w.hold, 1e-13) == CR_OK, "%s", w.hold.error.reason);
    for (int i = 0; i < n; i++) {
        worst = cr_max(worst, fabs(loose[3 * i] - w.hold.r[3 * i]));
        sum += w.hold.r[3 * i];
    }
    // Relative to |q| of all rows it would be 1e-8 * 4e-4 m * 1e9 N/m = 4e-3 N.
    CHECK(worst <= 1e-6 * sum, "forces off by %g N of %g N", worst, sum);
    free(loose);
    linear_world_free(&w);
}

// The plate moves a millionth: the same points stay closed, and one factorisation finds what they bear.
static void warm_problem(rows_rig *rig, int freedoms, int n) {
    for (int i = 0; i < 3 * n; i++)
        for (int k = 0; k < freedoms; k++)
            rig->q[i] += 1e-6 * sin(k + 1.0) * rig->arms[i / 3 * 2][i % 3 * freedoms + k];
    CHECK(rows_rig_solve(rig, 1e-8) == CR_OK, "%s", rig->error.reason);
    CHECK(rig->result.residual <= 1e-14, "warm: %g", rig->result.residual);
    CHECK(rig->result.factorisations == 1, "warm: %d factorisations", rig->result.factorisations);
}

// Without friction: the conditions of Karush, Kuhn and Tucker hold to 1e-12.
static void normal_problem(uint64_t seed) {
    const int freedoms = 66, n = TEST_AMOUNT(200, 60);
    bodies_problem plate = ringing_plate(seed, freedoms, n, 0.0, 0.02);
    rows_rig rig = plate_rows(&plate, 0.02);
    CHECK(rows_rig_solve(&rig, 1e-13) == CR_OK, "%s", rig.error.reason);
    CHECK(rig.result.residual <= 1e-13, "normal problem: %g", rig.result.residual);
    CHECK(rows_rig_violation(&rig) <= 1e-12, "normal problem: %g", rows_rig_violation(&rig));
    for (int i = 0; i < n; i++) CHECK(rig.r[3 * i + 1] == 0.0 && rig.r[3 * i + 2] == 0.0, "friction");
    warm_problem(&rig, freedoms, n);
    rows_rig_free(&rig);
    bodies_free(&plate);
}

int main(void) {
    tower();
    pile(3, 1);
    pile(TEST_AMOUNT(6, 4), 2);
    for (TEST_SEEDS(seed, 1, 2, 3)) table(seed);
    open_contact();
    for (TEST_SEEDS(seed, 1, 2, 3)) normal_problem(seed);
    return test_summary();
}
