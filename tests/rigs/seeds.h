// Seeds of tests that use random numbers: a fixed list, which holds every seed that ever failed, then fresh
// ones.
//     CAROM_FRESH_SEEDS=n   n fresh seeds, printed (./check --all sets it)
//     CAROM_SEED=s          this seed only, to see a failure again
#ifndef CAROM_SEEDS_H
#define CAROM_SEEDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline unsigned long long seed_of_now(int i) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    unsigned long long mixed =
        ((unsigned long long)now.tv_sec * 1000000000u + (unsigned long long)now.tv_nsec) ^
        ((unsigned long long)i << 40);
    return (mixed * 0x9E3779B97F4A7C15u) >> 32; // short enough to type
}

// The seed of turn i = 0, 1, ...; false when all turns are done.
static inline bool test_seed_turn(int i, const uint64_t *fixed, int count, uint64_t *seed) {
    const char *only = getenv("CAROM_SEED"), *fresh = getenv("CAROM_FRESH_SEEDS");
    if (only) {
        *seed = strtoull(only, NULL, 10);
        return i == 0;
    }
    if (i < count) {
        *seed = fixed[i];
        return true;
    }
    if (!fresh || i >= count + atoi(fresh)) return false;
    *seed = seed_of_now(i);
    printf("fresh seed %llu\n", (unsigned long long)*seed);
    return true;
}

// for (TEST_SEEDS(seed, 1, 2, 3)) ...: the body runs with each seed.
#define TEST_SEED_LIST(...) ((const uint64_t[]){__VA_ARGS__})
#define TEST_SEEDS(seed, ...)                                                                                \
    uint64_t seed = 0, turn_ = 0;                                                                            \
    test_seed_turn((int)turn_, TEST_SEED_LIST(__VA_ARGS__),                                                  \
                   (int)(sizeof TEST_SEED_LIST(__VA_ARGS__) / sizeof(uint64_t)), &seed);                     \
    turn_++

#endif
