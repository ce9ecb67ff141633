// Closed surfaces with sharp edges as forms: planes where they are, edges round, curved parts that go on up
// to the edge. Splines alone rise over a plane beside its edges by a tenth of a cell, .55 mm of a cube of 40
// mm.
#include "base/maths.h"
#include "base/random.h"
#include "geom/grid.h"
#include "geom/touch.h"
#include "surfaces.h"
#include "test.h"

typedef struct block {
    const char *name;
    cr_vec half;
    cr_quat turn;
    int faces; // along an edge
} block;

static cr_vec turned_box(cr_vec p, const void *context) {
    const block *b = context;
    return cr_quat_turn(b->turn, surface_box(p, &b->half));
}

static cr_form *form_of(surface s, cr_arena *arena) {
    cr_error error = {.reason = ""};
    cr_form *form = surface_form(&s, cr_grid_def_default(), arena, &error);
    CHECK(form != NULL, "%s: %s", error.place, error.reason);
    surface_free(&s);
    return form;
}

static cr_form *box_of(const block *b, double round, cr_arena *arena) {
    const cr_setting settings[] = {
        {"x", 2.0 * b->half.x}, {"y", 2.0 * b->half.y}, {"z", 2.0 * b->half.z}, {"round", round}, {0}};
    return cr_form_new("box", settings, arena, NULL);
}

// Points within `near` of the surface: the box with edges of the same radius.
static void check_distance(const block *b, const cr_form *form, const cr_form *box, double near) {
    uint64_t state = cr_random_seed(3);
    double off = 0.0, turned = 0.0;
    for (int i = 0; i < 8000; i++) {
        double x = cr_random_uniform(&state), y = cr_random_uniform(&state), z = cr_random_uniform(&state);
        cr_vec at = surface_box(
            cr_vec_make(i % 3 == 0 ? 1.0 : x, i % 3 == 1 ? -1.0 : y, i % 3 == 2 ? 1.0 : z), &b->half);
        cr_vec p = cr_vec_along(at, near * cr_random_uniform(&state), cr_form_near(box, at, 0).normal);
        cr_near exact = cr_form_near(box, p, 0), found = cr_form_near(form, cr_quat_turn(b->turn, p), 0);
        off = fmax(off, fabs(found.distance - exact.distance));
        if (exact.distance > -0.5 * form->round) // below, the centre of an edge's rounding is near
            turned =
                fmax(turned, cr_vec_length(cr_vec_sub(cr_quat_back(b->turn, found.normal), exact.normal)));
    }
    double size = 2.0 * cr_vec_length(b->half);
    printf("%s: round %.3g mm, cell %.3g mm, distance off by %.2g of the size, normals by %.2g rad\n",
           b->name, 1e3 * form->round, 1e3 * ((const cr_grid *)form->data)->cell, off / size, turned);
    // Positions and coefficients are floats, 6e-8 of the size, and normals of edges are ways over half of
    // their radius; asked for is 1e-5.
    CHECK(off <= 3e-7 * size, "%s: distance off by %g m", b->name, off);
    CHECK(turned <= 1e-5 + 6e-8 * size / (0.5 * form->round), "%s: normals off by %g rad", b->name, turned);
}

// Standing on each of its faces: four corners at the height of the face.
static void check_standing(const block *b, const cr_form *form, const cr_form *plane) {
    static cr_touch_memory memory;
    for (int face = 0; face < 6; face++) {
        int axis = face / 2;
        double half = axis == 0 ? b->half.x : axis == 1 ? b->half.y : b->half.z, h = sqrt(0.5);
        cr_quat stand[3] = {{h, 0.0, face % 2 ? h : -h, 0.0},
                            {h, face % 2 ? h : -h, 0.0, 0.0},
                            {face % 2, !(face % 2), 0.0, 0.0}};
        cr_meeting meeting = {.a = form, .b = plane, .flat = 1e-5};
        meeting.pose_b = (cr_pose){{0.0, 0.0, 0.0}, cr_quat_none};
        meeting.pose_a = (cr_pose){{0.0, 0.0, half}, cr_quat_mul(stand[axis], cr_quat_inverse(b->turn))};
        memory.count = 0;
        int count = cr_touch_find(&meeting, 1e-4, &memory, NULL);
        CHECK(count == 4, "%s: %d points on face %d", b->name, count, face);
        for (int i = 0; i < count; i++)
            CHECK(fabs(memory.touch[i].gap) <= 1e-7 * 2.0 * cr_vec_length(b->half), "%s: face %d is %g m off",
                  b->name, face, memory.touch[i].gap);
    }
}

