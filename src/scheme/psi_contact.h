// One quadratised contact over one step of the three-level clock (S1): depths at the last two samples, psi
// between them. The single mass and the network of elements share it.
#ifndef CAROM_SCHEME_PSI_CONTACT_H
#define CAROM_SCHEME_PSI_CONTACT_H

#include "base/numeric.h"
#include "law/psi.h"

// How the gradient g of psi is chosen.
typedef enum cr_psi_mode {
    CR_PSI_PREDICTED, // divided difference to the predicted depth, limited so that psi ends at zero: never
                      // pulls
    CR_PSI_PLAIN,     // psi'(x) at the sample, S1 (12): psi stays charged after contact
    CR_PSI_2021,      // the sign rule of the authors' later code: gives psi back, pulls at times
} cr_psi_mode;

typedef struct cr_psi_step {
    double x, x_before; // depth at the last two samples
    double reach;       // way over the last and the coming step, without contact force
    double compliance;  // how much a unit of force shortens it
    double h;
} cr_psi_step;

typedef struct cr_psi_outcome {
    double force; // mean contact force
    double psi;   // after the step
    double loss;  // energy that the damper took
} cr_psi_outcome;

// What the damper does to a step: force per unit way a = r/(2h), and 1/(1 + a c), by which reach and
// compliance of the contact shrink when it is eliminated.
typedef struct cr_psi_damper {
    double a, shrink;
} cr_psi_damper;

static inline cr_psi_damper cr_psi_make_damper(double r, double h, double compliance) {
    double a = 0.5 * r / h;
    return (cr_psi_damper){a, 1.0 / (1.0 + a * compliance)};
}

// y = (psi + g D/4)/(1 + c g^2/4)   S1 (16), with the damper eliminated
static inline double cr_psi_mean(const cr_psi_step *step, double psi, double g, double a) {
    double grown = 1.0 + a * step->compliance;
    return (psi * grown + 0.25 * g * step->reach) / (grown + 0.25 * g * g * step->compliance);
}

// S2 (11): the damper may not pull; what psi loses is dissipated.
static inline cr_psi_outcome cr_psi_let_go(const cr_law *law, const cr_psi_step *step, double psi) {
    const cr_law_ops *ops = law->type->ops;
    double x_after = step->x_before + step->reach;
    double after = cr_min(psi, 0.5 * (ops->psi(law, x_after) + ops->psi(law, step->x)));
    return (cr_psi_outcome){0.0, after, 0.5 * (psi - after) * (psi + after)};
}

// f = g y, psi+ = 2y - psi   S1 (18), which lacks the factor g in print
static inline cr_psi_outcome cr_psi_settle(const cr_law *law, const cr_psi_step *step, double psi, double g,
                                           double y, double after, const cr_psi_damper *d) {
    double elastic = g * y, f = elastic + d->a * d->shrink * (step->reach - step->compliance * elastic);
    if (f < 0.0 && d->a > 0.0 && !law->adhesive) return cr_psi_let_go(law, step, psi);
    double way = step->reach - step->compliance * f;
    return (cr_psi_outcome){f, after, 0.5 * d->a * way * way};
}

// Gives all of psi back: the gradient for which psi ends at zero exactly.
static inline cr_psi_outcome cr_psi_release(const cr_law *law, const cr_psi_step *step, double psi,
                                            const cr_psi_damper *d) {
    if (psi == 0.0) return cr_psi_settle(law, step, psi, 0.0, 0.0, 0.0, d);
    double g = cr_psi_release_gradient(psi, d->shrink * step->reach, d->shrink * step->compliance, 2.0);
    return cr_psi_settle(law, step, psi, g, 0.5 * psi, 0.0, d);
}

static inline cr_psi_outcome cr_psi_apart(const cr_law *law, const cr_psi_step *step, double psi) {
    const cr_psi_damper none = {0.0, 1.0};
    bool can_return = step->reach < 0.0 || 4.0 * step->compliance * psi * psi > step->reach * step->reach;
    if (psi > 0.0 && can_return) return cr_psi_release(law, step, psi, &none);
    return (cr_psi_outcome){0.0, psi, 0.0};
}

static inline cr_psi_outcome cr_psi_predicted(const cr_law *law, const cr_psi_step *step, double psi) {
    double x_free = step->x_before + step->reach;
    if (step->x <= 0.0 && x_free <= 0.0 && !law->two_sided) return cr_psi_apart(law, step, psi);
    cr_psi_segment way = cr_psi_predict(law, step->x_before, x_free);
    cr_psi_damper d = cr_psi_make_damper(way.damping, step->h, step->compliance);
    double y = cr_psi_mean(step, psi, way.gradient, d.a), after = 2.0 * y - psi;
    // psi below zero is the same as a gradient above the one of release
    if (after < 0.0 && !law->two_sided) return cr_psi_release(law, step, psi, &d);
    return cr_psi_settle(law, step, psi, way.gradient, y, after, &d);
}

static inline double cr_psi_plain_gradient(const cr_law *law, double x) {
    return x > 0.0 || law->two_sided ? law->type->ops->psi_slope(law, x) : 0.0;
}

static inline double cr_psi_gradient_2021(const cr_law *law, const cr_psi_step *step, double psi) {
    double g = cr_psi_plain_gradient(law, step->x);
    if (step->x >= 0.0) return psi < 0.0 ? -g : g;
    return step->reach == 0.0 ? 0.0 : -2.0 * psi / step->reach;
}

static inline cr_psi_outcome cr_psi_contact(const cr_law *law, cr_psi_mode mode, const cr_psi_step *step,
                                            double psi) {
    if (mode == CR_PSI_PREDICTED) return cr_psi_predicted(law, step, psi);
    double r = law->lambda > 0.0 ? law->type->ops->damping(law, step->x) : 0.0;
    cr_psi_damper d = cr_psi_make_damper(r, step->h, step->compliance);
    double g =
        mode == CR_PSI_PLAIN ? cr_psi_plain_gradient(law, step->x) : cr_psi_gradient_2021(law, step, psi);
    double y = cr_psi_mean(step, psi, g, d.a);
    return cr_psi_settle(law, step, psi, g, y, 2.0 * y - psi, &d);
}

#endif
