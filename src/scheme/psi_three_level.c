// The quadratised scheme of S1: the force is g y with y the mean of psi over two half steps, so that one
// division replaces the iteration. Three choices of the gradient g:
//   psi-plain  g = psi'(x^n), S1 (12): psi does not return to zero, energy stays locked in it
//   psi-2021   the sign rule of the authors' later code: gives psi back after contact, pulls at times
//   psi        predicted gradient, limited so that psi ends at zero exactly: lossless, never pulls
#include "law/psi.h"
#include "scheme/scheme_internal.h"

// What the damper does to a step: force per unit way a = r/(2h), and 1/(1 + a c), by which reach and
// compliance of the contact shrink when it is eliminated.
typedef struct damper {
    double a, shrink;
} damper;

static damper make_damper(double r, double h, double compliance) {
    double a = 0.5 * r / h;
    return (damper){a, 1.0 / (1.0 + a * compliance)};
}

// y = (psi + g D/4)/(1 + c g^2/4)   S1 (16), with the damper eliminated
static double mean_psi(double psi, double g, double reach, double compliance, double a) {
    double grown = 1.0 + a * compliance;
    return (psi * grown + 0.25 * g * reach) / (grown + 0.25 * g * g * compliance);
}

// f = g y, psi+ = 2y - psi   S1 (18), which lacks the factor g in print
static void advance(cr_stepper *s, double g, double y, double psi_after, const damper *d, double reach) {
    double compliance = s->h * s->h / s->m, elastic = g * y;
    double f = elastic + d->a * d->shrink * (reach - compliance * elastic);
    bool lets_go = f < 0.0 && d->a > 0.0 && !s->law.adhesive;
    if (lets_go) f = 0.0;
    double way = cr_three_level_advance(s, cr_three_level_travel(s, f), f);
    if (lets_go) { // S2 (11): the damper may not pull; what psi loses is dissipated
        const cr_law_ops *ops = s->law.type->ops;
        psi_after = cr_min(s->psi, 0.5 * (ops->psi(&s->law, s->x_before) + ops->psi(&s->law, s->x)));
        s->dissipated += 0.5 * (s->psi * s->psi - psi_after * psi_after);
    } else {
        s->dissipated += 0.5 * d->a * way * way;
    }
    s->psi = psi_after;
}

static bool is_apart(const cr_stepper *s, double x_free) {
    return s->x <= 0.0 && x_free <= 0.0 && !s->law.two_sided;
}

// Gives all of psi back: the gradient for which psi ends at zero exactly.
static void release(cr_stepper *s, const damper *d, double reach, double compliance) {
    double g = cr_psi_release_gradient(s->psi, d->shrink * reach, d->shrink * compliance, 2.0);
    advance(s, s->psi > 0.0 ? g : 0.0, 0.5 * s->psi, 0.0, d, reach);
}

static void step_apart(cr_stepper *s, double reach, double compliance) {
    damper none = {0.0, 1.0};
    bool can_return = reach < 0.0 || 4.0 * compliance * s->psi * s->psi > reach * reach;
    if (s->psi > 0.0 && can_return) release(s, &none, reach, compliance);
    else cr_three_level_advance(s, cr_three_level_travel(s, 0.0), 0.0);
}

static void step_predicted(cr_stepper *s) {
    double compliance = s->h * s->h / s->m, reach = 2.0 * s->travel + compliance * s->force;
    double x_free = cr_three_level_free(s);
    if (is_apart(s, x_free)) {
        step_apart(s, reach, compliance);
        return;
    }
    cr_psi_segment way = cr_psi_predict(&s->law, s->x_before, x_free);
    damper d = make_damper(way.damping, s->h, compliance);
    double y = mean_psi(s->psi, way.gradient, reach, compliance, d.a), after = 2.0 * y - s->psi;
    if (after < 0.0 && !s->law.two_sided) // the same as a gradient above the one of release
        release(s, &d, reach, compliance);
    else advance(s, way.gradient, y, after, &d, reach);
}

static double plain_gradient(const cr_stepper *s) {
    return s->x > 0.0 || s->law.two_sided ? s->law.type->ops->psi_slope(&s->law, s->x) : 0.0;
}

static double gradient_2021(const cr_stepper *s, double reach) {
    if (s->x >= 0.0) return s->psi < 0.0 ? -plain_gradient(s) : plain_gradient(s);
    return reach == 0.0 ? 0.0 : -2.0 * s->psi / reach;
}

static void step_given(cr_stepper *s, bool rule_2021) {
    double compliance = s->h * s->h / s->m, reach = 2.0 * s->travel + compliance * s->force;
    double r = s->law.lambda > 0.0 ? s->law.type->ops->damping(&s->law, s->x) : 0.0;
    damper d = make_damper(r, s->h, compliance);
    double g = rule_2021 ? gradient_2021(s, reach) : plain_gradient(s);
    double y = mean_psi(s->psi, g, reach, compliance, d.a);
    advance(s, g, y, 2.0 * y - s->psi, &d, reach);
}

static void step_plain(cr_stepper *s) {
    step_given(s, false);
}

static void step_2021(cr_stepper *s) {
    step_given(s, true);
}

static double energy(const cr_stepper *s) {
    return cr_interval_energy(s, 0.5 * s->psi * s->psi);
}

const cr_scheme cr_scheme_psi_plain = {"psi-plain",
                                       "quadratised energy, gradient at the sample",
                                       "S1 (12)-(18)",
                                       2,
                                       false,
                                       CR_NEEDS_LINEAR_DAMPER | CR_BOOKS_LOSSES | CR_STAGGERED,
                                       cr_three_level_init,
                                       step_plain,
                                       energy};

const cr_scheme cr_scheme_psi_2021 = {"psi-2021",
                                      "quadratised energy, sign rule of the authors' code of 2021",
                                      "S1, later code",
                                      2,
                                      false,
                                      CR_NEEDS_LINEAR_DAMPER | CR_NEEDS_ONE_SIDED | CR_BOOKS_LOSSES |
                                          CR_STAGGERED,
                                      cr_three_level_init,
                                      step_2021,
                                      energy};

const cr_scheme cr_scheme_psi = {"psi",
                                 "quadratised energy, predicted gradient and exact release: never pulls",
                                 "S1, mended (P)",
                                 2,
                                 false,
                                 CR_NEEDS_LINEAR_DAMPER | CR_BOOKS_LOSSES | CR_STAGGERED | CR_LASTS_LONGER,
                                 cr_three_level_init,
                                 step_predicted,
                                 energy};
