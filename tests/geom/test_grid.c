// label: plain
// Closed surfaces as forms: distance, normals and signs of balls, rings and boxes against closed forms;
// bounds far away; mass; features; what is refused; memory.
#include "base/random.h"
#include "budget.h"
#include "geom/grid.h"
#include "seeds.h"
#include "surfaces.h"
#include "test.h"
#include "trilinear.h"

#include <string.h>

static cr_near ball_near(cr_vec p, const void *context) {
    const double *radius = context;
    double length = cr_vec_length(p);
    return (cr_near){length - *radius, cr_vec_unit(p, cr_vec_make(0.0, 0.0, 1.0))};
}

static cr_near ring_near(cr_vec p, const void *context) {
    const double *radius = context;
    cr_vec flat = cr_vec_unit(cr_vec_make(p.x, p.y, 0.0), cr_vec_make(1.0, 0.0, 0.0));
    cr_vec away = cr_vec_along(p, -radius[0], flat);
    return (cr_near){cr_vec_length(away) - radius[1], cr_vec_unit(away, cr_vec_make(0.0, 0.0, 1.0))};
}

static cr_vec random_point(uint64_t *state, double size) {
    double x = size * cr_random_uniform(state), y = size * cr_random_uniform(state);
    return cr_vec_make(x, y, size * cr_random_uniform(state));
}

typedef struct errors {
    double distance, normal;           // rms, m and rad
    double trilinear, trilinear_worst; // of normals, rad
    double worst;                      // of normals, rad
} errors;

// At points within 50 um of the surface.
static errors measure(const cr_form *form, exact_distance exact, const void *context, double cell,
                      double size) {
    enum { POINTS = 4000 };
    uint64_t state = cr_random_seed(5);
    errors e = {0};
    for (int i = 0; i < POINTS; i++) {
        cr_vec p = random_point(&state, size);
        cr_near there = exact(p, context);
        p = cr_vec_along(p, 5e-5 * cr_random_uniform(&state) - there.distance, there.normal);
        there = exact(p, context);
        cr_near found = cr_form_near(form, p, 0), lines = trilinear_near(exact, context, cell, p);
        double turned = cr_vec_length(cr_vec_sub(found.normal, there.normal));
        double by_lines = cr_vec_length(cr_vec_sub(lines.normal, there.normal));
        e.distance += (found.distance - there.distance) * (found.distance - there.distance) / POINTS;
        e.normal += turned * turned / POINTS;
        e.trilinear += by_lines * by_lines / POINTS;
        e.worst = fmax(e.worst, turned);
        e.trilinear_worst = fmax(e.trilinear_worst, by_lines);
    }
    e.distance = sqrt(e.distance), e.normal = sqrt(e.normal), e.trilinear = sqrt(e.trilinear);
    return e;
}

// Signs are right wherever the surface of the triangles cannot be on the other side of the exact one (sag),
// and nowhere is the distance overestimated by more than the splines' rounding of a kink, a tenth of a cell.
static void check_signs(const char *name, const cr_form *form, exact_distance exact, const void *context,
                        double sag, double size) {
    enum { POINTS = 20000 };
    const cr_grid *grid = form->data;
    uint64_t state = cr_random_seed(6);
    int wrong = 0, over = 0, turned = 0;
    for (int i = 0; i < POINTS; i++) {
        cr_vec p = random_point(&state, size * (i % 4 ? 1.2 : 5.0));
        if (i % 2) { // at the wall
            cr_near there = exact(p, context);
            p = cr_vec_along(p, 3e-4 * cr_random_uniform(&state) - there.distance, there.normal);
        }
        cr_near there = exact(p, context), found = cr_form_near(form, p, 0);
        wrong += fabs(there.distance) > sag && there.distance * found.distance <= 0.0;
        over += fabs(found.distance) > fabs(there.distance) + sag + 0.1 * grid->cell;
        turned += !(fabs(cr_vec_length(found.normal) - 1.0) < 1e-12) ||
                  (there.distance > 0.0 && cr_vec_dot(found.normal, there.normal) < -0.01);
    }
    CHECK(wrong == 0, "%s: %d wrong signs of %d", name, wrong, POINTS);
    CHECK(over == 0, "%s: %d bounds too large of %d", name, over, POINTS);
    CHECK(turned == 0, "%s: %d normals look the other way of %d", name, turned, POINTS);
}

