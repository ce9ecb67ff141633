// How often what happens by chance may happen in a random test.
#ifndef CAROM_TEST_CHANCE_H
#define CAROM_TEST_CHANCE_H

#include <math.h>

// The most misses that are no reason to doubt a chance of this much per draw: more come by that chance in
// fewer than one run in a thousand. Exact for any number of draws: P(k) = C(n, k) p^k (1 - p)^(n - k).
static inline int most_missed(int draws, double chance) {
    double term = pow(1.0 - chance, draws), sum = term;
    int missed = 0;
    while (1.0 - sum > 1e-3 && missed < draws) {
        term *= (draws - missed) * chance / ((missed + 1) * (1.0 - chance));
        sum += term;
        missed++;
    }
    return missed;
}

#endif
