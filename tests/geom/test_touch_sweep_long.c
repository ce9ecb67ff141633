// label: long
// More of test_touch_sweep, with fresh seeds.
#include "seeds.h"
#include "touch_sweep.h"

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (TEST_SEEDS(seed, 2001)) sweep_all(arena, TEST_AMOUNT(1000, 20), seed);
    cr_arena_free(arena);
    return test_summary();
}
