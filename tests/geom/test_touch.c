// Touch points in closed form: balls, corners, lowest points of rims, crossing edges, sides of walls.
#include <string.h>

#include "test.h"
#include "touch_forms.h"

static cr_pose pose(double x, double y, double z) {
    return (cr_pose){{x, y, z}, cr_quat_none};
}
static void balls(cr_arena *arena) {
    const cr_form *ball = test_sphere(arena, 0.02), *other = test_sphere(arena, 0.03),
                  *plane = test_plane(arena), *box = test_box(arena, 0.2, 0.2, 0.2, 0.001);
    cr_touch_memory memory = {0};
    cr_meeting m = test_meet(ball, plane);
    m.pose_a = pose(0.3, 0.2, 0.021);
    CHECK(cr_touch_find(&m, 0.01, &memory, NULL) == 1, "%d points", memory.count);
    const cr_touch *t = memory.touch;
    CHECK_NEAR(t->gap, 0.001, 1e-17);
    CHECK_NEAR(t->point_a.z, 0.001, 1e-17);
    CHECK_NEAR(t->point_b.z, 0.0, 1e-17);
    CHECK_NEAR(t->normal.z, 1.0, 0.0);
    CHECK_REL(t->curvature, 50.0, 1e-15);
    m = test_meet(plane, ball), m.pose_b = pose(0.3, 0.2, 0.021);
    CHECK(cr_touch_find(&m, 0.01, &memory, NULL) == 1, "%d points", memory.count);
    CHECK_NEAR(t->gap, 0.001, 1e-17);
    CHECK_NEAR(t->normal.z, -1.0, 0.0);
    CHECK_NEAR(t->point_b.z, 0.001, 1e-17);
    m = test_meet(ball, other), m.pose_a = pose(0.03, 0.0, 0.04);
    CHECK(cr_touch_find(&m, 0.01, &memory, NULL) == 1, "%d points", memory.count);
    CHECK_NEAR(t->gap, 0.0, 1e-16);
    CHECK_NEAR(t->normal.x, 0.6, 1e-15);
    CHECK_REL(t->curvature, 1.0 / 0.02 + 1.0 / 0.03, 1e-6);
    m = test_meet(ball, box), m.pose_a = pose(0.05, 0.0, 0.12);
    CHECK(cr_touch_find(&m, 0.01, &memory, NULL) == 1, "%d points", memory.count);
    CHECK_NEAR(t->gap, 0.0, 1e-16);
    CHECK_REL(t->curvature, 50.0, 1e-9);
}

static void corners(cr_arena *arena) {
    const cr_form *box = test_box(arena, 0.1, 0.06, 0.02, 0.001), *plane = test_plane(arena);
    cr_touch_memory memory = {0};
    cr_meeting m = test_meet(box, plane);
    m.pose_a = pose(0.0, 0.0, 0.01);
    CHECK(cr_touch_find(&m, 0.001, &memory, NULL) == 4, "%d points", memory.count);
    for (int i = 0; i < memory.count; i++) {
        CHECK_NEAR(memory.touch[i].gap, 0.0, 1e-17);
        CHECK_NEAR(fabs(memory.touch[i].point_a.x), 0.049, 1e-16);
    }
}

// A coin tilted by a about y: its lowest rim point is R sin a below the middle of its lower face.
static void coin(cr_arena *arena) {
    double r = 0.0005, radius = 0.012, half = 0.001;
    const cr_form *cylinder = test_cylinder(arena, radius, 2.0 * half, r), *plane = test_plane(arena);
    for (double tilt = 0.001; tilt < 1.2; tilt *= 1.3) {
        cr_touch_memory memory = {0};
        cr_meeting m = test_meet(cylinder, plane);
        m.pose_a.turn = cr_quat_mul(test_about(0, 0, 1, 5.0 * tilt), test_about(0, 1, 0, tilt));
        double low = (radius - r) * sin(tilt) + (half - r) * cos(tilt) + r;
        m.pose_a.at.z = low + 1e-6;
        int count = cr_touch_find(&m, 0.0001, &memory, NULL);
        CHECK(count >= 1, "%d points", count);
        CHECK_NEAR(memory.touch[0].gap, 1e-6, 1e-16);
        CHECK(memory.touch[0].sample == -1, "moving");
        cr_touch t = memory.touch[0];
        m.pose_a.turn = cr_quat_mul(test_about(0, 0, 1, 0.003), m.pose_a.turn);
        cr_touch_follow(&m, &t);
        CHECK_NEAR(t.gap, 1e-6, 1e-16);
    }
    cr_touch_memory memory = {0};
    cr_meeting m = test_meet(cylinder, plane);
    m.pose_a.at.z = half;
    CHECK(cr_touch_find(&m, 1e-4, &memory, NULL) == 16, "%d points", memory.count);
}

