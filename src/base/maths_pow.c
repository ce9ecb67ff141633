#include "base/maths.h"
#include "base/maths_kernels.h"

// 0: no whole number, 1: odd, 2: even
static int parity(double y) {
    double size = fabs(y);
    if (size >= 0x1p53) return 2;
    if (floor(size) != size) return 0;
    return fmod(size, 2.0) == 1.0 ? 1 : 2;
}

// e^(y log x)
static inline double exp_of_product(cr_pair log, double y, bool negative) {
    log = cr_pair_ordered(log.high, log.low);
    double product = y * log.high, result;
    if (!(fabs(product) < 746.0)) result = product > 0.0 ? HUGE_VAL : 0.0;
    else if (fabs(product) < 0x1p-60) result = 1.0;
    else {
        double yh = cr_leading(y), yl = y - yh, lh = cr_leading(log.high), ll = log.high - lh + log.low;
        result = cr_exp_of(yh * lh, yl * lh + y * ll);
    }
    return negative ? -result : result;
}

// Where x is no positive normal number, or y is not of ordinary size.
static double pow_of_special(double x, double y) {
    if (y == 0.0 || x == 1.0) return 1.0;
    if (x != x || y != y) return x + y;
    double size = fabs(x);
    if (fabs(y) == HUGE_VAL) {
        if (size == 1.0) return 1.0;
        return (size > 1.0) == (y > 0.0) ? HUGE_VAL : 0.0;
    }
    int kind = parity(y);
    bool negative = signbit(x) && kind == 1;
    if (size == 0.0 || size == HUGE_VAL) {
        double result = (size == 0.0) == (y > 0.0) ? 0.0 : HUGE_VAL;
        return negative ? -result : result;
    }
    if (x < 0.0 && kind == 0) return (double)NAN;
    uint64_t bits = cr_bits_of(size);
    int64_t k = 0;
    if (bits < 0x0010000000000000) {
        bits = cr_bits_of(size * 0x1p54);
        k = -54;
    }
    if (size == 1.0) return negative ? -1.0 : 1.0;
    return exp_of_product(cr_log_of(bits, k, false, 0.0), y, negative);
}

double cr_pow(double x, double y) {
    uint64_t bits = cr_bits_of(x), power = cr_bits_of(y) & INT64_MAX;
    if (bits - 0x0010000000000000 >= 0x7fe0000000000000 || power - 0x3be0000000000000 >= 0x0840000000000000)
        return pow_of_special(x, y); // |y| < 2^-65 or >= 2^67
    return exp_of_product(cr_log_of(bits, 0, false, 0.0), y, false);
}
