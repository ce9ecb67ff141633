#include "base/maths.h"
#include "radiate/waves.h"

// Upwards, j_n+1 = (2n+1)/x j_n - j_n-1 keeps its digits while n < x. Beyond, the ratio of neighbours
// r_n = j_n/j_n-1 = 1/((2n+1)/x - r_n+1) comes down from an order where it is as good as x/(2n+1) (Miller);
// no denominator is near zero there, as the first zero of j_n lies above n.
void cr_spherical_bessel(int order, double x, double *j) {
    enum { SURPLUS = 24 }; // orders: each takes a factor 4 or more from the error of the first ratio
    double ratio[CR_WAVES_ORDER + 2];
    double sine = cr_sin(x), cosine = cr_cos(x);
    int rising = x < order ? (int)x : order;
    j[0] = x > 1e-4 ? sine / x : 1.0 - x * x / 6.0;
    if (rising > 0) j[1] = (sine / x - cosine) / x;
    for (int n = 1; n < rising; n++) j[n + 1] = (2 * n + 1) / x * j[n] - j[n - 1];
    double last = 0.0;
    int first = order + SURPLUS + (int)(0.5 * fmin(x, order));
    for (int n = first; n > rising; n--) {
        last = x / (2 * n + 1 - x * last);
        if (n <= order) ratio[n] = last;
    }
    for (int n = rising + 1; n <= order; n++) j[n] = j[n - 1] * ratio[n];
}

// h_0 = -i e^ix/x, h_1 = -(x + i) e^ix/x^2, h_n+1 = (2n+1)/x h_n - h_n-1: h_n grows, the recurrence is
// stable. The factor e^ix is common to all.
void cr_spherical_hankel(int order, double x, double (*h)[2]) {
    double inverse = 1.0 / x;
    h[0][0] = 0.0;
    h[0][1] = -inverse;
    if (order < 1) return;
    h[1][0] = -inverse;
    h[1][1] = -inverse * inverse;
    for (int n = 1; n < order; n++)
        for (int part = 0; part < 2; part++)
            h[n + 1][part] = (2 * n + 1) * inverse * h[n][part] - h[n - 1][part];
}
