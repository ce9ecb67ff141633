// Surfaces that fit into each other: loads that go over from points that move to patches of fixed ones and
// back, an ellipsoid at the border between one point and two, wedges, a ball between two walls.
#include "fit.h"
#include "test.h"
#include "world/world_internal.h"

static const double g = 9.81;

// A ball that rests at the bottom of a hollow some micrometres wider, as a smooth surface: its point becomes
// a patch of fixed points, whose gaps are made to fit, and a point again.
static void test_hand_over(double clearance) {
    const double r = 0.02, step = 1e-3;
    test_field one, two;
    cr_world_def def = quiet_world(step);
    def.flat = 1e-9;
    world_rig rig = world_begin(&def);
    cr_body_def hollow = body_at(0, 0, 0), ball = body_at(0, 0, -clearance);
    hollow.fixed = true;
    fit_add(&rig, "hollow", test_field_make(&two, &test_hollow_ops, r + clearance), hollow);
    int b = fit_add(&rig, "ball", fit_ellipsoid(&one, r, r, r), ball);
    double weight = g * cr_world_model_mass(rig.model, b);
    world_start(&rig);
    world_run(&rig, 0.2, NULL);
    int points[3];
    double noise[3];
    noise[0] = fit_noise_until(&rig, 0.25, weight, &points[0]);
    rig.model->def.flat = 3.0 * clearance;
    noise[1] = fit_noise_until(&rig, 0.30, weight, &points[1]);
    rig.model->def.flat = 1e-9;
    noise[2] = fit_noise_until(&rig, 0.35, weight, &points[2]);
    printf("clearance %g m: %d, %d, %d points; forces off by %.1e, %.1e, %.1e of the weight, ledger %.1e J\n",
           clearance, points[0], points[1], points[2], noise[0], noise[1], noise[2],
           cr_world_ledger(rig.world).residual);
    CHECK(points[0] == 1 && points[1] > 8 && points[2] == 1, "no hand-over");
    for (int i = 0; i < 3; i++) CHECK(noise[i] <= 1e-6, "forces off by %g of the weight", noise[i]);
    CHECK(fabs(cr_world_ledger(rig.world).residual) <= 1e-13, "ledger open by %g J",
          cr_world_ledger(rig.world).residual);
    world_end(&rig);
}

// A ball in a cup whose corner is narrower than it: it lies on the bottom and against the side, and is pushed
// into the corner. On the side, which stands at the angle a from upright, it bears N = F/cos a, on the bottom
// W - F tan a.
static void test_corner(void) {
    const double r = 0.012, t = 0.003, bottom = 0.005, force = 0.3, step = 1e-3;
    cr_world_def def = quiet_world(step);
    world_rig rig = world_begin(&def);
    cr_body_def cup = body_at(0, 0, 0), ball = body_at(0.01, 0, 0.5 * bottom + r);
    cup.fixed = cup.from_origin = true;
    cup.grip.rest = cup.grip.dynamic = 0.0;
    int c = world_add(&rig, "cup", "cup", (cr_setting[]){{"thickness", t}, {"bottom", bottom}, {0}}, cup);
    int b = world_add(&rig, "ball", "sphere", (cr_setting[]){{"radius", r}, {0}}, ball);
    double weight = g * cr_world_model_mass(rig.model, b), angle = atan(0.008 / 0.09);
    cr_load_def load = {.body = b, .force = {force * weight, 0, 0}, .end = 10.0};
    CHECK(cr_world_model_load(rig.model, &load, &rig.error) >= 0, "%s", rig.error.reason);
    world_start(&rig);
    world_run(&rig, 0.5, NULL);
    double side = 0.0, below = 0.0;
    cr_pair *pair = &rig.world->pairs.items[0];
    for (int i = 0; i < pair->points.count; i++) {
        const cr_point_memory *m = &pair->points.items[i];
        *(fabs(m->touch.normal.z) > 0.5 ? &below : &side) += m->force / weight;
    }
    cr_body_state s = cr_world_body(rig.world, b);
    cr_world_stats stats = cr_world_statistics(rig.world);
    printf("ball in a corner: %d points bear %.6f and %.6f W, moves at %.1e m/s, %.1e m deep, cup %d\n",
           pair->points.count, side, below, cr_vec_length(s.velocity), stats.penetration_greatest, c);
    CHECK_NEAR(side, force / cos(angle), 1e-8);
    CHECK_NEAR(below, 1.0 - force * tan(angle), 1e-8);
    CHECK(cr_vec_length(s.velocity) < 1e-9, "moves at %g m/s", cr_vec_length(s.velocity));
    CHECK(stats.penetration_greatest <= 1e-6, "%g m deep", stats.penetration_greatest);
    world_end(&rig);
}

int main(void) {
    test_corner();
    FIT_CHECK_ENDS(70.0, 1e-4, 0.1);
    test_hand_over(2e-5);
    test_hand_over(5e-6);
    return test_summary();
}
