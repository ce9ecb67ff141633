#include "base/maths.h"
#include "base/maths_kernels.h"

double cr_log(double x) {
    uint64_t bits = cr_bits_of(x);
    int64_t k = 0;
    if (bits - 0x0010000000000000 >= 0x7fe0000000000000) { // not a positive normal number
        if (x == 0.0) return -HUGE_VAL;
        if (bits == 0x7ff0000000000000 || x != x) return x + x;
        if (bits >> 63) return (double)NAN;
        bits = cr_bits_of(x * 0x1p54);
        k = -54;
    }
    cr_pair log = cr_log_of(bits, k, false, 0.0);
    return log.high + log.low;
}

double cr_log1p(double x) {
    if (!(x > -1.0 && x < 0x1p1000)) return x == -1.0 ? -HUGE_VAL : x < -1.0 ? (double)NAN : cr_log(x);
    if (fabs(x) < 0x1p-30) return x - 0.5 * x * x; // keeps the sign of zero
    cr_pair whole = cr_pair_sum(1.0, x);
    cr_pair log = cr_log_of(cr_bits_of(whole.high), 0, true, whole.low);
    return log.high + log.low;
}

// log((1 + x)/(1 - x))/2 = log1p(2 x/(1 - x))/2
double cr_atanh(double x) {
    double size = fabs(x);
    if (!(size < 1.0)) return size == 1.0 ? copysign(HUGE_VAL, x) : size > 1.0 ? (double)NAN : x;
    if (size < 0x1p-28) return x;
    cr_pair ratio = cr_pair_over((cr_pair){2.0 * size, 0.0}, cr_pair_sum(1.0, -size));
    cr_pair whole = cr_pair_sum(1.0, ratio.high);
    whole = cr_pair_ordered(whole.high, whole.low + ratio.low);
    cr_pair log = cr_log_of(cr_bits_of(whole.high), 0, true, whole.low);
    return copysign(0.5 * (log.high + log.low), x);
}