// Edges that cross at an angle, the upper box stood on its edge: they touch at depth 0 of the distance of the
// two lines.
static void crossing_edges(cr_arena *arena) {
    double r = 0.001, diagonal = 0.019 * sqrt(2.0);
    const cr_form *a = test_box(arena, 0.2, 0.04, 0.04, r), *b = a;
    for (int k = 0; k < 50; k++) {
        cr_touch_memory memory = {0};
        cr_meeting m = test_meet(a, b);
        double angle = 0.4 + 0.05 * k, shift = 0.0013 * k, depth = k % 5 ? 0.0 : 1e-4;
        cr_quat on_edge = test_about(1, 0, 0, 0.78539816339744831);
        m.pose_a.turn = cr_quat_mul(test_about(0, 0, 1, angle), on_edge), m.pose_b.turn = on_edge;
        m.pose_a.at = cr_vec_make(0.02 - 0.5 * shift, 0.001 * k / 50.0, 2.0 * (diagonal + r) - depth);
        CHECK(cr_touch_find(&m, 1e-4, &memory, NULL) == 1, "%d points", memory.count);
        CHECK_NEAR(memory.touch[0].gap, -depth, 1e-15);
        CHECK_NEAR(memory.touch[0].normal.z, 1.0, 1e-9);
    }
}

// A rim in a trough has two lowest points: by a fine scan.
static void trough(cr_arena *arena) {
    test_field field;
    const cr_form *cylinder = test_cylinder(arena, 0.04, 0.1, 0.001),
                  *hollow = test_field_make(&field, &test_trough_ops, 0.06);
    for (int k = 0; k < 40; k++) {
        cr_touch_memory memory = {0};
        cr_meeting m = test_meet(cylinder, hollow);
        m.pose_a.turn = cr_quat_mul(test_about(0, 0, 1, 0.1 * k), test_about(0.6, 0.8, 0, 0.01 * k));
        m.pose_a.at.z = 0.01 - 0.02;
        cr_touch_find(&m, 0.05, &memory, NULL);
        for (int f = 0; f < 2; f++) {
            const cr_feature *feature = &cylinder->feature[f];
            const int n = 20000;
            int minima = 0, found = 0;
            double before[2] = {0};
            for (int i = -2; i < n; i++) {
                double u = 6.283185307179586 * i / n;
                cr_vec p =
                    cr_vec_add(feature->at, cr_vec_scale(feature->radius, cr_vec_make(cos(u), sin(u), 0)));
                double gap = cr_form_near(hollow, cr_pose_out(&m.pose_a, p), 0).distance - feature->round;
                if (i >= 0 && before[1] < before[0] && before[1] <= gap) {
                    minima++;
                    bool there = false;
                    for (int j = 0; j < memory.count; j++)
                        there |= fabs(memory.touch[j].gap - before[1]) < 1e-8;
                    CHECK(there, "minimum %g at %g of pose %d", before[1], u, k);
                }
                before[0] = before[1], before[1] = gap;
            }
            for (int j = 0; j < memory.count; j++) found += memory.touch[j].feature == f;
            CHECK(minima == found, "pose %d: %d minima, %d found", k, minima, found);
        }
    }
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    balls(arena);
    corners(arena);
    coin(arena);
    crossing_edges(arena);
    trough(arena);
    cr_arena_free(arena);
    return test_summary();
}
