// The tree of boxes against all pairs, while boxes move, come and go; and the cost of a query.
#include <stdlib.h>

#include "base/random.h"
#include "geom/broad.h"
#include "seeds.h"
#include "test.h"

enum { COUNT = 200 };

typedef struct box {
    cr_vec low, high;
    bool there;
} box;

static double uniform(uint64_t *random, double low, double high) {
    return low + 0.5 * (high - low) * (cr_random_uniform(random) + 1.0);
}

static box random_box(uint64_t *random, int i) {
    double size = i % 7 ? 0.1 : 1.0;
    cr_vec at = {uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)};
    cr_vec half = {uniform(random, 0, size), uniform(random, 0, size), uniform(random, 0, size)};
    return (box){cr_vec_sub(at, half), cr_vec_add(at, half), true};
}

static bool meets(const box *a, const box *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

static void against_all_pairs(cr_arena *arena, uint64_t seed) {
    uint64_t random = cr_random_seed(seed);
    cr_broad *broad = cr_broad_new(arena, COUNT);
    box boxes[COUNT] = {0};
    for (int turn = 0; turn < TEST_AMOUNT(60, 15); turn++) {
        for (int i = 0; i < COUNT; i++) {
            double what = uniform(&random, 0, 1);
            if (turn == 0 || what < 0.05) {
                boxes[i] = random_box(&random, i);
                if (i < 2) boxes[i].low.z = -HUGE_VAL, boxes[i].high.x = HUGE_VAL; // half a floor
            } else if (what < 0.1) {
                boxes[i].there = false;
                cr_broad_remove(broad, i);
                continue;
            } else if (what < 0.6) {
                cr_vec d = {uniform(&random, -0.02, 0.02), uniform(&random, -0.02, 0.02), 0.0};
                boxes[i].low = cr_vec_add(boxes[i].low, d), boxes[i].high = cr_vec_add(boxes[i].high, d);
            }
            if (boxes[i].there) cr_broad_set(broad, i, boxes[i].low, boxes[i].high);
        }
        for (int i = 0; i < COUNT; i++) {
            int ids[COUNT], count = cr_broad_query(broad, boxes[i].low, boxes[i].high, ids, COUNT),
                            expected = 0;
            for (int k = 0; k < COUNT; k++) {
                if (!boxes[k].there || !meets(&boxes[i], &boxes[k])) continue;
                CHECK(expected < count && ids[expected] == k, "turn %d: %d meets %d", turn, i, k);
                expected++;
            }
            CHECK(count == expected, "turn %d, box %d: %d, expected %d", turn, i, count, expected);
            int near[COUNT], nears = boxes[i].there ? cr_broad_near(broad, i, near) : 0, same = 0;
            for (int k = 0; k < nears; k++) {
                same += ids[same] == i;
                CHECK(ids[same++] == near[k], "turn %d: %d is not near %d", turn, near[k], i);
            }
            CHECK(!boxes[i].there || nears == count - 1, "turn %d, box %d: %d near, not %d", turn, i, nears,
                  count - 1);
            int few[3];
            CHECK(cr_broad_query(broad, boxes[i].low, boxes[i].high, few, 3) == expected, "with little room");
        }
    }
}

// Boxes anywhere in a cube, one for each unit of volume, each meeting about eight others: how many boxes a
// query looks at, of those that are not at the cube's border.
static double cost_of(int n, uint64_t seed) {
    uint64_t random = cr_random_seed(seed);
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_broad *broad = cr_broad_new(arena, n);
    cr_vec size = {1.0, 1.0, 1.0}, *at = cr_arena_take(arena, (size_t)n, sizeof *at);
    double side = cbrt(n), cost = 0.0;
    int inside = 0;
    for (int i = 0; i < n; i++) {
        at[i] = cr_vec_make(uniform(&random, 0, side), uniform(&random, 0, side), uniform(&random, 0, side));
        cr_broad_set(broad, i, at[i], cr_vec_add(at[i], size));
    }
    for (int i = 0; i < n; i++) {
        cr_vec p = at[i];
        if (fmin(p.x, fmin(p.y, p.z)) < 1.0 || fmax(p.x, fmax(p.y, p.z)) > side - 1.0) continue;
        cost += cr_broad_cost(broad, p, cr_vec_add(p, size));
        inside++;
    }
    cr_arena_free(arena);
    return cost / inside;
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (TEST_SEEDS(seed, 1, 2, 3)) against_all_pairs(arena, seed);
    for (TEST_SEEDS(seed, 11, 12)) {
        int few = 1000, many = TEST_AMOUNT(30000, 10000);
        double low = cost_of(few, seed), high = cost_of(many, seed);
        double exponent = 1.0 + log(high / low) / log((double)many / few);
        printf("%.1f and %.1f boxes a query, exponent %.3f\n", low, high, exponent);
        CHECK(exponent <= 1.1, "exponent %g", exponent);
        CHECK(low < 200.0, "%g boxes a query, for about 8 neighbours", low);
    }
    cr_arena_free(arena);
    return test_summary();
}
