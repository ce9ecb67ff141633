// Bodies that are held and vibrate: gravity bends them from the start, frames that move shake them. A hinge
// that brakes, and one model in several runs at once.
#include "plain_modes.h"
#include "swarm.h"
#include "test.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const double g = 9.81, mass = 1.0, frequency = 40.0;

// A block with one mode along an axis, of which rigid motion has the part p = int rho U dV.
static cr_modes held_modes(int axis, double p, double zeta, cr_arena *arena) {
    cr_modes m = sway_modes(0.2, 0.1, 0.05, mass, axis, 0.5, frequency, zeta, arena);
    m.rigid = 0;
    m.participation = cr_arena_take(arena, 6, sizeof *m.participation);
    if (m.participation) m.participation[axis] = p;
    return m;
}

static int add_held(world_rig *rig, const cr_modes *m, cr_body_def body) {
    const cr_setting size[] = {{"x", 0.2}, {"y", 0.1}, {"z", 0.05}, {0}};
    body.modes = m;
    return world_add(rig, "held", "box", size, body);
}

// It begins where gravity holds it, q = p g/w^2, and stays; turned, with what the turn leaves of gravity.
static void test_gravity(double angle) {
    const double p = 0.6, w = 2.0 * cr_pi * frequency;
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    cr_modes m = held_modes(2, p, 0.0, rig.arena);
    cr_body_def body = body_at(0, 0, 1);
    body.fixed = true;
    body.turn = turn_about((cr_vec){0, 1, 0}, angle);
    int held = add_held(&rig, &m, body);
    world_start(&rig);
    double q, rate, exact = -p * g * cos(angle) / (w * w);
    for (int i = 0; i <= 10; i++) {
        world_run(&rig, 0.0173 * i, NULL);
        cr_world_body_modes(rig.world, held, &q, &rate);
        CHECK_REL(q, exact, 1e-12);
        CHECK_NEAR(rate, 0.0, 1e-14 * w);
    }
    world_end(&rig);
}

// How far from exact the mode is, over its way, when its frame goes by cubics from rest to rest: the
// acceleration a(t) = (6 - 12 t/T) X/T^2 is straight, so that q = -p/w^2 (a - a0 cos wt - a'/w sin wt).
static double shaken(double step, bool adaptive) {
    const double p = 0.6, w = 2.0 * cr_pi * frequency, far = 0.1, time[] = {0.0, 0.05};
    const cr_pose pose[] = {{.turn = cr_quat_none}, {{0.1, 0, 0}, cr_quat_none}};
    cr_world_def def = quiet_world(step);
    def.gravity = (cr_vec){0};
    def.adaptive = adaptive;
    world_rig rig = world_begin(&def);
    cr_modes m = held_modes(0, p, 0.0, rig.arena);
    cr_body_def body = body_at(0, 0, 0);
    body.drive = (cr_drive_def){2, time, pose, true};
    int held = add_held(&rig, &m, body);
    world_start(&rig);
    double unit = far / (time[1] * time[1]), a0 = 6.0 * unit, rise = -12.0 * unit / time[1], worst = 0.0;
    for (int i = 1; i < 50; i++) {
        double t = time[1] * i / 50, q, rate;
        world_run(&rig, t, NULL);
        cr_world_body_modes(rig.world, held, &q, &rate);
        double exact = -p / (w * w) * (a0 + rise * t - a0 * cos(w * t) - rise / w * sin(w * t));
        worst = fmax(worst, fabs(q - exact) / (p * a0 / (w * w)));
    }
    world_run(&rig, 0.1, NULL);
    cr_world_energy e = cr_world_ledger(rig.world);
    CHECK(e.vibration > 1e-3, "nothing vibrates: %g J", e.vibration);
    CHECK(fabs(e.residual) <= 1e-12, "ledger open by %g J of %g", e.residual, e.driven);
    world_end(&rig);
    return worst;
}

