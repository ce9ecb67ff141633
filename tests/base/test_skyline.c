// Factors within the envelope are those of the dense matrix, whatever is idle; a scrambled chain is put in
// order again, and what is in order stays as it is.
#include "base/linear.h"
#include "base/skyline.h"
#include "seeds.h"
#include "test.h"

#include <math.h>

enum { COUNT = 40, WIDTH = 2, MORE = 2, ALL = (COUNT + MORE) * WIDTH };

static double noise(uint64_t *state) { // -1..1
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*state * 0x1p-63;
}

// Each unknown with itself and those up to `reach` away, some left out.
static cr_pattern band(cr_arena *arena, int reach, uint64_t *state) {
    static bool joined[COUNT][COUNT];
    cr_pattern p = {COUNT, cr_arena_take(arena, COUNT + 1, sizeof(int)),
                    cr_arena_take(arena, COUNT * COUNT, sizeof(int))};
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j <= i; j++)
            joined[i][j] = joined[j][i] = i == j || (i - j <= reach && noise(state) > -0.5);
    for (int i = 0, at = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++)
            if (joined[i][j]) p.column[at++] = j;
        p.row[i + 1] = at;
    }
    return p;
}

static bool is_joined(const cr_pattern *p, int i, int j) {
    if (i >= COUNT || j >= COUNT) return true;
    for (int k = p->row[i]; k < p->row[i + 1]; k++)
        if (p->column[k] == j) return true;
    return false;
}

// I and what is small enough beside it, not symmetric; rows and columns of idle blocks are those of I.
static void fill(double *dense, bool *idle, const cr_pattern *p, uint64_t *state) {
    for (int c = 0; c < ALL; c += WIDTH)
        for (int w = 0; w < WIDTH; w++) idle[c + w] = w ? idle[c] : noise(state) > 0.3;
    for (int c = 0; c < ALL; c++)
        for (int d = 0; d < ALL; d++) {
            bool in = is_joined(p, c / WIDTH, d / WIDTH) && !idle[c] && !idle[d];
            dense[c * ALL + d] = (c == d) + (in ? noise(state) / ALL : 0.0);
        }
}

// Both sum the same products in the same order, so that they agree to the last bit.
static void check_factors(uint64_t *state) {
    static double dense[ALL * ALL], x[ALL], y[ALL];
    bool idle[ALL];
    size_t size;
    cr_skyline s;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_pattern p = band(arena, 4, state);
    CHECK(cr_skyline_make(&s, &p, WIDTH, MORE, &size, arena), "memory");
    CHECK(size < ALL * ALL / 2, "an envelope of %zu numbers", size);
    double *lower = cr_arena_take(arena, size, sizeof *lower),
           *upper = cr_arena_take(arena, size, sizeof *upper);
    s.count = ALL; // with those that any may be coupled to
    fill(dense, idle, &p, state);
    for (int c = 0; c < ALL; c++)
        for (int d = s.first[c]; d <= c; d++) {
            lower[s.origin[c] + d] =
                idle[c] || idle[d] ? (double)NAN : dense[c * ALL + d]; // must not be read
            upper[s.origin[c] + d] = idle[c] || idle[d] ? (double)NAN : dense[d * ALL + c];
        }
    for (int c = 0; c < ALL; c++) x[c] = y[c] = idle[c] ? 0.0 : noise(state);
    cr_lu_factor_positive(dense, ALL);
    cr_lu_solve(dense, ALL, NULL, x);
    cr_skyline_factor(&s, idle, lower, upper);
    cr_skyline_solve(&s, idle, lower, upper, y);
    for (int c = 0; c < ALL; c++) CHECK(x[c] == y[c], "unknown %d: %.17g instead of %.17g", c, y[c], x[c]);
    cr_arena_free(arena);
}

// A chain whose members come in any order: neighbours are at most one place apart again.
static void check_order(uint64_t *state) {
    int name[COUNT], where[COUNT], order[COUNT], position[COUNT];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_pattern p = {COUNT, cr_arena_take(arena, COUNT + 1, sizeof(int)),
                    cr_arena_take(arena, 3 * COUNT, sizeof(int))};
    for (int i = 0; i < COUNT; i++) name[i] = i;
    for (int i = COUNT - 1; i > 0; i--) {
        int j = (int)((0.5 + 0.5 * noise(state)) * i + 0.5), swap = name[i];
        name[i] = name[j];
        name[j] = swap;
    }
    for (int i = 0; i < COUNT; i++) where[name[i]] = i; // place in the chain of unknown name[i]
    for (int c = 0, at = 0; c < COUNT; c++) {
        for (int d = 0; d < COUNT; d++)
            if (abs(where[c] - where[d]) <= 1) p.column[at++] = d;
        p.row[c + 1] = at;
    }
    CHECK(cr_pattern_order(&p, order, arena), "memory");
    for (int i = 0; i < COUNT; i++) position[order[i]] = i;
    for (int i = 1; i < COUNT; i++)
        CHECK(abs(position[name[i]] - position[name[i - 1]]) == 1, "neighbours %d apart",
              abs(position[name[i]] - position[name[i - 1]]));
    cr_arena_free(arena);
}

static void check_kept(uint64_t *state) {
    int order[COUNT];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_pattern p = band(arena, 2, state);
    CHECK(cr_pattern_order(&p, order, arena), "memory");
    for (int i = 0; i < COUNT; i++) CHECK(order[i] == i, "place %d is taken by %d", i, order[i]);
    cr_arena_free(arena);
}

int main(void) {
    for (TEST_SEEDS(seed, 1, 2, 3, 4, 5, 6, 7, 8)) {
        uint64_t state = seed;
        check_factors(&state);
        check_order(&state);
        check_kept(&state);
    }
    return test_summary();
}
