// S4 (8): x1 - x0 = h (v0 + v1)/2, m (v1 - v0) = h (F - f), f the divided difference of the potential, here
// with a damper that fits it. Conserves T + V - F x but for the booked loss.
#include "scheme/gradient.h"
#include "scheme/scheme_internal.h"

static void init(cr_stepper *s) {
    (void)s;
}

static void step(cr_stepper *s) {
    double h = s->h, compliance = 0.5 * h * h / s->m;
    double reach = h * s->v + compliance * s->force;
    s->f_mean = 0.0;
    if (s->x <= 0.0 && s->x + reach <= 0.0 && !s->law.two_sided) {
        s->x += reach;
        s->v += h * s->force / s->m;
        return;
    }
    cr_gradient_step equation = {&s->law, s->x, reach, compliance, h};
    double elastic;
    int iterations;
    double d = cr_gradient_solve(&equation, &s->f_mean, &elastic, &iterations);
    s->iterations += iterations;
    s->dissipated += (s->f_mean - elastic) * d;
    s->x += d;
    s->v = 2.0 * d / h - s->v;
}

const cr_scheme cr_scheme_two_point = {"two-point",
                                       "energy-conserving discrete gradient over one step",
                                       "S4 (8)",
                                       2,
                                       true,
                                       CR_BOOKS_LOSSES | CR_SAMPLES_STATE | CR_LASTS_LONGER,
                                       init,
                                       step,
                                       cr_sample_energy};
