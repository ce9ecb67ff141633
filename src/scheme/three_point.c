// S4 (7): m (x1 - 2 x0 + x_) = h^2 (F - f), f the divided difference of the potential from x_ to x1, here
// with a damper that fits it. Conserves the energy between two samples but for the booked loss.
#include "scheme/gradient.h"
#include "scheme/scheme_internal.h"

static void step(cr_stepper *s) {
    double h = s->h, compliance = h * h / s->m, x_free = cr_three_level_free(s);
    if (s->x_before <= 0.0 && x_free <= 0.0 && !s->law.two_sided) {
        cr_three_level_advance(s, cr_three_level_travel(s, 0.0), 0.0);
        return;
    }
    double reach = 2.0 * s->travel + compliance * s->force, force, elastic;
    cr_gradient_step equation = {&s->law, s->x_before, reach, compliance, 2.0 * h};
    int iterations;
    double way = cr_gradient_solve(&equation, &force, &elastic, &iterations);
    s->iterations += iterations;
    s->dissipated += 0.5 * (force - elastic) * cr_three_level_advance(s, way - s->travel, force);
}

static double energy(const cr_stepper *s) {
    const cr_law_ops *ops = s->law.type->ops;
    double stored = 0.5 * (ops->potential(&s->law, s->x) + ops->potential(&s->law, s->x_before));
    return cr_interval_energy(s, stored);
}

const cr_scheme cr_scheme_three_point = {"three-point",
                                         "energy-conserving discrete gradient over two steps",
                                         "S4 (7)",
                                         2,
                                         true,
                                         CR_BOOKS_LOSSES | CR_STAGGERED | CR_LASTS_LONGER,
                                         cr_three_level_init,
                                         step,
                                         energy};
