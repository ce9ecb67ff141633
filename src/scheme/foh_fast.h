// The contact step of foh_contact.h for power laws while the contact is closed and its depth changes little:
// the same equations with the powers of (1 + u), u = travel/depth, as series, and with everything that
// depends on the present depth alone computed ahead of time (derivation T6).
#ifndef CAROM_SCHEME_FOH_FAST_H
#define CAROM_SCHEME_FOH_FAST_H

#include "base/numeric.h"
#include "law/law_internal.h"
#include "scheme/foh_contact.h"

enum { CR_FOH_TERMS = 8 };
// Everything here is compiled into its caller, for the caller's instruction set.
#define CR_FOH_INLINE static inline __attribute__((always_inline))

// Coefficients in u of ((1+u)^n - 1)/u, ((1+u)^(n+1) - 1)/((n+1) u) and 2/(1 + (1+u)^((n+1)/2)).
typedef struct cr_foh_series {
    bool usable;
    double n, mu, bend; // bend: (n - 1)/2
    double psi_scale;   // psi(depth)^2 = psi_scale F depth
    double most;        // u up to which the series are good to 1e-5
    double rise[CR_FOH_TERMS], mean[CR_FOH_TERMS], share[CR_FOH_TERMS];
} cr_foh_series;

// What is known of the present depth and psi before the step.
typedef struct cr_foh_point {
    double depth, inverse; // 1/depth
    double force, slope;   // F, F'
    double guess;          // F from the point before by three terms, from which the path is predicted
    double drift;          // (psi(depth) - psi)/depth, where it is small
    double inverse_psi;
    double half; // theta F/(2 depth)
    // What stays while the contact is calm.
    double near;       // m, see cr_foh_near; 0: not where a single sweep begins
    double calm;       // m, within which all of this stays
    double half_theta; // theta/2, theta = 1/(1 + F' E0/2)
    double viscous;    // mu/h
} cr_foh_point;

// Travel and moment of the linearised step from reach - C0 F, moment - E0 F, at the depth `at`; 0: not known.
// A new one serves from the sample after the next on, so that no force waits for it.
typedef struct cr_foh_linear {
    double at, p11, p12, p21, p22;
} cr_foh_linear;
typedef struct cr_foh_predictor {
    cr_foh_linear now, next;
} cr_foh_predictor;

// Where the elastic force was last computed by pow(); near it the series serve, to rounding.
typedef struct cr_foh_base {
    double depth, inverse, force;
} cr_foh_base;

// Not usable for laws outside the power family, two-sided, adhesive, or with another power in the damper.
cr_foh_series cr_foh_series_of(const cr_law *law);

// To another depth with this elastic force; returns the way there. The first prediction takes the force from
// the point before and theta from where the contact became calm: it does not wait for roots and divisions.
CR_FOH_INLINE double cr_foh_point_move(const cr_foh_series *s, cr_foh_point *at, double depth, double force,
                                       double psi) {
    double change = depth - at->depth, inverse = 1.0 / depth, share = force * inverse;
    at->guess = at->force + change * (at->slope + s->bend * at->slope * at->inverse * change);
    at->inverse_psi = 1.0 / psi;
    // psi(depth)^2 - psi^2 = 2 psi (psi(depth) - psi) for a small difference
    at->drift = 0.5 * (s->psi_scale * force * depth - psi * psi) * at->inverse_psi * inverse;
    at->depth = depth;
    at->inverse = inverse;
    at->force = force;
    at->slope = s->n * share;
    at->half = at->half_theta * share;
    return change;
}

// a = F + (F'/2 + r) travel - B moment, b = B travel + 3 r moment, B = theta F'/2, r = mu F/h, put into
// travel = D - C0 a + E0 b, moment = X - E0 a - E1 b.
CR_FOH_INLINE cr_foh_linear cr_foh_linear_at(const cr_foh_response *q, const cr_foh_point *at) {
    double r = at->viscous * at->force, b = 0.5 * at->slope, a = b + r,
           theta = 1.0 + b * q->e0; // matrix and B times theta
    double m11 = theta * (1.0 + q->c0 * a) - q->e0 * b, m12 = -(q->c0 * b + theta * (3.0 * q->e0 * r));
    double m21 = theta * (q->e0 * a) + q->e1 * b, m22 = theta * (1.0 + 3.0 * q->e1 * r) - q->e0 * b;
    double scale = theta / (m11 * m22 - m12 * m21);
    return (cr_foh_linear){at->depth, m22 * scale, -m12 * scale, -m21 * scale, m11 * scale};
}

