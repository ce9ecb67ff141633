// Forces, torques and blows over time, against closed forms.
#include "plain_modes.h"
#include "test.h"
#include "worlds.h"

#include <math.h>

static const double mass = 7850.0 * 4.0 / 3.0 * cr_pi * 0.02 * 0.02 * 0.02;

// A ball of 20 mm in empty space with one load: its state at a time.
static cr_body_state pushed(cr_load_def load, double step, double until, cr_vec spin) {
    cr_world_def def = quiet_world(step);
    def.gravity = (cr_vec){0};
    world_rig rig = world_begin(&def);
    cr_body_def body = body_at(0, 0, 0);
    body.spin = spin;
    load.body = world_add(&rig, "ball", "sphere", NULL, body);
    CHECK(cr_world_model_load(rig.model, &load, &rig.error) >= 0, "%s", rig.error.reason);
    world_start(&rig);
    world_run(&rig, until, NULL);
    cr_world_energy e = cr_world_ledger(rig.world);
    CHECK(fabs(e.residual) < 1e-13 * (e.kinetic + fabs(e.loaded)), "ledger open by %g J", e.residual);
    cr_body_state s = cr_world_body(rig.world, load.body);
    world_end(&rig);
    return s;
}

// Momentum is the integral of the force, which steps know to 1e-10; places are of second order in the step.
static void test_courses(void) {
    const double f = 3.0, t = 0.05;
    cr_load_def load = cr_load_def_default();
    load.force.x = f;
    load.start = 0.01;
    load.end = 0.01 + t;
    load.shape = CR_LOAD_PULSE;
    cr_body_state s = pushed(load, 1e-3, 0.01 + t, (cr_vec){0});
    CHECK_REL(s.velocity.x, 0.5 * f * t / mass, 1e-9);
    CHECK_REL(s.pose.at.x, 0.25 * f * t * t / mass, 1e-6);
    load.shape = CR_LOAD_SINE;
    load.frequency = 40.0;
    double w = 2.0 * cr_pi * load.frequency;
    s = pushed(load, 1e-3, 0.01 + 1.5 / load.frequency, (cr_vec){0});
    CHECK_REL(s.velocity.x, 2.0 * f / (mass * w), 1e-9);
    CHECK_REL(s.pose.at.x, f / (mass * w) * 1.5 / load.frequency, 1e-9);
    load.shape = CR_LOAD_HOLD;
    load.attack = 0.013;
    load.release = 0.02;
    s = pushed(load, 1e-3, 0.2, (cr_vec){0});
    CHECK_REL(s.velocity.x, f / mass * (t - 0.5 * 0.013 + 0.5 * 0.02), 1e-12);
    const double time[] = {0.005, 0.02, 0.0313};
    const cr_vec forces[] = {{0, 0, 0}, {0, f, 0}, {0, 0, 0}};
    cr_load_def keys = {.keys = 3, .time = time, .forces = forces};
    s = pushed(keys, 1e-3, 0.1, (cr_vec){0});
    CHECK_REL(s.velocity.y, 0.5 * f * (0.0313 - 0.005) / mass, 1e-12);
}

static double noise_at(unsigned long long seed, double t) {
    cr_load_def load = cr_load_def_default();
    cr_vec force, torque;
    load.force.x = 1.0;
    load.shape = CR_LOAD_NOISE;
    load.frequency = 10.0;
    load.seed = seed;
    cr_load_mean(&load, t, 1e-9, &force, &torque);
    return force.x;
}

// A spline of white knots is correlated as B7(tau/knot)/B7(0): 1, 1191/2416, 120/2416, 1/2416, 0 after so
// many knots of 0.2275/f. A mean of n products has the deviation sqrt(2 (1 + 2 sum R^2)/n) = 1.73/sqrt(n) at
// most; four times that is allowed.
static void test_noise(void) {
    enum { N = 40000, SHIFTS = 5 };
    static const double exact[SHIFTS] = {2416, 1191, 120, 1, 0};
    const double knot = 0.02275, allowed = 4.0 * 1.73 / sqrt(N);
    double sum[SHIFTS] = {0}, mean = 0.0, other = 0.0;
    for (int i = 0; i < N; i++) {
        double t = (i + 0.61803 * (i % 7)) * knot, now = noise_at(3, t);
        mean += now / N;
        other += now * noise_at(4, t) / N;
        for (int k = 0; k < SHIFTS; k++) sum[k] += now * noise_at(3, t + k * knot) / N;
    }
    for (int k = 0; k < SHIFTS; k++) CHECK_NEAR(sum[k], exact[k] / 2416.0, allowed);
    CHECK_NEAR(mean, 0.0, allowed);
    CHECK_NEAR(other, 0.0, allowed);
    // The momentum it gives does not depend on the steps: their means are exact.
    cr_load_def load = cr_load_def_default();
    load.force.x = 2.0;
    load.shape = CR_LOAD_NOISE;
    load.frequency = 10.0;
    load.start = 0.013;
    load.end = 0.49;
    load.seed = 3;
    double coarse = pushed(load, 1e-3, 0.5, (cr_vec){0}).velocity.x,
           fine = pushed(load, 1.7e-4, 0.5, (cr_vec){0}).velocity.x;
    CHECK_REL(coarse, fine, 1e-11);
    CHECK(fabs(fine) > 1e-3, "it was hardly pushed: %g m/s", fine);
}