static cr_form *form_of(surface *s, cr_grid_def def, cr_arena *arena) {
    cr_error error = {.reason = ""};
    cr_form *form = surface_form(s, def, arena, &error);
    CHECK(form != NULL, "%s: %s", error.place, error.reason);
    surface_free(s);
    return form;
}

// Quadratic faces with diagonals d = 2 sqrt(2) R/10 on a ball are off by d^4/(80 R^3) = 1.6 um (measured: 4th
// order), the splines by less: cell^4/(1000 R^3). Normals of lines between values jump by cell/R from cell to
// cell.
static void test_ball(void) {
    double radius = 0.02;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    surface s = surface_cube(TEST_AMOUNT(10, 6), true, surface_ball, &radius);
    cr_grid_def def = cr_grid_def_default();
    def.cell = 0.003;
    cr_form *form = form_of(&s, def, arena);
    if (form) {
        errors e = measure(form, ball_near, &radius, def.cell, radius);
        printf("ball: distance %.2g um, normals %.3g rad (worst %.3g), with lines %.3g (worst %.3g)\n",
               1e6 * e.distance, e.normal, e.worst, e.trilinear, e.trilinear_worst);
        CHECK(e.distance <= TEST_AMOUNT(2e-6, 1.5e-5), "distance off by %g m rms", e.distance);
        CHECK(e.normal <= TEST_AMOUNT(8e-4, 4e-3), "normals off by %g rad rms", e.normal);
        CHECK(e.worst < e.trilinear_worst / TEST_AMOUNT(20.0, 5.0), "normals %g, lines %g rad", e.worst,
              e.trilinear_worst);
        check_signs("ball", form, ball_near, &radius, TEST_AMOUNT(5e-6, 3e-5), radius);
        CHECK_REL(form->volume, 4.0 / 3.0 * cr_pi * radius * radius * radius, TEST_AMOUNT(3e-4, 2e-3));
        CHECK_REL(form->inertia[0], 0.4 * form->volume * radius * radius, 1e-3);
        // Faces are cut one way: an error of theirs, of 4th order in their size, 8 times with 6 instead of 10
        // of them.
        CHECK_NEAR(form->inertia[3] / form->inertia[0], 0.0, TEST_AMOUNT(5e-6, 4e-5));
        CHECK_NEAR(cr_vec_length(form->centre), 0.0, 1e-8);
        CHECK_REL(form->wall, 2.0 * radius, 0.02);
        CHECK(form->features == 1 && form->feature[0].kind == CR_FEATURE_SURFACE, "%d features",
              form->features);
    }
    cr_arena_free(arena);
}

static void test_ring(void) {
    const double radius[2] = {0.03, 0.01};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    surface s = surface_square(40, 14, true, true, true, surface_ring, radius);
    cr_grid_def def = cr_grid_def_default();
    def.cell = 0.0025;
    cr_form *form = form_of(&s, def, arena);
    if (form) {
        const cr_grid *grid = form->data;
        errors e = measure(form, ring_near, radius, grid->cell, 0.03);
        printf("ring: cell %.3g mm, distance %.2g um, normals %.3g rad (worst %.3g), with lines %.3g (worst "
               "%.3g)\n",
               1e3 * grid->cell, 1e6 * e.distance, e.normal, e.worst, e.trilinear, e.trilinear_worst);
        // Cells of a quarter of the pipe's radius r: cell^4/(16 r^3) 1e-2 = 2.4 um, and cell^3/(16 r^3) =
        // 1e-3 rad.
        CHECK(e.distance <= 3e-6 && e.normal <= 1.5e-3, "off by %g m, %g rad rms", e.distance, e.normal);
        CHECK(e.worst < e.trilinear_worst / 15.0, "normals %g, lines %g rad", e.worst, e.trilinear_worst);
        check_signs("ring", form, ring_near, radius, 6e-6, 0.03);
        CHECK_REL(form->volume, 2.0 * cr_pi * cr_pi * radius[0] * radius[1] * radius[1], 1e-3);
        double a2 = radius[1] * radius[1], r2 = radius[0] * radius[0];
        CHECK_REL(form->inertia[2], form->volume * (r2 + 0.75 * a2), 1e-3);
        CHECK_REL(form->inertia[0], form->volume * (0.5 * r2 + 0.625 * a2), 1e-3);
    }
    cr_arena_free(arena);
}

