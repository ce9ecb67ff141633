#include "random_rows.h"

#include "base/numeric.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

static int draw(uint64_t *state, int count) {
    return (int)(0.5 * (1.0 + cr_random_uniform(state)) * count) % count;
}

static double mean_own(const rows_rig *rig, int i) {
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        int body = rig->body[2 * i + side];
        for (int k = 0; body >= 0 && k < 3 * rig->freedoms[body]; k++)
            sum += cr_square(rig->arms[2 * i + side][k]);
    }
    return sum / 3.0;
}

static int add_block(rows_rig *rig, uint64_t *state, cr_rows_kind kind, double share) {
    int a = draw(state, rig->rows.bodies), b = draw(state, rig->rows.bodies + 1) - 1;
    if (b == a) b = -1;
    int i = rows_rig_block(rig, kind, a, b, 0.0);
    for (int side = 0; side < 2; side++) {
        int body = rig->body[2 * i + side];
        if (body < 0) continue;
        double light = 1.0 + 2.0 * (body % 3); // bodies of unlike masses
        for (int k = 0; k < 3 * rig->freedoms[body]; k++)
            rig->arms[2 * i + side][k] = light * cr_random_gaussian(state);
    }
    double own = mean_own(rig, i);
    for (int c = 0; c < 3; c++) rig->compliance[3 * i + c] = share * own;
    return i;
}

// q = A v
static void fill_velocities(rows_rig *rig, const double *v) {
    for (int i = 0; i < rig->rows.blocks; i++)
        for (int side = 0; side < 2; side++) {
            int body = rig->body[2 * i + side], offset = 0, n = body < 0 ? 0 : rig->freedoms[body];
            for (int b = 0; b < body; b++) offset += rig->freedoms[b];
            for (int k = 0; k < 3 * n; k++)
                rig->q[3 * i + k / n] += rig->arms[2 * i + side][k] * v[offset + k % n];
        }
}

rows_rig random_rows(uint64_t seed, const random_rows_def *def) {
    uint64_t state = cr_random_seed(seed);
    rows_rig rig = rows_rig_new(def->bodies, def->contacts + def->disks + def->joints);
    int freedoms = 6 * def->bodies + def->flexible;
    for (int b = 0; b < def->bodies; b++) rows_rig_body(&rig, b == 0 ? 6 + def->flexible : 6);
    double *v = cr_arena_take(rig.arena, (size_t)freedoms, sizeof *v);
    if (!v) abort();
    for (int k = 0; k < freedoms; k++) v[k] = cr_random_gaussian(&state);
    for (int k = 0; k < def->contacts; k++) {
        int i = add_block(&rig, &state, CR_ROWS_CONTACT, def->compliance);
        rig.mu[i] = 0.55 + 0.45 * cr_random_uniform(&state);
        bool budget = def->kick && draw(&state, 2);
        rig.radius[2 * i] = budget ? 0.1 * (1.0 + cr_random_uniform(&state)) : 0.0;
    }
    for (int k = 0; k < def->disks; k++) {
        int i = add_block(&rig, &state, CR_ROWS_DISK, cr_max(def->compliance, 1e-6));
        for (int c = 0; c < 2; c++) rig.radius[2 * i + c] = 0.2 * (1.0 + cr_random_uniform(&state));
    }
    for (int k = 0; k < def->joints; k++) add_block(&rig, &state, CR_ROWS_JOINT, 1e-9);
    fill_velocities(&rig, v);
    rig.rows.hold = !def->kick;
    return rig;
}
