#include "element/beam.h"
#include "base/maths.h"
#include "base/numeric.h"

// b = (n + 1/2) pi -+ asin(1/cosh b): 4.7300, 7.8532, ...
double cr_beam_root(int n) {
    double middle = (n + 0.5) * cr_pi, side = n % 2 ? 1.0 : -1.0, b = middle, before = 0.0;
    for (int i = 0; i < 50 && b != before; i++) { // each step leaves at most 1/cosh(b) = 1/57 of the error
        before = b;
        b = middle + side * cr_asin(1.0 / cr_cosh(b));
    }
    return b;
}

// cosh(b y)/cosh(b/2) or sinh(b y)/sinh(b/2) for |y| <= 1/2, for any b.
static double hyperbolic_share(double b, double y, double sign) {
    double far = cr_exp(b * (y - 0.5)), near = cr_exp(b * (-y - 0.5));
    return (far + sign * near) / (1.0 + sign * cr_exp(-b));
}

// Even modes about the middle: cos(b y)/cos(b/2) +- cosh(b y)/cosh(b/2), odd ones with sin and sinh; + free,
// - clamped. The mean square is 1 because the free end moves, or the clamped end bends, by 2 (Rayleigh).
double cr_beam_shape(cr_edge edge, int n, double x) {
    if (edge == CR_EDGE_SUPPORTED) return sqrt(2.0) * cr_sin(n * cr_pi * x);
    if (n == CR_BEAM_TRANSLATION) return 1.0;
    if (n == CR_BEAM_ROTATION) return sqrt(3.0) * (1.0 - 2.0 * x);
    double b = cr_beam_root(n), y = x - 0.5, side = edge == CR_EDGE_FREE ? 1.0 : -1.0;
    if (n % 2) return cr_cos(b * y) / cr_cos(0.5 * b) + side * hyperbolic_share(b, y, 1.0);
    return cr_sin(b * y) / cr_sin(0.5 * b) + side * hyperbolic_share(b, y, -1.0);
}

// With s = b tanh(b/2) or b coth(b/2): cross = s (s - 2); slope = s (s + 6) free, s (s - 2) clamped.
cr_beam_integrals cr_beam_integrate(cr_edge edge, int n) {
    double k = n * cr_pi;
    if (edge == CR_EDGE_SUPPORTED) return (cr_beam_integrals){k * k * k * k, k * k, k * k};
    if (n == CR_BEAM_TRANSLATION) return (cr_beam_integrals){0.0, 0.0, 0.0};
    if (n == CR_BEAM_ROTATION) return (cr_beam_integrals){0.0, 0.0, 12.0};
    double b = cr_beam_root(n), s = n % 2 ? b * cr_tanh(0.5 * b) : b / cr_tanh(0.5 * b),
           cross = s * (s - 2.0);
    return (cr_beam_integrals){b * b * b * b, cross, edge == CR_EDGE_FREE ? s * (s + 6.0) : cross};
}

// (shear r^2/c^2) w^4 - (1 + (1 + shear) r^2 k^2) w^2 + c^2 r^2 k^4 = 0
double cr_beam_timoshenko(double c, double r, double shear, double k) {
    double rk = r * r * k * k, b = 1.0 + (1.0 + shear) * rk;
    return 2.0 * c * c * rk * k * k / (b + sqrt(b * b - 4.0 * shear * rk * rk));
}