// The mean of an acceleration over a step is a force that is constant over it: second order.
static void test_shaken(void) {
    double coarse = shaken(4e-4, false), fine = shaken(1e-4, false), fast = shaken(1e-3, true);
    printf("shaken: off by %.1e at 0.4 ms, by %.1e at 0.1 ms, by %.1e with steps as the mode asks\n", coarse,
           fine, fast);
    CHECK(fine <= 1e-4, "off by %g", fine);
    CHECK_NEAR(coarse / fine, 16.0, 3.0);
    CHECK_NEAR(fast / coarse, 6.25, 1.0); // its steps are 1 ms
}

// A wheel on a hinge that brakes with the torque c w: w = w0 exp(-c t/I); what it loses is booked.
static double braked(double step) {
    const double radius = 0.1, thick = 0.01, spin = 20.0, damping = 2e-3, end = 1.0;
    cr_world_def def = quiet_world(step);
    def.gravity = (cr_vec){0};
    world_rig rig = world_begin(&def);
    cr_body_def body = body_at(0, 0, 0);
    body.spin.z = spin;
    int wheel =
        world_add(&rig, "wheel", "disc",
                  (cr_setting[]){{"radius", radius}, {"thickness", thick}, {"round", 0.0}, {0}}, body);
    cr_joint_def hinge = {.kind = CR_JOINT_HINGE, .a = wheel, .b = -1, .axis = {0, 0, 1}, .damping = damping};
    CHECK(cr_world_model_join(rig.model, &hinge, &rig.error) >= 0, "%s", rig.error.reason);
    world_start(&rig);
    double start = world_energy(&rig), inertia = 2.0 * start / (spin * spin);
    world_run(&rig, end, NULL);
    double left = cr_world_body(rig.world, wheel).spin.z, exact = spin * exp(-damping * end / inertia);
    cr_world_energy e = cr_world_ledger(rig.world);
    CHECK(fabs(e.residual) <= 1e-12, "ledger open by %g J", e.residual);
    CHECK(cr_world_statistics(rig.world).gain_greatest <= 1e-14, "a step gained energy");
    world_end(&rig);
    return left / exact - 1.0;
}

static void test_braked(void) {
    double coarse = braked(1e-3), fine = braked(1e-4);
    printf("braked: off by %.1e at 1 ms, by %.1e at 0.1 ms\n", coarse, fine);
    CHECK(fabs(fine) <= 1e-11, "off by %g", fine);
    CHECK_NEAR(coarse / fine, 100.0, 10.0); // second order
}

// ---- One model, several worlds at once.
static void *run_world(void *context) {
    cr_world *world = context;
    cr_error error;
    for (int i = 1; i <= 20; i++)
        if (cr_world_run(world, 0.01 * i, NULL, &error) != CR_OK) return NULL;
    return world;
}

static void test_one_model(void) {
    enum { WORLDS = 4 };
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = swarm(&def, 2, NULL, 0.3);
    cr_world *world[WORLDS];
    pthread_t thread[WORLDS];
    for (int i = 0; i < WORLDS; i++) {
        world[i] = cr_world_new(rig.model, cr_allocator_default(), &rig.error);
        CHECK(world[i], "%s", rig.error.reason);
        if (!world[i]) return;
    }
    for (int i = 0; i < WORLDS; i++)
        if (pthread_create(&thread[i], NULL, run_world, world[i]) != 0) abort();
    run_world(rig.world);
    size_t size = cr_world_size(rig.world);
    unsigned char *alone = malloc(2 * size), *other = alone + size;
    if (!alone) abort();
    cr_world_save(rig.world, alone);
    for (int i = 0; i < WORLDS; i++) {
        void *done = NULL;
        pthread_join(thread[i], &done);
        CHECK(done && cr_world_size(world[i]) == size, "world %d did not end", i);
        if (!done || cr_world_size(world[i]) != size) continue;
        cr_world_save(world[i], other);
        CHECK(memcmp(alone, other, size) == 0, "world %d ends otherwise", i);
        cr_world_free(world[i]);
    }
    free(alone);
    world_end(&rig);
}

int main(void) {
    test_gravity(0.0);
    test_gravity(1.0);
    test_shaken();
    test_braked();
    test_one_model();
    return test_summary();
}
