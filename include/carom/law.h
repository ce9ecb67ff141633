// Contact laws: the force between two bodies as a function of compression x and its rate v.
// x > 0 is contact; a positive force pushes the bodies apart. Laws are a table (src/law/law_list.h): a new
// law is one file and one line. A cr_law is a plain value: copy it freely, it owns nothing.
#ifndef CAROM_LAW_H
#define CAROM_LAW_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

enum { CR_LAW_PARAM_MAX = 8 };

typedef struct cr_law cr_law;
typedef struct cr_impact_exact cr_impact_exact; // carom/exact.h

// scale * x^exponent for x > 0; exponents that are multiples of 1/4 avoid pow.
typedef struct cr_power {
    double scale, exponent;
    int quarters; // 4 * exponent when that is a small integer, else -1
} cr_power;

// How a law computes. All functions are pure; those of force and energy are safe on the audio thread.
typedef struct cr_law_ops {
    double (*elastic)(const cr_law *law, double x);   // f(x, 0) [N]
    double (*stiffness)(const cr_law *law, double x); // d f(x, 0)/dx [N/m]
    double (*potential)(const cr_law *law, double x); // V with V' = f(x, 0) [J]
    double (*psi)(const cr_law *law, double x);       // sqrt(2 V), signed if two-sided [sqrt J]
    double (*psi_slope)(const cr_law *law, double x);
    double (*damping)(const cr_law *law, double x);          // r with f = f(x, 0) + r v |v|^(q-1)
    double (*damping_slope)(const cr_law *law, double x);    // dr/dx
    double (*damping_integral)(const cr_law *law, double x); // R with R' = r
    // (V(b) - V(a))/(b - a), without cancellation; the stiffness-like slope in b goes to *slope.
    double (*mean_elastic)(const cr_law *law, double a, double b, double *slope);

    // Optional, NULL: each by its own function. elastic(x), and damping(x) in *r.
    double (*elastic_and_damping)(const cr_law *law, double x, double *r);
    // Optional, NULL if the law keeps nothing that depends on k and lambda: derives it again.
    void (*rescaled)(cr_law *law);
    // Optional, NULL: by quadrature of the potential. Contact time of mass m at speed v without loss [s].
    double (*duration)(const cr_law *law, double m, double v);
    // Optional, NULL: by the located reference. The impact without external force in closed form; false where
    // there is none for these parameters.
    bool (*rebound)(const cr_law *law, double m, double v_in, cr_impact_exact *exact);
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

    // F = k x^n + lambda x^p v^q, S2 (1): the power family at any depth, every other law where x is small. k
    // scales the whole spring, lambda (0: no loss) the whole damper.
    double k, n, lambda, p, q;
    double mu;         // lambda/k
    bool proportional; // r = mu f(x, 0) at any depth, so that Hunt and Crossley's invariant holds
    // The power family's own.
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
// A law by the name of its type, with settings (NULL: none), prepared. CR_ERR_UNKNOWN, CR_ERR_RANGE, and as
// cr_law_prepare.
cr_status cr_law_make(const char *type, const cr_setting *settings, cr_law *law, cr_error *error);
// The same law, `factor` times as stiff and as damped. In the power family contacts last factor^(-1/(n+1))
// times as long.
cr_law cr_law_stiffened(const cr_law *law, double factor);

// The force; zero when apart. Laws that are not adhesive never pull.
double cr_law_force(const cr_law *law, double x, double v);
// Its partial derivatives.
void cr_law_force_slopes(const cr_law *law, double x, double v, double *in_x, double *in_v);
// Whether there is contact at depth x and rate v. A law that never pulls, S2 (11), holds while spring and
// damper together push; an adhesive one, and a two-sided one pressed, while x > 0.
// RELEASE is where this ends for good: the last moment at which contact holds before the body is outside, x
// <= 0. Exact results, the reference and every scheme mean this moment by the time and the speed of release.
// It lies below the surface where the damper outweighs the spring on the way out, or where an outward force
// does.
bool cr_law_holds(const cr_law *law, double x, double v);
// True if the force is f(x, 0) (1 + mu v), mu >= 0, one-sided: Hunt and Crossley's invariant holds.
bool cr_law_has_invariant(const cr_law *law, double *mu);
// True if it is k x^n (1 + mu v): S0's closed forms hold too.
bool cr_law_is_hunt_crossley(const cr_law *law, double *mu);

CR_DECLARATIONS_END

#endif
