#include "base/numeric.h"
#include "base/maths.h"

#include <float.h>

// With z = s/(2+s), log(1+s) = 2 atanh z and s = 2z/(1-z): s - log(1+s) = s z - 2 z^3 tail(z^2), nothing
// cancels.
double cr_log1p_residue(double s) {
    if (fabs(s) > 0.3) return s - cr_log1p(s);
    double z = s / (2.0 + s);
    return s * z - 2.0 * z * z * z * cr_atanh_tail(z * z);
}

static double residue_inverse_start(double q, double d) {
    if (fabs(q) < 1.5) return q + q * q * (1.0 / 3 + q * (1.0 / 36 - q / 270));
    if (q > 0.0) return d + cr_log1p(d + cr_log1p(d));
    double y = cr_exp(-1.0 - d); // y = 1 + s solves y e^{-y} = e^{-1-d}
    return -1.0 + y * (1.0 + y);
}

// For s near -1 the number that carries the digits is y = 1 + s: Newton on log y - y = -1 - d.
static double residue_inverse_near_minus_one(double d) {
    double target = -1.0 - d, y = cr_exp(target);
    y *= 1.0 + y * (1.0 + 1.5 * y);
    for (int i = 0; i < 20 && y > 0.0; i++) {
        double step = -(cr_log(y) - y - target) / (1.0 / y - 1.0);
        y += step;
        if (fabs(step) <= 1e-10 * y) break;
    }
    return y - 1.0;
}

double cr_log1p_residue_inverse(double q) {
    double d = 0.5 * q * q;
    if (fabs(q) < 1e-3) return q + q * q * (1.0 / 3 + q * (1.0 / 36 + q * (-1.0 / 270 + q / 4320)));
    if (q < -1.4) return residue_inverse_near_minus_one(d);
    double s = residue_inverse_start(q, d);
    for (int i = 0; i < 20; i++) { // Halley: triples the digits, so the last step may be skipped
        double f = cr_log1p_residue(s) - d, slope = s / (1.0 + s), bend = 1.0 / cr_square(1.0 + s);
        double step = -f / slope;
        step /= 1.0 + 0.5 * step * bend / slope;
        s += step;
        if (fabs(step) <= 1e-6 * fabs(s)) break;
    }
    return s;
}

double cr_root_increasing(cr_root_function function, const void *context, double lo, double hi, double start,
                          double tolerance, int *iterations) {
    double z = cr_clamp(start, lo, hi);
    int count = 0;
    for (; count < 200; count++) {
        double slope = 0.0, value = function(z, &slope, context);
        if (value == 0.0) break;
        if (value > 0.0) hi = z;
        else lo = z;
        double next = z - value / slope;
        if (!(next >= lo && next <= hi)) next = 0.5 * (lo + hi);
        double moved = fabs(next - z);
        z = next;
        if (moved <= tolerance || hi - lo <= DBL_EPSILON * fabs(z)) {
            count++;
            break;
        }
    }
    if (iterations) *iterations = count;
    return z;
}

// y = 1/(1 + exp(-pi sinh t)): the weight and both distances to the ends stay accurate at any t.
static double tanh_sinh_sum(cr_integrand f, const void *context, double step, int first, int stride) {
    double sum = 0.0;
    for (int j = first; j * step < 4.0; j += stride) {
        double t = j * step, s = cr_pi * cr_sinh(t), e = cr_exp(-s), near = e / (1.0 + e),
               far = 1.0 / (1.0 + e);
        double weight = cr_pi * cr_cosh(t) * near * far;
        if (near < DBL_MIN) break;
        sum += weight * f(far, near, context);
        if (j > 0) sum += weight * f(near, far, context);
    }
    return sum;
}

double cr_integrate_unit(cr_integrand f, const void *context) {
    double step = 0.5, sum = tanh_sinh_sum(f, context, step, 0, 1), integral = step * sum;
    for (int level = 0; level < 6; level++) {
        step *= 0.5;
        sum += tanh_sinh_sum(f, context, step, 1, 2);
        double finer = step * sum, change = fabs(finer - integral);
        integral = finer;
        if (change <= 1e-8 * fabs(finer) && level > 1) break; // each level doubles the digits
    }
    return integral;
}

double cr_beta(double a, double b) {
    return cr_gamma(a) * cr_gamma(b) / cr_gamma(a + b);
}
