// Unevaluated sums of two doubles, about 106 bits, for what one rounding would spoil; and the bits of
// doubles.
#ifndef CAROM_BASE_MATHS_PAIR_H
#define CAROM_BASE_MATHS_PAIR_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct cr_pair {
    double high, low;
} cr_pair;

static inline uint64_t cr_bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double cr_of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// 2^k for -1022 <= k <= 1023
static inline double cr_two_to(int k) {
    return cr_of_bits((uint64_t)(k + 1023) << 52);
}

// x 2^k with one rounding where the result is subnormal. |k| < 2100, x of ordinary size.
static inline double cr_scale(double x, int k) {
    for (; k > 1000; k -= 1000) x *= cr_two_to(1000);
    if (k >= -1000) return x * cr_two_to(k);
    return x * cr_two_to(k + 1000 > -1000 ? k + 1000 : -1000) * cr_two_to(-1000);
}

// a + b exactly; |a| >= |b| or a = 0
static inline cr_pair cr_pair_ordered(double a, double b) {
    double sum = a + b;
    return (cr_pair){sum, b - (sum - a)};
}

// a + b exactly   Knuth
static inline cr_pair cr_pair_sum(double a, double b) {
    double sum = a + b, part = sum - a;
    return (cr_pair){sum, (a - (sum - part)) + (b - part)};
}

// The leading 26 bits of x. Below 2^996.
static inline double cr_leading(double x) {
#ifdef __SSE2__ // the same, without the way through an integer register
    __m128d mask = _mm_castsi128_pd(_mm_set1_epi64x(~0x7ffffffLL));
    return _mm_cvtsd_f64(_mm_and_pd(_mm_set_sd(x), mask));
#else
    return cr_of_bits(cr_bits_of(x) & ~(uint64_t)0x7ffffff);
#endif
}

// a b exactly, but for under- and overflow   Dekker 1971
static inline cr_pair cr_pair_product(double a, double b) {
    double product = a * b, ah = cr_leading(a), al = a - ah, bh = cr_leading(b), bl = b - bh;
    return (cr_pair){product, al * bl - (((product - ah * bh) - al * bh) - ah * bl)};
}

static inline cr_pair cr_pair_add(cr_pair a, cr_pair b) {
    cr_pair sum = cr_pair_sum(a.high, b.high);
    return cr_pair_ordered(sum.high, sum.low + (a.low + b.low));
}

static inline cr_pair cr_pair_times(cr_pair a, cr_pair b) {
    cr_pair product = cr_pair_product(a.high, b.high);
    return cr_pair_ordered(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static inline cr_pair cr_pair_over(cr_pair a, cr_pair b) {
    double quotient = a.high / b.high;
    cr_pair back = cr_pair_product(quotient, b.high);
    double rest = ((a.high - back.high) - back.low) + (a.low - quotient * b.low);
    return cr_pair_ordered(quotient, rest / b.high);
}

static inline cr_pair cr_pair_negative(cr_pair a) {
    return (cr_pair){-a.high, -a.low};
}

#endif
