// label: long
// 1e5 balls at 50 m/s against a wall of 2 mm: none goes through, at most 1e-4 are stopped that pass
// free: those that slide along the wall for a long way.
#include "seeds.h"
#include "shots.h"
#include "test.h"

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    const cr_form *plate = test_box(arena, 0.04, 0.04, 0.002, 0.0005);
    const cr_form *tube =
        test_form(arena, "tube", "radius", 0.02, "thickness", 0.002, "length", 0.05, "", 0.0);
    const cr_form *wall[2] = {plate, tube};
    for (TEST_SEEDS(seed, 7))
        for (int i = 0; i < 2; i++) {
            int count = TEST_AMOUNT(100000, 5000);
            shots s = shots_fire(arena, wall[i], 0.03, count, seed);
            printf("%d hits, %d missed; %d passes, %d stopped\n", s.hits, s.missed, s.passes, s.stopped);
            CHECK(s.missed == 0, "%d of %d tunnelled, latest %g", s.missed, s.hits, s.latest);
            CHECK(s.stopped <= 1e-4 * count, "%d of %d free ones stopped", s.stopped, s.passes);
        }
    cr_arena_free(arena);
    return test_summary();
}
