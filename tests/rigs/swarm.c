#include "swarm.h"

#include "base/random.h"
#include "plain_modes.h"

#include <stdio.h>
#include <stdlib.h>

static double even(uint64_t *random) {
    return 0.5 + 0.5 * cr_random_uniform(random);
}

static cr_vec within(uint64_t *random, double size) {
    double x = cr_random_uniform(random), y = cr_random_uniform(random), z = cr_random_uniform(random);
    return (cr_vec){size * x, size * y, size * z};
}

world_rig swarm(const cr_world_def *world, uint64_t seed, const int *order, double friction) {
    cr_world_def def = *world;
    def.gravity = (cr_vec){0, 0, 0};
    world_rig rig = world_begin(&def);
    cr_modes *modes = cr_arena_take(rig.arena, 1, sizeof *modes);
    *modes = rod_modes(8, rig.arena);
    for (int j = 0; j < modes->count; j++) {
        modes->frequency[j] *= 600.0;
        modes->sigma[j] = 5.0 * (j + 1);
    }
    for (int i = 0; i < SWARM_ALL; i++) {
        int which = order ? order[i] : i;
        uint64_t random = cr_random_seed(1000 * seed + (uint64_t)which);
        char name[16];
        snprintf(name, sizeof name, "%c%d", which < SWARM_RODS ? 'r' : 'b', which);
        cr_body_def body = body_at(0, 0, 0);
        body.grip.rest = body.grip.dynamic = friction;
        body.spin = within(&random, 3.0);
        body.at = cr_vec_add((cr_vec){0, 0.16 * which - 0.5, 0}, within(&random, 0.01));
        double inwards = 1.0 + even(&random); // one draw after the other, or compilers choose which is first
        body.velocity = cr_vec_along(within(&random, 0.2), -inwards, body.at);
        if (which < SWARM_RODS) {
            body.modes = modes;
            const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
            world_add(&rig, name, "box", size, body);
        } else {
            const cr_setting size[] = {{"radius", 0.05}, {0}};
            body.density = 2000.0;
            world_add(&rig, name, "sphere", size, body);
        }
    }
    world_start(&rig);
    return rig;
}

unsigned char *world_saved(const world_rig *rig, size_t *size) {
    *size = cr_world_size(rig->world);
    unsigned char *bytes = malloc(*size);
    if (!bytes) exit(1);
    cr_world_save(rig->world, bytes);
    return bytes;
}
