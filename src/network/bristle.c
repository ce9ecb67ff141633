// z' = v (1 - alpha z/z_ss), f = s0 z + s1 z' + s2 v. Over one step with a constant force the bend changes by
//     dz = d (1 - u)/(1 + beta |d|), u = z alpha/z_ss, beta = alpha/(2 z_ss)
// towards the side where they yield, and by d to the other. The loss s0 (z + dz/2)(d - dz) + s1 dz d/h +
// s2 d^2/h has no negative term for any z_ss, so that the normal force may vary at will.
#include "network/bristle.h"

#include "base/maths.h"
#include "base/numeric.h"

static const double least_normal = 1e-30; // N: below, nothing presses

// One friction alone takes all of this twice per step: compiled into cr_bristle_step.
#define INTO_STEP static inline __attribute__((always_inline))

// alpha: 0 while the bristles only bend, 1 when they slide
static double yielding(double bend, double breakaway, double sliding) {
    if (bend <= breakaway) return 0.0;
    if (bend >= sliding) return 1.0;
    return 0.5 + 0.5 * cr_sin(cr_pi * (bend - 0.5 * (sliding + breakaway)) / (sliding - breakaway));
}

INTO_STEP double held_of(const cr_bristle *b, double bend) {
    double most = b->normal < least_normal ? 0.0 : b->law->rest * b->normal / b->stiffness;
    return cr_clamp(bend, -most, most);
}

INTO_STEP cr_bristle_curve yield(const cr_bristle *b, double held, double mean, double speed) {
    const cr_bristle_law *law = b->law;
    cr_bristle_curve c = {.side = mean < 0.0 ? -1.0 : 1.0};
    if (b->normal < least_normal) return c;
    double stribeck = cr_exp(-cr_square(speed / law->stribeck));
    double z_ss = (law->dynamic + (law->rest - law->dynamic) * stribeck) * b->normal / b->stiffness;
    double z_ba = law->breakaway * law->dynamic * b->normal / b->stiffness;
    double alpha = yielding(fabs(mean), z_ba, z_ss);
    c.bends = 1.0;
    c.held = held;
    c.u = c.side * held * alpha / z_ss;
    c.beta = 0.5 * alpha / z_ss;
    c.spring = b->stiffness;
    c.damper = b->damping / b->h;
    c.viscous = law->viscous / b->h;
    return c;
}

// The branch of the curve to this side; bristles that slide back do not damp.
typedef struct branch {
    double u, beta, damper;
} branch;

INTO_STEP branch branch_of(const cr_bristle_curve *c, double sign) {
    if (sign * c->side < 0.0) return (branch){0.0, 0.0, c->damper};
    return (branch){c->u, c->beta, c->u > 1.0 ? 0.0 : c->damper};
}

INTO_STEP double bend_by(const cr_bristle_curve *c, double way) {
    branch b = branch_of(c, way);
    return c->bends * way * (1.0 - b.u) / (1.0 + b.beta * fabs(way));
}

INTO_STEP double force_by(const cr_bristle_curve *c, double way) {
    double bend = bend_by(c, way);
    return c->spring * (c->held + 0.5 * bend) + branch_of(c, way).damper * bend + c->viscous * way;
}

double cr_bristle_slope(const cr_bristle_curve *c, double way) {
    branch b = branch_of(c, way);
    double bends = c->bends * (1.0 - b.u) / cr_square(1.0 + b.beta * fabs(way));
    return (0.5 * c->spring + b.damper) * bends + c->viscous;
}

// The only root to the side of w = reach - C s0 z:
//     |d| = 2w/(B + sqrt(B^2 + 4 A beta w)), A = 1 + C s2/h, B = A + C (s0/2 + s1/h)(1 - u) - w beta
INTO_STEP double way_on(const cr_bristle_curve *c, double reach, double compliance) {
    double w = reach - compliance * c->spring * c->held, sign = w < 0.0 ? -1.0 : 1.0;
    branch b = branch_of(c, sign);
    w = fabs(w);
    double a = 1.0 + compliance * c->viscous;
    double bb = a + compliance * (0.5 * c->spring + b.damper) * (1.0 - b.u) - w * b.beta;
    double root = sqrt(bb * bb + 4.0 * a * b.beta * w);
    return sign * (bb >= 0.0 ? 2.0 * w / (bb + root) : (root - bb) / (2.0 * a * b.beta));
}

double cr_bristle_held(const cr_bristle *b, double bend) {
    return held_of(b, bend);
}

cr_bristle_curve cr_bristle_yield(const cr_bristle *b, double held, double mean, double speed) {
    return yield(b, held, mean, speed);
}

double cr_bristle_bend(const cr_bristle_curve *c, double way) {
    return bend_by(c, way);
}

double cr_bristle_force(const cr_bristle_curve *c, double way) {
    return force_by(c, way);
}

double cr_bristle_way(const cr_bristle_curve *c, double reach, double compliance) {
    return way_on(c, reach, compliance);
}

cr_bristle_outcome cr_bristle_step(const cr_bristle *b, double bend, double reach, double compliance) {
    double held = held_of(b, bend), mean = held, way = reach;
    cr_bristle_curve c = {0};
    for (int pass = 0; pass < CR_BRISTLE_PASSES; pass++) {
        c = yield(b, held, mean, way / b->h);
        way = way_on(&c, reach, compliance);
        mean = held + 0.5 * bend_by(&c, way);
    }
    return (cr_bristle_outcome){force_by(&c, way), way, held - bend + bend_by(&c, way)};
}
