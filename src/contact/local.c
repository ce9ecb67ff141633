#include "contact/local.h"

#include "base/numeric.h"
#include "contact/cone.h"

#include <stdbool.h>

enum { ITERATIONS = 100 };

// A slipping contact stays closed, u_n = 0, and is braked against its slip, u_t = -lambda r_t. Without the
// normal row, u_t = s r_t + b, so that
//   r_t = -(s + lambda)^-1 b,   r_n = -(q_n + w_nt r_t)/w_nn,   g(lambda) = |r_t| - mu r_n - radius = 0.
// Where r_n is at a bound it is a number, and s and b are those of the tangential rows alone.
typedef struct tangential {
    double s[4], b[2];
} tangential;

typedef struct slipping {
    tangential free, least, most; // r_n free (Schur complement), at its bounds
    double coupling[2];           // w_nt/w_nn
    double normal0;               // r_n without friction
    cr_row_law law;
    bool bounded;       // r_n may be at a bound though rows slip
    double r[3], slope; // at the last lambda: the reaction, dg/dlambda
} slipping;

static double excess_of(slipping *c, const tangential *t, double lambda, bool free) {
    double a = t->s[0] + lambda, d = t->s[3] + lambda, inverse = 1.0 / (a * d - t->s[1] * t->s[2]);
    double t1 = -(d * t->b[0] - t->s[1] * t->b[1]) * inverse,
           t2 = -(a * t->b[1] - t->s[2] * t->b[0]) * inverse;
    double size = cr_length2(t1, t2);
    if (free) c->r[0] = c->normal0 - c->coupling[0] * t1 - c->coupling[1] * t2;
    c->r[1] = t1;
    c->r[2] = t2;
    double d1 = -(d * t1 - t->s[1] * t2) * inverse, d2 = -(a * t2 - t->s[2] * t1) * inverse;
    c->slope = size > 0.0 ? (t1 * d1 + t2 * d2) / size : 0.0;
    if (free) c->slope += c->law.mu * (c->coupling[0] * d1 + c->coupling[1] * d2);
    return size - (c->law.mu * c->r[0] + c->law.radius);
}

// For a given lambda the rows are a convex problem: if r_n leaves its bounds when free, it is at that bound.
static double excess(slipping *c, double lambda) {
    double g = excess_of(c, &c->free, lambda, true);
    if (!c->bounded || (c->r[0] >= c->law.least && c->r[0] <= c->law.most)) return g;
    bool low = c->r[0] < c->law.least;
    c->r[0] = low ? c->law.least : c->law.most;
    return excess_of(c, low ? &c->least : &c->most, lambda, false);
}

// Newton's method between bounds where g changes sign, which it does: positive at 0, where the contact cannot
// stick, and negative where lambda is large, since a contact without friction is pushed. After a step of
// Newton's that is small the next would be its square.
static void slip(slipping *c, double start) {
    double low = 0.0, high = HUGE_VAL, lambda = start;
    for (int i = 0; i < ITERATIONS; i++) {
        double g = excess(c, lambda);
        if (g > 0.0) low = lambda;
        else high = lambda;
        double next = lambda - g / c->slope;
        bool within = next > low && next < high;
        if (!within && high < HUGE_VAL)
            next = low > 0.0 && high > 4.0 * low ? sqrt(low * high) : 0.5 * (low + high);
        else if (!within || next > 64.0 * lambda) next = 8.0 * lambda;
        if (g == 0.0 || fabs(next - lambda) <= 1e-16 * lambda) break;
        bool last = within && fabs(next - lambda) <= 1e-8 * lambda;
        lambda = next;
        if (!last) continue;
        excess(c, lambda);
        break;
    }
}

static tangential at_bound(const double w[9], const double q[3], double normal) {
    return (tangential){{w[4], w[5], w[7], w[8]}, {q[1] + w[3] * normal, q[2] + w[6] * normal}};
}

static void without_friction(const double w[9], const double q[3], const cr_row_law *law, double r[3]) {
    r[0] = cr_clamp(-q[0] / w[0], law->least, law->most);
    r[1] = r[2] = 0.0;
}

// |r_t| is the greatest, also in the last digit.
static void hold_slip(slipping *c) {
    double held = c->law.mu * c->r[0] + c->law.radius, found = cr_length2(c->r[1], c->r[2]);
    if (found > 0.0) {
        c->r[1] *= held / found;
        c->r[2] *= held / found;
    }
}

