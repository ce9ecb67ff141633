// Bodies at their own pace: steps that are cut, orders that must not matter, runs that go on.
#include "base/random.h"
#include "plain_modes.h"
#include "seeds.h"
#include "test.h"
#include "worlds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RODS = 3, BALLS = 5, ALL = RODS + BALLS };

static double even(uint64_t *random) {
    return 0.5 + 0.5 * cr_random_uniform(random);
}

static cr_vec within(uint64_t *random, double size) {
    double x = cr_random_uniform(random), y = cr_random_uniform(random), z = cr_random_uniform(random);
    return (cr_vec){size * x, size * y, size * z};
}

// Rods that vibrate (steps of 1/6.5 of their highest period as soon as they are hit) and rigid balls (1 ms)
// without gravity, all flying towards the middle. order: which body is added when.
static world_rig swarm(uint64_t seed, const int order[ALL], double friction) {
    cr_world_def def = quiet_world(1e-3);
    def.gravity = (cr_vec){0, 0, 0};
    world_rig rig = world_begin(&def);
    cr_modes *modes = cr_arena_take(rig.arena, 1, sizeof *modes);
    *modes = rod_modes(8, rig.arena);
    for (int j = 0; j < modes->count; j++) {
        modes->frequency[j] *= 600.0;
        modes->sigma[j] = 5.0 * (j + 1);
    }
    for (int i = 0; i < ALL; i++) {
        int which = order[i];
        uint64_t random = cr_random_seed(1000 * seed + (uint64_t)which);
        char name[16];
        snprintf(name, sizeof name, "%c%d", which < RODS ? 'r' : 'b', which);
        cr_body_def body = body_at(0, 0, 0);
        body.grip.rest = body.grip.dynamic = friction;
        body.spin = within(&random, 3.0);
        body.at = cr_vec_add((cr_vec){0, 0.16 * which - 0.5, 0}, within(&random, 0.01));
        body.velocity = cr_vec_along(within(&random, 0.2), -1.0 - even(&random), body.at);
        if (which < RODS) {
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

static const int in_order[ALL] = {0, 1, 2, 3, 4, 5, 6, 7};

// Momentum stays through every impact and every cut; the ledger closes.
static void test_conservation(void) {
    for (TEST_SEEDS(seed, 1, 2, 3)) {
        world_rig rig = swarm(seed, in_order, 0.3);
        cr_vec p0, l0, p1, l1;
        cr_world_momentum(rig.world, &p0, &l0);
        world_run(&rig, 0.3, NULL);
        cr_world_momentum(rig.world, &p1, &l1);
        cr_world_stats s = cr_world_statistics(rig.world);
        cr_world_energy e = cr_world_ledger(rig.world);
        double p = cr_vec_length(cr_vec_sub(p1, p0)), l = cr_vec_length(cr_vec_sub(l1, l0));
        printf(
            "seed %llu: %lld steps, %lld cut, %lld redone; momentum %.2g, angular %.2g, ledger %.2g J, lost "
            "%.3g J\n",
            (unsigned long long)seed, s.steps, s.rollbacks, s.redone, p, l, e.residual,
            e.impacts + e.friction);
        CHECK(e.impacts + e.friction > 0.01, "nothing happened");
        CHECK(p < 1e-13, "momentum off by %g kg m/s", p);
        CHECK(fabs(e.residual) < 1e-12, "ledger open by %g J", e.residual);
        CHECK(s.gain_greatest < 1e-13, "a step gained %g J", s.gain_greatest);
        CHECK(s.momentum_error > 0.0 && s.momentum_error < 1e-14, "momentum of a step off by %g",
              s.momentum_error);
        CHECK(l < 1e-6, "angular momentum off by %g", l);
        world_end(&rig);
    }
}

// The order in which bodies were named does not matter beyond rounding, which impacts make larger.
static void test_order(void) {
    const int other[ALL] = {5, 2, 7, 0, 3, 6, 1, 4};
    world_rig a = swarm(1, in_order, 0.3), b = swarm(1, other, 0.3);
    world_run(&a, 0.2, NULL);
    world_run(&b, 0.2, NULL);
    for (int i = 0; i < ALL; i++) {
        cr_vec x = cr_world_body(a.world, other[i]).pose.at, y = cr_world_body(b.world, i).pose.at;
        double off = cr_vec_length(cr_vec_sub(x, y));
        CHECK(off < 1e-9, "body %d is %g m elsewhere", i, off);
    }
    world_end(&a);
    world_end(&b);
}

static unsigned char *saved(const world_rig *rig, size_t *size) {
    *size = cr_world_size(rig->world);
    unsigned char *bytes = malloc(*size);
    if (!bytes) exit(1);
    cr_world_save(rig->world, bytes);
    return bytes;
}

// A run that is kept and gone on with, and one that is asked at odd times, end with the same bytes.
static void test_resume(void) {
    world_rig whole = swarm(2, in_order, 0.3), parts = swarm(2, in_order, 0.3),
              again = swarm(2, in_order, 0.3);
    size_t size, half;
    world_run(&whole, 0.3, NULL);
    for (int i = 1; i <= 20; i++) world_run(&parts, 0.009 * i, NULL);
    unsigned char *kept = saved(&parts, &half);
    CHECK(cr_world_restore(again.world, kept, half, &again.error) == CR_OK, "%s", again.error.reason);
    world_run(&parts, 0.3, NULL);
    world_run(&again, 0.3, NULL);
    unsigned char *bytes = saved(&whole, &size);
    const world_rig *others[] = {&parts, &again};
    for (int i = 0; i < 2; i++) {
        size_t other;
        unsigned char *same = saved(others[i], &other);
        CHECK(other == size && memcmp(bytes, same, size) == 0, "run %d ends otherwise", i);
        free(same);
    }
    free(bytes);
    free(kept);
    world_end(&whole);
    world_end(&parts);
    world_end(&again);
}

// What is not a state of this model is refused, whatever the damage.
static void test_damage(void) {
    world_rig rig = swarm(2, in_order, 0.3), other = swarm(3, in_order, 0.3);
    size_t size;
    world_run(&rig, 0.3, NULL);
    unsigned char *bytes = saved(&rig, &size);
    CHECK(cr_world_restore(other.world, bytes, size, &other.error) == CR_ERR_INPUT, "of another model");
    for (size_t at = 0; at < size; at += 1 + size / 97) {
        bytes[at] ^= 0x10;
        CHECK(cr_world_restore(rig.world, bytes, size, &rig.error) == CR_ERR_INPUT, "bit at %zu", at);
        bytes[at] ^= 0x10;
        CHECK(cr_world_restore(rig.world, bytes, at, &rig.error) == CR_ERR_INPUT, "cut at %zu", at);
    }
    CHECK(cr_world_restore(rig.world, bytes, size, &rig.error) == CR_OK, "%s", rig.error.reason);
    free(bytes);
    world_end(&rig);
    world_end(&other);
}

int main(void) {
    test_conservation();
    test_order();
    test_resume();
    test_damage();
    return test_summary();
}
