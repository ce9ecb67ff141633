// Rows of every kind at random: solved, admissible, passive, the same whatever their order and each time.
#include "test.h"

#include "base/numeric.h"
#include "random_rows.h"
#include "seeds.h"

#include <stdlib.h>
#include <string.h>

typedef struct rows_class {
    const char *name;
    random_rows_def def;
} rows_class;

// bodies, contacts, disks, joints, flexible freedoms, compliance, kick
static const rows_class classes[] = {
    {"one body", {1, 8, 0, 0, 0, 0.1, false}},
    {"kick", {4, 12, 0, 0, 0, 0.1, true}},
    {"kick, disks", {4, 10, 5, 0, 0, 0.1, true}},
    {"hold", {4, 16, 0, 0, 0, 0.02, false}},
    {"stiff hold", {4, 16, 0, 0, 0, 1e-3, false}},
    {"no compliance", {3, 8, 0, 0, 0, 0.0, false}},
    {"hold, disks", {4, 12, 6, 0, 0, 0.05, false}},
    {"joints", {5, 0, 0, 6, 0, 0.1, false}},
    {"all kinds", {6, 16, 4, 3, 0, 0.05, false}},
    {"all kinds, kick", {6, 16, 4, 3, 0, 0.1, true}},
    {"stiff, all kinds", {6, 24, 3, 3, 0, 1e-4, false}},
    {"flexible", {3, 30, 0, 0, 40, 0.05, false}},
    {"flexible, all kinds", {4, 24, 6, 2, 30, 0.05, false}},
};

static int disks_and_joints(const random_rows_def *def) {
    return def->disks + def->joints;
}

// The motion must not depend on the order of the blocks beyond what the tolerance leaves open.
static void check_order(const rows_class *c, uint64_t seed, const rows_rig *first) {
    rows_rig other = random_rows(seed, &c->def);
    int n = other.rows.blocks, freedoms = 6 * c->def.bodies + c->def.flexible;
    for (int i = 0; i < n / 2; i++) {
        int j = n - 1 - i;
#define SWAP(type, array, count)                                                                             \
    for (int k = 0; k < (count); k++) {                                                                      \
        type kept = other.array[(count)*i + k];                                                              \
        other.array[(count)*i + k] = other.array[(count)*j + k];                                             \
        other.array[(count)*j + k] = kept;                                                                   \
    }
        SWAP(int, body, 2)
        SWAP(double *, arms, 2)
        SWAP(double, compliance, 3)
        SWAP(double, q, 3)
        SWAP(double, radius, 2)
        SWAP(double, mu, 1)
        SWAP(unsigned char, kind, 1)
#undef SWAP
    }
    CHECK(rows_rig_solve(&other, 1e-11) == CR_OK, "%s", other.error.reason);
    double worst = 0.0, size = 0.0;
    for (int k = 0; k < freedoms; k++) {
        worst = cr_max(worst, fabs(other.y[k] - first->y[k]));
        size = cr_max(size, fabs(first->y[k]));
    }
    // 1e-11 over the least compliance, .05.
    CHECK(worst <= 1e-8 * size || other.result.method == CR_COULOMB_UNSOLVED,
          "%s, seed %llu: order moves %g of %g", c->name, (unsigned long long)seed, worst, size);
    rows_rig_free(&other);
}

static bool check(const rows_class *c, uint64_t seed, double *violation) {
    rows_rig rig = random_rows(seed, &c->def);
    size_t bytes = 3 * (size_t)rig.rows.blocks * sizeof *rig.r;
    double *again = malloc(bytes);
    CHECK(rows_rig_solve(&rig, 1e-11) == CR_OK, "%s", rig.error.reason);
    bool solved = rig.result.method != CR_COULOMB_UNSOLVED;
    CHECK(solved == (rig.result.residual <= 1e-11), "%s: residual %g", c->name, rig.result.residual);
    memcpy(again, rig.r, bytes);
    double energy = rows_rig_energy(&rig);
    CHECK(rig.result.energy <= 0.0 && fabs(energy - rig.result.energy) <= 1e-10 * fabs(energy),
          "%s, seed %llu: energy %g, told %g", c->name, (unsigned long long)seed, energy, rig.result.energy);
    if (solved) *violation = cr_max(*violation, rows_rig_violation(&rig));
    if (solved && c->def.compliance >= 0.05 && !(c->def.kick && disks_and_joints(&c->def)))
        check_order(c, seed, &rig);
    memset(rig.r, 0, bytes);
    rows_rig_solve(&rig, 1e-11);
    CHECK(memcmp(rig.r, again, bytes) == 0, "%s, seed %llu: not the same twice", c->name,
          (unsigned long long)seed);
    rows_rig_free(&rig);
    free(again);
    return solved;
}

// Forces that are not solved for do no work all the same: r.u <= 0, not only r.(q + u)/2. Stiff rows and
// joints that contradict each other; of these seeds 90110 ends at a residual of 1.003e-8, and had r.u = 1e-8
// |r.q|.
static void check_unsolved(void) {
    const random_rows_def stiff = {4, 40, 0, 4, 0, 1e-8, false};
    for (uint64_t seed = 90108; seed < 90112; seed++) {
        rows_rig rig = random_rows(seed, &stiff);
        CHECK(rows_rig_solve(&rig, 1e-8) == CR_OK, "%s", rig.error.reason);
        double work = 2.0 * rows_rig_energy(&rig), size = 0.0;
        for (int k = 0; k < 3 * rig.rows.blocks; k++) {
            work -= rig.r[k] * rig.q[k];
            size += fabs(rig.r[k] * rig.q[k]);
        }
        bool solved = rig.result.method != CR_COULOMB_UNSOLVED;
        CHECK(solved || work <= 1e-13 * size, "seed %llu: residual %g, r.u %g of %g",
              (unsigned long long)seed, rig.result.residual, work, size);
        rows_rig_free(&rig);
    }
}

int main(void) {
    check_unsolved();
    const int each = TEST_AMOUNT(20, 3);
    for (TEST_SEEDS(seed, 1, 1000, 2000))
        for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
            double violation = 0.0;
            int missed = 0;
            for (int i = 0; i < each; i++) missed += !check(&classes[c], seed + (uint64_t)i, &violation);
            CHECK(violation <= 1e-7, "%s: violation %g", classes[c].name, violation);
            CHECK(missed == 0, "%s, seeds from %llu: %d of %d unsolved", classes[c].name,
                  (unsigned long long)seed, missed, each);
        }
    return test_summary();
}
