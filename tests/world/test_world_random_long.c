// label: long
// 1e5 small random worlds with fresh seeds, which are printed where something goes wrong, in two processes.
// Two quiet cores need about 20 minutes; at the end of its time it says how far it came.
//     CAROM_WORLDS=n   so many
//     CAROM_SEED=s     this one only
#include "random_world.h"
#include "seeds.h"
#include "test.h"

#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 2400, LEAST = 20000 }; // the most it takes; the least number that counts

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Every second one from `first` on; one in fifty may be long, every second is also kept in its middle.
static int run_half(uint64_t first, int count, int half) {
    random_worlds all = {0};
    double begin = seconds_now();
    int i = half;
    for (; i < count && seconds_now() - begin < SECONDS; i += 2) {
        uint64_t seed = first + (uint64_t)i;
        const char *wrong = random_world_run(seed, i % 100 < 2 ? 20000 : 2000, i % 4 < 2, &all);
        CHECK(!wrong, "CAROM_SEED=%llu: %s", (unsigned long long)seed, wrong);
    }
    random_worlds_print(&all);
    CHECK(i >= count || all.scenes >= LEAST / 2, "only %d worlds in %d s", all.scenes, SECONDS);
    CHECK((double)all.unsolved <= 1e-3 * (double)all.solves, "%lld of %lld solves", all.unsolved, all.solves);
    int status = test_summary();
    fflush(stdout);
    return status;
}

int main(void) {
    const char *asked = getenv("CAROM_WORLDS"), *only = getenv("CAROM_SEED");
    int count = only ? 1 : asked ? atoi(asked) : TEST_AMOUNT(100000, 1000), status = 1;
    uint64_t first = only ? strtoull(only, NULL, 10) : seed_of_now(0);
    printf("seeds from %llu\n", (unsigned long long)first);
    fflush(stdout);
    pid_t other = only ? 0 : fork();
    if (!only && other == 0) _exit(run_half(first, count, 1));
    int own = run_half(first, count, 0);
    if (only) return own;
    if (other < 0 || waitpid(other, &status, 0) != other) return 1;
    return own || status != 0;
}
