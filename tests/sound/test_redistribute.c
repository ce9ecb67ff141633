// Redistribution: sum and moment stay, cones are kept, and no other distribution is nearer to the one before.
#include "carom/sound.h"

#include "base/numeric.h"
#include "base/random.h"
#include "test.h"

#include <string.h>

enum { MOST = 500 };

typedef struct wrench {
    cr_vec force, moment;
} wrench;

static wrench sum_of(const cr_spread_contact *c, int count, bool normal) {
    wrench w = {0};
    for (int k = 0; k < count; k++) {
        cr_vec f = normal ? cr_vec_scale(c[k].pressed, c[k].normal) : c[k].rubbed;
        w.force = cr_vec_add(w.force, f);
        w.moment = cr_vec_add(w.moment, cr_vec_cross(c[k].at, f));
    }
    return w;
}

static double away(const cr_spread_contact *c, int count) {
    double sum = 0;
    for (int k = 0; k < count; k++) {
        cr_vec d = cr_vec_sub(c[k].rubbed, c[k].rubbed_before);
        sum += cr_square(c[k].pressed - c[k].before) + cr_vec_dot(d, d);
    }
    return sum;
}

// Points on a plate, or on a shallow bowl; `active` of them carry all of the impulse.
static void make(cr_spread_contact *c, int count, int active, double bend, double mu, uint64_t *seed) {
    memset(c, 0, (size_t)count * sizeof *c);
    for (int k = 0; k < count; k++) {
        double x = 0.1 * cr_random_uniform(seed), y = 0.1 * cr_random_uniform(seed);
        c[k].at = cr_vec_make(x, y, 0.5 * bend * (x * x + y * y) - 0.02);
        c[k].normal = cr_vec_unit(cr_vec_make(-bend * x, -bend * y, 1), cr_vec_make(0, 0, 1));
        c[k].friction = mu;
    }
    for (int k = 0; k < active; k++) {
        cr_spread_contact *p = &c[(k * 7919) % count];
        cr_vec t1, t2;
        cr_vec_frame(p->normal, &t1, &t2);
        p->pressed += 0.4 + 0.1 * cr_random_uniform(seed);
        double a = cr_pi * cr_random_uniform(seed), size = 0.8 * mu * p->pressed;
        p->rubbed = cr_vec_add(cr_vec_scale(size * cos(a), t1), cr_vec_scale(size * sin(a), t2));
    }
}

static void check_sums(const wrench *before, const wrench *after, double scale, const char *what) {
    double miss = cr_vec_length(cr_vec_sub(before->force, after->force)) +
                  10 * cr_vec_length(cr_vec_sub(before->moment, after->moment));
    CHECK(miss <= 1e-10 * scale, "%s: %g of %g", what, miss, scale);
}

// All sets: conserved to 1e-10 of the impulse, in the cones (exactly, but for the rounding of the tangents),
// nearer to the step before; done twice, the second time from the first's result, it stays.
static void random_sets(cr_redistribution *scratch) {
    static const int counts[] = {4, 20, 100, MOST};
    static cr_spread_contact c[MOST];
    uint64_t seed = cr_random_seed(11);
    int solved = 0, all = 0;
    for (int trial = 0; trial < TEST_AMOUNT(80, 12); trial++) {
        int count = counts[trial % 4];
        make(c, count, 3, trial % 3 ? 2.0 : 0.0, trial % 5 ? 0.4 : 0.0, &seed);
        for (int k = 0; trial % 2 && k < count; k++) c[k].before = 0.02 * (1 + cr_random_uniform(&seed));
        wrench pressed = sum_of(c, count, true), rubbed = sum_of(c, count, false);
        double far = away(c, count), scale = cr_vec_length(pressed.force);
        bool better = cr_redistribute(scratch, c, count);
        all++;
        solved += better;
        wrench after = sum_of(c, count, true);
        check_sums(&pressed, &after, scale, "normal");
        after = sum_of(c, count, false);
        check_sums(&rubbed, &after, scale, "friction");
        for (int k = 0; k < count; k++) {
            CHECK(c[k].pressed >= 0, "pulls");
            CHECK(cr_vec_length(c[k].rubbed) <= c[k].friction * c[k].pressed * (1 + 1e-12),
                  "beyond friction");
        }
        CHECK(away(c, count) <= far * (1 + 1e-9), "farther than before");
        for (int k = 0; k < count; k++) {
            c[k].before = c[k].pressed;
            c[k].rubbed_before = c[k].rubbed;
        }
        cr_redistribute(scratch, c, count);
        CHECK(away(c, count) <= 1e-20 * scale, "moved by %g", away(c, count));
    }
    printf("%d of %d sets spread\n", solved, all);
    CHECK(solved >= all - all / 10, "%d of %d", solved, all);
}

// A plate on four corners, pressed in the middle, carried by two of them in the step: a quarter each.
static void four_corners(cr_redistribution *scratch) {
    cr_spread_contact c[4] = {0};
    for (int k = 0; k < 4; k++) {
        c[k].at = cr_vec_make(k & 1 ? 0.1 : -0.1, k & 2 ? 0.1 : -0.1, -0.01);
        c[k].normal = cr_vec_make(0, 0, 1);
        c[k].friction = 0.5;
        c[k].pressed = k == 0 || k == 3 ? 2 : 0;
        c[k].before = 0.7;
        c[k].rubbed = cr_vec_make(c[k].pressed * 0.25, 0, 0);
    }
    CHECK(cr_redistribute(scratch, c, 4), "four corners");
    for (int k = 0; k < 4; k++) {
        CHECK_REL(c[k].pressed, 1.0, 1e-10);
        CHECK_REL(c[k].rubbed.x, 0.25, 1e-10);
    }
}

// No feasible direction is left in which it comes nearer: two results moved towards each other stay farther.
static void nearest(cr_redistribution *scratch) {
    static cr_spread_contact a[MOST], b[MOST];
    uint64_t seed = cr_random_seed(5);
    make(a, 60, 6, 2.0, 0.3, &seed);
    memcpy(b, a, sizeof a);
    CHECK(cr_redistribute(scratch, a, 60), "spread");
    for (int k = 0; k < 60; k++) b[k].before = 0.05 * (1 + cr_random_uniform(&seed));
    CHECK(cr_redistribute(scratch, b, 60), "another feasible one");
    double least = away(a, 60);
    for (int k = 0; k < 60; k++) { // a feasible set is convex
        a[k].pressed += 1e-3 * (b[k].pressed - a[k].pressed);
        a[k].rubbed = cr_vec_along(a[k].rubbed, 1e-3, cr_vec_sub(b[k].rubbed, a[k].rubbed));
    }
    CHECK(away(a, 60) > least, "not the nearest");
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_redistribution *scratch = cr_redistribution_new(MOST, arena, NULL);
    random_sets(scratch);
    four_corners(scratch);
    nearest(scratch);
    cr_arena_free(arena);
    return test_summary();
}