static void test_blocks(void) {
    const block blocks[] = {{"cube", {0.02, 0.02, 0.02}, {1.0, 0.0, 0.0, 0.0}, 1},
                            {"tilted cube", {0.02, 0.02, 0.02}, {0.8, 0.36, 0.48, 0.0}, 1},
                            {"plate", {0.02, 0.015, 0.002}, {1.0, 0.0, 0.0, 0.0}, 1},
                            {"tilted plate", {0.02, 0.015, 0.002}, {0.8, 0.36, 0.48, 0.0}, 2}};
    for (int i = 0; i < TEST_AMOUNT(4, 2); i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_form *form = form_of(surface_cube(blocks[i].faces, false, turned_box, &blocks[i]), arena);
        cr_form *plane = cr_form_new("plane", NULL, arena, NULL);
        cr_form *box = form ? box_of(&blocks[i], form->round, arena) : NULL;
        CHECK(box && plane, "no box");
        if (box && plane) {
            const cr_grid *grid = form->data;
            CHECK(form->round > 0.0 && form->round <= 0.126 * grid->cell, "round %g m", form->round);
            check_distance(&blocks[i], form, box, grid->cell);
            check_standing(&blocks[i], form, plane);
        }
        cr_arena_free(arena);
    }
}

// --- half a ball on its flat side: a smooth part that ends at a sharp edge

static cr_vec dome_map(cr_vec p, const void *context) {
    const double *radius = context;
    double lid = p.z <= -1.0 ? fmax(fabs(p.x), fabs(p.y)) : 1.0;
    return cr_vec_scale(*radius * lid,
                        cr_vec_unit(cr_vec_make(p.x, p.y, 0.5 * (p.z + 1.0)), cr_vec_make(0.0, 0.0, 0.0)));
}

// Rolls from its pole to its rim: always a point, and as high as the ball is. Faces of 1.7 mm are 20 um off
// it, bent ones and splines through them a sixth of that;
// with faces twice as large as the cells, 80 um off, none is bent.
static void test_dome(void) {
    const double radius = 0.02;
    enum { STEPS = 600 };
    static cr_touch_memory memory;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_form *form = form_of(surface_cube(TEST_AMOUNT(24, 12), false, dome_map, &radius), arena);
    cr_form *plane = cr_form_new("plane", NULL, arena, NULL);
    double worst = 0.0;
    int lost = 0, many = 0;
    memory.count = 0;
    for (int i = 0; form && plane && i < STEPS; i++) {
        double a = 0.5 * cr_pi * i / STEPS, half = 0.5 * (cr_pi - a); // the pole down, then turned by a
        cr_meeting meeting = {.a = form, .b = plane, .flat = 1e-5};
        meeting.pose_b = (cr_pose){{0.0, 0.0, 0.0}, cr_quat_none};
        meeting.pose_a =
            (cr_pose){{0.0, 0.0, radius}, {cr_cos(half), 0.28 * cr_sin(half), 0.96 * cr_sin(half), 0.0}};
        int count = cr_touch_find(&meeting, 1e-4, &memory, NULL);
        double least = HUGE_VAL;
        for (int k = 0; k < count; k++) least = fmin(least, memory.touch[k].gap);
        lost += count == 0;
        many += count > 2;
        if (count) worst = fmax(worst, fabs(least));
    }
    if (form)
        printf("dome: round %.3g mm, gap within %.2g um, %d lost, %d with more than two points\n",
               1e3 * form->round, 1e6 * worst, lost, many);
    CHECK(lost == 0 && many == 0, "%d of %d without a point, %d with many", lost, STEPS, many);
    CHECK(worst <= TEST_AMOUNT(5e-6, 1.5e-4), "%g m", worst);
    cr_arena_free(arena);
}

int main(void) {
    test_blocks();
    test_dome();
    return test_summary();
}
