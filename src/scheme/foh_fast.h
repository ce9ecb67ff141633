// The contact step of foh_contact.h for power laws while the contact is closed and its depth changes little:
// the same equations with the powers of (1 + u), u = travel/depth, as series, and with everything that
// depends on the present depth alone computed ahead of time.
#ifndef CAROM_SCHEME_FOH_FAST_H
#define CAROM_SCHEME_FOH_FAST_H

#include "base/numeric.h"
#include "law/law_internal.h"
#include "scheme/foh_contact.h"

enum { CR_FOH_TERMS = 8 };
#define CR_FOH_MOST_CHANGE 0.25 // of the depth, for which the series are good to 1e-5 and better
#define CR_FOH_SOFT 0.02        // C0 F' below which one sweep is enough

// Coefficients in u of ((1+u)^n - 1)/u, ((1+u)^(n+1) - 1)/((n+1) u) and 2/(1 + (1+u)^((n+1)/2)).
typedef struct cr_foh_series {
    bool usable;
    double n, mu;
    double rise[CR_FOH_TERMS], mean[CR_FOH_TERMS], share[CR_FOH_TERMS];
} cr_foh_series;

// What is known of the present depth and psi before the step.
typedef struct cr_foh_point {
    double depth, inverse; // 1/depth
    double force, slope;   // F, F'
    double drift;          // (psi(depth) - psi)/depth
    double inverse_psi;
    double damper;   // mu F/h
    double yielding; // 1/(1 + C0 (F'/2 + mu F/h))
    double half;     // theta F/(2 depth), theta = 1/(1 + F' E0/2)
    double viscous;  // mu/h
} cr_foh_point;

// Not usable for laws outside the power family, two-sided, adhesive, or with another power in the damper.
cr_foh_series cr_foh_series_of(const cr_law *law);

static inline cr_foh_point cr_foh_point_at(const cr_law *law, const cr_foh_series *s,
                                           const cr_foh_response *q, double depth, double psi) {
    double inverse = 1.0 / depth, force = cr_power_eval(&law->elastic, depth), slope = s->n * force * inverse;
    double viscous = s->mu / q->h, damper = viscous * force;
    double psi_here = sqrt(2.0 / (s->n + 1.0) * force * depth);
    return (cr_foh_point){.depth = depth,
                          .inverse = inverse,
                          .force = force,
                          .slope = slope,
                          .drift = (psi_here - psi) * inverse,
                          .inverse_psi = 1.0 / psi,
                          .damper = damper,
                          .yielding = 1.0 / (1.0 + q->c0 * (0.5 * slope + damper)),
                          .half = 0.5 * force * inverse / (1.0 + 0.5 * slope * q->e0),
                          .viscous = viscous};
}

static inline double cr_foh_sum(const double *c, double u) {
    double uu = u * u, low = (c[0] + c[1] * u) + (c[2] + c[3] * u) * uu;
    double high = (c[4] + c[5] * u) + (c[6] + c[7] * u) * uu;
    return low + high * (uu * uu);
}

// One sweep from a predicted travel and moment.
static inline cr_foh_force cr_foh_sweep(const cr_foh_series *s, const cr_foh_response *q,
                                        const cr_foh_point *at, double reach, double moment, double psi,
                                        const cr_foh_path *path, double *mean, double *x_out) {
    double travel = path->to, u = travel * at->inverse, m = at->viscous;
    double half_rate = at->half * cr_foh_sum(s->rise, u);
    double a = cr_max(at->force * cr_foh_sum(s->mean, u) - half_rate * path->moment, 0.0);
    double b = half_rate * travel, most = 1.7 * a, b_elastic = cr_clamp(b, -3.0 * a, 3.0 * a);
    double r0 = m * a, r1 = m * cr_clamp(b, -most, most);
    double per_psi = at->inverse_psi * cr_foh_sum(s->share, u);
    double g0 = cr_max(a * per_psi + at->drift * (u / (u * u + 0.01)), 0.0), g1 = b_elastic * per_psi;
    double n11 = 1.0 + (q->c0 * r0 - q->e0 * r1), n12 = q->c0 * r1 - 3.0 * q->e0 * r0;
    double n21 = q->e0 * r0 + q->e1 * r1, n22 = 1.0 + (q->e0 * r1 + 3.0 * q->e1 * r0);
    double det = n11 * n22 - n12 * n21, inverse = 1.0 / det;
    double k0 = q->c0 * g0 - q->e0 * g1, k1 = q->e0 * g0 + q->e1 * g1;
    double d0 = n22 * reach - n12 * moment, x0 = n11 * moment - n21 * reach;
    double dy = n22 * k0 - n12 * k1, xy = n11 * k1 - n21 * k0;
    double y = (psi * det + 0.5 * (g0 * d0 + g1 * x0)) / (det + 0.5 * (g0 * dy + g1 * xy));
    double way = (d0 - y * dy) * inverse, x = (x0 - y * xy) * inverse;
    *mean = y;
    *x_out = x;
    return (cr_foh_force){.a = g0 * y + (r0 * way + r1 * x),
                          .b = g1 * y + (3.0 * r0 * x + r1 * way),
                          .travel = way,
                          .loss = r0 * way * way + 2.0 * r1 * way * x + 3.0 * r0 * x * x};
}

// False, and nothing done, where the contact opens, moves too far or would pull: cr_foh_contact then.
static inline bool cr_foh_fast(const cr_foh_series *s, const cr_foh_response *q, const cr_foh_point *at,
                               double reach, double moment, double *psi, cr_foh_force *f) {
    double travel = (reach - q->c0 * at->force) * at->yielding, half = 0.5 * at->slope, y, x;
    bool settled = fabs(at->drift) * at->depth < 1e-3 * *psi; // psi belongs to the depth
    if (!(settled && fabs(travel) < CR_FOH_MOST_CHANGE * at->depth)) return false;
    double force = at->force + (half + at->damper) * travel;
    cr_foh_path path = {at->depth, travel, moment - q->e0 * force - q->e1 * half * travel};
    *f = cr_foh_sweep(s, q, at, reach, moment, *psi, &path, &y, &x);
    if (q->c0 * at->slope > CR_FOH_SOFT) { // fewer than about 15 steps per contact: a second sweep
        path = (cr_foh_path){at->depth, f->travel, x};
        if (!(fabs(f->travel) < CR_FOH_MOST_CHANGE * at->depth)) return false;
        *f = cr_foh_sweep(s, q, at, reach, moment, *psi, &path, &y, &x);
    }
    double after = 2.0 * y - *psi;
    if (!(after > 1e-3 * *psi && f->a >= 0.0)) return false;
    *psi = after;
    return true;
}

#endif
