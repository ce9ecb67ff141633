// Rebound beside friction: Newton's rule, a speed e times that of approach, may ask for more energy than
// there is (derivation W2).
#include "plain_modes.h"
#include "test.h"
#include "worlds.h"

#include <math.h>

static void meet(world_rig *rig, int a, int b, double friction, double restitution) {
    cr_pair_def pair = cr_pair_def_default();
    pair.a = a;
    pair.b = b;
    pair.grip.rest = pair.grip.dynamic = friction;
    pair.restitution = restitution;
    CHECK(cr_world_model_pair(rig->model, &pair, &rig->error) == CR_OK, "%s", rig->error.reason);
}

// A rod at 45 degrees lands on its end, which moves at s along the floor and 1 m/s down, and sticks there.
// With W of its end in that plane and a, b, c of W^-1, Newton's rule brings
//   E = -a (1 - e^2)/2 + b s - c s^2/2,
// more than 0 for s about b/c if b^2/(a c) > 1 - e^2. Then it is thrown back by e in both directions.
static void test_rod(double slip, double restitution) {
    const cr_setting size[] = {{"radius", 0.005}, {"length", 0.2}, {0}};
    const double half = 0.5 * 0.2 * sqrt(0.5), gap = -1e-11; // no gap takes part of the kick
    cr_world_def def = quiet_world(1e-4);
    def.gravity = (cr_vec){0};
    world_rig rig = world_begin(&def);
    world_floor(&rig, cr_quat_none, 2.0);
    cr_body_def body = body_at(0, 0, half + 0.005 + gap);
    body.turn = turn_about((cr_vec){0, 1, 0}, 0.25 * cr_pi); // its low end is at -x
    body.velocity = (cr_vec){slip, 0, -1.0};
    int rod = world_add(&rig, "rod", "capsule", size, body);
    meet(&rig, 0, rod, 2.0, restitution);
    world_start(&rig);
    double before = world_energy(&rig);
    world_run(&rig, 5e-4, NULL);
    double mass = cr_world_model_mass(rig.model, rod);
    cr_body_state s = cr_world_body(rig.world, rod);
    cr_vec p, l;
    cr_world_momentum(rig.world, &p, &l);
    cr_vec about = cr_vec_sub(l, cr_vec_cross(s.pose.at, p));
    double inertia = about.y / s.spin.y, x = -half, z = -half - 0.005;
    double nn = 1.0 / mass + x * x / inertia, tt = 1.0 / mass + z * z / inertia, nt = -x * z / inertia;
    double a = tt / (nn * tt - nt * nt), b = -nt / (nn * tt - nt * nt), c = nn / (nn * tt - nt * nt);
    double newton = -0.5 * a * (1.0 - restitution * restitution) + b * slip - 0.5 * c * slip * slip;
    double across = newton > 0.0 ? restitution : 0.0; // J = W^-1 (1 + e, -(1 + across) s)
    double up = a * (1.0 + restitution) - b * (1.0 + across) * slip - mass;
    double along = b * (1.0 + restitution) - c * (1.0 + across) * slip + mass * slip;
    printf("rod, slip %5.2f m/s, e %.2f: Newton's rule brings %6.3f of the energy, now %6.3f\n", slip,
           restitution, newton / before, world_energy(&rig) / before - 1.0);
    CHECK_NEAR(s.velocity.z, up / mass, 1e-8); // rows give by 1e-9 of what stops it
    CHECK_NEAR(s.velocity.x, along / mass, 1e-8);
    CHECK(cr_world_statistics(rig.world).gain_greatest <= 1e-12 * before, "gained %g J of %g",
          cr_world_statistics(rig.world).gain_greatest, before);
    CHECK(fabs(cr_world_ledger(rig.world).residual) < 1e-12 * before, "ledger");
    world_end(&rig);
}

// A heavy ball is led against the edge of a block that is held and gives along one line only, at 45 degrees
// to the normal: to rebound along the normal and stick across, the ball would have to move, against its
// joint.
static void test_wedge(int kind, double friction) {
    enum { LED = CR_JOINT_WELD + 1 }; // the ball itself is led
    const cr_setting radius[] = {{"radius", 0.5}, {0}}, side[] = {{"x", 1.0}, {"y", 1.0}, {"z", 1.0}, {0}};
    const double time[] = {0.0, 1.0}, place = 0.5 + (0.5 + 1e-6) * sqrt(0.5), speed = 2.0;
    cr_world_def def = quiet_world(1e-3);
    def.gravity = (cr_vec){0};
    world_rig rig = world_begin(&def);
    const cr_modes modes = sway_modes(1, 1, 1, 1000, 0, 1.0, 200, 0.01, rig.arena);
    cr_body_def held = body_at(0, 0, 0), ball = body_at(place, 0, place), arm = body_at(place, 0, place + 3);
    held.modes = &modes;
    held.fixed = true;
    cr_body_def *led = kind == LED ? &ball : &arm;
    const cr_pose pose[] = {{led->at, cr_quat_none}, {{led->at.x - speed, 0, led->at.z}, cr_quat_none}};
    led->drive = (cr_drive_def){2, time, pose, false};
    ball.velocity.x = -speed;
    int block = world_add(&rig, "block", "box", side, held),
        heavy = world_add(&rig, "ball", "sphere", radius, ball);
    meet(&rig, block, heavy, friction, 0.5);
    if (kind != LED) {
        int lever = world_add(&rig, "arm", "sphere", radius, arm);
        cr_joint_def joint = {
            .kind = (cr_joint_kind)kind, .a = heavy, .b = lever, .at = arm.at, .axis = {0, 1, 0}};
        CHECK(cr_world_model_join(rig.model, &joint, &rig.error) >= 0, "%s", rig.error.reason);
    }
    world_start(&rig);
    world_run(&rig, 0.02, NULL);
    cr_world_energy e = cr_world_ledger(rig.world);
    cr_world_stats s = cr_world_statistics(rig.world);
    double passed = e.kinetic + e.vibration + e.impacts + fabs(e.friction) + fabs(e.driven);
    printf("wedge %d, mu %g: vibration %.3g J, impacts %.3g J, friction %.3g J, driven %.3g J, gain %.2g J, "
           "unsolved %lld\n",
           kind, friction, e.vibration, e.impacts, e.friction, e.driven, s.gain_greatest, s.unsolved);
    CHECK(s.gain_greatest <= 1e-12 * passed, "a step gained %g J of %g", s.gain_greatest, passed);
    CHECK(fabs(e.residual) < 1e-12 * passed, "ledger open by %g J of %g", e.residual, passed);
    // The work of all kicks is that of stopping the mode, m v^2, some times; not that of two impulses against
    // each other that only the joint sees.
    CHECK(fabs(e.impacts) + fabs(e.friction) < 4.0 * (e.vibration + e.kinetic), "impacts %g J, friction %g J",
          e.impacts, e.friction);
    CHECK(s.unsolved == 0, "%lld of %lld", s.unsolved, s.kicks + s.holds);
    world_end(&rig);
}

int main(void) {
    const double slips[] = {-1.0, -0.6, -0.3, 0.0, 0.3, 0.6, 1.0};
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        test_rod(slips[i], 0.95);
        test_rod(slips[i], 0.3);
    }
    for (int kind = CR_JOINT_BALL; kind <= CR_JOINT_WELD + 1; kind++)
        for (int slides = 0; slides < 2; slides++) test_wedge(kind, slides ? 0.3 : 2.0);
    return test_summary();
}
