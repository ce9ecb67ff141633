// Staggered projections: the two programs by what they must hold, contact reduction, and stalls that are
// told.
#include "base/numeric.h"
#include "plate_rows.h"
#include "random_rows.h"
#include "staggered/staggered.h"
#include "test.h"

#include <math.h>

static double *room_for_motion(rows_rig *rig) {
    size_t freedoms = 1;
    for (int i = 0; i < rig->rows.bodies; i++) freedoms += (size_t)rig->freedoms[i];
    return cr_arena_take(rig->arena, freedoms, sizeof(double));
}

static cr_staggered_result solve(rows_rig *rig, cr_staggered_kind kind) {
    cr_staggered_result result;
    cr_status status = cr_staggered_solve(&rig->rows, kind, rig->scratch, rig->r, room_for_motion(rig),
                                          &result, &rig->error);
    CHECK(status == CR_OK, "%s", rig->error.reason);
    return result;
}

// By itself: how far (5a) and (5b) are off, relative to the greatest of |q|. Impulses push and open points
// bear nothing; friction is what takes most of all in the octagon: r_t u_t = -mu r_n max over the eight
// directions.
static void violations(const rows_rig *rig, double *normal, double *friction, double *beyond) {
    double scale = 0.0, most = 0.0;
    *normal = *friction = *beyond = 0.0;
    for (int k = 0; k < 3 * rig->rows.blocks; k++) scale = fmax(scale, fabs(rig->q[k]));
    for (int i = 0; i < rig->rows.blocks; i++) most = fmax(most, rig->r[3 * i]);
    for (int i = 0; i < rig->rows.blocks; i++) {
        const double *r = rig->r + 3 * i, size = rig->mu[i] * r[0];
        double u[3], support = 0.0;
        rows_rig_velocity(rig, i, u);
        *normal = fmax(*normal, fmax(-u[0], r[0] > 0.0 ? fabs(u[0]) : 0.0) / scale);
        for (int k = 0; k < 8; k++) {
            double x = cos(k * cr_pi / 4.0), y = sin(k * cr_pi / 4.0), turn = cr_pi / 8.0;
            support = fmax(support, x * u[1] + y * u[2]);
            double out = cos(k * cr_pi / 4.0 + turn) * r[1] + sin(k * cr_pi / 4.0 + turn) * r[2];
            *beyond = fmax(*beyond, (out - cos(turn) * size) / most);
        }
        *friction = fmax(*friction, (r[1] * u[1] + r[2] * u[2] + size * support) / (most * scale));
        *beyond = fmax(*beyond, -r[0] / most);
    }
}

// Random bodies pressed against each other. More unknowns than freedoms: no more points bear load than those.
static void test_random(const char *name, const random_rows_def *def, double mu) {
    const int problems = 20;
    int unsolved = 0, turns = 0, active = 0, freedoms = 6 * def->bodies + def->flexible;
    double worst[3] = {0.0, 0.0, 0.0};
    for (int seed = 1; seed <= problems; seed++) {
        rows_rig rig = random_rows((uint64_t)seed, def);
        for (int i = 0; i < rig.rows.blocks; i++) rig.mu[i] = mu;
        cr_staggered_result result = solve(&rig, CR_STAGGERED_BOTH);
        double v[3];
        violations(&rig, &v[0], &v[1], &v[2]);
        turns += result.turns;
        active += result.active;
        unsolved += !result.solved;
        CHECK(result.active <= freedoms, "%d of %d bear load", result.active, freedoms);
        CHECK(v[2] <= 1e-12, "%g beyond what contacts can bear", v[2]);
        if (result.solved) {
            for (int k = 0; k < 3; k++) worst[k] = fmax(worst[k], v[k]);
            CHECK(rows_rig_energy(&rig) <= 0.0, "gives %g J", rows_rig_energy(&rig));
        }
        rows_rig_free(&rig);
    }
    printf("%s: %d of %d stall; %.1f turns, %.1f of %d contacts; (5a) %.1e, (5b) %.1e\n", name, unsolved,
           problems, (double)turns / problems, (double)active / problems, def->contacts, worst[0], worst[1]);
    CHECK(worst[0] < 1e-8 && worst[1] < 1e-8, "off by %g, %g", worst[0], worst[1]);
    CHECK(unsolved == 0, "%d stall", unsolved);
}

// (5a) alone is solved to rounding, whatever the guess, and from its own answer at once.
static void test_normals(int freedoms, int contacts) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
        bodies_problem plate = ringing_plate(seed, freedoms, contacts, 0.0, 0.02);
        rows_rig rig = plate_rows(&plate, 0.0);
        cr_staggered_result cold = solve(&rig, CR_STAGGERED_FRICTIONLESS);
        double normal, friction, beyond,
            *first = cr_arena_take(rig.arena, 3 * (size_t)contacts, sizeof *first);
        violations(&rig, &normal, &friction, &beyond);
        for (int k = 0; k < 3 * contacts; k++) first[k] = rig.r[k];
        cr_staggered_result warm = solve(&rig, CR_STAGGERED_FRICTIONLESS);
        double differs = 0.0, most = 0.0;
        for (int k = 0; k < 3 * contacts; k++) {
            differs = fmax(differs, fabs(first[k] - rig.r[k]));
            most = fmax(most, first[k]);
        }
        for (int i = 0; i < contacts; i++)
            rig.r[3 * i] = 1.0; // all of them: far more than the set has room for
        cr_staggered_result crowded = solve(&rig, CR_STAGGERED_FRICTIONLESS);
        printf("plate of %d freedoms, %d contacts: %d bear load, (5a) %.1e, warm differs by %.1e\n", freedoms,
               contacts, cold.active, normal, differs / most);
        CHECK(cold.solved && warm.solved && crowded.solved, "not solved");
        CHECK(normal < 1e-12 && cold.normal < 1e-12 && crowded.normal < 1e-12, "off by %g", normal);
        CHECK(differs <= 1e-10 * most, "the warm start differs by %g", differs / most);
        rows_rig_free(&rig);
        bodies_free(&plate);
    }
}

static void test_numbers(void) {
    random_rows_def def = {.bodies = 1, .contacts = 4};
    for (int k = 0; k < 3; k++) {
        rows_rig rig = random_rows(1, &def);
        cr_staggered_result result;
        *(k == 0 ? &rig.q[4] : k == 1 ? &rig.mu[2] : &rig.arms[2][1]) = CR_NAN;
        CHECK(cr_staggered_solve(&rig.rows, CR_STAGGERED_BOTH, rig.scratch, rig.r, room_for_motion(&rig),
                                 &result, &rig.error) == CR_ERR_NUMERIC,
              "not a number");
        rows_rig_free(&rig);
    }
}

int main(void) {
    test_normals(6, 200);
    test_normals(66, 50);
    test_normals(66, 200);
    test_random("one body, 10 contacts", &(random_rows_def){.bodies = 1, .contacts = 10}, 0.4);
    test_random("one body, 50 contacts", &(random_rows_def){.bodies = 1, .contacts = 50}, 0.8);
    // Random bodies are worse than scenes: up to hundreds of turns. S3 fell back on another code there.
    test_random("four bodies", &(random_rows_def){.bodies = 4, .contacts = 20}, 0.2);
    test_random("a flexible body", &(random_rows_def){.bodies = 2, .contacts = 60, .flexible = 40}, 0.2);
    test_numbers();
    return test_summary();
}
