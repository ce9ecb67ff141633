// A form of triangles rolls over a plane and a ball over it: one point of contact that keeps its name while
// the place on the surface passes from seed to seed, and gaps that stay what they are to the precision of the
// surface.
#include "base/maths.h"
#include "geom/grid.h"
#include "geom/touch.h"
#include "surfaces.h"
#include "test.h"

static cr_form *round_form(const double *radius, cr_arena *arena) {
    surface s = surface_cube(8, true, surface_ball, radius);
    cr_grid_def def = cr_grid_def_default();
    def.cell = 0.004;
    cr_form *form = surface_form(&s, def, arena, NULL);
    surface_free(&s);
    return form;
}

static void test_rolling(const cr_form *grid, const cr_form *plane, double radius) {
    static cr_touch_memory memory;
    memory.count = 0;
    cr_meeting meeting = {.a = grid, .b = plane, .flat = 1e-5};
    meeting.pose_b = (cr_pose){{0.0, 0.0, 0.0}, cr_quat_none};
    unsigned key = 0;
    double worst = 0.0, off = 0.0;
    int alone = 0, renamed = 0;
    enum { STEPS = 400 };
    for (int i = 0; i < STEPS; i++) {
        double angle = 2.0 * cr_pi * i / STEPS, c = cr_cos(0.5 * angle), s = cr_sin(0.5 * angle);
        meeting.pose_a = (cr_pose){{radius * angle, 0.0, radius + 1e-5}, {c, 0.6 * s, 0.8 * s, 0.0}};
        int count = cr_touch_find(&meeting, 1e-3, &memory, NULL);
        alone += count == 1;
        if (count < 1) continue;
        renamed += i > 0 && memory.touch[0].key != key;
        key = memory.touch[0].key;
        worst = fmax(worst, fabs(memory.touch[0].gap - 1e-5));
        cr_vec under = cr_vec_sub(memory.touch[0].point_a, meeting.pose_a.at);
        off = fmax(off, sqrt(under.x * under.x + under.y * under.y));
    }
    printf("rolling: gap within %.2g um, point within %.2g um, renamed %d times\n", 1e6 * worst, 1e6 * off,
           renamed);
    CHECK(alone == STEPS, "%d of %d steps have one point", alone, STEPS);
    CHECK(renamed == 0, "renamed %d times", renamed);
    CHECK(worst <= 1e-5, "gap off by %g m", worst);        // what the faces are off the ball
    CHECK(off <= radius * 3e-3, "point off by %g m", off); // and their normals
}

// A ball larger than the band.
static void test_ball_on_grid(const cr_form *grid, const cr_form *ball, double radius, double other) {
    static cr_touch_memory memory;
    memory.count = 0;
    cr_meeting meeting = {.a = ball, .b = grid, .flat = 1e-5};
    meeting.pose_b = (cr_pose){{0.0, 0.0, 0.0}, cr_quat_none};
    double worst = 0.0;
    int alone = 0;
    for (int i = 0; i < 100; i++) {
        cr_vec way = cr_vec_unit(cr_vec_make(cr_sin(i), cr_cos(2.0 * i), cr_sin(3.0 * i + 1.0)),
                                 cr_vec_make(0.0, 0.0, 1.0));
        meeting.pose_a = (cr_pose){cr_vec_scale(radius + other + 2e-5, way), cr_quat_none};
        memory.count = 0;
        alone += cr_touch_find(&meeting, 1e-3, &memory, NULL) == 1;
        if (memory.count) worst = fmax(worst, fabs(memory.touch[0].gap - 2e-5));
    }
    CHECK(alone == 100, "%d of 100 have one point", alone);
    CHECK(worst <= 1e-5, "gap off by %g m", worst);
}

int main(void) {
    const double radius = 0.02, other = 0.05;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    cr_form *grid = round_form(&radius, arena);
    cr_form *plane = cr_form_new("plane", NULL, arena, &error);
    cr_form *ball = cr_form_new("sphere", (cr_setting[]){{"radius", other}, {0}}, arena, &error);
    CHECK(grid && plane && ball, "%s", error.reason);
    if (grid && plane && ball) {
        test_rolling(grid, plane, radius);
        test_ball_on_grid(grid, ball, radius, other);
    }
    cr_arena_free(arena);
    return test_summary();
}
