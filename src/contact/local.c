#include "contact/local.h"

#include "base/numeric.h"
#include "contact/cone.h"

#include <stdbool.h>

enum { ITERATIONS = 100 };

// A slipping contact stays closed, u_n = 0, and is braked against its slip, u_t = -lambda r_t. Without the
// normal row, u_t = s r_t + b, so that
//   r_t = -(s + lambda)^-1 b,   r_n = -(q_n + w_nt r_t)/w_nn,   g(lambda) = |r_t| - mu r_n = 0.
typedef struct slipping {
    double s[4], b[2];  // Schur complement
    double coupling[2]; // w_nt/w_nn
    double normal0, mu; // r_n without friction
    double r[3], slope; // at the last lambda: the reaction, dg/dlambda
} slipping;

static double excess(slipping *c, double lambda) {
    double a = c->s[0] + lambda, d = c->s[3] + lambda, inverse = 1.0 / (a * d - c->s[1] * c->s[2]);
    double t1 = -(d * c->b[0] - c->s[1] * c->b[1]) * inverse,
           t2 = -(a * c->b[1] - c->s[2] * c->b[0]) * inverse;
    double size = cr_length2(t1, t2);
    c->r[0] = c->normal0 - c->coupling[0] * t1 - c->coupling[1] * t2;
    c->r[1] = t1;
    c->r[2] = t2;
    double d1 = -(d * t1 - c->s[1] * t2) * inverse, d2 = -(a * t2 - c->s[2] * t1) * inverse;
    c->slope =
        (size > 0.0 ? (t1 * d1 + t2 * d2) / size : 0.0) + c->mu * (c->coupling[0] * d1 + c->coupling[1] * d2);
    return size - c->mu * c->r[0];
}

// Newton's method between bounds where g changes sign, which it does: positive at 0, where the contact cannot
// stick, and negative where lambda is large, since a contact without friction is pushed.
static void slip(slipping *c, double start) {
    double low = 0.0, high = start;
    for (int i = 0; i < ITERATIONS && excess(c, high) > 0.0; i++) {
        low = high;
        high *= 8.0;
    }
    double lambda = start > low && start < high ? start : 0.5 * (low + high);
    for (int i = 0; i < ITERATIONS; i++) {
        double g = excess(c, lambda);
        if (g > 0.0) low = lambda;
        else high = lambda;
        double next = lambda - g / c->slope;
        if (!(next > low && next < high))
            next = low > 0.0 && high > 4.0 * low ? sqrt(low * high) : 0.5 * (low + high);
        if (fabs(next - lambda) <= 1e-16 * lambda || g == 0.0) break;
        lambda = next;
    }
}

void cr_contact_local(const double w[9], const double q[3], double mu, double r[3]) {
    if (q[0] >= 0.0) {
        r[0] = r[1] = r[2] = 0.0;
        return;
    }
    double normal0 = -q[0] / w[0];
    if (mu == 0.0) {
        r[0] = normal0;
        r[1] = r[2] = 0.0;
        return;
    }
    double up1 = w[3] / w[0], up2 = w[6] / w[0];
    slipping c = {.s = {w[4] - up1 * w[1], w[5] - up1 * w[2], w[7] - up2 * w[1], w[8] - up2 * w[2]},
                  .b = {q[1] - up1 * q[0], q[2] - up2 * q[0]},
                  .coupling = {w[1] / w[0], w[2] / w[0]},
                  .normal0 = normal0,
                  .mu = mu};
    double size = cr_length2(r[1], r[2]), scale = 0.5 * (fabs(c.s[0]) + fabs(c.s[3]));
    if (excess(&c, 0.0) > 0.0 || !(c.r[0] >= 0.0)) {
        double u1 = c.b[0] + c.s[0] * r[1] + c.s[1] * r[2], u2 = c.b[1] + c.s[2] * r[1] + c.s[3] * r[2];
        double guess = size > 0.0 ? cr_length2(u1, u2) / size : 0.0;
        slip(&c, guess > 1e-9 * scale && guess < 1e9 * scale ? guess : scale > 0.0 ? scale : 1.0);
        double held = mu * c.r[0], found = cr_length2(c.r[1], c.r[2]);
        if (found > 0.0) {
            c.r[1] *= held / found;
            c.r[2] *= held / found;
        }
    }
    for (int k = 0; k < 3; k++) r[k] = c.r[k];
}
