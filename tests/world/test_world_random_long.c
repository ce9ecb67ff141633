// label: long
// Many small random worlds with fresh seeds, which are printed where something goes wrong. CAROM_WORLDS: how
// many.
#include "random_world.h"
#include "seeds.h"
#include "test.h"

int main(void) {
    random_worlds all = {0};
    const char *asked = getenv("CAROM_WORLDS"), *only = getenv("CAROM_SEED");
    int count = only ? 1 : asked ? atoi(asked) : TEST_AMOUNT(100000, 1000);
    uint64_t first = only ? strtoull(only, NULL, 10) : seed_of_now(0);
    printf("seeds from %llu\n", (unsigned long long)first);
    fflush(stdout);
    for (int i = 0; i < count; i++) {
        const char *wrong = random_world_run(first + (uint64_t)i, 20000, i % 4 == 0, &all);
        CHECK(!wrong, "CAROM_SEED=%llu: %s", (unsigned long long)first + (unsigned long long)i, wrong);
    }
    random_worlds_print(&all);
    CHECK((double)all.unsolved <= 1e-3 * (double)all.solves, "%lld of %lld solves", all.unsolved, all.solves);
    return test_summary();
}
