// dz = v (1 - alpha z/z_ss) dt, f = s0 z + s1 z' + s2 v. Over one step with a constant force the way d obeys
// d = d* - C f, and with u = z alpha/z_ss, beta = alpha/(2 z_ss) it is the only positive root of a quadratic:
//     |d| = 2w/(B + sqrt(B^2 + 4 A beta w)), w = |d* - C s0 z|, A = 1 + C s2/h,
//     B = A + C (s0/2 + s1/h)(1 - u) - w beta
// Every term of the loss is >= 0 for any z_ss, so that the normal force may vary at will.
#include "network/bristle.h"

#include "base/numeric.h"

enum { PASSES = 2 };

// alpha: 0 while the bristles only bend, 1 when they slide
static double yielding(double bend, double breakaway, double sliding) {
    if (bend <= breakaway) return 0.0;
    if (bend >= sliding) return 1.0;
    return 0.5 + 0.5 * sin(cr_pi * (bend - 0.5 * (sliding + breakaway)) / (sliding - breakaway));
}

static cr_bristle_outcome slide(const cr_bristle *b, double z, double reach, double compliance, double mean,
                                double speed) {
    const cr_bristle_law *law = b->law;
    double s0 = b->stiffness, s2 = law->viscous, h = b->h;
    double stribeck = exp(-cr_square(speed / law->stribeck));
    double z_ss = (law->dynamic + (law->rest - law->dynamic) * stribeck) * b->normal / s0;
    double z_ba = law->breakaway * law->dynamic * b->normal / s0;
    double w = reach - compliance * s0 * z, sign = w < 0.0 ? -1.0 : 1.0;
    w = fabs(w);
    double alpha = sign * mean > 0.0 ? yielding(fabs(mean), z_ba, z_ss) : 0.0;
    double u = sign * z * alpha / z_ss, beta = 0.5 * alpha / z_ss, s1 = u > 1.0 ? 0.0 : b->damping;
    double a = 1.0 + compliance * s2 / h, bb = a + compliance * (0.5 * s0 + s1 / h) * (1.0 - u) - w * beta;
    double root = sqrt(bb * bb + 4.0 * a * beta * w);
    double d = bb > 0.0 ? 2.0 * w / (bb + root) : (root - bb) / (2.0 * a * beta); // bb <= 0: beta > 0
    double bend = sign * d * (1.0 - u) / (1.0 + beta * d), way = sign * d;
    double force = s0 * (z + 0.5 * bend) + s1 * bend / h + s2 * way / h;
    double loss = s0 * (z + 0.5 * bend) * (way - bend) + s1 * bend * way / h + s2 * way * way / h;
    return (cr_bristle_outcome){force, way, bend, loss};
}

cr_bristle_outcome cr_bristle_step(const cr_bristle *b, double z, double reach, double compliance) {
    const double least = 1e-100; // m, of the bend at which they slide: its inverse is squared
    if (b->normal * b->law->dynamic <= least * b->stiffness) // nothing presses: the bristles spring back
        return (cr_bristle_outcome){0.0, reach, -z, 0.5 * b->stiffness * z * z};
    double mean = z, speed = reach / b->h;
    cr_bristle_outcome o = {0};
    for (int pass = 0; pass < PASSES; pass++) {
        o = slide(b, z, reach, compliance, mean, speed);
        mean = z + 0.5 * o.bend;
        speed = o.way / b->h;
    }
    return o;
}
