// Smooth surfaces: an ellipsoid in the hollow of a ball has one lowest point or two, by closed form; slots
// keep their names while it rocks; shells and tubes against closed forms.
#include "test.h"
#include "touch_forms.h"

// The ellipsoid (a, c, c) with its centre at depth z in a hollow of radius R: along its long section the
// distance from the hollow's centre has r^2 = a^2 (1 - k^2) + (z + c k)^2, k the cosine from below, greatest
// at k = c z/(a^2 - c^2), if that is below 1.
static void ellipsoid(double ratio) {
    test_field one, two;
    double c = 0.01, a = sqrt(ratio * 1e-3 * c), hollow = 0.06;
    const cr_form *body = test_ellipsoid(&one, a, c, c),
                  *bowl = test_field_make(&two, &test_hollow_ops, hollow);
    double z = 0.05, k = fmin(1.0, c * z / (a * a - c * c));
    double r = sqrt(a * a * (1.0 - k * k) + (z + c * k) * (z + c * k)), gap = hollow - r;
    cr_touch_memory memory = {0};
    cr_meeting m = test_meet(body, bowl);
    unsigned keys[2] = {0, 0};
    cr_vec last[2];
    for (int turn = 0; turn < 60; turn++) {
        double tilt = 0.002 * turn; // about the hollow's centre: nothing changes but where
        cr_quat q = cr_quat_mul(test_about(0, 0, 1, 0.01 * turn), test_about(0, 1, 0, tilt));
        m.pose_a = (cr_pose){cr_quat_turn(q, cr_vec_make(0, 0, -z)), q};
        int count = cr_touch_find(&m, 1e-3, &memory, NULL);
        CHECK(count == (k < 1.0 ? 2 : 1), "ratio %g, turn %d: %d points", ratio, turn, count);
        for (int i = 0; i < count && i < 2; i++) {
            const cr_touch *t = &memory.touch[i];
            CHECK_NEAR(t->gap, gap, 1e-13);
            cr_vec p = cr_pose_in(&m.pose_a, t->point_a);
            CHECK_NEAR(-p.z, c * k, 1e-8);
            CHECK_NEAR(fabs(p.x), a * sqrt(1.0 - k * k), 1e-8);
            CHECK(!turn || keys[i] == t->key, "key changed");
            CHECK(!turn || cr_vec_length(cr_vec_sub(p, last[i])) < 1e-8, "moved by %g",
                  cr_vec_length(cr_vec_sub(p, last[i])));
            keys[i] = t->key;
            last[i] = p;
            cr_touch moved = *t;
            cr_meeting then = m;
            then.pose_a.turn = cr_quat_mul(test_about(1, 2, 3, 1e-3), then.pose_a.turn);
            then.pose_a.at = cr_quat_turn(test_about(1, 2, 3, 1e-3), then.pose_a.at);
            cr_touch_follow(&then, &moved);
            CHECK_NEAR(moved.gap, gap, 1e-13);
        }
    }
}

static void shells(cr_arena *arena) {
    const cr_form *shell = test_form(arena, "shell", "radius", 0.05, "thickness", 0.002, "", 0.0, "", 0.0);
    const cr_form *tube =
        test_form(arena, "tube", "radius", 0.02, "thickness", 0.002, "length", 0.2, "", 0.0);
    const cr_form *box = test_box(arena, 0.2, 0.2, 0.02, 0.001), *plane = test_plane(arena);
    uint64_t random = cr_random_seed(3);
    for (int k = 0; k < 40; k++) {
        cr_touch_memory memory = {0};
        cr_meeting m = test_meet(shell, k % 2 ? box : plane);
        double up = k % 2 ? 0.01 : 0.0;
        m.pose_a = (cr_pose){{0.01, 0.02, up + 0.051 + 1e-5}, test_random_turn(&random)};
        CHECK(cr_touch_find(&m, 1e-4, &memory, NULL) == 1, "pose %d: %d points", k, memory.count);
        CHECK_NEAR(memory.touch[0].gap, 1e-5, 1e-14);
        CHECK_NEAR(memory.touch[0].point_a.x, 0.01, 1e-9);
        CHECK_REL(memory.touch[0].curvature, 1.0 / 0.051, 1e-4);
        // Two tubes across each other.
        memory.count = 0;
        m = test_meet(tube, tube);
        cr_quat lying = test_about(0, 1, 0, 0.5 * test_pi);
        m.pose_a.turn = cr_quat_mul(test_about(0, 0, 1, 0.4 + 0.05 * k), lying);
        m.pose_b.turn = lying;
        m.pose_a.at = cr_vec_make(0.0, 0.0, 0.04 + 1e-5);
        CHECK(cr_touch_find(&m, 1e-4, &memory, NULL) == 1, "pose %d: %d points", k, memory.count);
        CHECK_NEAR(memory.touch[0].gap, 1e-5, 1e-14);
        // A tube lying on a plane: its two rims.
        memory.count = 0;
        m = test_meet(tube, plane);
        m.pose_a =
            (cr_pose){{0.0, 0.0, 0.02},
                      cr_quat_mul(test_about(0, 0, 1, 0.1 * k), cr_quat_mul(lying, test_about(0, 0, 1, k)))};
        CHECK(cr_touch_find(&m, 1e-4, &memory, NULL) == 2, "pose %d: %d points", k, memory.count);
        for (int i = 0; i < memory.count; i++) CHECK_NEAR(memory.touch[i].gap, 0.0, 1e-15);
    }
}

// A ball's shell in a socket of its own size: the patch of samples that face it.
static void socket(cr_arena *arena) {
    const cr_form *shell = test_form(arena, "shell", "radius", 0.05, "thickness", 0.002, "", 0.0, "", 0.0);
    test_field field;
    cr_touch_memory memory = {0};
    cr_meeting m = test_meet(shell, test_field_make(&field, &test_hollow_ops, 0.051));
    cr_touch_find(&m, 1e-4, &memory, NULL);
    CHECK(memory.count >= 16, "%d points", memory.count);
    for (int i = 0; i < memory.count; i++) {
        CHECK_NEAR(memory.touch[i].gap, 0.0, 1e-16);
        CHECK(memory.touch[i].sample >= 0, "fixed");
    }
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    ellipsoid(40.0);
    ellipsoid(57.6);
    ellipsoid(62.5);
    ellipsoid(70.0);
    ellipsoid(250.0);
    shells(arena);
    socket(arena);
    cr_arena_free(arena);
    return test_summary();
}
