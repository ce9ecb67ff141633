// Bodies that begin later: they wait where they are, fly on as if time began then, are there to be struck,
// and a run that is kept meanwhile goes on as the whole one.
#include "swarm.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double begins = 0.1;

// A ball over the ground, and another, at rest, `beside` it [m] on its way.
static world_rig two_balls(double beside, double speed) {
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    cr_body_def waits = body_at(0.0, 0.0, 1.0), other = body_at(beside, 0.0, 1.0);
    waits.begins = begins;
    waits.velocity = (cr_vec){1.0, 0.0, 2.0};
    waits.spin = (cr_vec){3.0, 0.0, 0.0};
    other.velocity = (cr_vec){-speed, 0.0, 0.0};
    world_add(&rig, "waits", "sphere", NULL, waits);
    world_add(&rig, "other", "sphere", NULL, other);
    world_start(&rig);
    return rig;
}

// Where a throw of this age is.
static cr_vec thrown(double age) {
    return (cr_vec){age, 0.0, 1.0 + 2.0 * age - 0.5 * 9.81 * age * age};
}

static void test_begins(void) {
    world_rig rig = two_balls(-1.0, 0.0);
    for (int i = 0; i <= 20; i++) {
        double time = 0.02 * i;
        world_run(&rig, time, NULL);
        double off =
            cr_vec_length(cr_vec_sub(cr_world_body(rig.world, 0).pose.at, thrown(fmax(time - begins, 0.0))));
        CHECK(off < 1e-13, "%g m away at %g s", off, time); // flight is exact but for rounding
        CHECK(!cr_world_at_rest(rig.world), "rests at %g s", time);
    }
    CHECK(fabs(cr_world_ledger(rig.world).residual) < 1e-13, "ledger open by %g J",
          cr_world_ledger(rig.world).residual);
    world_end(&rig);
}

// Two radii, 40 mm, are left of the 80 mm between them after 20 ms at 2 m/s. It begins then, with its own
// speed: along the line of their centres, which has turned by 0.05 rad, both go on at the mean of 1 and -2
// m/s.
static void test_struck(void) {
    world_rig rig = two_balls(0.08, 2.0);
    cr_vec before, after, angular;
    world_run(&rig, 0.019, NULL);
    CHECK(cr_world_body(rig.world, 0).pose.at.x == 0.0, "begins before it is struck");
    cr_world_momentum(rig.world, &before, &angular);
    world_run(&rig, 0.05, NULL);
    cr_world_momentum(rig.world, &after, &angular);
    CHECK(fabs(after.x - before.x) < 1e-14, "momentum changes by %g", after.x - before.x);
    double way = cr_world_body(rig.world, 0).pose.at.x;
    CHECK(fabs(way + 0.5 * 0.03) < 5e-3, "goes %g m", way);
    CHECK(fabs(cr_world_ledger(rig.world).residual) < 1e-13, "ledger open by %g J",
          cr_world_ledger(rig.world).residual);
    world_end(&rig);
}

static void test_kept(void) {
    world_rig whole = two_balls(-1.0, 0.0), again = two_balls(-1.0, 0.0);
    size_t half, size, same;
    world_run(&whole, 0.5 * begins, NULL);
    unsigned char *kept = world_saved(&whole, &half);
    CHECK(cr_world_restore(again.world, kept, half, &again.error) == CR_OK, "%s", again.error.reason);
    world_run(&whole, 0.3, NULL);
    world_run(&again, 0.3, NULL);
    unsigned char *bytes = world_saved(&whole, &size), *other = world_saved(&again, &same);
    CHECK(size == same && memcmp(bytes, other, size) == 0, "ends otherwise");
    free(kept);
    free(bytes);
    free(other);
    world_end(&whole);
    world_end(&again);
}

// Two on a joint begin together: free of forces their centre goes on as one.
static void test_joined(void) {
    cr_world_def def = cr_world_def_default();
    def.gravity = (cr_vec){0};
    world_rig rig = world_begin(&def);
    for (int i = 0; i < 2; i++) {
        cr_body_def ball = body_at(i ? 0.05 : -0.05, 0.0, 0.0);
        ball.begins = begins;
        ball.velocity = (cr_vec){0.0, i ? 1.0 : -1.0, 0.5};
        ball.spin = (cr_vec){0.0, 0.0, 20.0};
        world_add(&rig, i ? "right" : "left", "sphere", NULL, ball);
    }
    cr_joint_def joint = {.kind = CR_JOINT_WELD, .a = 0, .b = 1};
    CHECK(cr_world_model_join(rig.model, &joint, &rig.error) >= 0, "%s", rig.error.reason);
    world_start(&rig);
    world_run(&rig, 0.4, NULL);
    cr_vec a = cr_world_body(rig.world, 0).pose.at, b = cr_world_body(rig.world, 1).pose.at;
    CHECK(fabs(0.5 * (a.z + b.z) - 0.15) < 1e-12, "their centre is at %g m", 0.5 * (a.z + b.z));
    CHECK(fabs(cr_vec_length(cr_vec_sub(a, b)) - 0.1) < 1e-6, "%g m apart", cr_vec_length(cr_vec_sub(a, b)));
    world_end(&rig);
}

int main(void) {
    test_begins();
    test_struck();
    test_kept();
    test_joined();
    return test_summary();
}
