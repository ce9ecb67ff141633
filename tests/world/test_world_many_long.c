// label: long
// A wall of 3364 bricks without a gap, 1e5 contacts in one island: it stands, in a time that ends. About half
// a minute. And as many bricks apart from each other; the time of a step of spheres at rest apart grows as
// their number.
#include "stacks.h"
#include "test.h"

#include <math.h>
#include <time.h>

enum { SIDE = TEST_AMOUNT(58, 12) };

static world_rig bricks(int wide, int high, double gap) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    const cr_setting size[] = {{"x", stack_box[0]}, {"y", stack_box[1]}, {"z", stack_box[2]}, {0}};
    world_floor(&rig, cr_quat_none, 0.4);
    for (int i = 0; i < wide * high; i++) {
        char name[24];
        snprintf(name, sizeof name, "brick%d", i);
        cr_body_def def_of = body_at(i % wide * (stack_box[0] + gap), 0.0, stack_box[2] * (i / wide + 0.5));
        def_of.density = stack_density;
        world_add(&rig, name, "box", size, def_of);
    }
    world_start(&rig);
    return rig;
}

// The steps that begin at 0 and at 1 ms.
static void stand(int wide, int high, double gap, int contacts) {
    world_rig rig = bricks(wide, high, gap);
    world_run(&rig, 2e-3 * (1.0 - 1e-9), NULL);
    cr_world_stats s = cr_world_statistics(rig.world);
    cr_world_energy e = cr_world_ledger(rig.world);
    double fell = 0.0, mass = stack_box_weight / 9.81, weight = wide * high * stack_box_weight;
    for (int i = 1; i < cr_world_model_bodies(rig.model); i++) {
        double z = stack_box[2] * ((i - 1) / wide + 0.5);
        fell = fmax(fell, fabs(cr_world_body(rig.world, i).pose.at.z - z));
    }
    printf("%d bricks: %d contacts, %lld of %lld solves unsolved, moved %g m, kinetic %g J\n", wide * high,
           s.contacts_greatest, s.unsolved, s.kicks + s.holds, fell, e.kinetic);
    CHECK(s.contacts_greatest >= contacts, "%d contacts", s.contacts_greatest);
    CHECK(s.unsolved == 0, "%lld of %lld unsolved", s.unsolved, s.kicks + s.holds);
    // In the first steps springs are pressed: less than free fall, with less than its energy.
    CHECK(fell <= 0.5 * 9.81 * 4e-6, "moved by %g m", fell);
    CHECK(e.kinetic <= 0.5 * mass * wide * high * 9.81 * 9.81 * 4e-6, "%g J", e.kinetic);
    CHECK(s.gain_greatest <= 1e-12 * weight, "gain %g J", s.gain_greatest);
    world_end(&rig);
}

// CPU seconds of a step of spheres that rest apart from each other, awake, the least of some.
static double step_apart(int count) {
    cr_world_def def = quiet_world(1e-3);
    world_rig rig = world_begin(&def);
    double least = HUGE_VAL;
    int steps = 30000 / count > 10 ? 30000 / count : 10;
    stack_apart(&rig, count);
    world_start(&rig);
    world_run(&rig, 0.02, NULL);
    for (int i = 0; i < 9; i++) {
        clock_t begun = clock();
        world_run(&rig, cr_world_time(rig.world) + steps * def.step, NULL);
        least = fmin(least, (double)(clock() - begun) / CLOCKS_PER_SEC / steps);
    }
    world_end(&rig);
    return least;
}

static void grow(void) {
    const int few = 10, many = TEST_AMOUNT(3000, 300);
    double low = step_apart(few), high = step_apart(many),
           exponent = log(high / low) / log((double)many / few);
    printf("%d and %d apart: %.3g and %.3g us a step, exponent %.3f\n", few, many, 1e6 * low, 1e6 * high,
           exponent);
    CHECK(exponent <= 1.1, "exponent %g", exponent);
}

int main(void) {
    grow();
    stand(SIDE, SIDE, 0.0, SIDE == 58 ? 100000 : 4000);
    stand(SIDE * SIDE, 1, 0.01, 4);
    return test_summary();
}
