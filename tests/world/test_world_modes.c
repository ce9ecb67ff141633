// Bodies that vibrate, in contact.
#include "rod_bounce.h"
#include "stacks.h"
#include "test.h"

#include <math.h>

// A rod of J modes hits a wall: it leaves with 1 - 1/(2 J + 1) of its speed (the local mass of the modes)
// after two passages of the wave, at 6.5 steps per period of the highest mode and far beyond.
static void test_rod(int modes, double steps_per_period, double phase, double tolerance) {
    rod_bounce b = rod_bounce_run(modes, steps_per_period, phase);
    CHECK_NEAR(b.speed, 1.0 - 1.0 / (2.0 * modes + 1.0), tolerance);
    CHECK_NEAR(b.end - b.begin, 2.0, 0.03 + 2.0 * rod_bounce_step(modes, steps_per_period));
    CHECK(fabs(b.residual) < 1e-13 && b.stats.gain_greatest <= 1e-14,
          "ledger open by %g J, a step gained %g J", b.residual, b.stats.gain_greatest);
    CHECK(b.gap >= -b.give - 1e-12 && b.stats.unsolved == 0, "%g m deep (springs give %g m), %lld unsolved",
          -b.gap, b.give, b.stats.unsolved);
}

// Mass at rest on a plate that bends: put where statics has it, it stays, at any length of the steps.
static void test_rest_on_plate(double steps_per_period) {
    cr_world_def def = quiet_world(1e-3);
    def.steps_per_period = steps_per_period;
    def.adaptive = false;
    world_rig rig = world_begin(&def);
    cr_modes m;
    int body = stack_ball_on_plate(&rig, &m);
    cr_pair_def held = cr_pair_def_default(); // or it would roll down the sag, 4e-8 m/s after two seconds
    held.a = 0, held.b = body, held.grip.rolling = 0.01;
    CHECK(cr_world_model_pair(rig.model, &held, &rig.error) == CR_OK, "%s", rig.error.reason);
    world_start(&rig);
    world_run(&rig, 1.5, NULL); // the lowest mode has died away
    double before = cr_world_body(rig.world, body).pose.at.z, start = world_energy(&rig);
    world_run(&rig, 3.5, NULL);
    double after = cr_world_body(rig.world, body).pose.at.z, sag = 0.05 - after,
           weight = 9.81 * cr_world_model_mass(rig.model, body), change = world_energy(&rig) - start;
    cr_world_energy e = cr_world_ledger(rig.world);
    printf("%g steps per period: sag %.4g m, moved %.2g m in 2 s, energy changed by %.2g of m g sag, ledger "
           "%.2g J\n",
           steps_per_period, sag, after - before, change / (weight * sag), e.residual);
    CHECK(fabs(change) <= 1e-12 * weight * sag, "energy changed by %g J", change);
    CHECK(sag > 1e-6, "the plate does not bend: %g", sag);
    CHECK(fabs(after - before) <= 1e-12, "moved by %g m", after - before);
    CHECK(fabs(e.residual) < 1e-11, "ledger open by %g J", e.residual);
    world_end(&rig);
}

int main(void) {
    for (int phase = 0; phase < 3; phase++) {
        test_rod(16, 6.5, 0.0071 * phase, 5e-4);
        test_rod(64, 6.5, 0.0071 * phase, 5e-4);
    }
    test_rod(64, 0.5, 0.0, 2e-3);
    test_rest_on_plate(3.0);
    test_rest_on_plate(6.5);
    test_rest_on_plate(20.0);
    return test_summary();
}