// The angular momentum of a ball that spins about x under a torque about z: I w0 + t T, whatever its turn;
// and a force that turns with the ball, as a rocket's: v = F/(m w) (sin wt, 1 - cos wt).
static double torque_error(double step) {
    const double inertia = 0.4 * mass * 0.02 * 0.02;
    cr_load_def load = cr_load_def_default();
    load.torque.z = 1e-4;
    cr_body_state s = pushed(load, step, 0.2, (cr_vec){40.0, 0, 0});
    cr_vec off = cr_vec_sub(s.spin, (cr_vec){40.0, 0, 0.2e-4 / inertia});
    return cr_vec_length(off);
}

static double rocket_error(double step) {
    cr_load_def load = cr_load_def_default();
    load.force.x = 2.0;
    load.turns = true;
    cr_body_state s = pushed(load, step, 0.1, (cr_vec){0, 0, 30.0});
    double size = 2.0 / (mass * 30.0);
    cr_vec exact = {size * sin(3.0), size * (1.0 - cos(3.0)), 0.0};
    return cr_vec_length(cr_vec_sub(s.velocity, exact));
}

static void test_turning(void) {
    double coarse = torque_error(1e-3), fine = torque_error(5e-4);
    printf("torque in space on a spinning ball: spin off by %.2g and %.2g rad/s\n", coarse, fine);
    CHECK(coarse < 1e-3 * 40.0, "off by %g rad/s", coarse);
    CHECK_REL(coarse / fine, 4.0, 0.05);
    coarse = rocket_error(1e-3);
    fine = rocket_error(5e-4);
    printf("rocket that spins: velocity off by %.2g and %.2g m/s\n", coarse, fine);
    CHECK_REL(coarse / fine, 4.0, 0.05);
}

// A blow with a torque, in the frame of a body that lies turned.
static void test_blow(void) {
    cr_load_def load = cr_load_def_default();
    load.force = (cr_vec){0.1, 0, 0};
    load.torque = (cr_vec){0, 0, 1e-4};
    load.start = load.end = 0.0123;
    cr_body_state s = pushed(load, 1e-3, 0.02, (cr_vec){0});
    CHECK_REL(s.velocity.x, 0.1 / mass, 1e-14);
    CHECK_REL(s.spin.z, 1e-4 / (0.4 * mass * 0.02 * 0.02), 1e-14);
    load.turns = true;
    // A quarter turn by then, to (0.0128 rad a step)^2/12 of it.
    s = pushed(load, 1e-4, 0.02, (cr_vec){0, 0, 0.5 * cr_pi / 0.0123});
    CHECK_REL(s.velocity.y, 0.1 / mass, 1e-8);
    CHECK(fabs(s.velocity.x) < 3e-5 * s.velocity.y, "%g m/s along x", s.velocity.x);
}

// A rod that is pushed along its axis at one end: its first mode (1 kHz) is left with the energy of the
// transform of the course, (F U |f(w)|)^2/2, |f(w)| = |sin(w T/2)/w|/|1 - (w T/2 pi)^2| of a pulse, 1 of a
// blow. Steps are as long as what is excited lets them: the load itself has to wake the mode.
static double ringing(cr_load_def load, cr_world_stats *stats) {
    cr_world_def def = quiet_world(1e-3);
    def.gravity = (cr_vec){0};
    def.steps_per_period = 40.0;
    world_rig rig = world_begin(&def);
    cr_modes modes = rod_modes(1, rig.arena);
    modes.frequency[0] = 1000.0;
    const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
    cr_body_def body = body_at(0, 0, 0);
    body.modes = &modes;
    load.body = world_add(&rig, "rod", "box", size, body);
    load.at.x = 0.5;
    CHECK(cr_world_model_load(rig.model, &load, &rig.error) >= 0, "%s", rig.error.reason);
    world_start(&rig);
    world_run(&rig, 0.015, NULL);
    *stats = cr_world_statistics(rig.world);
    double energy = cr_world_ledger(rig.world).vibration;
    world_end(&rig);
    return energy;
}

static void test_ringing(void) {
    const double w = 2000.0 * cr_pi, f = 50.0, t = 1.3e-3;
    cr_world_stats stats;
    cr_load_def load = cr_load_def_default();
    load.force.x = f;
    load.start = 0.002;
    load.end = 0.002 + t;
    load.shape = CR_LOAD_PULSE;
    double part = fabs(sin(0.5 * w * t) / w) / fabs(1.0 - w * t * w * t / (4.0 * cr_pi * cr_pi));
    double exact = f * f * part * part, found = ringing(load, &stats);
    printf("pulse on a rod: %.5g J left (%.5g)\n", found, exact);
    // A force in steps h of its means has the spectrum times sinc(w h/2)^2: (w h)^2/6 less energy at a 32nd.
    CHECK_REL(found, exact, 1.1 * w * t / 32.0 * w * t / 32.0 / 6.0);
    load = cr_load_def_default();
    load.force.x = 0.05;
    load.start = load.end = 0.002;
    found = ringing(load, &stats);
    CHECK_REL(found, 0.05 * 0.05, 1e-7); // shapes have seven digits
    // From the blow on 40 steps per period, at least for two periods and while it rings: 13 of them.
    CHECK(stats.steps > 13 * 40, "%lld steps", stats.steps);
}

int main(void) {
    test_courses();
    test_noise();
    test_turning();
    test_blow();
    test_ringing();
    return test_summary();
}
