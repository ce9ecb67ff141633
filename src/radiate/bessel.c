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

// Ascending series of J_n and Y_n, n = 0 and 1 (Abramowitz, Stegun 9.1.10 and 9.1.11): with y = x^2/4,
//     J_n = (x/2)^n sum (-y)^k/(k! (n+k)!),
//     pi Y_n = 2 ln(x/2) J_n - n (2/x) - (x/2)^n sum (psi(k+1) + psi(n+k+1)) (-y)^k/(k! (n+k)!).
// Terms reach e^x/x: ten digits are left at x = 10.
void cr_cylindrical_hankel(double x, double h[2][2]) {
    const double euler = 0.57721566490153286;
    double y = 0.25 * x * x, half = 0.5 * x, log_half = cr_log(half);
    for (int n = 0; n < 2; n++) {
        double term = n ? half : 1.0, psi = n - 2.0 * euler, j = 0.0, sum = 0.0;
        for (int k = 0; k < 60; k++) {
            j += term;
            sum += psi * term;
            term *= -y / ((k + 1.0) * (n + k + 1.0));
            psi += 1.0 / (k + 1.0) + 1.0 / (n + k + 1.0);
        }
        h[n][0] = j;
        h[n][1] = (2.0 * log_half * j - (n ? 2.0 / x : 0.0) - sum) / cr_pi;
    }
}
