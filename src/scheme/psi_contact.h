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

// S2 (11): the damper may not pull; what psi loses is dissipated.
static inline cr_psi_outcome cr_psi_let_go(const cr_law *law, const cr_psi_step *step, double psi) {
    const cr_law_ops *ops = law->type->ops;
    double x_after = step->x_before + step->reach;
    double after = cr_min(psi, 0.5 * (ops->psi(law, x_after) + ops->psi(law, step->x)));
    return (cr_psi_outcome){0.0, after, 0.5 * (psi - after) * (psi + after)};
}

// With gradient g and damper a = r/(2h): way = (D - c g psi)/(1 + c (g^2/4 + a)), f = g y + a way, y = psi +
// g way/4, psi+ = psi + g way/2   S1 (16), (18); (18) lacks the factor g in print. `empties`: g is the one of
// release.
static inline cr_psi_outcome cr_psi_settle(const cr_law *law, const cr_psi_step *step, double psi, double g,
                                           double a, bool empties) {
    double c = step->compliance, way = (step->reach - c * g * psi) / (1.0 + c * (0.25 * g * g + a));
    double f = g * (psi + 0.25 * g * way) + a * way;
    if (f < 0.0 && a > 0.0 && !law->adhesive) return cr_psi_let_go(law, step, psi);
    return (cr_psi_outcome){f, empties ? 0.0 : psi + 0.5 * g * way, 0.5 * a * way * way};
}

// Gives all of psi back: the gradient for which psi ends at zero exactly, with the damper eliminated.
static inline cr_psi_outcome cr_psi_release(const cr_law *law, const cr_psi_step *step, double psi,
                                            double a) {
    if (psi == 0.0) return cr_psi_settle(law, step, psi, 0.0, a, true);
    double shrink = 1.0 / (1.0 + a * step->compliance);
    double g = cr_psi_release_gradient(psi, shrink * step->reach, shrink * step->compliance, 2.0);
    return cr_psi_settle(law, step, psi, g, a, true);
}

static inline cr_psi_outcome cr_psi_apart(const cr_law *law, const cr_psi_step *step, double psi) {
    bool can_return = step->reach < 0.0 || 4.0 * step->compliance * psi * psi > step->reach * step->reach;
    if (psi > 0.0 && can_return) return cr_psi_release(law, step, psi, 0.0);
    return (cr_psi_outcome){0.0, psi, 0.0};
}

static inline cr_psi_outcome cr_psi_predicted(const cr_law *law, const cr_psi_step *step, double psi) {
    double x_free = step->x_before + step->reach;
    if (step->x <= 0.0 && x_free <= 0.0 && !law->two_sided) return cr_psi_apart(law, step, psi);
    cr_psi_segment way = cr_psi_predict(law, step->x_before, x_free);
    double a = 0.5 * way.damping / step->h;
    cr_psi_outcome outcome = cr_psi_settle(law, step, psi, way.gradient, a, false);
    // psi below zero is the same as a gradient above the one of release
    return outcome.psi < 0.0 && !law->two_sided ? cr_psi_release(law, step, psi, a) : outcome;
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
    double g =
        mode == CR_PSI_PLAIN ? cr_psi_plain_gradient(law, step->x) : cr_psi_gradient_2021(law, step, psi);
    return cr_psi_settle(law, step, psi, g, 0.5 * r / step->h, false);
}

#endif
