// label: once
// A body that turns while it vibrates: what the modes of a body at rest leave out, and how much that is.
#include "plain_modes.h"
#include "test.h"
#include "worlds.h"

#include <math.h>

// int e . (U1 x U2) over a ring of n waves, both shapes of mean square 1.
static double coupling(int n) {
    enum { POINTS = 360 };
    double g = 0.0, size = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double a = 2.0 * cr_pi * i / POINTS;
        double radial[2] = {cos(n * a), sin(n * a)}, along[2] = {-sin(n * a) / n, cos(n * a) / n};
        g += radial[0] * along[1] - along[0] * radial[1];
        size += radial[0] * radial[0] + along[0] * along[0];
    }
    return g / size;
}

// Two modes of one frequency, coupled in the turning frame: q1'' + w^2 q1 = 2 g O q2', q2'' + w^2 q2 = -2 g O
// q1'.
static void rates(const double y[4], double w, double turn, double rate[4]) {
    rate[0] = y[2];
    rate[1] = y[3];
    rate[2] = -w * w * y[0] + 2.0 * turn * y[3];
    rate[3] = -w * w * y[1] - 2.0 * turn * y[2];
}

// Struck along the first, the vibration goes over to the second in a quarter of the beat, pi/(2 g O).
static double handed_over(double w, double turn) {
    enum { STEPS = 40000 };
    double y[4] = {0, 0, 1, 0}, h = 0.5 * cr_pi / turn / STEPS, r[4][4], z[4];
    for (int step = 0; step < STEPS; step++) {
        rates(y, w, turn, r[0]);
        for (int stage = 1; stage < 4; stage++) {
            for (int i = 0; i < 4; i++) z[i] = y[i] + (stage == 3 ? h : 0.5 * h) * r[stage - 1][i];
            rates(z, w, turn, r[stage]);
        }
        for (int i = 0; i < 4; i++) y[i] += h / 6.0 * (r[0][i] + 2.0 * r[1][i] + 2.0 * r[2][i] + r[3][i]);
    }
    double first = y[2] * y[2] + w * w * y[0] * y[0], second = y[3] * y[3] + w * w * y[1] * y[1];
    return second / (first + second);
}

// A block of 10 turns a second keeps the frequency of its mode, its energy and its momentum.
static void test_left_out(void) {
    const double f = 500.0, duration = 0.1;
    cr_world_def def = quiet_world(1e-3);
    def.gravity = (cr_vec){0, 0, 0};
    world_rig rig = world_begin(&def);
    cr_modes m = sway_modes(0.2, 0.1, 0.05, 1.0, 0, 1.0, f, 0.0, rig.arena);
    cr_body_def body = body_at(0, 0, 0);
    body.modes = &m;
    body.spin = (cr_vec){0.0, 0.0, 20.0 * cr_pi};
    const cr_setting size[] = {{"x", 0.2}, {"y", 0.1}, {"z", 0.05}, {0}};
    int block = world_add(&rig, "block", "box", size, body);
    cr_load_def strike = {.body = block, .at = {0.1, 0, 0}, .force = {1e-3, 0, 0}};
    CHECK(cr_world_model_load(rig.model, &strike, &rig.error) >= 0, "%s", rig.error.reason);
    world_start(&rig);
    double q, rate, energy = world_energy(&rig);
    world_run(&rig, duration, NULL);
    cr_world_body_modes(rig.world, block, &q, &rate);
    double phase = 2.0 * cr_pi * f * duration;
    CHECK_NEAR(q * 2.0 * cr_pi * f, 1e-3 * sin(phase), 1e-12);
    CHECK_NEAR(rate, 1e-3 * cos(phase), 1e-12);
    CHECK_REL(world_energy(&rig), energy, 1e-13);
    world_end(&rig);
}

int main(void) {
    for (int n = 2; n <= 6; n++) CHECK_REL(coupling(n), 2.0 * n / (n * n + 1.0), 1e-12);
    // 2 kHz, n = 2, ten turns a second: 0.4 % each way, up to the square of that.
    CHECK_NEAR(handed_over(4000.0 * cr_pi, 0.8 * 20.0 * cr_pi), 1.0, 1e-4);
    test_left_out();
    return test_summary();
}
