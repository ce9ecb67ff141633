// label: plain
// Impacts of several kinds of bodies and laws against closed forms.
#include "plain_modes.h"
#include "test.h"
#include "world_laws.h"

#include <math.h>

// Runs and looks at the ledger after every interval, which is at most a step: the largest that one left open.
static double audited_run(world_rig *rig, double until, double interval) {
    double before = 0.0, worst = 0.0;
    for (double time = interval; time < until; time += interval) {
        world_run(rig, time, NULL);
        double now = cr_world_ledger(rig->world).residual;
        worst = fmax(worst, fabs(now - before));
        before = now;
    }
    return worst;
}

// Two equal rods meet end to end. By symmetry each meets a wall in the middle: of their relative speed
// 1 - 1/(2 J + 1) is left (J modes each), and they change places.
static void test_rods(int modes, double tolerance) {
    const double v0 = 1e-3, energy = 0.5 * v0 * v0; // slow: rods of this speed of waves give by v/2 m
    cr_world_def def = quiet_world(1.0);
    def.gravity = (cr_vec){0, 0, 0};
    def.adaptive = false;
    world_rig rig = world_begin(&def);
    cr_modes m = rod_modes(modes, rig.arena);
    const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
    int rod[2];
    for (int i = 0; i < 2; i++) {
        cr_body_def body = body_at(i ? 0.500007 : -0.500007, 0, 0);
        body.modes = &m;
        body.contact_fmax = 1e9;
        body.grip.rest = body.grip.dynamic = 0.0;
        if (i == 0) body.velocity.x = v0;
        rod[i] = world_add(&rig, i ? "right" : "left", "box", size, body);
    }
    world_start(&rig);
    double open = audited_run(&rig, 3.0, 0.3 / modes);
    double v[2];
    for (int i = 0; i < 2; i++) v[i] = cr_world_body(rig.world, rod[i]).velocity.x / v0;
    cr_world_stats s = cr_world_statistics(rig.world);
    printf(
        "two rods of %d modes: %.5f and %.5f m/s, e off by %.2g, ledger %.2g J, a step %.2g J, gain %.2g J\n",
        modes, v[0], v[1], v[1] - v[0] - (1.0 - 1.0 / (2.0 * modes + 1.0)),
        cr_world_ledger(rig.world).residual, open, s.gain_greatest);
    CHECK_NEAR(v[1] - v[0], 1.0 - 1.0 / (2.0 * modes + 1.0), tolerance);
    CHECK_NEAR(v[0] + v[1], 1.0, 1e-13);
    CHECK(open < 1e-10 * energy && s.gain_greatest < 1e-10 * energy, "a step left %g J open, one gained %g J",
          open, s.gain_greatest);
    world_end(&rig);
}

// A ball with a law hits a block that stands on the floor by stiff points: both leave as in the textbook.
static void test_mixed(double friction) {
    cr_world_def def = quiet_world(2e-6);
    world_rig rig = world_begin(&def);
    cr_law law = law_of("power", 1e10, 0.0);
    const cr_setting size[] = {{"x", 0.06}, {"y", 0.06}, {"z", 0.04}, {0}};
    world_floor(&rig, cr_quat_none, friction);
    cr_body_def body = body_at(0, 0, 0.02), fly = body_at(-0.05 - 1e-5, 0, 0.02);
    fly.velocity.x = 1.0;
    int block = world_add(&rig, "block", "box", size, body),
        ball = world_add(&rig, "ball", "sphere", NULL, fly);
    cr_pair_def apart = cr_pair_def_default();
    apart.a = 0;
    apart.b = ball;
    apart.apart = true;
    CHECK(cr_world_model_pair(rig.model, &apart, &rig.error) == CR_OK, "%s", rig.error.reason);
    pair_by(&rig, block, ball, &law);
    world_start(&rig);
    double open = audited_run(&rig, 4e-4, 2e-6), residual = cr_world_ledger(rig.world).residual;
    double m1 = cr_world_model_mass(rig.model, ball), m2 = cr_world_model_mass(rig.model, block);
    double v1 = cr_world_body(rig.world, ball).velocity.x, v2 = cr_world_body(rig.world, block).velocity.x;
    printf("law and stiff points, mu %g: ball %.6f (frictionless %.6f), block %.6f (%.6f) m/s, ledger %.2g "
           "J, a step %.2g J\n",
           friction, v1, (m1 - m2) / (m1 + m2), v2, 2.0 * m1 / (m1 + m2), residual, open);
    if (friction == 0.0) {
        CHECK_NEAR(v1, (m1 - m2) / (m1 + m2), 1e-6);
        CHECK_NEAR(v2, 2.0 * m1 / (m1 + m2), 1e-6);
    } else {
        CHECK(v2 > 0.0 && v2 < 2.0 * m1 / (m1 + m2), "block at %g m/s", v2);
    }
    CHECK(open < 1e-13 && fabs(residual) < 1e-12, "a step left %g J open, all %g J", open, residual);
    world_end(&rig);
}

