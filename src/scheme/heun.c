// Heun as S0 uses it, S0 (25) with the force on the mass being -f: the predictor's force is reused.
#include "scheme/scheme_internal.h"

static void init(cr_stepper *s) {
    s->f = cr_law_force(&s->law, s->x, s->v);
}

static void step(cr_stepper *s) {
    double h = s->h, v_predicted = s->v + h / s->m * (s->force - s->f);
    s->x += 0.5 * h * (s->v + v_predicted);
    double f = cr_law_force(&s->law, s->x, v_predicted);
    s->f_mean = 0.5 * (s->f + f);
    s->v += h / s->m * (s->force - s->f_mean);
    s->f = f;
}

const cr_scheme cr_scheme_heun = {
    "heun",          "predictor and trapezoid, explicit", "S0 (25)", 2, false, CR_SAMPLES_STATE, init, step,
    cr_sample_energy};