// Whether one sweep from the linearised step will do where it moves by `travel`, or was linearised so far
// away. At u = travel/depth the force is then off by up to 0.6 C0 F' u^2 of itself: below u = C0 F'/10 that
// is no more than two sweeps from the rough guess leave, or the step itself, and below u = 1/2000 it is
// nothing. Below 1/20 the series need three terms, and nothing comes near its bounds.
CR_FOH_INLINE bool cr_foh_near(const cr_foh_point *at, double travel) {
    return fabs(travel) < at->near;
}

CR_FOH_INLINE bool cr_foh_settled(const cr_foh_point *at, double psi) { // psi belongs to the depth
    return fabs(at->drift) * at->depth < 1e-3 * psi;
}

// After the depth has changed: whether all that was known of a calm contact serves on.
CR_FOH_INLINE bool cr_foh_is_calm(const cr_foh_predictor *l, const cr_foh_point *at, double change,
                                  double psi) {
    return cr_max(fabs(at->depth - l->now.at), fabs(change)) < at->calm && cr_foh_settled(at, psi);
}

// Otherwise: a contact that moves slowly gets a new linearisation when the old one no longer serves, one that
// moves fast does without.
void cr_foh_follow(cr_foh_predictor *predictor, const cr_foh_response *response, cr_foh_point *at,
                   double change, double psi);

CR_FOH_INLINE double cr_foh_sum(const double *c, double u) {
    double uu = u * u, low = (c[0] + c[1] * u) + (c[2] + c[3] * u) * uu;
    double high = (c[4] + c[5] * u) + (c[6] + c[7] * u) * uu;
    return low + high * (uu * uu);
}

// Elastic force at a depth above zero: k depth^n, by roots where they do.
CR_FOH_INLINE double cr_foh_elastic(const cr_law *law, const cr_foh_series *s, cr_foh_base *base,
                                    double depth) {
    if (law->elastic.quarters >= 0) return cr_power_eval(&law->elastic, depth);
    double off = depth - base->depth, u = off * base->inverse;
    if (fabs(off) < 0.01 * base->depth) return base->force * (1.0 + u * cr_foh_sum(s->rise, u));
    *base = (cr_foh_base){depth, 1.0 / depth, cr_power_eval(&law->elastic, depth)};
    return base->force;
}

// The same where u is small.
CR_FOH_INLINE double cr_foh_short_sum(const double *c, double u, double uu) {
    return (c[0] + c[1] * u) + c[2] * uu;
}

// What a sweep takes from the predicted path: elastic force y (g0 + g1 xi), y the mean of psi, and damper r0
// + r1 xi over the step.
typedef struct cr_foh_aim {
    double g0, g1, r0, r1;
} cr_foh_aim;

CR_FOH_INLINE cr_foh_aim cr_foh_aim_at(const cr_foh_series *s, const cr_foh_point *at,
                                       const cr_foh_path *path) {
    double u = path->to * at->inverse, half_rate = at->half * cr_foh_sum(s->rise, u), m = at->viscous;
    double a = cr_max(at->force * cr_foh_sum(s->mean, u) - half_rate * path->moment, 0.0);
    double b = half_rate * path->to, per_psi = at->inverse_psi * cr_foh_sum(s->share, u);
    return (cr_foh_aim){.g0 = cr_max(a * per_psi + at->drift * (u / (u * u + 0.01)), 0.0),
                        .g1 = cr_clamp(b, -3.0 * a, 3.0 * a) * per_psi,
                        .r0 = m * a,
                        .r1 = m * cr_clamp(b, -1.7 * a, 1.7 * a)};
}

// The same near the present depth.
CR_FOH_INLINE cr_foh_aim cr_foh_near_aim(const cr_foh_series *s, const cr_foh_point *at,
                                         const cr_foh_path *path) {
    double u = path->to * at->inverse, uu = u * u, m = at->viscous;
    double half_rate = at->half * cr_foh_short_sum(s->rise, u, uu);
    double a = at->force * cr_foh_short_sum(s->mean, u, uu) - half_rate * path->moment,
           b = half_rate * path->to;
    double per_psi = at->inverse_psi * cr_foh_short_sum(s->share, u, uu);
    return (cr_foh_aim){a * per_psi + at->drift * (100.0 * u), b * per_psi, m * a, m * b};
}

typedef double cr_foh_pair __attribute__((vector_size(16)));
CR_FOH_INLINE cr_foh_pair cr_foh_turned(cr_foh_pair x) {
    return (cr_foh_pair){x[1], x[0]};
}
CR_FOH_INLINE double cr_foh_dot(cr_foh_pair x, cr_foh_pair y) {
    cr_foh_pair z = x * y;
    return z[0] + z[1];
}

