// Flat contact: boxes across each other and over an edge are held at the corners of what both share; capsules
// side by side at the ends of it; a foot partly over an edge; small tilts do not make points come and go.
#include "seeds.h"
#include "test.h"
#include "touch_forms.h"

typedef struct plan {
    double x, y;
} plan;

static bool inside(plan p, double half_x, double half_y, double margin) {
    return fabs(p.x) <= half_x + margin && fabs(p.y) <= half_y + margin;
}

// The rectangle (half_x, half_y) at (x, y), turned: its corners, or a point in its frame.
static plan out_of(plan p, double x, double y, double angle) {
    return (plan){x + p.x * cos(angle) - p.y * sin(angle), y + p.x * sin(angle) + p.y * cos(angle)};
}
static plan into(plan p, double x, double y, double angle) {
    double dx = p.x - x, dy = p.y - y;
    return (plan){dx * cos(angle) + dy * sin(angle), -dx * sin(angle) + dy * cos(angle)};
}

static bool crossing(plan a, plan b, plan c, plan d, plan *at) {
    double ux = b.x - a.x, uy = b.y - a.y, vx = d.x - c.x, vy = d.y - c.y, det = ux * vy - uy * vx;
    if (fabs(det) < 1e-12) return false;
    double s = ((c.x - a.x) * vy - (c.y - a.y) * vx) / det, t = ((c.x - a.x) * uy - (c.y - a.y) * ux) / det;
    *at = (plan){a.x + s * ux, a.y + s * uy};
    return s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0;
}

