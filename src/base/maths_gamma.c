#include "base/maths.h"
#include "base/maths_kernels.h"

// log Gamma(z) = (z - 1/2) log z - z + log(2 pi)/2 + 1/(12 z) - 1/(360 z^3) + ...   Stirling, for z >= 20
static cr_pair log_gamma(cr_pair z) {
    double inverse = 1.0 / z.high, square = inverse * inverse, series = 0.0;
    for (int i = 6; i >= 0; i--) series = gamma_terms[i] + square * series;
    cr_pair log = cr_log_of(cr_bits_of(z.high), 0, true, z.low),
            before = cr_pair_add(z, (cr_pair){-0.5, 0.0});
    log = cr_pair_ordered(log.high, log.low);
    cr_pair all = cr_pair_add(cr_pair_times(before, log), cr_pair_negative(z));
    all = cr_pair_add(all, (cr_pair){gamma_shift[0], gamma_shift[1]});
    cr_pair twelfth = cr_pair_over((cr_pair){1.0, 0.0}, cr_pair_times((cr_pair){12.0, 0.0}, z));
    return cr_pair_add(cr_pair_add(all, twelfth), (cr_pair){inverse * (series - gamma_terms[0]), 0.0});
}

// Gamma(x) = Gamma(x + n)/(x (x + 1) ... (x + n - 1))
double cr_gamma(double x) {
    if (!(x > 0.0)) return (double)NAN;
    if (x > 172.0) return HUGE_VAL;
    if (x < 0x1p-60) return 1.0 / x;
    cr_pair below = {1.0, 0.0}, z = {x, 0.0};
    for (; z.high < 20.0; z = cr_pair_add(z, (cr_pair){1.0, 0.0})) below = cr_pair_times(below, z);
    int k;
    cr_pair log = log_gamma(z), power = cr_exp_parts(log.high, log.low, &k);
    cr_pair value = cr_pair_over(power, below);
    return cr_scale(value.high + value.low, k);
}
