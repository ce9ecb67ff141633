// The tree over triangles finds what a search through all of them finds: the same triangle, weights and
// distance to the last bit, whatever the hint, also where triangles tie or have no area, and for points that
// move with what was found for them before.
#include "base/random.h"
#include "budget.h"
#include "geom/skin.h"
#include "geom/triangle.h"
#include "seeds.h"
#include "test.h"

#include <string.h>

enum { MOST = 700 };

typedef struct heap {
    float position[3 * MOST];
    int triangle[3 * MOST], vertices, triangles;
} heap;

static int whole(uint64_t *state, int below) {
    return (int)((cr_random_uniform(state) + 1.0) * 0.5 * below) % below;
}

// Triangles of all sizes between random vertices; on a coarse lattice many of them tie, and some have no
// area.
static void throw_triangles(heap *h, uint64_t *state, bool lattice) {
    h->vertices = 3 + whole(state, MOST - 3);
    h->triangles = 1 + whole(state, MOST - 1);
    for (int i = 0; i < 3 * h->vertices; i++) {
        double x = cr_random_uniform(state);
        h->position[i] = (float)(lattice ? 0.25 * floor(4.0 * x) : 0.1 * x);
    }
    for (int t = 0; t < h->triangles; t++) {
        int first = whole(state, h->vertices), spread = 1 + whole(state, 12);
        for (int k = 0; k < 3; k++)
            h->triangle[3 * t + k] = (first + (k ? whole(state, spread + 1) : 0)) % h->vertices;
    }
}

static cr_skin_place search(const heap *h, cr_vec p) {
    cr_skin_place best = {.distance = HUGE_VAL};
    for (int t = 0; t < h->triangles; t++) {
        cr_vec corner[3];
        double weight[3];
        for (int k = 0; k < 3; k++) {
            const float *at = h->position + 3 * h->triangle[3 * t + k];
            corner[k] = cr_vec_make((double)at[0], (double)at[1], (double)at[2]);
        }
        double distance = cr_triangle_nearest(corner, p, weight);
        if (distance < best.distance) {
            best = (cr_skin_place){t, {weight[0], weight[1], weight[2]}, distance};
        }
    }
    best.distance = sqrt(best.distance);
    return best;
}

static bool same(cr_skin_place a, cr_skin_place b) {
    return a.triangle == b.triangle && a.distance == b.distance && a.weight[0] == b.weight[0] &&
           a.weight[1] == b.weight[1] && a.weight[2] == b.weight[2];
}

// The skin of triangles that are thrown, in every other turn onto a lattice.
static cr_skin *throw_skin(heap *h, uint64_t *state, int turn, cr_arena *arena) {
    throw_triangles(h, state, turn % 2 == 0);
    return cr_skin_new(h->position, h->vertices, h->triangle, h->triangles, arena);
}

static void test_against_search(uint64_t seed) {
    static heap h;
    uint64_t state = cr_random_seed(seed);
    for (int turn = 0; turn < TEST_AMOUNT(12, 4); turn++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_skin *skin = throw_skin(&h, &state, turn, arena);
        int wrong = 0, moved = 0;
        for (int i = 0; i < 200; i++) {
            double far = i % 10 == 0 ? 100.0 : 1.5;
            cr_vec p = cr_vec_make(far * cr_random_uniform(&state), far * cr_random_uniform(&state),
                                   far * cr_random_uniform(&state));
            if (i % 3 == 0) // a place of the lattice: ties
                p = cr_vec_make(0.125 * floor(8.0 * p.x), 0.125 * floor(8.0 * p.y), 0.125 * floor(8.0 * p.z));
            cr_skin_place found = cr_skin_find(skin, p, -1);
            wrong += !same(found, search(&h, p));
            moved += !same(found, cr_skin_find(skin, p, whole(&state, h.triangles)));
        }
        CHECK(wrong == 0 && moved == 0, "seed %llu turn %d: %d of 200 differ, %d with a hint",
              (unsigned long long)seed, turn, wrong, moved);
        cr_arena_free(arena);
    }
}

