#include "sound/lanes.h"

#include "base/numeric.h"
#include "modal/bank_internal.h"

const cr_lanes_kernel *cr_lanes_kernel_best(cr_bank_precision precision) {
#if CR_BANK_HAS_FMA
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return precision == CR_BANK_DOUBLE ? &cr_lanes_kernel_double_wide : &cr_lanes_kernel_float_wide;
#endif
    return precision == CR_BANK_DOUBLE ? &cr_lanes_kernel_double : &cr_lanes_kernel_float;
}

// e^(lambda t) = (e^(lambda t/2^m))^(2^m), by Taylor's polynomial of degree 9 where |lambda t| < 2^m/8: its
// remainder is 1e-16, and each squaring doubles the rounding.
CR_CLONES void cr_lanes_phasor(const cr_lanes *l, double t, double *re, double *im) {
    enum { DEGREE = 9, FOURS = CR_LANES_PAD / 4 };
    static const double one_over_factorial[DEGREE + 1] = {
        1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880};
    int squarings = 0;
    double part = t;
    for (; fabs(part) * l->fastest > 0.125; part *= 0.5) squarings++;
    for (int j = 0; j < l->count; j += CR_LANES_PAD) { // fours side by side: each waits for itself
        cr_lanes_four a[FOURS], b[FOURS], x[FOURS], y[FOURS], turned;
        for (int i = 0; i < FOURS; i++) {
            a[i] = ((const cr_lanes_four *)(l->sigma + j))[i] * -part;
            b[i] = ((const cr_lanes_four *)(l->omega + j))[i] * part;
            x[i] = one_over_factorial[DEGREE] * a[i] + one_over_factorial[DEGREE - 1];
            y[i] = one_over_factorial[DEGREE] * b[i];
        }
        for (int k = DEGREE - 2; k >= 0; k--)
            for (int i = 0; i < FOURS; i++) {
                turned = one_over_factorial[k] + (a[i] * x[i] - b[i] * y[i]);
                y[i] = a[i] * y[i] + b[i] * x[i];
                x[i] = turned;
            }
        for (int k = 0; k < squarings; k++)
            for (int i = 0; i < FOURS; i++) {
                turned = x[i] * x[i] - y[i] * y[i];
                y[i] = 2.0 * x[i] * y[i];
                x[i] = turned;
            }
        for (int i = 0; i < FOURS; i++) {
            ((cr_lanes_four *)(re + j))[i] = x[i];
            ((cr_lanes_four *)(im + j))[i] = y[i];
        }
    }
}

static void put(void *const row[2], int j, cr_bank_precision precision, double re, double im) {
    if (precision == CR_BANK_DOUBLE) {
        ((double *)row[0])[j] = re;
        ((double *)row[1])[j] = im;
    } else {
        ((float *)row[0])[j] = (float)re;
        ((float *)row[1])[j] = (float)im;
    }
}

// 1/lambda = (-sigma - i w)/(sigma^2 + w^2)
void cr_lanes_set(cr_lanes *l, int from, int until, cr_bank_precision precision) {
    for (int j = from; j < until; j++) {
        double s = l->sigma[j], w = l->omega[j];
        double size = 1.0 / (s * s + w * w);
        l->fastest = cr_max(l->fastest, s + w);
        l->inverse[0][j] = -s * size;
        l->inverse[1][j] = -w * size;
        l->zr[j] = -2.0 * s; // -i (-s + i w)^2/w
        l->zi[j] = w - s * s / w;
        for (int k = 0; k < CR_LANES_POWERS; k++) {
            double t = l->h * (1 << k), r = cr_exp(-s * t);
            l->power[k][0][j] = r * cr_cos(w * t);
            l->power[k][1][j] = r * cr_sin(w * t);
        }
        for (int k = 1; k <= CR_LANES_STRIDE; k++) {
            double t = l->h * k, r = cr_exp(-s * t);
            put(l->turn[k - 1], j, precision, r * cr_cos(w * t), r * cr_sin(w * t));
        }
    }
}

// A loop of its own for each order.
__attribute__((always_inline)) static inline void kick(const cr_lanes *l, const double *force, int order,
                                                       const double *re, const double *im) {
    const double *restrict c = l->inverse[0], *restrict s = l->inverse[1];
    double *restrict to = l->x, *restrict too = l->y;
    for (int j = 0; j < l->modes; j++) {
        double x = force[j] * re[j], y = force[j] * im[j];
        for (int k = 0; k < order; k++) {
            double turned = c[j] * x - s[j] * y;
            y = s[j] * x + c[j] * y;
            x = turned;
        }
        to[j] += x;
        too[j] += y;
    }
}

CR_CLONES void cr_lanes_kick(const cr_lanes *l, const double *force, int order, const double *re,
                             const double *im) {
    if (order == 0) kick(l, force, 0, re, im);
    else if (order == 1) kick(l, force, 1, re, im);
    else kick(l, force, 2, re, im);
}

CR_CLONES void cr_lanes_rest(const cr_lanes *l) {
    static const double least = 1e-30; // sqrt(J)
    double *restrict x = l->x, *restrict y = l->y;
    for (int j = 0; j < l->count; j++) {
        double kept = fabs(x[j]) + fabs(y[j]) < least ? 0.0 : 1.0;
        x[j] *= kept;
        y[j] *= kept;
    }
}
