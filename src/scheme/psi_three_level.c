// The quadratised scheme of S1: the force is g y with y the mean of psi over two half steps, so that one
// division replaces the iteration. Three choices of the gradient g:
//   psi-plain  g = psi'(x^n), S1 (12): psi does not return to zero, energy stays locked in it
//   psi-2021   the sign rule of the authors' later code: gives psi back after contact, pulls at times
//   psi        predicted gradient, limited so that psi ends at zero exactly: lossless, never pulls
#include "law/psi.h"
#include "scheme/scheme_internal.h"

typedef struct damper {
    double a;                 // force per unit travel over two steps, r/(2h)
    double reach, compliance; // of the contact with the damper eliminated
} damper;

static damper eliminate(double r, double h, double reach, double compliance) {
    double a = 0.5 * r / h, factor = 1.0 / (1.0 + a * compliance);
    return (damper){a, reach * factor, compliance * factor};
}

// Mean of r over the predicted segment.
static double mean_damping(const cr_stepper *s, double x_free) {
    const cr_law_ops *ops = s->law.type->ops;
    double d = x_free - s->x_before;
    if (s->law.lambda == 0.0) return 0.0;
    if (fabs(d) < 1e-6 * fmax(fabs(x_free), fabs(s->x_before))) return ops->damping(&s->law, s->x);
    return (ops->damping_integral(&s->law, x_free) - ops->damping_integral(&s->law, s->x_before)) / d;
}

// (1 + c g^2/4) y = psi + g D/4, f = g y, psi+ = 2y - psi   S1 (16), (18); (18) lacks the factor g in print
static void advance(cr_stepper *s, double g, const damper *d, bool empties) {
    double y = (s->psi + 0.25 * g * d->reach) / (1.0 + 0.25 * g * g * d->compliance);
    double elastic = g * y, f = elastic + d->a * (d->reach - d->compliance * elastic);
    double psi = empties ? 0.0 : 2.0 * y - s->psi;
    bool lets_go = f < 0.0 && d->a > 0.0 && !s->law.adhesive;
    if (lets_go) f = 0.0;
    double way = cr_three_level_advance(s, cr_three_level_travel(s, f), f);
    if (lets_go) { // S2 (11): the damper may not pull; what psi loses is dissipated
        const cr_law_ops *ops = s->law.type->ops;
        psi = fmin(s->psi, 0.5 * (ops->psi(&s->law, s->x_before) + ops->psi(&s->law, s->x)));
        s->dissipated += 0.5 * (s->psi * s->psi - psi * psi);
    } else {
        s->dissipated += 0.5 * d->a * way * way;
    }
    s->psi = psi;
}

static bool is_apart(const cr_stepper *s, double x_free) {
    return s->x <= 0.0 && x_free <= 0.0 && !s->law.two_sided;
}

static void step_predicted(cr_stepper *s) {
    double compliance = s->h * s->h / s->m, reach = 2.0 * s->travel + compliance * s->force;
    double x_free = cr_three_level_free(s);
    bool apart = is_apart(s, x_free);
    if (apart && s->psi == 0.0) {
        cr_three_level_advance(s, cr_three_level_travel(s, 0.0), 0.0);
        return;
    }
    damper d = eliminate(apart ? 0.0 : mean_damping(s, x_free), s->h, reach, compliance);
    if (s->law.two_sided) {
        advance(s, cr_psi_gradient(&s->law, s->x_before, x_free), &d, false);
        return;
    }
    double most = cr_psi_release_gradient(s->psi, d.reach, d.compliance, 2.0), g;
    if (apart) {
        bool can_return = d.reach < 0.0 || 4.0 * d.compliance * s->psi * s->psi > d.reach * d.reach;
        g = can_return ? most : 0.0;
    } else {
        g = fmin(cr_psi_gradient(&s->law, s->x_before, x_free), most);
    }
    advance(s, g, &d, s->psi > 0.0 && g == most);
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
    damper d = eliminate(r, s->h, reach, compliance);
    advance(s, rule_2021 ? gradient_2021(s, reach) : plain_gradient(s), &d, false);
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
