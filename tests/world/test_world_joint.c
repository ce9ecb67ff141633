// Joints: a compound pendulum on a hinge, a top on a ball joint, a weld.
#include "plain_modes.h"
#include "test.h"
#include "worlds.h"

#include <math.h>

static const double g = 9.81;

static void join(world_rig *rig, cr_joint_def joint) {
    int number = cr_world_model_join(rig->model, &joint, &rig->error);
    CHECK(number >= 0, "%s", rig->error.reason);
}

// 2 pi sqrt(I/(m g l)) / agm(1, cos(angle/2))
static double exact_period(double inertia_per_mass, double length, double angle) {
    double a = 1.0, b = cos(0.5 * angle);
    for (int i = 0; i < 10; i++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 2.0 * cr_pi / a * sqrt(inertia_per_mass / (g * length));
}

static void test_pendulum(void) {
    const double angle = cr_pi / 6.0, l = 0.15, h = 5e-4;
    cr_world_def def = quiet_world(h);
    world_rig rig = world_begin(&def);
    cr_body_def body = body_at(l * sin(angle), 0, -l * cos(angle));
    body.turn = turn_about((cr_vec){0, 1, 0}, -angle);
    const cr_setting size[] = {{"x", 0.02}, {"y", 0.02}, {"z", 0.3}, {0}};
    int bar = world_add(&rig, "bar", "box", size, body);
    join(&rig, (cr_joint_def){.kind = CR_JOINT_HINGE, .a = bar, .b = -1, .axis = {0, 1, 0}});
    world_start(&rig);
    double exact = exact_period((0.02 * 0.02 + 0.3 * 0.3) / 12.0 + l * l, l, angle), worst = 0.0;
    for (int i = 1; i <= 40; i++) {
        world_run(&rig, 0.1 * i * exact, NULL);
        cr_vec at = cr_world_body(rig.world, bar).pose.at;
        worst = fmax(worst, fabs(cr_vec_length(at) - l));
    }
    // After four periods it is where it was: at a point of rest the way is of second order in the time.
    cr_body_state s = cr_world_body(rig.world, bar);
    double late = s.velocity.x / (g * sin(angle) * l * l / ((0.02 * 0.02 + 0.3 * 0.3) / 12.0 + l * l));
    printf("pendulum: %.2g of a period late, hinge gap %.2g m\n", late / (4.0 * exact), worst);
    CHECK(fabs(late) < 4.0 * exact * 1e-6, "late by %g s", late);
    CHECK(worst < 1e-9, "gap %g m", worst);
    CHECK(fabs(cr_world_ledger(rig.world).residual) < 1e-12, "ledger open by %g J",
          cr_world_ledger(rig.world).residual);
    world_end(&rig);
}

// Steady precession of a heavy symmetric top: exact for cos(tilt) I1 W^2 - I3 w3 W + m g l = 0.
static double top_azimuth(double h, double *tilt_off) {
    const double tilt = 0.4, l = 0.05, radius = 0.03, precession = 6.0;
    cr_world_def def = quiet_world(h);
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"radius", radius}, {"thickness", 0.01}, {0}};
    double i3 = 0.5 * radius * radius, i1 = 0.25 * radius * radius + 1e-4 / 12.0 + l * l;
    double spin = (cos(tilt) * (i1 - i3) * precession * precession + g * l) / (i3 * precession);
    cr_body_def body = body_at(l * sin(tilt), 0, l * cos(tilt));
    body.turn = turn_about((cr_vec){0, 1, 0}, tilt);
    cr_vec axis = {sin(tilt), 0, cos(tilt)};
    body.spin = cr_vec_add(cr_vec_scale(spin, axis), (cr_vec){0, 0, precession});
    body.velocity = cr_vec_cross((cr_vec){0, 0, precession}, body.at);
    int top = world_add(&rig, "top", "disc", size, body);
    join(&rig, (cr_joint_def){.kind = CR_JOINT_BALL, .a = top, .b = -1});
    world_start(&rig);
    *tilt_off = 0.0;
    for (int i = 1; i <= 10; i++) {
        world_run(&rig, 0.1 * i * 2.0 * cr_pi / precession, NULL);
        cr_vec at = cr_world_body(rig.world, top).pose.at;
        *tilt_off = fmax(*tilt_off, fabs(acos(at.z / cr_vec_length(at)) - tilt));
    }
    cr_vec at = cr_world_body(rig.world, top).pose.at;
    world_end(&rig);
    return atan2(at.y, at.x);
}

