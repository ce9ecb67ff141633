// The kernels that several of the elementary functions share.
#ifndef CAROM_BASE_MATHS_KERNELS_H
#define CAROM_BASE_MATHS_KERNELS_H

#include "base/maths_pair.h"
#include "base/maths_tables.h"

#include <stdbool.h>

// e^x = 2^k 2^(i/128) e^r with |r| <= ln 2/256, 2^(i/128) from a table   Tang 1989
typedef struct cr_exp_reduced {
    int64_t k;
    const double *two; // 2^(i/128), what part of it is missing
    double r, rest;    // r before it is rounded: r + rest
} cr_exp_reduced;

static inline cr_exp_reduced cr_exp_reduce(double x) {
    const double shift = 0x1.8p52; // the sum has the nearest whole number in its last bits
    double near = x * exp_steps[0] + shift, count = near - shift;
    double r = x - count * exp_steps[1]; // exact
    int64_t step = (int64_t)(cr_bits_of(near) << 32) >> 32;
    return (cr_exp_reduced){step >> 7, &exp_table[2 * (step & 127)], r, -count * exp_steps[2]};
}

// e^r - 1 - r
static inline double cr_exp_beyond(double r) {
    double rr = r * r;
    return rr * (0.5 + r * (1.0 / 6)) + rr * rr * (1.0 / 24 + r * (1.0 / 120));
}

// e^(x + more), |x| < 750, |more| < 1e-4
static inline double cr_exp_of(double x, double more) {
    cr_exp_reduced a = cr_exp_reduce(x);
    double r = a.r + (a.rest + more), growth = (a.two[1] + r) + cr_exp_beyond(r);
    if (fabs(x) > 704.0) return cr_scale(a.two[0] + a.two[0] * growth, (int)a.k);
    double scale = cr_of_bits(cr_bits_of(a.two[0]) + ((uint64_t)a.k << 52));
    return scale + scale * growth;
}

// The same as (high + low) 2^k to about 2^-63 of itself, |x| < 1100
static inline cr_pair cr_exp_parts(double x, double more, int *k) {
    cr_exp_reduced a = cr_exp_reduce(x);
    double two = a.two[0], rest = a.rest + more, r = a.r + rest;
    cr_pair head = cr_pair_product(two, a.r), sum = cr_pair_ordered(two, head.high);
    double tail = two * ((a.two[1] + a.two[1] * r) + rest + cr_exp_beyond(r)) + head.low;
    *k = (int)a.k;
    return cr_pair_ordered(sum.high, sum.low + tail);
}

// log x = k ln 2 + log c + log(1 + r), r = z/c - 1, z = x 2^-k in [0.7, 1.41), c from a table   Tang 1990.
// `bits` are those of x 2^-k; `has_more`: of x + more, where `more` is less than a unit of x. 1/c has ten
// bits and the head of z 25, so that the head of r, its square, and the sum of the heads are exact.
static inline cr_pair cr_log_of(uint64_t bits, int64_t k, bool has_more, double more) {
    const uint64_t origin = 0x3fe6900000000000;
    uint64_t from = bits - origin;
    int64_t up = (int64_t)from >> 52;
    const double *c = &log_table[3 * (from >> 45 & 127)];
    double z = cr_of_bits(bits - ((uint64_t)up << 52)),
           head = cr_of_bits((cr_bits_of(z) + 0x8000000) & ~(uint64_t)0xfffffff);
    if (has_more) more = more * cr_two_to((int)-up) * c[0];
    double rh = head * c[0] - 1.0, rl = (z - head) * c[0], rest = has_more ? rl + more : rl, r = rh + rest,
           rr = r * r;
    double count = (double)(k + up), high = count * log_two[0] + c[1] + rh, half = 0.5 * rh * rh;
    double tail = (1.0 / 3 - r * 0.25) + rr * ((1.0 / 5 - r * (1.0 / 6)) + rr * (1.0 / 7 - r * 0.125));
    double low =
        (count * log_two[1] + c[2]) + ((has_more ? more : 0.0) - rest * (rh + 0.5 * rest)) + rr * r * tail;
    double first = high - half, sum = first + rl;
    return (cr_pair){sum, (high - first - half) + (rl - (sum - first)) + low};
}

#endif
