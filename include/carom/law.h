// Contact laws: the force between two bodies as a function of compression x and its rate v.
// x > 0 is contact; a positive force pushes the bodies apart. Laws are a table (src/law/law_list.h): a new
// law is one file and one line. A cr_law is a plain value: copy it freely, it owns nothing.
#ifndef CAROM_LAW_H
#define CAROM_LAW_H

#include "carom/base.h"

enum { CR_LAW_PARAM_MAX = 8 };

typedef struct cr_law cr_law;

// scale * x^exponent for x > 0; exponents that are multiples of 1/4 avoid pow.
typedef struct cr_power {
    double scale, exponent;
    int quarters; // 4 * exponent when that is a small integer, else -1
} cr_power;

// How a law computes. All functions are pure and safe on the audio thread.
typedef struct cr_law_ops {
    double (*elastic)(const cr_law *law, double x);   // f(x, 0) [N]
    double (*stiffness)(const cr_law *law, double x); // d f(x, 0)/dx [N/m]
    double (*potential)(const cr_law *law, double x); // V with V' = f(x, 0) [J]
    double (*psi)(const cr_law *law, double x);       // sqrt(2 V), signed if two-sided [sqrt J]
    double (*psi_slope)(const cr_law *law, double x);
    double (*damping)(const cr_law *law, double x);          // r with f = f(x, 0) + r v |v|^(q-1)
    double (*damping_integral)(const cr_law *law, double x); // R with R' = r
    // (V(b) - V(a))/(b - a), without cancellation; the stiffness-like slope in b goes to *slope.
    double (*mean_elastic)(const cr_law *law, double a, double b, double *slope);
} cr_law_ops;

typedef struct cr_law_type {
    const char *name, *doc, *equation, *source;
    const cr_param *params;
    int param_count;
    // Derives the coefficients below from law->value. Fails with a reason when values contradict each other.
    cr_status (*prepare)(cr_law *law, cr_error *error);
    const cr_law_ops *ops;
} cr_law_type;

struct cr_law {
    const cr_law_type *type;
    double value[CR_LAW_PARAM_MAX]; // in the order of type->params

    // The power family F = k x^n + lambda x^p v^q, S2 (1): coefficients for the kernels and the closed forms.
    double k, n, lambda, p, q;
    double mu; // lambda/k
    cr_power elastic, potential, psi, psi_slope, damping, damping_integral;

    bool two_sided; // acts for x < 0 too, with the odd force
    bool adhesive;  // keeps the pulling force that the damper can cause on the way out
    bool recovers;  // the surface needs time to return after contact loss (S2 II-B)
};

// The table of laws.
const cr_law_type *const *cr_law_types(int *count);
// NULL and a reason with the nearest name when there is no such law.
const cr_law_type *cr_law_find(const char *name, cr_error *error);

// A law with the defaults of its table.
cr_law cr_law_default(const cr_law_type *type);
// Changes one parameter; call cr_law_prepare afterwards.
cr_status cr_law_set(cr_law *law, const char *name, double value, cr_error *error);
// Must succeed before the law is used.
cr_status cr_law_prepare(cr_law *law, cr_error *error);
// The same law, k times as stiff and as damped: contacts last 1/k^(1/(n+1)) times as long.
cr_law cr_law_stiffened(const cr_law *law, double factor);

// The force; zero when apart. Laws that are not adhesive never pull.
double cr_law_force(const cr_law *law, double x, double v);
// Its partial derivatives.
void cr_law_force_slopes(const cr_law *law, double x, double v, double *in_x, double *in_v);
// Depth at which a body leaving at rate v < 0 loses contact: where spring and damper cancel, 0 if they don't.
double cr_law_release_depth(const cr_law *law, double v);
// True if F = k x^n (1 + mu v): Hunt-Crossley, or without loss. Then S0's closed forms hold; *mu = lambda/k.
bool cr_law_is_hunt_crossley(const cr_law *law, double *mu);

#endif
