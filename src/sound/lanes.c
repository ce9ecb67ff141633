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
    double largest = 0.0;
    for (int j = 0; j < l->modes; j++) largest = cr_max(largest, l->omega[j] + l->sigma[j]);
    int squarings = 0;
    double part = t;
    for (; fabs(part) * largest > 0.125; part *= 0.5) squarings++;
    for (int j = 0; j < l->count; j++) {
        double a = -l->sigma[j] * part, b = l->omega[j] * part, x = 1.0, y = 0.0;
        for (int k = 9; k > 0; k--) { // Horner: 1 + s/k (...)
            double xk = (a * x - b * y) / k;
            y = (a * y + b * x) / k;
            x = 1.0 + xk;
        }
        re[j] = x;
        im[j] = y;
    }
    for (int k = 0; k < squarings; k++)
        for (int j = 0; j < l->count; j++) {
            double x = re[j], y = im[j];
            re[j] = x * x - y * y;
            im[j] = 2.0 * x * y;
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

void cr_lanes_set(const cr_lanes *l, int from, int until, cr_bank_precision precision) {
    for (int j = from; j < until; j++) {
        double s = l->sigma[j], w = l->omega[j];
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

// 1/lambda = (-sigma - i w)/(sigma^2 + w^2)
CR_CLONES void cr_lanes_kick(const cr_lanes *l, const double *force, int order, const double *re,
                             const double *im) {
    for (int j = 0; j < l->modes; j++) {
        double x = force[j] * re[j], y = force[j] * im[j];
        double size = 1.0 / (l->sigma[j] * l->sigma[j] + l->omega[j] * l->omega[j]);
        double c = -l->sigma[j] * size, s = -l->omega[j] * size;
        for (int k = 0; k < order; k++) {
            double turned = c * x - s * y;
            y = s * x + c * y;
            x = turned;
        }
        l->x[j] += x;
        l->y[j] += y;
    }
}
