// Small random worlds, and what must hold of every run of one.
#ifndef CAROM_TESTS_RANDOM_WORLD_H
#define CAROM_TESTS_RANDOM_WORLD_H

#include "carom/world.h"

#include <stdint.h>

// The worst of many runs.
typedef struct random_worlds {
    int scenes, refused, torn, stopped;
    long long steps, solves, unsolved;
    double residual, gain, momentum; // relative to the energy, or momentum, that passed
    uint64_t residual_seed, gain_seed, momentum_seed;
    int contacts;
} random_worlds;

// Runs the scene of a seed for as many moments at most: NULL, or what went wrong (a static text, and a line
// on stdout). save: also from a state kept in the middle, which must end with the same bytes.
const char *random_world_run(uint64_t seed, int moments, bool save, random_worlds *worst);
// A checksum of the state in which the scene of a seed ends; 0 where chance made none.
uint32_t random_world_sum(uint64_t seed, int moments, const cr_world_workers *workers);
void random_worlds_print(const random_worlds *all);

#endif
