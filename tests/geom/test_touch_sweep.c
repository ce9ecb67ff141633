// Touch points of forms that meet anyhow, against brute force, and whether they move without jumps.
#include "seeds.h"
#include "touch_sweep.h"

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (TEST_SEEDS(seed, 1, 1001)) sweep_all(arena, TEST_AMOUNT(6, 2), seed);
    cr_arena_free(arena);
    return test_summary();
}