// Points on corners, sides and faces, from which they go in steps of all sizes; along lines of a lattice many
// triangles stay equally near. The hint remembers few of them.
static void test_follow(uint64_t seed) {
    static heap h;
    uint64_t state = cr_random_seed(seed);
    for (int turn = 0; turn < TEST_AMOUNT(12, 4); turn++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_skin *skin = throw_skin(&h, &state, turn, arena);
        int wrong = 0, misnamed = 0;
        for (int walk = 0; walk < 12; walk++) {
            cr_skin_hint hint = {.triangle = -1};
            const float *at = h.position + 3 * h.triangle[3 * whole(&state, h.triangles)];
            double step = exp(-30.0 * fabs(cr_random_uniform(&state)));
            cr_vec p = cr_vec_make((double)at[0], (double)at[1], (double)at[2]), along = {step, 0.0, 0.0};
            if (walk % 2) along = cr_vec_make(0.3 * step, cr_random_uniform(&state) * step, -0.5 * step);
            for (int i = 0; i < 12; i++, p = cr_vec_add(p, along)) {
                cr_skin_place found = cr_skin_follow(skin, p, &hint);
                wrong += !same(found, search(&h, p));
                misnamed += hint.triangle != found.triangle;
            }
        }
        CHECK(wrong == 0 && misnamed == 0, "seed %llu turn %d: %d of 144 differ, %d hints",
              (unsigned long long)seed, turn, wrong, misnamed);
        cr_arena_free(arena);
    }
}

// What moves by less than a triangle is wide asks a few, also on a side that two share.
static void test_follow_asks_few(void) {
    static heap h = {.vertices = 0};
    for (int i = 0; i < 18; i++)
        for (int j = 0; j < 18; j++) {
            float *at = h.position + 3 * h.vertices++;
            at[0] = (float)i, at[1] = (float)j, at[2] = 0.0f;
        }
    for (int i = 0; i < 17; i++)
        for (int j = 0; j < 17; j++) {
            const int corner[] = {18 * i + j,      18 * i + 18 + j, 18 * i + j + 1,
                                  18 * i + 19 + j, 18 * i + j + 1,  18 * i + 18 + j};
            memcpy(h.triangle + 3 * h.triangles, corner, sizeof corner);
            h.triangles += 2;
        }
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_skin *skin = cr_skin_new(h.position, h.vertices, h.triangle, h.triangles, arena);
    cr_skin_hint hint = {.triangle = -1};
    int renewed = 0;
    for (int i = 0; i < 1000; i++) {
        cr_vec before = hint.about, p = cr_vec_make(5.0, 3.3 + 1e-4 * i, 0.0);
        cr_skin_place found = cr_skin_follow(skin, p, &hint);
        CHECK(same(found, search(&h, p)), "at %g", p.y);
        renewed += cr_vec_length(cr_vec_sub(hint.about, before)) > 0.0;
    }
    CHECK(renewed < 5, "%d of 1000 searches", renewed);
    cr_arena_free(arena);
}

// A point over the middle of a face, over a side, beyond a corner: distances and weights by hand.
static void test_one_triangle(void) {
    const float position[] = {0.0f, 0.0f, 0.0f, 4.0f, 0.0f, 0.0f, 0.0f, 4.0f, 0.0f};
    const int triangle[] = {0, 1, 2};
    const struct {
        cr_vec p;
        double distance, weight[3];
    } cases[] = {{{1.0, 1.0, -2.0}, 2.0, {0.5, 0.25, 0.25}},
                 {{1.0, -3.0, 4.0}, 5.0, {0.75, 0.25, 0.0}},
                 {{-3.0, -4.0, 12.0}, 13.0, {1.0, 0.0, 0.0}},
                 {{4.0, 4.0, 1.0}, 3.0, {0.0, 0.5, 0.5}}};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_skin *skin = cr_skin_new(position, 3, triangle, 1, arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_skin_place place = cr_skin_find(skin, cases[i].p, -1);
        CHECK_NEAR(place.distance, cases[i].distance, 1e-15);
        for (int k = 0; k < 3; k++) CHECK_NEAR(place.weight[k], cases[i].weight[k], 1e-15);
    }
    cr_arena_free(arena);
}

static void test_no_memory(void) {
    static heap h;
    uint64_t state = cr_random_seed(1);
    throw_triangles(&h, &state, false);
    bool made = false;
    for (int most = 0; most < 20 && !made; most++) {
        budget b = {.left = most};
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        if (arena) made = cr_skin_new(h.position, h.vertices, h.triangle, h.triangles, arena) != NULL;
        cr_arena_free(arena);
        CHECK(b.live == 0, "%d live after %d allocations", b.live, most);
    }
    CHECK(made, "never made");
}

int main(void) {
    test_one_triangle();
    for (TEST_SEEDS(seed, 1, 2, 3, 4, 5, 6)) test_against_search(seed), test_follow(seed);
    test_follow_asks_few();
    test_no_memory();
    return test_summary();
}
