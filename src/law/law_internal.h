// What the files of one law share.
#ifndef CAROM_LAW_INTERNAL_H
#define CAROM_LAW_INTERNAL_H

#include "base/maths.h"
#include "carom/law.h"
#include "law/law_list.h"

#include <math.h>

#define X(name) extern const cr_law_type cr_law_##name;
CR_LAW_LIST(X)
#undef X

// x^exponent by square roots where the exponent is a multiple of 1/4. x > 0.
static inline double cr_power_eval(const cr_power *p, double x) {
    if (p->quarters < 0) return p->scale * cr_pow(x, p->exponent);
    double result = p->scale;
    if (p->quarters & 3) {
        double root = sqrt(x);
        if (p->quarters & 2) result *= root;
        if (p->quarters & 1) result *= sqrt(root);
    }
    for (int i = p->quarters >> 2; i > 0; i--) result *= x;
    return result;
}

cr_power cr_power_make(double scale, double exponent);

// The force of the spring, and in *r that of the damper per rate, 0 without loss.
double cr_law_elastic_and_damping(const cr_law *law, double x, double *r);
// The force without the rule that contacts never pull, so that it is smooth where that sets in.
double cr_law_whole_force(const cr_law *law, double x, double v);

// The power family F = k x^n + lambda x^p v^q of S2 (1), one- or two-sided.
extern const cr_law_ops cr_law_power_ops;
// Fills the coefficients of the family from law->k, n, lambda, p, q.
cr_status cr_law_power_prepare(cr_law *law);
// The same without loss, from the parameters k and alpha.
cr_status cr_law_lossless_prepare(cr_law *law);
// Its closed forms (src/exact/power_impact.c).
double cr_law_power_duration(const cr_law *law, double m, double v);
bool cr_law_power_rebound(const cr_law *law, double m, double v_in, cr_impact_exact *exact);

// Parameters that several laws share; the ranges keep every intermediate result finite.
#define CR_PARAM_K(default_value)                                                                            \
    { "k", "N/m^n", "stiffness", default_value, 1e-6, 1e18 }
#define CR_PARAM_ALPHA                                                                                       \
    { "alpha", "", "exponent of the spring: 1 linear, 1.5 sphere (Hertz)", 1.5, 1, 10 }
#define CR_PARAM_LAMBDA(default_value)                                                                       \
    { "lambda", "N s/m^(p+1)", "damping", default_value, 0, 1e18 }
#define CR_PARAM_ADHESIVE                                                                                    \
    { "adhesive", "0|1", "1 keeps the pulling force on the way out", 0, 0, 1 }

#endif
