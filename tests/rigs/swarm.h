// Bodies that fly at each other at their own paces, and runs that are kept.
#ifndef CAROM_TESTS_SWARM_H
#define CAROM_TESTS_SWARM_H

#include "worlds.h"

#include <stdint.h>

enum { SWARM_RODS = 3, SWARM_BALLS = 5, SWARM_ALL = SWARM_RODS + SWARM_BALLS };

// Rods that vibrate (steps of 1/6.5 of their highest period as soon as they are hit) and rigid balls (1 ms)
// without gravity, all flying towards the middle. order: which body is added when (NULL: as they are).
world_rig swarm(const cr_world_def *world, uint64_t seed, const int *order, double friction);

// The state of a world as bytes, to be freed.
unsigned char *world_saved(const world_rig *rig, size_t *size);

#endif
