// Fast bodies: conservative advancement stops every ball before a thin wall, lets free ones pass, and is
// never late for bodies that turn.
#include "shots.h"
#include "test.h"

static void walls(cr_arena *arena) {
    const cr_form *plate = test_box(arena, 0.04, 0.04, 0.002, 0.0005);
    const cr_form *tube =
        test_form(arena, "tube", "radius", 0.02, "thickness", 0.002, "length", 0.05, "", 0.0);
    const cr_form *wall[2] = {plate, tube};
    for (int i = 0; i < 2; i++) {
        shots s = shots_fire(arena, wall[i], 0.03, TEST_AMOUNT(1000, 200), 1);
        CHECK(s.hits > 50 && s.passes > 10, "%d hits, %d passes", s.hits, s.passes);
        CHECK(s.missed == 0, "%d of %d tunnelled, latest %g", s.missed, s.hits, s.latest);
        CHECK(s.stopped == 0, "%d of %d free ones stopped", s.stopped, s.passes);
    }
}

// A head-on ball: the time is (distance - near)/speed.
static void head_on(cr_arena *arena) {
    const cr_form *ball = test_sphere(arena, 0.01), *plane = test_plane(arena);
    cr_meeting m = test_meet(ball, plane);
    cr_vec still = {0.0, 0.0, 0.0};
    m.pose_a.at = cr_vec_make(0.0, 0.0, 0.03);
    double t = cr_touch_advance(&m, cr_vec_make(0, 0, -20), still, still, still, 0.01, 1e-5);
    CHECK_NEAR(t, (0.02 - 0.5e-5) / 20.0, 1e-12); // the gap is then near/2
    CHECK_NEAR(cr_touch_advance(&m, cr_vec_make(0, 0, 20), still, still, still, 0.01, 1e-5), 0.01, 0.0);
    CHECK_NEAR(cr_touch_advance(&m, cr_vec_make(0, 0, -20), still, still, still, 5e-4, 1e-5), 5e-4, 0.0);
    CHECK_NEAR(cr_touch_distance(&m), 0.02, 1e-15);
}

// A ball on an arm that turns about its other end and falls besides: L sin(w t) + v t is its way.
static void on_an_arm(cr_arena *arena) {
    const double arm = 0.1, spin = 50.0, fall = 0.5, below = 0.03, near = 1e-5;
    const cr_form *ball = test_sphere(arena, 0.01), *plane = test_plane(arena);
    cr_meeting m = test_meet(ball, plane);
    cr_vec still = {0.0, 0.0, 0.0};
    m.pose_a.at = cr_vec_make(arm, 0.0, 0.01 + below);
    m.centre_a = cr_vec_make(-arm, 0.0, 0.0);
    double t =
        cr_touch_advance(&m, cr_vec_make(0, 0, -fall), cr_vec_make(0, spin, 0), still, still, 0.01, near);
    double gap = below - arm * sin(spin * t) - fall * t;
    CHECK(gap > 0.4 * near && gap <= near, "stops %g m above", gap);
}

// A bar that turns and meets a ball: up to the time given no distance is below `near`, and there it is.
static void turning(cr_arena *arena) {
    const cr_form *bar = test_box(arena, 0.2, 0.02, 0.01, 0.001), *ball = test_sphere(arena, 0.01);
    uint64_t random = cr_random_seed(5);
    int hits = 0;
    for (int k = 0; k < 100; k++) {
        cr_meeting m = test_meet(bar, ball);
        m.pose_a.turn = test_random_turn(&random);
        m.pose_b.at = test_random_vec(&random, 0.06);
        if (cr_touch_distance(&m) < 1e-3) continue;
        cr_vec spin = test_random_vec(&random, 300.0), velocity = test_random_vec(&random, 10.0),
               still = {0, 0, 0};
        double h = 5e-3, near = 1e-5, t = cr_touch_advance(&m, velocity, spin, still, still, h, near);
        double rate = cr_vec_length(spin);
        for (int i = 0; i <= 100; i++) {
            double at = t * i / 100.0;
            cr_meeting then = m;
            then.pose_a.at = cr_vec_along(m.pose_a.at, at, velocity);
            then.pose_a.turn = cr_quat_mul(test_about(spin.x, spin.y, spin.z, rate * at), m.pose_a.turn);
            double gap = cr_touch_distance(&then);
            CHECK(gap > 0.499 * near, "shot %d: gap %g at %g of %g", k, gap, at, t);
            if (i == 100 && t < h) CHECK(gap < 1.001 * near, "shot %d stopped too early, gap %g", k, gap);
        }
        hits += t < h;
    }
    CHECK(hits > 10, "%d hits", hits);
}