static void find(const double w[9], const double q[3], const cr_row_law *law, double r[3]) {
    double up1 = w[3] / w[0], up2 = w[6] / w[0];
    slipping c = {.free = {{w[4] - up1 * w[1], w[5] - up1 * w[2], w[7] - up2 * w[1], w[8] - up2 * w[2]},
                           {q[1] - up1 * q[0], q[2] - up2 * q[0]}},
                  .coupling = {w[1] / w[0], w[2] / w[0]},
                  .normal0 = -q[0] / w[0],
                  .law = *law,
                  .bounded = law->radius > 0.0};
    if (c.bounded) c.least = at_bound(w, q, law->least);
    if (c.bounded && law->most < HUGE_VAL) c.most = at_bound(w, q, law->most);
    const double *s = c.free.s, *b = c.free.b;
    double size = cr_length2(r[1], r[2]), scale = 0.5 * (fabs(s[0]) + fabs(s[3]));
    if (excess(&c, 0.0) > 0.0 || !(c.r[0] >= law->least)) {
        double u1 = b[0] + s[0] * r[1] + s[1] * r[2], u2 = b[1] + s[2] * r[1] + s[3] * r[2];
        double guess = size > 0.0 ? cr_length2(u1, u2) / size : 0.0;
        slip(&c, guess > 1e-9 * scale && guess < 1e9 * scale ? guess : scale > 0.0 ? scale : 1.0);
        hold_slip(&c);
    }
    for (int k = 0; k < 3; k++) r[k] = c.r[k];
}

// What pushes a ball along the normal does not move it across, but for rounding, nor the other way round.
static bool is_uncoupled(const double w[9]) {
    const double rounding = 1e-14;
    return fabs(w[1]) + fabs(w[2]) + fabs(w[3]) + fabs(w[6]) <= rounding * w[0];
}

// r = -(s + lambda)^-1 b
static void answer(const double s[4], double lambda, const double b[2], double r[2]) {
    double a = s[0] + lambda, d = s[3] + lambda, inverse = -1.0 / (a * d - s[1] * s[2]);
    r[0] = (d * b[0] - s[1] * b[1]) * inverse;
    r[1] = (a * b[1] - s[2] * b[0]) * inverse;
}

// |r_t(lambda)| = most by Newton's method on its inverse, which is a straight line in lambda where all
// directions are alike, as they nearly are for a ball. False: not found soon.
static bool slip_to(const double s[4], const double b[2], double most, double t[2]) {
    enum { TURNS = 4 };
    const double soon = 1e-8; // what is left after one more turn is the square of it
    t[0] = t[1] = 0.0;
    if (!(most > 0.0)) return true;
    double lambda = cr_max(cr_length2(b[0], b[1]) / most - 0.5 * (s[0] + s[3]), 0.0);
    for (int turn = 0; turn < TURNS; turn++) {
        double bend[2];
        answer(s, lambda, b, t);
        answer(s, lambda, t, bend);
        double size = cr_length2(t[0], t[1]), excess = size / most - 1.0;
        double step = excess * size * size / (t[0] * bend[0] + t[1] * bend[1]);
        lambda = cr_max(lambda - step, 0.0); // sticking is too much: from below it rises to the root
        if (fabs(excess) > soon) continue;
        answer(s, lambda, b, t);
        size = cr_length2(t[0], t[1]);
        t[0] *= most / size;
        t[1] *= most / size;
        return true;
    }
    return false;
}

static bool uncoupled(const double w[9], const double q[3], const cr_row_law *law, double r[3]) {
    const double s[4] = {w[4], w[5], w[7], w[8]};
    double normal = cr_clamp(-q[0] / w[0], law->least, law->most), most = law->mu * normal + law->radius,
           t[2];
    answer(s, 0.0, q + 1, t);
    if (!(cr_length2(t[0], t[1]) <= most) && !slip_to(s, q + 1, most, t)) return false;
    r[0] = normal;
    r[1] = t[0];
    r[2] = t[1];
    return true;
}

void cr_law_local(const double w[9], const double q[3], const cr_row_law *law, double r[3]) {
    bool parts = law->least == 0.0 && law->radius == 0.0 && q[0] >= 0.0;
    if (parts || !(w[0] > 0.0)) r[0] = r[1] = r[2] = 0.0;
    else if (law->mu == 0.0 && law->radius == 0.0) without_friction(w, q, law, r);
    else if (!is_uncoupled(w) || !uncoupled(w, q, law, r)) find(w, q, law, r);
}

void cr_contact_local(const double w[9], const double q[3], double mu, double r[3]) {
    cr_row_law law = {0.0, HUGE_VAL, mu, 0.0};
    cr_law_local(w, q, &law, r);
}
