#include "base/maths.h"
#include "base/numeric.h"
#include "carom/exact.h"

double cr_lossless_depth(double m, double k, double alpha, double v) {
    return cr_pow((alpha + 1.0) * m * v * v / (2.0 * k), 1.0 / (alpha + 1.0));
}

// tau v/(2 x_max); those of a spring and of Hertz's law are what the formula gives, for contacts that ask at
// every step.
static double shape_factor(double alpha) {
    double a = 1.0 / (alpha + 1.0);
    if (alpha == 1.5) return 0x1.78bd3dc1e6c8p+0;
    if (alpha == 1.0) return 0x1.921fb54442d18p+0;
    return sqrt(cr_pi) * cr_gamma(1.0 + a) / cr_gamma(0.5 + a);
}

double cr_lossless_duration(double m, double k, double alpha, double v) {
    return 2.0 * cr_lossless_depth(m, k, alpha, v) / v * shape_factor(alpha);
}

double cr_lossless_stiffness(double m, double alpha, double v, double duration) {
    double depth = duration * v / (2.0 * shape_factor(alpha));
    return (alpha + 1.0) * m * v * v / (2.0 * cr_pow(depth, alpha + 1.0));
}

// Backward error analysis of S4 (8), derivation X3: the energy is exact, only time runs late, by V'' dt^2/(12
// m) per step.
double cr_two_point_lag(double alpha) {
    double n = alpha + 1.0;
    return alpha / (6.0 * n) * cr_beta(1.0 / n, 0.5) * cr_beta(alpha / n, 0.5);
}
