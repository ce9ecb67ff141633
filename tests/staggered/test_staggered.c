// Staggered projections: both programs to rounding, the laws of the octagon, and passivity.
#include "base/numeric.h"
#include "random_rows.h"
#include "staggered/staggered.h"
#include "test.h"

#include <string.h>

typedef struct tally {
    int problems, unsolved, turns, active, contacts;
    double normal, friction;
} tally;

static double *room_for_motion(rows_rig *rig) {
    size_t freedoms = 1;
    for (int i = 0; i < rig->rows.bodies; i++) freedoms += (size_t)rig->freedoms[i];
    return cr_arena_take(rig->arena, freedoms, sizeof(double));
}

// Friction lies in its octagon: within all eight sides.
static double beyond_octagon(const rows_rig *rig) {
    double worst = 0.0;
    for (int i = 0; i < rig->rows.blocks; i++)
        for (int side = 0; side < 8; side++) {
            double angle = cr_pi * (2 * side + 1) / 8.0, *r = rig->r + 3 * i;
            double out = r[1] * cos(angle) + r[2] * sin(angle);
            worst = fmax(worst, out - cos(cr_pi / 8.0) * rig->mu[i] * r[0]);
        }
    return worst;
}

static void solve(uint64_t seed, const random_rows_def *def, double mu, tally *t) {
    rows_rig rig = random_rows(seed, def);
    cr_staggered_result result;
    for (int i = 0; i < rig.rows.blocks; i++) rig.mu[i] = mu;
    double *y = room_for_motion(&rig);
    cr_status status =
        cr_staggered_solve(&rig.rows, CR_STAGGERED_BOTH, rig.scratch, rig.r, y, &result, &rig.error);
    CHECK(status == CR_OK, "%s", rig.error.reason);
    t->problems++;
    t->contacts += rig.rows.blocks;
    t->active += result.active;
    t->turns += result.turns;
    double least = 0.0, most = 0.0;
    for (int i = 0; i < rig.rows.blocks; i++) {
        least = fmin(least, rig.r[3 * i]);
        most = fmax(most, rig.r[3 * i]);
    }
    CHECK(least >= 0.0, "pulls with %g", least);
    CHECK(beyond_octagon(&rig) <= 1e-12 * most, "%g beyond the octagon", beyond_octagon(&rig));
    if (!result.solved) {
        t->unsolved++;
    } else {
        t->normal = fmax(t->normal, result.normal);
        t->friction = fmax(t->friction, result.friction);
        CHECK(rows_rig_energy(&rig) <= 0.0, "gives %g J", rows_rig_energy(&rig));
    }
    rows_rig_free(&rig);
}

int main(void) {
    const struct {
        random_rows_def def;
        double mu;
    } classes[] = {{{.bodies = 1, .contacts = 10}, 0.4},
                   {{.bodies = 1, .contacts = 50}, 0.8},
                   {{.bodies = 4, .contacts = 20}, 0.4},
                   {{.bodies = 2, .contacts = 60, .flexible = 40}, 0.4}};
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
        tally t = {0};
        for (uint64_t seed = 1; seed <= 20; seed++) solve(seed, &classes[c].def, classes[c].mu, &t);
        printf("class %zu: %d of %d unsolved, %.1f turns, %.1f of %.1f contacts, residuals %.2g %.2g\n", c,
               t.unsolved, t.problems, (double)t.turns / t.problems, (double)t.active / t.problems,
               (double)t.contacts / t.problems, t.normal, t.friction);
    }
    return test_summary();
}
