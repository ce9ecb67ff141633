// Small numerical tools of the runtime: functions without cancellation, one root finder, one quadrature.
#ifndef CAROM_BASE_NUMERIC_H
#define CAROM_BASE_NUMERIC_H

#include "base/maths.h"
#include "carom/base.h"

#include <math.h>

// Hot loops are compiled for several instruction sets and chosen at start; results are the same, bit by bit.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&     \
    !defined(__SANITIZE_THREAD__)
#define CR_CLONES __attribute__((target_clones("avx2", "default")))
// For what is written in vectors of eight, and called only where __builtin_cpu_supports("avx512f").
#define CR_TARGET_WIDE __attribute__((target("avx512f")))
// For what is called only where "avx2" and "fma" are supported, and fuses what is fed back to nothing.
#define CR_TARGET_FUSED __attribute__((target("avx2,fma")))
#else
#define CR_CLONES
#endif

// Before a short vector loop: fewer branches between the loads.
#if defined(__GNUC__) && !defined(__clang__)
#define CR_UNROLL _Pragma("GCC unroll 4")
#else
#define CR_UNROLL
#endif

static inline double cr_square(double x) {
    return x * x;
}

// Plain comparisons: fmin and fmax are library calls, and no caller passes NaN on purpose.
static inline double cr_min(double a, double b) {
    return a < b ? a : b;
}

static inline double cr_max(double a, double b) {
    return a > b ? a : b;
}

// Long sums: what `sum` cannot hold of the terms is carried to the next one (Kahan).
typedef struct cr_sum {
    double sum, carried;
} cr_sum;

static inline void cr_sum_add(cr_sum *s, double term) {
    double next = s->carried + term, before = s->sum;
    s->sum = before + next;
    s->carried = next - (s->sum - before);
}

static inline double cr_clamp(double x, double lo, double hi) {
    return x < lo ? lo : x > hi ? hi : x;
}

// s - log(1 + s), accurate to rounding for every s > -1.
double cr_log1p_residue(double s);

// (atanh(z) - z)/z^3 = 1/3 + w/5 + w^2/7 + ..., w = z^2 <= 0.03
static inline double cr_atanh_tail(double w) {
    double ww = w * w;
    double tail = 1.0 / 3 + w * (1.0 / 5) + ww * (1.0 / 7 + w * (1.0 / 9));
    if (w < 1e-4) return tail;
    double high = 1.0 / 11 + w * (1.0 / 13) + ww * (1.0 / 15 + w * (1.0 / 17));
    return tail + ww * ww * (high + ww * ww * (1.0 / 19 + w * (1.0 / 21)));
}

// (s - log(1 + s))/s, 0 at s = 0; with z = s/(2+s) it is z - 2 z^2/(2+s) tail(z^2).
static inline double cr_log1p_residue_ratio(double s) {
    if (fabs(s) > 0.3) return 1.0 - cr_log1p(s) / s;
    double inverse = 1.0 / (2.0 + s), z = s * inverse;
    return z - 2.0 * z * z * inverse * cr_atanh_tail(z * z);
}

// The s with s - log(1 + s) = q^2/2 and the sign of q: the inverse of the above on both branches.
double cr_log1p_residue_inverse(double q);

// Root of an increasing function in [lo, hi]: Newton, safeguarded by the bracket, so that it always ends.
// The function returns its value and stores its slope. Stops when a step is below `tolerance` (absolute) or
// the bracket is exhausted. `iterations` may be NULL.
typedef double (*cr_root_function)(double z, double *slope, const void *context);
double cr_root_increasing(cr_root_function function, const void *context, double lo, double hi, double start,
                          double tolerance, int *iterations);

// Integral of f over (0, 1) by the tanh-sinh rule. f gets y and 1 - y, each accurate near its own end, so
// that integrable end-point singularities cost no accuracy.
typedef double (*cr_integrand)(double y, double one_minus_y, const void *context);
double cr_integrate_unit(cr_integrand f, const void *context);

// Euler's Beta function.
double cr_beta(double a, double b);

#endif
