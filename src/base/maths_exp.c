#include "base/maths.h"
#include "base/maths_kernels.h"

double cr_exp(double x) {
    uint64_t size = cr_bits_of(x) & INT64_MAX;
    if (size >= 0x4086000000000000) { // 704
        if (size > 0x7ff0000000000000) return x + x;
        if (x > 709.8) return HUGE_VAL;
        if (x < -745.2) return 0.0;
    }
    return cr_exp_of(x, 0.0);
}

// e^x - 1, |x| < 709
static cr_pair expm1_pair(double x) {
    if (fabs(x) < 0.35) {
        const double *c = expm1_terms;
        double xx = x * x, x4 = xx * xx;
        double low = c[0] + x * c[1] + xx * (c[2] + x * c[3]),
               high = c[4] + x * c[5] + xx * (c[6] + x * c[7]);
        double last = c[8] + x * c[9] + xx * c[10], cubic = xx * x * (low + x4 * (high + x4 * last));
        // x^2/2 without its rounding, that of the cubic term alone remains
        cr_pair square = cr_pair_product(x, 0.5 * x), sum = cr_pair_ordered(x, square.high);
        return cr_pair_ordered(sum.high, sum.low + (square.low + cubic));
    }
    int k;
    cr_pair e = cr_exp_parts(x, 0.0, &k);
    if (k < -60) return (cr_pair){-1.0, cr_scale(e.high, k > -1000 ? k : -1000)};
    double scale = cr_two_to(k > 1022 ? 1022 : k);
    cr_pair sum = cr_pair_sum(e.high * scale, -1.0);
    return cr_pair_ordered(sum.high, sum.low + e.low * scale);
}

double cr_expm1(double x) {
    uint64_t size = cr_bits_of(x) & INT64_MAX;
    if (size < 0x3c90000000000000) return x; // 2^-54; keeps the sign of zero
    if (size > 0x7ff0000000000000) return x + x;
    if (x > 709.0) return cr_exp(x);
    if (x < -745.0) return -1.0;
    cr_pair e = expm1_pair(x);
    return e.high + e.low;
}

// (e^x + e^-x)/2
double cr_cosh(double x) {
    double size = fabs(x);
    if (!(size < 1000.0)) return size * 0x1p1023;
    int k;
    cr_pair e = cr_exp_parts(size, 0.0, &k);
    if (k > 30) return cr_scale(e.high + e.low, k - 1);
    double scale = cr_two_to(k);
    cr_pair grown = {e.high * scale, e.low * scale}, shrunk = cr_pair_over((cr_pair){1.0, 0.0}, grown);
    cr_pair sum = cr_pair_ordered(grown.high, shrunk.high);
    return 0.5 * (sum.high + (sum.low + (grown.low + shrunk.low)));
}

// (E + E/(E + 1))/2, E = e^x - 1
double cr_sinh(double x) {
    double size = fabs(x);
    if (!(size < 1000.0)) return x * 0x1p1023;
    if (size < 0x1p-28) return x;
    if (size > 30.0) {
        int k;
        cr_pair e = cr_exp_parts(size, 0.0, &k);
        return copysign(cr_scale(e.high + e.low, k - 1), x);
    }
    cr_pair e = expm1_pair(size), under = cr_pair_sum(e.high, 1.0);
    under.low += e.low;
    cr_pair all = cr_pair_add(e, cr_pair_over(e, under));
    return copysign(0.5 * (all.high + all.low), x);
}

// E/(E + 2), E = e^2x - 1
double cr_tanh(double x) {
    double size = fabs(x);
    if (!(size < 22.0)) return size >= 22.0 ? copysign(1.0, x) : x;
    if (size < 0x1p-28) return x;
    cr_pair e = expm1_pair(2.0 * size), under = cr_pair_sum(e.high, 2.0);
    under.low += e.low;
    cr_pair all = cr_pair_over(e, under);
    return copysign(all.high + all.low, x);
}