// Boxes in each other: the least way apart is along an axis, also where their sides are in line and no corner
// lies in the other one. Turned together they are as deep. What only touches has no depth.
static void depths(cr_arena *arena) {
    const cr_form *box = test_box(arena, 0.1, 0.08, 0.06, 2e-4), *ball = test_sphere(arena, 0.02);
    const cr_form *plane = test_plane(arena);
    const struct {
        cr_vec at;
        double deep;
    } row[] = {{{0, 0, 0.03}, 0.03},    {{0.07, 0, 0}, 0.03},          {{0, -0.05, 0}, 0.03},
               {{0, 0, 0.059}, 0.001},  {{0.02, 0.01, 0.04}, 0.02},    {{0, 0, 0.06}, 0.0},
               {{0.1, 0.08, 0.0}, 0.0}, {{0.0, 0.0, 0.06 + 1e-7}, 0.0}};
    uint64_t random = cr_random_seed(7);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        cr_meeting m = test_meet(box, box);
        m.pose_a.turn = m.pose_b.turn = test_random_turn(&random);
        m.pose_b.at = cr_quat_turn(m.pose_a.turn, row[i].at);
        CHECK_NEAR(cr_touch_depth(&m), row[i].deep, 1e-6);
        if (row[i].deep > 0.0) CHECK_NEAR(cr_touch_distance(&m), -row[i].deep, 1e-6);
    }
    cr_meeting m = test_meet(ball, ball);
    m.pose_b.at = cr_vec_make(0.01, 0.02, 0.02);
    CHECK_NEAR(cr_touch_depth(&m), 0.04 - 0.03, 1e-5);
    m = test_meet(box, plane);
    m.pose_a.at.z = 0.02;
    CHECK_NEAR(cr_touch_depth(&m), 0.01, 1e-6);
    m = test_meet(plane, plane);
    CHECK_NEAR(cr_touch_depth(&m), 0.0, 0.0);
}

// No way apart is shorter than the depth: forms that were moved out of each other by less still overlap.
static void least_ways(cr_arena *arena) {
    const cr_form *form[3] = {test_box(arena, 0.1, 0.08, 0.06, 1e-3), test_sphere(arena, 0.03),
                              test_form(arena, "cylinder", "radius", 0.03, "length", 0.1, "", 0.0, "", 0.0)};
    uint64_t random = cr_random_seed(11);
    for (int k = 0; k < 200; k++) {
        cr_meeting m = test_meet(form[k % 3], form[k / 3 % 3]);
        m.pose_a.turn = test_random_turn(&random);
        m.pose_b = (cr_pose){test_random_vec(&random, 0.05), test_random_turn(&random)};
        double deep = cr_touch_depth(&m);
        cr_vec way = cr_vec_unit(test_random_vec(&random, 1.0), cr_vec_make(0, 0, 1));
        m.pose_b.at = cr_vec_along(m.pose_b.at, 0.99 * deep, way);
        if (deep > 1e-4) CHECK(cr_touch_distance(&m) < 0.0, "pair %d: apart after 0.99 of %g m", k, deep);
    }
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    head_on(arena);
    on_an_arm(arena);
    walls(arena);
    turning(arena);
    depths(arena);
    least_ways(arena);
    cr_arena_free(arena);
    return test_summary();
}
