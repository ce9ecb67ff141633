// Velocity Verlet as S0 uses it, S0 (24) with the force on the mass being -f: the force found with the
// half-step velocity is reused at the next step.
#include "scheme/scheme_internal.h"

static void init(cr_stepper *s) {
    s->f = cr_law_force(&s->law, s->x, s->v);
}

static void step(cr_stepper *s) {
    double h = s->h, half = 0.5 * h / s->m;
    double v_half = s->v + half * (s->force - s->f);
    s->x += h * v_half;
    double f = cr_law_force(&s->law, s->x, v_half);
    s->v = v_half + half * (s->force - f);
    s->f_mean = 0.5 * (s->f + f);
    s->f = f;
}

const cr_scheme cr_scheme_verlet = {
    "verlet",        "velocity Verlet, explicit", "S0 (24)", 1, false, CR_SAMPLES_STATE, init, step,
    cr_sample_energy};