// The step with this aim; *mean and *moment_out become the mean of psi, y = top/bottom, and the moment. With
// travel = (d0 - y dy)/det and moment = (x0 - y xy)/det all of it is over one division.
CR_FOH_INLINE cr_foh_force cr_foh_sweep(const cr_foh_response *q, double reach, double moment, double psi,
                                        cr_foh_aim aim, double *mean, double *moment_out) {
    double g0 = aim.g0, g1 = aim.g1, r0 = aim.r0, r1 = aim.r1, three = 3.0 * r0;
    double n11 = 1.0 + (q->c0 * r0 - q->e0 * r1), n12 = q->c0 * r1 - q->e0 * three;
    double n21 = q->e0 * r0 + q->e1 * r1, n22 = 1.0 + (q->e0 * r1 + q->e1 * three);
    double det = n11 * n22 - n12 * n21, twice = det + det;
    double k0 = q->c0 * g0 - q->e0 * g1, k1 = q->e0 * g0 + q->e1 * g1;
    double d0 = n22 * reach - n12 * moment, x0 = n11 * moment - n21 * reach;
    double dy = n22 * k0 - n12 * k1, xy = n11 * k1 - n21 * k0;
    double top = psi * twice + (g0 * d0 + g1 * x0), bottom = twice + (g0 * dy + g1 * xy);
    double inverse = 1.0 / (det * bottom);
    double way = (d0 * bottom - top * dy) * inverse, x = (x0 * bottom - top * xy) * inverse;
    double a = top * (g0 * det - (r0 * dy + r1 * xy)) + bottom * (r0 * d0 + r1 * x0);
    double b = top * (g1 * det - (three * xy + r1 * dy)) + bottom * (three * x0 + r1 * d0);
    *mean = top * det * inverse;
    *moment_out = x;
    return (cr_foh_force){.a = a * inverse,
                          .b = b * inverse,
                          .travel = way,
                          .loss = r0 * way * way + 2.0 * r1 * way * x + three * x * x};
}

// The first prediction of cr_foh_guess, from which two sweeps start; d = D - C0 F.
CR_FOH_INLINE cr_foh_path cr_foh_rough_guess(const cr_foh_response *q, const cr_foh_point *at, double d,
                                             double moment) {
    double half = 0.5 * at->slope, damper = at->viscous * at->force,
           travel = d / (1.0 + q->c0 * (half + damper));
    double force = at->force + (half + damper) * travel;
    return (cr_foh_path){at->depth, travel, moment - q->e0 * force - q->e1 * half * travel};
}

// The step of a contact that hardly moves. False, and nothing done, where it moves too far or would pull.
CR_FOH_INLINE bool cr_foh_near_step(const cr_foh_series *s, const cr_foh_response *q, const cr_foh_point *at,
                                    const cr_foh_linear *l, double reach, double moment, double *psi,
                                    cr_foh_force *f) {
    double d = reach - q->c0 * at->guess, m = moment - q->e0 * at->guess, y, x, before = *psi;
    cr_foh_path path = {at->depth, l->p11 * d + l->p12 * m, l->p21 * d + l->p22 * m};
    if (!cr_foh_near(at, cr_max(fabs(path.to), fabs(path.moment)))) return false;
    *f = cr_foh_sweep(q, reach, moment, before, cr_foh_near_aim(s, at, &path), &y, &x);
    if (!(f->a >= 0.0)) return false;
    *psi = 2.0 * y - before;
    return true;
}

// Two sweeps from the rough guess. False, and nothing done, where the contact opens, moves too far or would
// pull: cr_foh_contact then.
CR_FOH_INLINE bool cr_foh_far_step(const cr_foh_series *s, const cr_foh_response *q, const cr_foh_point *at,
                                   double reach, double moment, double *psi, cr_foh_force *f) {
    double y = 0.0, x, before = *psi;
    if (!cr_foh_settled(at, before)) return false;
    cr_foh_path path = cr_foh_rough_guess(q, at, reach - q->c0 * at->force, moment);
    for (int sweep = 0; sweep < 2; sweep++) {
        if (!(fabs(path.to) < s->most * at->depth)) return false;
        *f = cr_foh_sweep(q, reach, moment, before, cr_foh_aim_at(s, at, &path), &y, &x);
        path = (cr_foh_path){at->depth, f->travel, x};
    }
    double after = 2.0 * y - before;
    if (!(after > 1e-3 * before && f->a >= 0.0)) return false;
    *psi = after;
    return true;
}

#endif
