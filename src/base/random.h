// Random numbers that are the same on every machine: integers, additions and products only.
#ifndef CAROM_BASE_RANDOM_H
#define CAROM_BASE_RANDOM_H

#include <stdint.h>

// A state from any seed; neighbouring seeds give unrelated states (the finaliser of splitmix64), never 0.
static inline uint64_t cr_random_seed(uint64_t seed) {
    uint64_t z = seed + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return z ? z : 1;
}

// Uniform in -1..1 (xorshift64*). The state must not be 0.
static inline double cr_random_uniform(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (double)((*state * 2685821657736338717u) >> 11) / 4503599627370496.0 - 1.0;
}

// Close to Gaussian, mean 0, variance 1: the sum of twelve uniform numbers, of variance 1/3 each, halved. Its
// fourth moment is 2.9 instead of 3 and it stays within 6; no function of the C library, whose last digit may
// differ.
static inline double cr_random_gaussian(uint64_t *state) {
    double sum = 0.0;
    for (int i = 0; i < 12; i++) sum += cr_random_uniform(state);
    return 0.5 * sum;
}

#endif
