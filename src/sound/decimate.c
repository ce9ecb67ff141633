#include "sound/decimate.h"

#include "base/numeric.h"

// I_0 by its series
static double bessel(double x) {
    double term = 1.0, sum = 1.0;
    for (int k = 1; k < 60; k++) sum += term *= cr_square(0.5 * x / k);
    return sum;
}

// sinc with its corner at half of the low rate, times Kaiser's window of beta 7: -70 dB
void cr_decimator_init(cr_decimator *d) {
    const double middle = 0.5 * (CR_DECIMATE_TAPS - 1), beta = 7.0;
    double sum = 0.0;
    for (int i = 0; i < CR_DECIMATE_TAPS; i++) {
        double t = i - middle, turn = cr_pi * t / CR_DECIMATE_FACTOR;
        double window = bessel(beta * sqrt(cr_max(1.0 - cr_square(t / middle), 0.0)));
        sum += d->tap[i] = window * cr_sin(turn) / turn; // t is never 0: the number of taps is even
    }
    for (int i = 0; i < CR_DECIMATE_TAPS; i++) d->tap[i] /= sum;
}

// In eight partial sums, side by side.
CR_CLONES double cr_decimator_take(const cr_decimator *d, const double *from) {
    enum { LANES = 8 };
    double sum[LANES] = {0};
    for (int i = 0; i < CR_DECIMATE_TAPS; i += LANES)
        for (int k = 0; k < LANES; k++) sum[k] += d->tap[i + k] * from[i + k];
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

double cr_decimator_lag(void) {
    return 0.5 * (CR_DECIMATE_TAPS - 1) / CR_DECIMATE_FACTOR;
}
