// Classical fourth-order Runge-Kutta, S0 (26) with the force on the mass being -f. Its order in contact is
// alpha + 1 at most: x^alpha is not smooth where contact begins and ends.
#include "scheme/scheme_internal.h"

static void init(cr_stepper *s) {
    (void)s;
}

static void step(cr_stepper *s) {
    const cr_law *law = &s->law;
    double h = s->h, g = h / s->m, half = 0.5 * h, kick = s->force;
    double x = s->x, v1 = s->v;
    double f1 = cr_law_force(law, x, v1), v2 = v1 + 0.5 * g * (kick - f1);
    double f2 = cr_law_force(law, x + half * v1, v2), v3 = v1 + 0.5 * g * (kick - f2);
    double f3 = cr_law_force(law, x + half * v2, v3), v4 = v1 + g * (kick - f3);
    double f4 = cr_law_force(law, x + h * v3, v4);
    s->x = x + h * (v1 + 2.0 * (v2 + v3) + v4) / 6.0;
    s->f_mean = (f1 + 2.0 * (f2 + f3) + f4) / 6.0;
    s->v = v1 + g * (kick - s->f_mean);
}

const cr_scheme cr_scheme_rk4 = {
    "rk4",           "fourth-order Runge-Kutta, explicit", "S0 (26)", 4, false, CR_SAMPLES_STATE, init, step,
    cr_sample_energy};