static plan corner(double half_x, double half_y, int i) {
    static const int sign[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    return (plan){sign[i & 3][0] * half_x, sign[i & 3][1] * half_y};
}

// Corners of the rectangle that two rectangles share.
static int shared(double ax, double ay, double bx, double by, double x, double y, double angle, plan *found) {
    int count = 0;
    for (int i = 0; i < 4; i++) {
        plan p = out_of(corner(ax, ay, i), x, y, angle);
        if (inside(p, bx, by, 0.0)) found[count++] = p;
        if (inside(into(corner(bx, by, i), x, y, angle), ax, ay, 0.0)) found[count++] = corner(bx, by, i);
        for (int k = 0; k < 4; k++) {
            plan at;
            if (crossing(p, out_of(corner(ax, ay, i + 1), x, y, angle), corner(bx, by, k),
                         corner(bx, by, k + 1), &at))
                found[count++] = at;
        }
    }
    return count;
}

static bool has(const cr_touch_memory *m, plan p, double within) {
    for (int i = 0; i < m->count; i++)
        if (hypot(m->touch[i].point_a.x - p.x, m->touch[i].point_a.y - p.y) <= within) return true;
    return false;
}

// Box a on box b, flat, anywhere: every corner of what they share has a point (or one within the distance
// below which points are one), every point is in it, with the right gap; the keys are unlike; swapped: the
// same.
static void boxes(cr_arena *arena, uint64_t seed) {
    uint64_t random = cr_random_seed(seed);
    double round = 0.001;
    for (int k = 0; k < 200; k++) {
        double size[6];
        for (int i = 0; i < 6; i++) size[i] = 0.06 + 0.04 * cr_random_uniform(&random);
        if (k % 3 == 0) size[0] = 0.3, size[4] = 0.3, size[1] = size[3] = 0.02; // bars
        cr_arena_mark mark = cr_arena_here(arena);
        const cr_form *a = test_box(arena, size[0], size[1], size[2], round);
        const cr_form *b = test_box(arena, size[3], size[4], size[5], round);
        double angle = k % 3 ? test_pi * cr_random_uniform(&random) : 0.2 * cr_random_uniform(&random);
        double x = 0.3 * (size[0] + size[3]) * cr_random_uniform(&random) * (k % 3 != 0),
               y = 0.02 * cr_random_uniform(&random);
        if (k % 10 == 1) x = y = angle = 0.0;
        double gap = 1e-6 * cr_random_uniform(&random);
        cr_meeting m = test_meet(a, b);
        m.pose_a = (cr_pose){{x, y, 0.5 * (size[2] + size[5]) + gap}, test_about(0, 0, 1, angle)};
        cr_touch_memory memory = {0};
        cr_touch_find(&m, 1e-4, &memory, NULL);
        plan found[64];
        double half[4] = {0.5 * size[0] - round, 0.5 * size[1] - round, 0.5 * size[3] - round,
                          0.5 * size[4] - round};
        int count = shared(half[0], half[1], half[2], half[3], x, y, angle, found);
        double apart = 0.1 * fmin(a->wall, b->wall);
        for (int i = 0; i < count; i++)
            CHECK(has(&memory, found[i], 1.01 * apart), "pose %d: no point at %g %g of %d", k, found[i].x,
                  found[i].y, memory.count);
        for (int i = 0; i < memory.count; i++) {
            const cr_touch *t = &memory.touch[i];
            plan p = {t->point_a.x, t->point_a.y};
            CHECK(i == 0 || t->key > t[-1].key, "keys %x %x", t[-1].key, t->key);
            // A corner just past the other's rounded edge is near, but not there yet.
            if (t->gap > gap + 2e-15 && t->normal.z < 1.0 - 1e-12) continue;
            CHECK(inside(p, half[2], half[3], 1e-8) && inside(into(p, x, y, angle), half[0], half[1], 1e-8),
                  "pose %d: point at %g %g is outside", k, p.x, p.y);
            CHECK_NEAR(t->gap, gap, 2e-15); // where the normal has turned by 1e-6
        }
        cr_meeting swapped = {.a = b, .b = a, .pose_a = m.pose_b, .pose_b = m.pose_a, .flat = m.flat};
        cr_touch_memory mirror = {0};
        cr_touch_find(&swapped, 1e-4, &mirror, NULL);
        CHECK(mirror.count == memory.count, "pose %d: %d points, swapped %d", k, memory.count, mirror.count);
        for (int i = 0; i < mirror.count; i++)
            CHECK(has(&memory, (plan){mirror.touch[i].point_b.x, mirror.touch[i].point_b.y}, 1e-7),
                  "pose %d: swapped", k);
        cr_arena_rewind(arena, mark);
    }
}

// Points of a small tilt: the same keys while the box rocks by less than `flat` over its length; back at
// three times.
static void rocking(cr_arena *arena) {
    const cr_form *a = test_box(arena, 0.2, 0.03, 0.02, 0.001), *b = test_box(arena, 0.05, 0.2, 0.02, 0.001);
    cr_touch_memory memory = {0};
    cr_meeting m = test_meet(a, b);
    int first = 0;
    for (int k = 0; k < 100; k++) {
        double tilt = 0.9e-5 / 0.05 * sin(0.7 * k);
        m.pose_a = (cr_pose){{1e-5 * k, 2e-5 * k, 0.02 + 5e-6}, test_about(0, 1, 0, tilt)};
        cr_touch_memory last = memory;
        int count = cr_touch_find(&m, 1e-4, &memory, NULL);
        if (!k) first = count;
        CHECK(count == first, "%d points, first %d", count, first);
        for (int i = 0; k && i < count; i++) {
            CHECK(memory.touch[i].key == last.touch[i].key, "key changed at %d", k);
            cr_vec d = cr_vec_sub(memory.touch[i].point_a, last.touch[i].point_a);
            CHECK(cr_vec_length(d) < 6e-5, "point jumped by %g", cr_vec_length(d));
        }
    }
    m.pose_a.turn = test_about(0, 1, 0, 2.5e-5 / 0.048);
    CHECK(cr_touch_find(&m, 1e-4, &memory, NULL) == first, "still flat: %d", memory.count);
    m.pose_a.turn = test_about(0, 1, 0, 3.5e-5 / 0.048);
    cr_touch_find(&m, 1e-4, &memory, NULL);
    for (int i = 0; i < memory.count; i++)
        CHECK(memory.touch[i].owner == 1 || memory.touch[i].curvature > 0.0,
              "the edges of a lie flat no more");
}

static void capsules(cr_arena *arena) {
    const cr_form *a = test_capsule(arena, 0.01, 0.1), *b = test_capsule(arena, 0.02, 0.06);
    cr_touch_memory memory = {0};
    cr_meeting m = test_meet(a, b);
    m.pose_a.at = cr_vec_make(0.03, 0.0, 0.04); // along z: b has -0.03 .. 0.03, a -0.01 .. 0.09
    cr_touch_find(&m, 1e-3, &memory, NULL);
    double low = 1.0, high = -1.0;
    for (int i = 0; i < memory.count; i++) {
        CHECK_NEAR(memory.touch[i].gap, 0.0, 1e-15);
        low = fmin(low, memory.touch[i].point_a.z), high = fmax(high, memory.touch[i].point_a.z);
    }
    CHECK_NEAR(low, -0.01, 1e-9);
    CHECK_NEAR(high, 0.03, 1e-9);
    // Across each other at an angle: one.
    memory.count = 0;
    m.pose_a.turn = test_about(1, 0, 0, 0.3);
    m.pose_a.at = cr_vec_make(0.03, 0.0, 0.005);
    CHECK(cr_touch_find(&m, 1e-3, &memory, NULL) == 1, "%d points", memory.count);
    CHECK_NEAR(memory.touch[0].gap, 0.0, 1e-15);
    CHECK(memory.touch[0].sample == -1, "moves");
}

// A disc half over the edge of a box: points to both sides of its middle, on the box, none outside.
static void overhang(cr_arena *arena) {
    const cr_form *disc = test_cylinder(arena, 0.05, 0.01, 0.001),
                  *box = test_box(arena, 0.2, 0.2, 0.02, 0.001);
    for (int k = 0; k < 20; k++) {
        cr_touch_memory memory = {0};
        cr_meeting m = test_meet(disc, box);
        double x = 0.06 + 0.003 * k, edge = 0.099,
               chord = sqrt(fmax(0.0, 0.049 * 0.049 - (edge - x) * (edge - x)));
        m.pose_a = (cr_pose){{x, 0.01, 0.015}, test_about(0, 0, 1, 0.1 * k)};
        cr_touch_find(&m, 1e-4, &memory, NULL);
        for (int i = 0; i < memory.count; i++) {
            CHECK(memory.touch[i].point_a.x <= edge + 1e-8, "point at %g beyond the edge",
                  memory.touch[i].point_a.x);
            CHECK_NEAR(memory.touch[i].gap, 0.0, 1e-15);
        }
        if (x + 0.049 > edge + 0.002) {
            CHECK(has(&memory, (plan){edge, 0.01 + chord}, 2e-3) &&
                      has(&memory, (plan){edge, 0.01 - chord}, 2e-3),
                  "at %g: the ends of the chord, %d points", x, memory.count);
        }
    }
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (TEST_SEEDS(seed, 1, 2, 3)) boxes(arena, seed);
    rocking(arena);
    capsules(arena);
    overhang(arena);
    cr_arena_free(arena);
    return test_summary();
}
