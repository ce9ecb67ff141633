// Thin walls: a point that is pressed past the middle is pushed back to its side, one that goes round the rim
// is free; where a distance has no direction the last one holds.
#include "test.h"
#include "touch_forms.h"

// Down from above through a wall without end: the gap goes on falling, the normal stays.
static void pressed(const cr_form *a, const cr_form *wall, double below, int owner) {
    for (int up = -1; up <= 1; up += 2) {
        cr_touch_memory memory = {0};
        for (int k = 0; k <= 40; k++) {
            double gap = 3e-4 - 1e-4 * k; // the wall is 2 mm thick
            cr_pose pose = {{1e-4 * k, 0.0, up * (gap + below + 0.001)}, test_about(0, 0, 1, 0.3)};
            cr_meeting m = owner ? test_meet(wall, a) : test_meet(a, wall);
            *(owner ? &m.pose_b : &m.pose_a) = pose;
            CHECK(cr_touch_find(&m, 1e-3, &memory, NULL) >= 1, "gap %g", gap);
            double least = 1.0;
            for (int i = 0; i < memory.count; i++) {
                const cr_touch *t = &memory.touch[i];
                if (t->owner != owner) continue;
                least = fmin(least, t->gap);
                CHECK_NEAR(t->normal.z, (owner ? -1.0 : 1.0) * up, 1e-12);
                CHECK(t->side == up, "side %d of %d at %g", t->side, up, gap);
            }
            CHECK_NEAR(least, gap, 1e-12);
        }
    }
}

// Over the rim of a tube, from the inside to the outside, and back to the wall.
static void round_the_rim(cr_arena *arena) {
    const cr_form *tube =
        test_form(arena, "tube", "radius", 0.05, "thickness", 0.002, "length", 0.1, "", 0.0);
    const cr_form *ball = test_sphere(arena, 0.005);
    cr_touch_memory memory = {0};
    cr_meeting m = test_meet(ball, tube);
    int side = 0;
    for (int k = 0; k <= 100; k++) { // half a circle about the rim
        double angle = -0.6 * test_pi + 1.2 * test_pi * k / 100.0, r = 0.0075;
        m.pose_a.at = cr_vec_make(0.049 + r * sin(angle), 0.0, 0.049 + r * cos(angle));
        CHECK(cr_touch_find(&m, 0.01, &memory, NULL) == 1, "%d points", memory.count);
        CHECK(memory.touch[0].gap > 0.0 && memory.touch[0].gap < 0.003, "gap %g", memory.touch[0].gap);
        if (k == 0) side = memory.touch[0].side;
    }
    CHECK(side != 0 && memory.touch[0].side == -side, "sides %d %d", side, memory.touch[0].side);
    m.pose_a.at = cr_vec_make(0.050 + 0.005 - 0.0015, 0.0, 0.03);
    for (int k = 0; k < 3; k++) cr_touch_find(&m, 0.01, &memory, NULL);
    CHECK_NEAR(memory.touch[0].gap, -0.0015, 1e-12);
    CHECK_NEAR(memory.touch[0].normal.x, 1.0, 1e-12);
}

static cr_near nowhere_near(const cr_form *form, cr_vec p, int side) {
    (void)side;
    double r = cr_vec_length(p);
    cr_vec out = r > 1e-3 ? cr_vec_scale(1.0 / r, p) : cr_vec_make(0.0, 0.0, 0.0);
    return (cr_near){r - form->value[0], out};
}

static void no_direction(cr_arena *arena) {
    static const cr_form_ops ops = {.near = nowhere_near};
    test_field field;
    const cr_form *blind = test_field_make(&field, &ops, 0.01), *ball = test_sphere(arena, 0.005);
    cr_touch_memory memory = {0};
    cr_meeting m = test_meet(ball, blind);
    m.pose_a.at = cr_vec_make(0.003, 0.004, 0.0);
    cr_touch_find(&m, 0.01, &memory, NULL);
    m.pose_a.at = cr_vec_make(0.0, 1e-4, 0.0);
    cr_touch_find(&m, 0.01, &memory, NULL);
    CHECK_NEAR(memory.touch[0].normal.x, 0.6, 1e-15);
    CHECK_NEAR(memory.touch[0].normal.y, 0.8, 1e-15);
    memory.count = 0;
    cr_touch_find(&m, 0.01, &memory, NULL);
    CHECK_NEAR(memory.touch[0].normal.y, 1.0, 1e-15);
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    test_field field;
    const cr_form *wall = test_field_make(&field, &test_wall_ops, 0.001);
    for (int owner = 0; owner < 2; owner++) {
        pressed(test_sphere(arena, 0.005), wall, 0.005, owner);
        pressed(test_box(arena, 0.02, 0.02, 0.02, 0.001), wall, 0.01, owner);
        pressed(test_cylinder(arena, 0.02, 0.02, 0.001), wall, 0.01, owner);
    }
    round_the_rim(arena);
    no_direction(arena);
    cr_arena_free(arena);
    return test_summary();
}
