#include "scheme/gradient.h"

#include "base/maths.h"
#include "base/numeric.h"

static const double newton_stop =
    1e-10; // of the way: Newton squares it, the next step would be below rounding

typedef struct search {
    const cr_gradient_step *step;
    double integral_from; // R(a)
} search;

// The damper that matches the discrete gradient: (R(b) - R(a))/d (d/T) |d/T|^(q-1), R' = r. It loses
// (R(b) - R(a)) d/T ... >= 0 because R grows with depth.
static double damper(const search *s, double d, double *slope) {
    const cr_gradient_step *step = s->step;
    const cr_law *law = step->law;
    const cr_law_ops *ops = law->type->ops;
    if (law->lambda == 0.0) return 0.0;
    double to = step->from + d, change = ops->damping_integral(law, to) - s->integral_from;
    double speed = fabs(d) / step->span, factor = law->q == 1.0 ? 1.0 : cr_pow(speed, law->q - 1.0);
    double f = change / step->span * factor;
    *slope += ops->damping(law, to) / step->span * factor;
    if (law->q != 1.0 && d != 0.0) *slope += (law->q - 1.0) * f / d;
    return f;
}

static double force_at(const search *s, double d, double *elastic, double *slope) {
    const cr_law *law = s->step->law;
    double from = s->step->from;
    *elastic = law->type->ops->mean_elastic(law, from, from + d, slope);
    double f = *elastic + damper(s, d, slope);
    if (f < 0.0 && !law->adhesive) {
        *slope = 0.0;
        return 0.0;
    }
    return f;
}

static double mismatch(double d, double *slope, const void *context) {
    const search *s = context;
    const cr_gradient_step *step = s->step;
    double elastic, f = force_at(s, d, &elastic, slope);
    *slope = 1.0 + step->compliance * *slope;
    return d - step->reach + step->compliance * f;
}

double cr_gradient_solve(const cr_gradient_step *step, double *force, double *elastic, int *iterations) {
    const cr_law *law = step->law;
    search s = {step, law->lambda == 0.0 ? 0.0 : law->type->ops->damping_integral(law, step->from)};
    double slope = 0.0, most = force_at(&s, step->reach, elastic, &slope);
    if (most == 0.0) { // apart: nothing keeps it from all of its way
        *force = 0.0;
        if (iterations) *iterations = 0;
        return step->reach;
    }
    double other_end = step->reach - step->compliance * most;
    double lo = cr_min(step->reach, other_end), hi = cr_max(step->reach, other_end);
    double start = step->reach - step->compliance * most / (1.0 + step->compliance * slope);
    double tolerance = newton_stop * cr_max(fabs(step->reach), fabs(step->from));
    double d = cr_root_increasing(mismatch, &s, lo, hi, start, tolerance, iterations);
    *force = force_at(&s, d, elastic, &slope);
    return d;
}
