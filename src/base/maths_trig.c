#include "base/maths.h"
#include "base/maths_pair.h"
#include "base/maths_tables.h"

#include <stdbool.h>

// x = quarter pi/2 + r, |r| <= pi/4, r in two parts, quarter modulo 4
typedef struct turned {
    double r, rest;
    unsigned quarter;
} turned;

// 32 bits of 2/pi from this place behind the point on; before the point there are none.
static uint32_t bits_from(int place) {
    if (place <= -32) return 0;
    if (place < 0) return two_over_pi[0] >> -place;
    int word = place / 32, shift = place % 32;
    uint64_t both = (uint64_t)two_over_pi[word] << 32 | two_over_pi[word + 1];
    return (uint32_t)(both >> (32 - shift));
}

// x 2/pi modulo 4 with 190 bits behind the point, for |x| of any size: of the product of the mantissa with
// 2/pi only the bits that matter   Payne, Hanek 1983
static turned turn_far(double x) {
    uint64_t bits = cr_bits_of(x), mantissa = (bits & 0xfffffffffffff) | 0x10000000000000, carry = 0;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1075;
    uint32_t product[6], low = (uint32_t)mantissa, high = (uint32_t)(mantissa >> 32), last = 0;
    for (int i = 5; i >= 0; i--) { // from the end; what would overflow are multiples of 4
        uint32_t word = bits_from(exponent - 2 + 32 * i);
        uint64_t a = (uint64_t)word * low, b = (uint64_t)last * high;
        carry += (uint32_t)a;
        carry += (uint32_t)b;
        product[i] = (uint32_t)carry;
        carry = (carry >> 32) + (a >> 32) + (b >> 32);
        last = word;
    }
    unsigned quarter = product[0] >> 30;
    bool over = product[0] >> 29 & 1; // more than a half: from the next one back
    if (over) quarter++;
    product[0] &= 0x3fffffff;
    double unit = 0x1p-30;
    cr_pair part = {over ? -1.0 : 0.0, 0.0};
    for (int i = 0; i < 6; i++, unit *= 0x1p-32) part = cr_pair_add(part, (cr_pair){product[i] * unit, 0.0});
    part = cr_pair_times(part, (cr_pair){half_pi_pair[0], half_pi_pair[1]});
    if (bits >> 63) return (turned){-part.high, -part.low, -quarter & 3};
    return (turned){part.high, part.low, quarter & 3};
}

static inline turned turn(double x) {
    if (fabs(x) <= 0x1.921fb54442d18p-1) return (turned){x, 0.0, 0};
    if (fabs(x) < 0x1p20) {
        const double shift = 0x1.8p52;
        double near = x * half_pi[0] + shift, count = near - shift;
        double a = x - count * half_pi[1], b = count * half_pi[2]; // exact
        cr_pair r = {a - b, 0.0};
        r.low = (a - r.high - b) - count * half_pi[3];
        if (fabs(x) > 0x1p14) r = cr_pair_ordered(r.high, r.low);
        if (fabs(r.high) > 0x1p-13) // |a| > |b|
            return (turned){r.high, r.low, (unsigned)cr_bits_of(near) & 3};
    }
    return turn_far(x);
}

// sin(r + rest) = r + low
static inline double sine_beyond(double r, double rest) {
    const double *c = sin_terms;
    double t = r * r, tt = t * t, cube = t * r;
    double higher = c[1] + t * c[2] + tt * (c[3] + t * c[4] + tt * (c[5] + t * c[6]));
    return cube * c[0] + (cube * t * higher + rest * (1.0 - 0.5 * t));
}

// cos(r + rest) = high + low, high = 1 - r^2/2 rounded
static inline cr_pair cosine_of(double r, double rest) {
    const double *c = cos_terms;
    double t = r * r, tt = t * t, half = 0.5 * t, high = 1.0 - half;
    double higher = tt * (c[0] + t * c[1] + tt * (c[2] + t * c[3] + tt * (c[4] + t * c[5])));
    return (cr_pair){high, ((1.0 - high) - half) + (higher - r * rest)};
}

static inline double sine(turned a) {
    return a.r + sine_beyond(a.r, a.rest);
}

static inline double cosine(turned a) {
    cr_pair c = cosine_of(a.r, a.rest);
    return c.high + c.low;
}

double cr_sin(double x) {
    if (!(fabs(x) < HUGE_VAL)) return x - x;
    if (fabs(x) < 0x1p-27) return x; // keeps the sign of zero
    turned a = turn(x);
    double value = a.quarter & 1 ? cosine(a) : sine(a);
    return a.quarter & 2 ? -value : value;
}

double cr_cos(double x) {
    if (!(fabs(x) < HUGE_VAL)) return x - x;
    turned a = turn(x);
    double value = a.quarter & 1 ? sine(a) : cosine(a);
    return (a.quarter + 1) & 2 ? -value : value;
}

// The rounding of r^2/2 in the cosine counts here, and that of r^3/6.
double cr_tan(double x) {
    if (!(fabs(x) < HUGE_VAL)) return x - x;
    if (fabs(x) < 0x1p-27) return x;
    turned a = turn(x);
    cr_pair square = cr_pair_times((cr_pair){a.r, a.rest}, (cr_pair){a.r, a.rest});
    cr_pair cube = cr_pair_times(square, (cr_pair){a.r, a.rest});
    double t = square.high, tt = t * t;
    const double *s = sin_terms, *c = cos_terms;
    double sine_rest = cube.high * t * (s[1] + t * s[2] + tt * (s[3] + t * s[4] + tt * (s[5] + t * s[6])));
    double cosine_rest = tt * (c[0] + t * c[1] + tt * (c[2] + t * c[3] + tt * (c[4] + t * c[5])));
    const cr_pair sixth = {-1.0 / 6, -0x1.5555555555555p-57};
    cr_pair sines = cr_pair_add((cr_pair){a.r, a.rest}, cr_pair_times(cube, sixth));
    cr_pair cosines = cr_pair_add((cr_pair){1.0, 0.0}, (cr_pair){-0.5 * square.high, -0.5 * square.low});
    sines = cr_pair_add(sines, (cr_pair){sine_rest, 0.0});
    cosines = cr_pair_add(cosines, (cr_pair){cosine_rest, 0.0});
    cr_pair value =
        a.quarter & 1 ? cr_pair_over(cr_pair_negative(cosines), sines) : cr_pair_over(sines, cosines);
    return value.high + value.low;
}
