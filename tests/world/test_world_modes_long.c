// label: long
// A rod on a wall over many phases of the step and up to 256 modes: restitution, duration, and how even
// its force is; steps far beyond the rate that its highest mode would ask for.
#include "rod_bounce.h"
#include "test.h"

#include <math.h>

// phase: in steps.
static rod_bounce bounce(int modes, double steps_per_period, double phase) {
    rod_bounce b = rod_bounce_run(modes, steps_per_period, phase * rod_bounce_step(modes, steps_per_period));
    CHECK(fabs(b.residual) < 1e-12, "ledger open by %g J", b.residual);
    CHECK(b.stats.gain_greatest <= 1e-14 && b.stats.unsolved == 0, "gained %g J, %lld unsolved",
          b.stats.gain_greatest, b.stats.unsolved);
    CHECK(b.gap >= -b.give - 1e-12, "%g m deep, springs give %g m", -b.gap, b.give);
    return b;
}

int main(void) {
    const int modes[] = {16, 64, 256};
    for (int i = 0; i < 3; i++) {
        enum { PHASES = 16 };
        double low = HUGE_VAL, high = -HUGE_VAL, uneven = 0.0, longest = 0.0,
               exact = 1.0 - 1.0 / (2.0 * modes[i] + 1.0);
        for (int phase = 0; phase < PHASES; phase++) {
            rod_bounce p = bounce(modes[i], 6.5, (double)phase / PHASES);
            low = fmin(low, p.speed);
            high = fmax(high, p.speed);
            uneven = fmax(uneven, (p.most - p.least) / (p.most + p.least));
            longest = fmax(longest, fabs(p.end - p.begin - 2.0));
        }
        printf("%d modes: e %.5f to %.5f (exact %.5f), force even to %.2g, duration 2 to %.2g s\n", modes[i],
               low, high, exact, uneven, longest);
        CHECK(low > exact - 5e-4 && high < exact + 5e-4, "e %g to %g, exact %g", low, high, exact);
        CHECK(longest <= 0.03, "lasts 2 s but for %g s", longest);
        CHECK(uneven < 0.02, "the force varies by %g of it", uneven);
    }
    double e = bounce(256, 0.5, 0.3).speed;
    printf("256 modes at 0.5 steps per period: e %.4f\n", e);
    CHECK(e >= 0.99, "e = %g", e);
    return test_summary();
}
