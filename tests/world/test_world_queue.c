// Bodies at their own pace: steps that are cut, orders that must not matter, runs that go on.
#include "seeds.h"
#include "swarm.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static world_rig fly(uint64_t seed, const int order[SWARM_ALL]) {
    cr_world_def def = quiet_world(1e-3);
    return swarm(&def, seed, order, 0.3);
}

// Momentum stays through every impact and every cut; the ledger closes.
static void test_conservation(void) {
    for (TEST_SEEDS(seed, 1, 2, 3)) {
        world_rig rig = fly(seed, NULL);
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
    const int other[SWARM_ALL] = {5, 2, 7, 0, 3, 6, 1, 4};
    world_rig a = fly(1, NULL), b = fly(1, other);
    world_run(&a, 0.2, NULL);
    world_run(&b, 0.2, NULL);
    for (int i = 0; i < SWARM_ALL; i++) {
        cr_vec x = cr_world_body(a.world, other[i]).pose.at, y = cr_world_body(b.world, i).pose.at;
        double off = cr_vec_length(cr_vec_sub(x, y));
        CHECK(off < 1e-9, "body %d is %g m elsewhere", i, off);
    }
    world_end(&a);
    world_end(&b);
}

// A run that is kept and gone on with, and one that is asked at odd times, end with the same bytes.
static void test_resume(const cr_world_def *def) {
    world_rig whole = swarm(def, 2, NULL, 0.3), parts = swarm(def, 2, NULL, 0.3),
              again = swarm(def, 2, NULL, 0.3);
    size_t size, half;
    world_run(&whole, 0.3, NULL);
    for (int i = 1; i <= 20; i++) world_run(&parts, 0.009 * i, NULL);
    unsigned char *kept = world_saved(&parts, &half);
    CHECK(cr_world_restore(again.world, kept, half, &again.error) == CR_OK, "%s", again.error.reason);
    world_run(&parts, 0.3, NULL);
    world_run(&again, 0.3, NULL);
    unsigned char *bytes = world_saved(&whole, &size);
    const world_rig *others[] = {&parts, &again};
    for (int i = 0; i < 2; i++) {
        size_t other;
        unsigned char *same = world_saved(others[i], &other);
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
    world_rig rig = fly(2, NULL), other = fly(3, NULL);
    size_t size;
    world_run(&rig, 0.3, NULL);
    unsigned char *bytes = world_saved(&rig, &size);
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
    const cr_world_def usual = quiet_world(1e-3), paper = cr_world_def_s3();
    test_conservation();
    test_order();
    test_resume(&usual);
    test_resume(&paper);
    test_damage();
    return test_summary();
}