// A box is exact but for floats; its 12 edges and 8 corners are found whole, drawn in by the radius of the
// edges, and its faces, which lie between them, need no points of their own.
static void test_box(void) {
    const cr_vec half = {0.03, 0.02, 0.01};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    surface s = surface_cube(3, false, surface_box, &half);
    cr_form *form = form_of(&s, cr_grid_def_default(), arena);
    if (form) {
        int kinds[5] = {0};
        double edges = 0.0;
        for (int i = 0; i < form->features; i++) {
            kinds[form->feature[i].kind]++;
            if (form->feature[i].kind == CR_FEATURE_LINE)
                edges += 2.0 * cr_vec_length(form->feature[i].along);
        }
        CHECK(kinds[CR_FEATURE_POINT] == 8 && kinds[CR_FEATURE_LINE] == 12 && kinds[CR_FEATURE_SURFACE] == 0,
              "%d points, %d lines, %d surfaces", kinds[CR_FEATURE_POINT], kinds[CR_FEATURE_LINE],
              kinds[CR_FEATURE_SURFACE]);
        CHECK_REL(edges, 8.0 * (half.x + half.y + half.z - 3.0 * form->round), 1e-6);
        CHECK_REL(form->volume, 8.0 * half.x * half.y * half.z, 1e-6);
        CHECK_REL(form->inertia[1], form->volume / 3.0 * (half.x * half.x + half.z * half.z), 1e-6);
        CHECK_REL(form->wall, 0.02, 1e-6);
        CHECK_REL(((const cr_grid *)form->data)->cell, 0.02 / 8.0, 1e-6); // no curvature
        cr_near top = cr_form_near(form, cr_vec_make(0.003, 0.002, 0.0103), 0);
        CHECK_NEAR(top.distance, 3e-4, 1e-8); // floats of 0.02 m
        CHECK_NEAR(top.normal.z, 1.0, 1e-9);
        CHECK_NEAR(cr_form_near(form, cr_vec_make(0.0302, 0.0, 0.0), 0).distance, 2e-4, 1e-8);
        cr_near far = cr_form_near(form, cr_vec_make(0.0, 0.0, 7.0), 0);
        CHECK_NEAR(far.distance, 6.99, 1e-6);
        CHECK_NEAR(far.normal.z, 1.0, 1e-9);
    }
    cr_arena_free(arena);
}

