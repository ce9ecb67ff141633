// label: long
// The preset s3 on a laid table that bends: what adapting modes and reducing contacts save.
#include "stacks.h"
#include "test.h"

#include <math.h>

static cr_world_stats table(bool adaptive) {
    cr_world_def def = cr_world_def_s3();
    def.adaptive = adaptive;
    world_rig rig = world_begin(&def);
    stack_table(&rig, 1e-3, 0.02);
    world_start(&rig);
    world_run(&rig, 0.1, NULL);
    cr_world_stats s = cr_world_statistics(rig.world);
    cr_world_energy e = cr_world_ledger(rig.world);
    printf("%s: %lld steps, %lld of single bodies; %lld contacts to %lld (%.1f); %lld ups, %lld downs, %lld "
           "of %lld "
           "unsolved; %.2g J given by the scheme, ledger %.2g J\n",
           adaptive ? "adaptive" : "all modes", s.steps, s.body_steps, s.contacts_before, s.contacts_after,
           (double)s.contacts_before / (double)s.contacts_after, s.ups, s.downs, s.unsolved, s.holds,
           e.scheme, e.residual);
    CHECK(fabs(e.residual) < 1e-12, "ledger open by %g J", e.residual);
    CHECK(100 * s.unsolved <= s.holds, "%lld of %lld unsolved", s.unsolved, s.holds);
    CHECK(s.contacts_before > 5 * s.contacts_after, "%lld contacts to %lld", s.contacts_before,
          s.contacts_after);
    world_end(&rig);
    return s;
}

int main(void) {
    cr_world_stats full = table(false), fast = table(true);
    CHECK(2 * fast.steps < full.steps, "%lld steps, all modes %lld", fast.steps, full.steps);
    CHECK(2 * fast.body_steps < full.body_steps, "%lld steps of bodies, all modes %lld", fast.body_steps,
          full.body_steps);
    return test_summary();
}
