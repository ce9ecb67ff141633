// mu v_out as a function of u = mu v_in: the root of S0 (6), and S0's approximations of it.
#include "base/maths.h"
#include "base/numeric.h"
#include "carom/exact.h"

#include <assert.h>

// w - log(1+w) = u - log(1+u), w < 0. Lambert's W would lose half the digits near -1/e; this loses none.
double cr_hc_rebound(double u) {
    return cr_log1p_residue_inverse(-sqrt(2.0 * cr_log1p_residue(u)));
}

static const double series_a[] = {
    0, -1.0, 2.0 / 3, -4.0 / 9, 44.0 / 135, -104.0 / 405, 40.0 / 189, -7648.0 / 42525, 2848.0 / 18225};

double cr_hc_series_a(int j) {
    assert(j >= 1 && j <= 8);
    return series_a[j];
}

// b_j = a_j - sum_{l<j} b_l c_{j-l}, c_i = (-2)^i/i!   S0 (38), mu = 1
double cr_hc_series_b(int j) {
    assert(j >= 0 && j <= 8);
    double b[9] = {1.0};
    for (int i = 1; i <= j; i++) {
        double c = 1.0;
        b[i] = series_a[i];
        for (int l = i - 1; l >= 0; l--) {
            c *= -2.0 / (i - l);
            b[i] -= b[l] * c;
        }
    }
    return b[j];
}

double cr_hc_rebound_series(double u, int order) {
    double sum = 0.0;
    for (int j = order; j >= 1; j--) sum = (sum + cr_hc_series_a(j)) * u;
    return sum;
}

// -(1 - (sum b_j u^j) e^(-2u))   S0 (7)
double cr_hc_rebound_approx(double u, int order) {
    double rest = 0.0; // the sum without b_0 = 1, so that small u cost no digits
    for (int j = order; j >= 1; j--) rest = (rest + cr_hc_series_b(j)) * u;
    return rest + (1.0 + rest) * cr_expm1(-2.0 * u);
}
