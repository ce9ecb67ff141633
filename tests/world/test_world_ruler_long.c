// label: long
// Steps that follow the modes which are excited sound like all: a ruler on an edge, third octave by third
// octave, at a quarter of the steps.
#include "ruler.h"
#include "test.h"

#include <math.h>

// Greatest difference of bands within 60 dB of the loudest.
static double differs(const ruler_run *a, const ruler_run *b, double *mean) {
    double top = -HUGE_VAL, most = 0.0;
    int count = 0;
    *mean = 0.0;
    for (int i = 0; i < RULER_BANDS; i++) top = fmax(top, b->band[i]);
    for (int i = 0; i < RULER_BANDS; i++) {
        if (b->band[i] < top - 60.0) continue;
        double off = fabs(a->band[i] - b->band[i]);
        most = fmax(most, off);
        *mean += off;
        count++;
    }
    *mean /= count;
    return most;
}

int main(void) {
    ruler_run fine = ruler_beats(false, 13.0, 1.0), full = ruler_beats(false, 6.5, 1.0),
              fast = ruler_beats(true, 6.5, 1.0);
    double mean_full, mean_fast, full_off = differs(&full, &fine, &mean_full),
                                 fast_off = differs(&fast, &fine, &mean_fast), mean,
                                 against_full = differs(&fast, &full, &mean);
    printf("13 per period: %lld steps; 6.5: %lld steps, %.2f dB (mean %.2f); adaptive: %lld steps, %.2f dB "
           "(mean "
           "%.2f), against 6.5 %.2f dB, %lld ups, %lld downs\n",
           fine.stats.steps, full.stats.steps, full_off, mean_full, fast.stats.steps, fast_off, mean_fast,
           against_full, fast.stats.ups, fast.stats.downs);
    CHECK(4 * fast.stats.steps <= full.stats.steps, "%lld steps of %lld", fast.stats.steps, full.stats.steps);
    CHECK(fast_off <= 1.5 && against_full <= 1.5, "%g and %g dB off", fast_off, against_full);
    CHECK(fast.stats.ups <= 200, "%lld ups in a second", fast.stats.ups);
    CHECK(fabs(fast.ledger.residual) < 1e-14, "ledger open by %g J", fast.ledger.residual);
    return test_summary();
}
