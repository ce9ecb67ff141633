// How deep and how long any law is pressed, from its force and potential alone.
#include "base/maths.h"
#include "base/numeric.h"
#include "carom/exact.h"

typedef double (*of_depth)(const cr_law *law, double x);

typedef struct search {
    const cr_law *law;
    of_depth function, slope;
    double value;
} search;

// log(f(x)/value) over log x: a straight line for a power.
static double mismatch(double log_x, double *slope, const void *context) {
    const search *s = context;
    double x = cr_exp(log_x), f = s->function(s->law, x);
    *slope = x * s->slope(s->law, x) / f;
    return cr_log(f / s->value);
}

// The depth at which an increasing function has this value, > 0: first its order of magnitude, then Newton.
static double depth_where(const search *s) {
    double lo = -300.0, hi = 300.0; // logarithms
    while (hi - lo > 1.0) {
        double mid = 0.5 * (lo + hi), f = s->function(s->law, cr_exp(mid));
        if (f < s->value) lo = mid;
        else hi = mid;
    }
    double x = cr_exp(cr_root_increasing(mismatch, s, lo, hi, 0.5 * (lo + hi), 1e-12, NULL));
    return x - (s->function(s->law, x) - s->value) / s->slope(s->law, x);
}

double cr_law_depth(const cr_law *law, double energy) {
    search s = {law, law->type->ops->potential, law->type->ops->elastic, energy};
    return depth_where(&s);
}

double cr_equilibrium_depth(const cr_law *law, double force) {
    search s = {law, law->type->ops->elastic, law->type->ops->stiffness, force};
    return force > 0.0 ? depth_where(&s) : 0.0;
}

typedef struct way_in {
    const cr_law *law;
    double deepest;
} way_in;

// m v^2/2 = V(x_max) - V(x), the divided difference times the distance: nothing cancels at the turn.
static double time_element(double y, double one_minus_y, const void *context) {
    const way_in *way = context;
    double unused,
        mean = way->law->type->ops->mean_elastic(way->law, way->deepest * y, way->deepest, &unused);
    return 1.0 / sqrt(mean * one_minus_y);
}

// 2 int_0^x_max dx/v
double cr_law_duration(const cr_law *law, double m, double v) {
    if (law->type->ops->duration) return law->type->ops->duration(law, m, v);
    way_in way = {law, cr_law_depth(law, 0.5 * m * v * v)};
    return sqrt(2.0 * m * way.deepest) * cr_integrate_unit(time_element, &way);
}