// Once around: the error is of second order in the step, and nothing is left at step 0.
static void test_top(void) {
    double tilt[2], coarse = top_azimuth(1e-4, &tilt[0]), fine = top_azimuth(5e-5, &tilt[1]);
    printf("top: tilt off by %.2g rad, azimuth by %.2g and %.2g rad\n", tilt[1], coarse, fine);
    CHECK(tilt[1] < 1e-6, "tilt off by %g rad", tilt[1]);
    CHECK_REL(coarse / fine, 4.0, 0.02);
    CHECK(fabs(4.0 * fine - coarse) / 3.0 < 1e-7, "azimuth %g rad at step 0", (4.0 * fine - coarse) / 3.0);
}

// Two boxes welded into one fall and land as one.
static void test_weld(void) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.05}, {"z", 0.05}, {0}};
    world_floor(&rig, cr_quat_none, 0.4);
    cr_body_def a = body_at(0, 0, 0.2), b = body_at(0.1001, 0, 0.2);
    a.spin = b.spin = (cr_vec){0, 3.0, 0};
    b.velocity = cr_vec_cross(b.spin, (cr_vec){0.1001, 0, 0});
    int first = world_add(&rig, "a", "box", size, a), second = world_add(&rig, "b", "box", size, b);
    join(&rig, (cr_joint_def){.kind = CR_JOINT_WELD, .a = first, .b = second, .at = {0.05, 0, 0.2}});
    world_start(&rig);
    world_run(&rig, 1.0, NULL);
    cr_body_state sa = cr_world_body(rig.world, first), sb = cr_world_body(rig.world, second);
    cr_vec apart = cr_quat_back(sa.pose.turn, cr_vec_sub(sb.pose.at, sa.pose.at));
    cr_vec off = cr_vec_sub(apart, (cr_vec){0.1001, 0, 0});
    CHECK(cr_vec_length(off) < 1e-7, "weld off by %g m", cr_vec_length(off));
    CHECK(fabs(cr_world_ledger(rig.world).residual) < 1e-11, "ledger open by %g J",
          cr_world_ledger(rig.world).residual);
    CHECK(cr_vec_length(sa.velocity) < 1e-6, "moves at %g m/s", cr_vec_length(sa.velocity));
    world_end(&rig);
}

// A rod that bends hangs on a heavy box and is flung about: where modes move the end, the joint goes with it,
// and nothing has to be pushed back into place.
static void test_bent(void) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    cr_modes modes = rod_modes(4, rig.arena);
    for (int j = 0; j < modes.count; j++) modes.frequency[j] *= 200.0;
    const cr_setting cube[] = {{"x", 0.3}, {"y", 0.3}, {"z", 0.3}, {0}},
                     size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
    int heavy = world_add(&rig, "heavy", "box", cube, body_at(0, 0, 0));
    cr_body_def body = body_at(0.5, 0, 0.3);
    body.modes = &modes;
    body.spin = (cr_vec){200.0, 20.0, 10.0};
    body.velocity = (cr_vec){5.0, 3.0, 8.0};
    int rod = world_add(&rig, "rod", "box", size, body);
    join(&rig, (cr_joint_def){.kind = CR_JOINT_BALL, .a = rod, .b = heavy, .at = {0, 0, 0.3}});
    world_start(&rig);
    world_run(&rig, 0.2, NULL);
    cr_world_energy e = cr_world_ledger(rig.world);
    printf("bent rod: %.3g J in all, %.2g J pushed, ledger %.2g J\n", e.kinetic, e.pushed, e.residual);
    CHECK(e.vibration > 1e-3, "the joint does not make it vibrate: %g J", e.vibration);
    CHECK(fabs(e.pushed) < 1e-9 * e.kinetic, "pushed %g J", e.pushed);
    CHECK(fabs(e.residual) < 1e-12 * e.kinetic, "ledger open by %g J", e.residual);
    world_end(&rig);
}

// A torque that makes a thin rod spin within one step shortens the step.
static void test_torque(void) {
    cr_world_def def = quiet_world(2e-3);
    def.gravity = (cr_vec){0};
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
    int rod = world_add(&rig, "rod", "box", size, body_at(0, 0, 0));
    cr_load_def load = {.body = rod, .at = {0.1, 0.5, 0.2}, .force = {30.0, 40.0, 2000.0}, .end = 0.01};
    CHECK(cr_world_model_load(rig.model, &load, &rig.error) >= 0, "%s", rig.error.reason);
    world_start(&rig);
    world_run(&rig, 0.02, NULL);
    cr_world_energy e = cr_world_ledger(rig.world);
    CHECK(e.loaded > 100.0, "the force did %g J", e.loaded);
    CHECK(fabs(e.residual) < 1e-12 * e.kinetic, "ledger open by %g J of %g", e.residual, e.kinetic);
    world_end(&rig);
}