// Points that slide: on the surface, and where another seed takes over they stay where they are.
static void test_sliding(void) {
    const double radius[2] = {0.03, 0.01};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    surface s = surface_square(48, 24, true, true, false, surface_ring, radius);
    cr_grid_def def = cr_grid_def_default();
    def.cell = 0.0025;
    cr_form *form = form_of(&s, def, arena);
    if (form) {
        const cr_form_ops *ops = form->type->ops;
        const cr_grid *grid = form->data;
        double off = 0.0, moved = 0.0;
        int given = 0;
        for (TEST_SEEDS(seed, 1, 2, 3))
            for (int i = 0; i < 200; i++) {
                uint64_t state = cr_random_seed(seed + 1000 * (uint64_t)i);
                double u, v, u0, v0;
                ops->sample(form, 0, i % grid->seeds, &u, &v);
                u0 = u += 1.5 * grid->spacing * cr_random_uniform(&state);
                v0 = v += 1.5 * grid->spacing * cr_random_uniform(&state);
                cr_vec p = ops->place(form, 0, u, v);
                off = fmax(off, fabs(cr_form_near(form, p, 0).distance));
                ops->keep(form, 0, &u, &v);
                given += u != u0 || v != v0;
                moved = fmax(moved, cr_vec_length(cr_vec_sub(ops->place(form, 0, u, v), p)));
            }
        CHECK(off <= 1e-9, "points are %g m off the surface", off);
        CHECK(moved <= 1e-9 * grid->spacing * 1.01, "points move by %g m", moved);
        CHECK(given > 120, "only %d points changed their seed", given);
    }
    cr_arena_free(arena);
}

static void check_refused(surface *s, cr_grid_def def, const char *part) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    cr_form *form = surface_form(s, def, arena, &error);
    CHECK(!form && strstr(error.reason, part), "%s", form ? "accepted" : error.reason);
    CHECK(cr_arena_size(arena) == 0, "%zu bytes left", cr_arena_size(arena));
    cr_arena_free(arena);
    surface_free(s);
}

static void test_refused(void) {
    const cr_vec half = {0.03, 0.02, 0.01};
    cr_grid_def def = cr_grid_def_default(), fine = def, thin = def;
    surface s = surface_cube(2, false, surface_box, &half);
    s.triangles--;
    check_refused(&s, def, "belongs to one triangle: the surface must be closed");
    s = surface_cube(2, false, surface_box, &half);
    int first = s.triangle[0];
    s.triangle[0] = s.triangle[1], s.triangle[1] = first;
    check_refused(&s, def, "turn against each other");
    s = surface_cube(2, false, surface_box, &half);
    s.triangle[3] = s.triangle[0], s.triangle[4] = s.triangle[1], s.triangle[5] = s.triangle[2];
    check_refused(&s, def, "belongs to more than two triangles");
    s = surface_cube(2, false, surface_box, &half);
    for (int t = 0; t < s.triangles; t++) {
        int kept = s.triangle[3 * t];
        s.triangle[3 * t] = s.triangle[3 * t + 1];
        s.triangle[3 * t + 1] = kept;
    }
    check_refused(&s, def, "counter-clockwise from outside");
    s = surface_cube(2, false, surface_box, &half);
    s.triangle[7] = s.vertices;
    check_refused(&s, def, "has no vertex");
    s = surface_cube(2, false, surface_box, &half);
    s.position[4] = NAN;
    check_refused(&s, def, "finite");
    s = surface_cube(2, false, surface_box, &half);
    fine.cell = 1e-6;
    check_refused(&s, fine, "MB, more than 64");
    s = surface_cube(2, false, surface_box, &half);
    thin.wall = -1.0;
    check_refused(&s, thin, "must not be negative");
}

// Whatever allocation fails: no form, a reason, nothing lost.
static void test_no_memory(void) {
    const cr_vec half = {0.03, 0.02, 0.01};
    surface s = surface_cube(1, false, surface_box, &half);
    cr_grid_def def = cr_grid_def_default();
    def.cell = 0.02;
    bool made = false;
    for (int most = 0; most < 60 && !made; most++) {
        budget b = {.left = most};
        cr_error error = {.reason = ""};
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        if (arena) made = surface_form(&s, def, arena, &error) != NULL;
        CHECK(!arena || made || error.status == CR_ERR_MEMORY, "%d: %s", most, error.reason);
        cr_arena_free(arena);
        CHECK(b.live == 0, "%d live after %d allocations", b.live, most);
    }
    CHECK(made, "never made");
    surface_free(&s);
}

int main(void) {
    test_ball();
    test_ring();
    test_box();
    test_sliding();
    test_refused();
    test_no_memory();
    return test_summary();
}
