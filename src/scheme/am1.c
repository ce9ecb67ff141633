// Trapezoid rule (one-step Adams-Moulton), S0 (23) with the force on the mass being -f. K-method: position
// and velocity are affine in the new force, which is then the one unknown of a scalar equation.
#include "scheme/scheme_internal.h"

typedef struct loop {
    const cr_law *law;
    double x, v, cx, cv; // x1 = x - cx f1, v1 = v - cv f1
} loop;

static double mismatch(double f, double *slope, const void *context) {
    const loop *l = context;
    double x = l->x - l->cx * f, v = l->v - l->cv * f, in_x, in_v;
    cr_law_force_slopes(l->law, x, v, &in_x, &in_v);
    *slope = 1.0 + l->cx * in_x + l->cv * in_v;
    return f - cr_law_force(l->law, x, v);
}

static void init(cr_stepper *s) {
    s->f = cr_law_force(&s->law, s->x, s->v);
}

static void step(cr_stepper *s) {
    double h = s->h, cv = 0.5 * h / s->m, cx = 0.5 * h * cv, known = 2.0 * s->force - s->f;
    loop l = {&s->law, s->x + h * s->v + cx * known, s->v + cv * known, cx, cv};
    // f1 = F(x1, v1), and F falls as f1 grows: the root lies between 0 and F without f1
    double bound = cr_law_force(&s->law, l.x, l.v), f = 0.0;
    if (bound != 0.0) {
        int iterations;
        double lo = cr_min(bound, 0.0), hi = cr_max(bound, 0.0), start = cr_clamp(s->f, lo, hi);
        f = cr_root_increasing(mismatch, &l, lo, hi, start, 1e-10 * fabs(bound), &iterations);
        s->iterations += iterations;
    }
    s->x = l.x - cx * f;
    s->v = l.v - cv * f;
    s->f_mean = 0.5 * (s->f + f);
    s->f = f;
}

const cr_scheme cr_scheme_am1 = {"am1",
                                 "trapezoid rule with the K-method and Newton",
                                 "S0 (23)",
                                 2,
                                 true,
                                 CR_SAMPLES_STATE,
                                 init,
                                 step,
                                 cr_sample_energy};