// A body on an arm that is led along or turned about, at once with the right speed, and one that a second
// joint holds to the ground as well: kind of joint, led or turned.
static cr_world_energy carried(cr_joint_kind kind, bool turns, bool held, cr_world_stats *stats) {
    cr_world_def def = quiet_world(1e-3);
    def.gravity = (cr_vec){0};
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.05}, {"z", 0.05}, {0}};
    const double time[] = {0.0, 1.0};
    cr_pose pose[] = {{.turn = cr_quat_none}, {.turn = cr_quat_none}};
    if (turns) pose[1].turn = turn_about((cr_vec){0, 0, 1}, 1.0);
    else pose[1].at.x = 1.0;
    cr_body_def arm = body_at(0, 0, 0), body = body_at(0.2, 0, 0);
    arm.drive = (cr_drive_def){2, time, pose, false};
    body.velocity = turns ? (cr_vec){0, 0.2, 0} : (cr_vec){1, 0, 0};
    if (turns) body.spin.z = 1.0;
    int led = world_add(&rig, "arm", "box", size, arm), load = world_add(&rig, "load", "box", size, body);
    join(&rig, (cr_joint_def){.kind = kind, .a = load, .b = led, .at = {0.1, 0, 0}, .axis = {1, 0, 0}});
    if (held)
        join(&rig, (cr_joint_def){.kind = kind, .a = load, .b = -1, .at = {0.3, 0, 0}, .axis = {0, 1, 0}});
    world_start(&rig);
    cr_status status = cr_world_run(rig.world, 0.2, NULL, &rig.error);
    CHECK(status == (held ? CR_ERR_INPUT : CR_OK), "%s", rig.error.reason);
    cr_world_energy e = cr_world_ledger(rig.world);
    *stats = cr_world_statistics(rig.world);
    world_end(&rig);
    return e;
}

// What is carried keeps its speed: neither drive nor joint does work. Joints stretch by the centripetal force
// over their stiffness, some 1e-10 J. Where joints contradict a drive, all that is lost is the work of the
// drive: no step gains, nothing is pushed but what rows leave that tell turns linearly, and the joint that is
// torn ends it.
static void test_carried(void) {
    const double mass = 7850.0 * 0.1 * 0.05 * 0.05;
    const double spin = 0.5 * mass * (0.04 + (0.1 * 0.1 + 0.05 * 0.05) / 12.0);
    cr_world_stats stats;
    for (int kind = CR_JOINT_BALL; kind <= CR_JOINT_WELD; kind++)
        for (int turns = 0; turns < 2; turns++) {
            cr_world_energy e = carried((cr_joint_kind)kind, turns, false, &stats);
            CHECK_REL(e.kinetic, turns ? spin : 0.5 * mass, 1e-6);
            CHECK(fabs(e.driven) + fabs(e.impacts) + fabs(e.pushed) < 1e-6 * e.kinetic,
                  "kind %d: driven %g J, impacts %g J, pushed %g J", kind, e.driven, e.impacts, e.pushed);
            e = carried((cr_joint_kind)kind, turns, true, &stats);
            CHECK(fabs(e.residual) < 1e-12 * e.driven, "ledger open by %g J of %g", e.residual, e.driven);
            CHECK(stats.gain_greatest <= 0.0, "a step gained %g J", stats.gain_greatest);
            CHECK(fabs(e.pushed) < 1e-2 * e.driven, "pushed %g J of %g", e.pushed, e.driven);
        }
}

// A heavy box on a light one that is welded to the world: torques of the heavy one, on the light one's
// inertia, leave rows open by rounding, 1e-8 of what the welds give. That is no gain of the step.
static void test_lever(double ratio) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", 0.1}, {"y", 0.1}, {"z", 0.1}, {0}};
    cr_body_def a = body_at(0.05, 0, 0), b = body_at(0.1501, 0, 0);
    a.density = b.density / ratio;
    int light = world_add(&rig, "light", "box", size, a), heavy = world_add(&rig, "heavy", "box", size, b);
    join(&rig, (cr_joint_def){.kind = CR_JOINT_WELD, .a = light, .b = -1});
    join(&rig, (cr_joint_def){.kind = CR_JOINT_WELD, .a = heavy, .b = light, .at = {0.1, 0, 0}});
    world_start(&rig);
    world_run(&rig, 0.2, NULL);
    cr_world_energy e = cr_world_ledger(rig.world);
    double gain = cr_world_statistics(rig.world).gain_greatest;
    printf("lever of 1:%g: gain %.2g J of %.2g in its springs, ledger %.2g J\n", ratio, gain, e.springs,
           e.residual);
    CHECK(gain < 1e-12 * e.springs, "a step gained %g J of %g", gain, e.springs);
    CHECK(fabs(e.pushed) < 1e-5 * e.springs, "pushed %g J of %g", e.pushed, e.springs);
    world_end(&rig);
}

int main(void) {
    for (double ratio = 1.0; ratio <= 1e4; ratio *= 100.0) test_lever(ratio);
    test_carried();
    test_pendulum();
    test_top();
    test_weld();
    test_bent();
    test_torque();
    return test_summary();
}
