// Two hundred small random worlds: no number is lost, no run is endless, no energy comes from nowhere.
#include "random_world.h"
#include "seeds.h"
#include "test.h"

static void run_one(uint64_t seed, random_worlds *all) {
    const char *wrong = random_world_run(seed, true, all);
    CHECK(!wrong, "seed %llu: %s", (unsigned long long)seed, wrong);
}

int main(void) {
    random_worlds all = {0};
    const char *only = getenv("CAROM_SEED");
    if (only) run_one(strtoull(only, NULL, 10), &all);
    else
        for (uint64_t seed = 1; seed <= TEST_AMOUNT(200, 40); seed++) run_one(seed, &all);
    printf("%d worlds, %d refused, %d stopped; %lld steps, %lld of %lld solves unsolved; ledger %.2g (seed "
           "%llu), gain "
           "%.2g (seed %llu), momentum %.2g (seed %llu)\n",
           all.scenes, all.refused, all.stopped, all.steps, all.unsolved, all.solves, all.residual,
           (unsigned long long)all.residual_seed, all.gain, (unsigned long long)all.gain_seed, all.momentum,
           (unsigned long long)all.momentum_seed);
    CHECK((double)all.unsolved <= 1e-3 * (double)all.solves, "%lld of %lld solves", all.unsolved, all.solves);
    return test_summary();
}
