// F = k x^n + lambda x^p v^q, S2 (1): every law of the papers is a member. Two-sided members use |x| and the
// sign of x, S1 (66) with the signed psi (the sign-switched gradient of S1 (69) is only first order).
#include "base/maths.h"
#include "law/law_internal.h"

cr_power cr_power_make(double scale, double exponent) {
    double quarters = 4.0 * exponent;
    bool by_roots = quarters == floor(quarters) && quarters >= 0.0 && quarters <= 20.0;
    return (cr_power){scale, exponent, by_roots ? (int)quarters : -1};
}

static void rescaled(cr_law *law) {
    double n = law->n;
    law->mu = law->lambda / law->k;
    law->proportional = law->p == n;
    law->elastic = cr_power_make(law->k, n);
    law->potential = cr_power_make(law->k / (n + 1.0), n + 1.0);
    law->psi = cr_power_make(sqrt(2.0 * law->k / (n + 1.0)), 0.5 * (n + 1.0));
    law->psi_slope = cr_power_make(sqrt(0.5 * law->k * (n + 1.0)), 0.5 * (n - 1.0));
    law->damping = cr_power_make(law->lambda, law->p);
    law->damping_integral = cr_power_make(law->lambda / (law->p + 1.0), law->p + 1.0);
}

cr_status cr_law_power_prepare(cr_law *law) {
    rescaled(law);
    return CR_OK;
}

cr_status cr_law_lossless_prepare(cr_law *law) {
    law->k = law->value[0];
    law->n = law->p = law->value[1];
    law->q = 1.0;
    return cr_law_power_prepare(law);
}

static double even(const cr_law *law, const cr_power *power, double x) {
    if (x > 0.0) return cr_power_eval(power, x);
    return law->two_sided && x < 0.0 ? cr_power_eval(power, -x) : 0.0;
}

static double odd(const cr_law *law, const cr_power *power, double x) {
    if (x > 0.0) return cr_power_eval(power, x);
    return law->two_sided && x < 0.0 ? -cr_power_eval(power, -x) : 0.0;
}

static double elastic(const cr_law *law, double x) {
    return odd(law, &law->elastic, x);
}

static double stiffness(const cr_law *law, double x) {
    return x == 0.0 ? 0.0 : law->n * elastic(law, x) / x;
}

// V = k x^(n+1)/(n+1)   S0 (13), S4 (2)
static double potential(const cr_law *law, double x) {
    return even(law, &law->potential, x);
}

// psi = sqrt(2k/(n+1)) x^((n+1)/2)   S1 (7)
static double psi(const cr_law *law, double x) {
    return odd(law, &law->psi, x);
}

// psi' = sqrt(k(n+1)/2) x^((n-1)/2)   S1 (12)
static double psi_slope(const cr_law *law, double x) {
    return even(law, &law->psi_slope, x);
}

static double damping(const cr_law *law, double x) {
    return even(law, &law->damping, x);
}

// Where neither is made of roots and both have the same exponent, one power serves both, to the same bits.
static double elastic_and_damping(const cr_law *law, double x, double *r) {
    bool acts = x > 0.0 || (law->two_sided && x < 0.0);
    if (acts && law->elastic.quarters < 0 && law->proportional) {
        double power = cr_pow(fabs(x), law->n), force = law->elastic.scale * power;
        *r = law->damping.scale * power;
        return x > 0.0 ? force : -force;
    }
    *r = damping(law, x);
    return elastic(law, x);
}

static double damping_slope(const cr_law *law, double x) {
    return x == 0.0 ? 0.0 : law->p * damping(law, x) / x;
}

static double damping_integral(const cr_law *law, double x) {
    return odd(law, &law->damping_integral, x);
}

// sum_{i<count} s^i t^(count-1-i)
static double mixed_powers(int count, double s, double t) {
    double both = s * t, squares = s * s + t * t;
    if (count == 5) return squares * (squares + both) - both * both; // Hertz, by far the most frequent
    double sum = 0.0, power = 1.0;
    for (int i = 0; i < count; i++) {
        sum = sum * t + power;
        power *= s;
    }
    return sum;
}

// (b^m - a^m)/(b - a) for a, b > 0 and m = J/4: mixed powers of the fourth roots s, t over (s + t)(s^2 +
// t^2), or of the square roots if J is even. No term is negative, so that nothing cancels. *last = b^(m-1).
static double quotient_by_roots(int quarters, double a, double b, double *last) {
    bool halves = quarters % 2 == 0;
    double s = sqrt(a), t = sqrt(b), below = s + t;
    int count = halves ? quarters / 2 : quarters, per_unit = halves ? 2 : 4;
    if (!halves) {
        s = sqrt(s), t = sqrt(t);
        below *= s + t;
    }
    *last = 1.0;
    for (int i = count - per_unit; i > 0; i--) *last *= t;
    return mixed_powers(count, s, t) / below;
}

// The same for any m (derivation L1): a^(m-1) expm1(m log1p(rho))/rho, rho = (b-a)/a.
static double quotient_by_logs(double m, double a, double b, double *last) {
    double rho = (b - a) / a;
    *last = cr_pow(b, m - 1.0);
    if (fabs(rho) > 0.5) return (*last * b - cr_pow(a, m)) / (b - a);
    if (fabs(rho) < 1e-300) return m * *last;
    return cr_pow(a, m - 1.0) * cr_expm1(m * cr_log1p(rho)) / rho;
}

static double mean_inside(const cr_law *law, double a, double b, double *slope) {
    const cr_power *v = &law->potential;
    double last, quotient = v->quarters >= 0 ? quotient_by_roots(v->quarters, a, b, &last)
                                             : quotient_by_logs(v->exponent, a, b, &last);
    double mean = v->scale * quotient;
    // d/db of the mean; near a = b by its Taylor series about the middle
    double d = b - a, middle = 0.5 * (a + b);
    if (fabs(d) < 1e-4 * middle)
        *slope = law->n * mean / middle * (0.5 + (law->n - 1.0) * d / (12.0 * middle));
    else *slope = (law->k * last - mean) / d;
    return mean;
}

static double mean_elastic(const cr_law *law, double a, double b, double *slope) {
    double side = law->two_sided && a < 0.0 ? -1.0 : 1.0;
    if (side * a > 0.0 && side * b > 0.0) return side * mean_inside(law, side * a, side * b, slope);
    double d = b - a;
    *slope = 0.0;
    if (d == 0.0) return elastic(law, b);
    double mean = (potential(law, b) - potential(law, a)) / d;
    *slope = (elastic(law, b) - mean) / d;
    return mean;
}

const cr_law_ops cr_law_power_ops = {.elastic = elastic,
                                     .stiffness = stiffness,
                                     .potential = potential,
                                     .psi = psi,
                                     .psi_slope = psi_slope,
                                     .damping = damping,
                                     .damping_slope = damping_slope,
                                     .damping_integral = damping_integral,
                                     .mean_elastic = mean_elastic,
                                     .elastic_and_damping = elastic_and_damping,
                                     .rescaled = rescaled,
                                     .duration = cr_law_power_duration,
                                     .rebound = cr_law_power_rebound};
