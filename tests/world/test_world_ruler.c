// Steps that follow the modes which are excited: a ruler on an edge, for a short while. The spectra are in
// test_world_ruler_long.
#include "ruler.h"
#include "test.h"

#include <math.h>

int main(void) {
    const double duration = 0.15;
    ruler_run full = ruler_beats(false, 6.5, duration), fast = ruler_beats(true, 6.5, duration);
    const ruler_run *runs[] = {&full, &fast};
    for (int i = 0; i < 2; i++) {
        const cr_world_stats *s = &runs[i]->stats;
        printf(
            "%s: %lld steps, %lld ups, %lld downs, %lld redone; ledger %.2g of %.3g J, gain %.2g J, %.2g m "
            "deep\n",
            i ? "adaptive" : "full", s->steps, s->ups, s->downs, s->redone, runs[i]->ledger.residual,
            runs[i]->start, s->gain_greatest, s->penetration_greatest);
        CHECK(fabs(runs[i]->ledger.residual) < 1e-14, "ledger open by %g J", runs[i]->ledger.residual);
        CHECK(s->gain_greatest < 1e-15, "a step gained %g J", s->gain_greatest);
        CHECK(s->unsolved == 0, "%lld unsolved", s->unsolved);
    }
    CHECK(2 * fast.stats.steps < full.stats.steps, "%lld steps, full %lld", fast.stats.steps,
          full.stats.steps);
    CHECK(fast.stats.ups > 0, "nothing was excited");
    return test_summary();
}