// ---- Newton's cradle.
enum { CRADLE = 5 };

// Masses in a row with Hertz springs between them, by the fourth-order Runge-Kutta method.
static void chain_rates(const double y[2 * CRADLE], double m, double k, double rate[2 * CRADLE]) {
    for (int i = 0; i < CRADLE; i++) {
        rate[i] = y[CRADLE + i];
        rate[CRADLE + i] = 0.0;
    }
    for (int i = 0; i + 1 < CRADLE; i++) {
        double x = y[i] - y[i + 1];
        if (x <= 0.0) continue;
        rate[CRADLE + i] -= k * x * sqrt(x) / m;
        rate[CRADLE + i + 1] += k * x * sqrt(x) / m;
    }
}

static void chain(double m, double k, double gap, double duration, double speed[CRADLE]) {
    enum { STEPS = 20000, N = 2 * CRADLE };
    double y[N] = {-gap}, h = duration / STEPS, r[4][N], z[N];
    y[CRADLE] = 1.0;
    for (int step = 0; step < STEPS; step++) {
        chain_rates(y, m, k, r[0]);
        for (int stage = 1; stage < 4; stage++) {
            for (int i = 0; i < N; i++) z[i] = y[i] + (stage == 3 ? h : 0.5 * h) * r[stage - 1][i];
            chain_rates(z, m, k, r[stage]);
        }
        for (int i = 0; i < N; i++) y[i] += h / 6.0 * (r[0][i] + 2.0 * r[1][i] + 2.0 * r[2][i] + r[3][i]);
    }
    for (int i = 0; i < CRADLE; i++) speed[i] = y[CRADLE + i];
}

// Balls that hang side by side on hinges 0.3 m above, the first arriving at 1 m/s. Each turns about its
// hinge, so that its mass at the contact is m (1 + 2/5 r^2/L^2).
static void test_cradle(void) {
    const double r = 0.02, length = 0.3, gap = 1e-5, k = 1e10, duration = 4e-4;
    cr_world_def def = quiet_world(1e-6);
    world_rig rig = world_begin(&def);
    cr_law law = law_of("power", k, 0.0);
    int ball[CRADLE];
    double exact[CRADLE], sum = 0.0;
    for (int i = 0; i < CRADLE; i++) {
        char name[16];
        snprintf(name, sizeof name, "ball%d", i);
        cr_body_def body = body_at(2.0 * r * i - (i ? 0.0 : gap), 0, 0);
        body.grip.rest = body.grip.dynamic = 0.0;
        if (i == 0) {
            body.velocity.x = 1.0;
            body.spin.y = -1.0 / length;
        }
        ball[i] = world_add(&rig, name, "sphere", NULL, body);
        if (i > 0) pair_by(&rig, ball[i - 1], ball[i], &law);
        cr_joint_def hinge = {CR_JOINT_HINGE, ball[i], -1, {body.at.x, 0, length}, {0, 1, 0}, 0.0};
        CHECK(cr_world_model_join(rig.model, &hinge, &rig.error) >= 0, "%s", rig.error.reason);
    }
    world_start(&rig);
    world_run(&rig, duration, NULL);
    double mass = cr_world_model_mass(rig.model, ball[0]) * (1.0 + 0.4 * r * r / (length * length));
    chain(mass, k, gap, duration, exact);
    printf("cradle:");
    for (int i = 0; i < CRADLE; i++) {
        double v = cr_world_body(rig.world, ball[i]).velocity.x;
        printf(" %.5f (%+.1g)", v, v - exact[i]);
        CHECK_NEAR(v, exact[i], 3e-4);
        sum += v;
    }
    cr_world_energy e = cr_world_ledger(rig.world);
    printf("; sum %.8f, ledger %.2g J\n", sum, e.residual);
    CHECK_NEAR(sum, 1.0, 1e-5); // hinges take what the turning of the string asks for
    CHECK(fabs(e.residual) < 1e-12, "ledger open by %g J", e.residual);
    world_end(&rig);
}

int main(void) {
    test_rods(16, 1e-3);
    test_rods(64, 1e-3);
    test_mixed(0.0);
    test_mixed(0.4);
    test_cradle();
    return test_summary();
}
