// Ten thousand random networks that touch and rub, for 1000 samples each: finite, passive, never pulling.
#include "random_touch.h"
#include "seeds.h"
#include "test.h"

int main(void) {
    long count = TEST_AMOUNT(10000, 500);
    int failures = run_random_touches(0, count, 1000);
    CHECK(failures == 0, "%d of %ld networks", failures, count);
    // of those of the long test: four contacts with depths that no step of a sample can follow, books once
    // off by 1.4e-6, and a light body squeezed between two, the worst since
    CHECK(run_random_touches(1182786, 1, 1000) == 0, "network 1182786");
    CHECK(run_random_touches(1107731, 1, 1000) == 0, "network 1107731");
    for (TEST_SEEDS(first, 0)) // 0 is done above
        CHECK(first == 0 || run_random_touches((long)first, count / 10, 1000) == 0, "from network %llu",
              (unsigned long long)first);
    return test_summary();
}
