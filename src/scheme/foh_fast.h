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
#define CR_FOH_SLIGHT 1e-9      // C0 F' u^2: how far off the linear prediction may be for a single sweep

// Coefficients in u of ((1+u)^n - 1)/u, ((1+u)^(n+1) - 1)/((n+1) u) and 2/(1 + (1+u)^((n+1)/2)).
typedef struct cr_foh_series {
    bool usable;
    double n, mu, psi_scale; // psi(depth)^2 = psi_scale F depth
    double rise[CR_FOH_TERMS], mean[CR_FOH_TERMS], share[CR_FOH_TERMS];
} cr_foh_series;

// What is known of the present depth and psi before the step.
typedef struct cr_foh_point {
    double depth, inverse; // 1/depth
    double force, slope;   // F, F'
    double drift;          // (psi(depth) - psi)/depth
    double inverse_psi;
    double half;               // theta F/(2 depth), theta = 1/(1 + F' E0/2)
    double viscous;            // mu/h
    double p11, p12, p21, p22; // travel and moment of the linearised step from reach - C0 F, moment - E0 F
} cr_foh_point;

// Not usable for laws outside the power family, two-sided, adhesive, or with another power in the damper.
cr_foh_series cr_foh_series_of(const cr_law *law);

// The linearised step: a = F + (F'/2 + r) travel - B moment, b = B travel + 3 r moment, B = theta F'/2, r =
// mu F/h, put into travel = D - C0 a + E0 b, moment = X - E0 a - E1 b. `viscous` is mu/h.
static inline cr_foh_point cr_foh_point_at(const cr_law *law, const cr_foh_series *s,
                                           const cr_foh_response *q, double viscous, double depth,
                                           double psi) {
    double inverse = 1.0 / depth, force = cr_power_eval(&law->elastic, depth), slope = s->n * force * inverse;
    double r = viscous * force, psi_here = sqrt(s->psi_scale * force * depth);
    double a = 0.5 * slope + r, b = 0.5 * slope, theta = 1.0 + b * q->e0; // matrix and B times theta
    double m11 = theta * (1.0 + q->c0 * a) - q->e0 * b, m12 = -(q->c0 * b + theta * (3.0 * q->e0 * r));
    double m21 = theta * (q->e0 * a) + q->e1 * b, m22 = theta * (1.0 + 3.0 * q->e1 * r) - q->e0 * b;
    double det = m11 * m22 - m12 * m21, both = 1.0 / (det * theta), scale = theta * theta * both;
    return (cr_foh_point){.depth = depth,
                          .inverse = inverse,
                          .force = force,
                          .slope = slope,
                          .drift = (psi_here - psi) * inverse,
                          .inverse_psi = 1.0 / psi,
                          .half = 0.5 * force * inverse * (det * both),
                          .viscous = viscous,
                          .p11 = m22 * scale,
                          .p12 = -m12 * scale,
                          .p21 = -m21 * scale,
                          .p22 = m11 * scale};
}

static inline double cr_foh_sum(const double *c, double u) {
    double uu = u * u, low = (c[0] + c[1] * u) + (c[2] + c[3] * u) * uu;
    double high = (c[4] + c[5] * u) + (c[6] + c[7] * u) * uu;
    return low + high * (uu * uu);
}

// The same where u^3 is below rounding of what it changes.
static inline double cr_foh_sum_of(const double *c, double u, bool slight) {
    return slight ? c[0] + u * (c[1] + u * c[2]) : cr_foh_sum(c, u);
}

// One sweep from a predicted travel and moment.
static inline cr_foh_force cr_foh_sweep(const cr_foh_series *s, const cr_foh_response *q,
                                        const cr_foh_point *at, double reach, double moment, double psi,
                                        const cr_foh_path *path, bool slight, double *mean, double *x_out) {
    double travel = path->to, u = travel * at->inverse, m = at->viscous;
    double half_rate = at->half * cr_foh_sum_of(s->rise, u, slight);
    double a = cr_max(at->force * cr_foh_sum_of(s->mean, u, slight) - half_rate * path->moment, 0.0);
    double b = half_rate * travel, most = 1.7 * a, b_elastic = cr_clamp(b, -3.0 * a, 3.0 * a);
    double r0 = m * a, r1 = m * cr_clamp(b, -most, most);
    double per_psi = at->inverse_psi * cr_foh_sum_of(s->share, u, slight);
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

// The first prediction of cr_foh_guess, from which two sweeps start; d = D - C0 F.
static inline cr_foh_path cr_foh_rough_guess(const cr_foh_response *q, const cr_foh_point *at, double d,
                                             double moment) {
    double half = 0.5 * at->slope, damper = at->viscous * at->force,
           travel = d / (1.0 + q->c0 * (half + damper));
    double force = at->force + (half + damper) * travel;
    return (cr_foh_path){at->depth, travel, moment - q->e0 * force - q->e1 * half * travel};
}

// False, and nothing done, where the contact opens, moves too far or would pull: cr_foh_contact then.
static inline bool cr_foh_fast(const cr_foh_series *s, const cr_foh_response *q, const cr_foh_point *at,
                               double reach, double moment, double *psi, cr_foh_force *f) {
    double d = reach - q->c0 * at->force, m = moment - q->e0 * at->force, y, x;
    cr_foh_path path = {at->depth, at->p11 * d + at->p12 * m, at->p21 * d + at->p22 * m};
    bool settled = fabs(at->drift) * at->depth < 1e-3 * *psi; // psi belongs to the depth
    if (!(settled && fabs(path.to) < CR_FOH_MOST_CHANGE * at->depth)) return false;
    double u = path.to * at->inverse;
    bool slight = q->c0 * at->slope * u * u < CR_FOH_SLIGHT;
    if (slight) {
        *f = cr_foh_sweep(s, q, at, reach, moment, *psi, &path, true, &y, &x);
    } else {
        path = cr_foh_rough_guess(q, at, d, moment);
        for (int sweep = 0; sweep < 2; sweep++) {
            if (!(fabs(path.to) < CR_FOH_MOST_CHANGE * at->depth)) return false;
            *f = cr_foh_sweep(s, q, at, reach, moment, *psi, &path, false, &y, &x);
            path = (cr_foh_path){at->depth, f->travel, x};
        }
    }
    double after = 2.0 * y - *psi;
    if (!(after > 1e-3 * *psi && f->a >= 0.0)) return false;
    *psi = after;
    return true;
}

#endif
