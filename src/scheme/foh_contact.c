#include "scheme/foh_contact.h"

#include "base/numeric.h"
#include "law/law_internal.h"
#include "law/psi.h"

enum { SWEEPS = 2 };
static const double most_slope = 3.0;   // |b| <= 3 a keeps the entry force positive on average
static const double most_damping = 1.7; // |r1| <= sqrt(3) r0 keeps the damper passive
static const double drift_window = 0.1; // of the depth, for pulling psi back to psi(depth)

typedef struct line {
    double mean, half_rise;
} line;

// The step with this shape, everything linear in y = (psi0 + psi1)/2.
typedef struct outcome {
    double y, travel, moment, scale;
    bool empties; // psi ends at zero exactly
} outcome;

// x^e over a step of which only the part of relative length `part` (0..2) is in contact, at the end (entry)
// or at the start (exit): mean and half rise of the best line through it, with value `f` at the deep end.
static line edge_line(double f, double part, double e, bool entry) {
    double start = 1.0 - part, mean = 0.5 * f * part / (e + 1.0);
    double half_rise = 1.5 * f * part * (start / (e + 1.0) + part / (e + 2.0));
    return (line){mean, entry ? half_rise : -half_rise};
}

static double in_contact_part(const cr_foh_path *p) {
    double travel = p->to - p->from, inside = p->to > 0.0 ? p->to : -p->from;
    return cr_clamp(2.0 * inside / travel, 0.0, 2.0);
}

static line elastic_line(const cr_law *law, const cr_foh_path *p, double e0) {
    const cr_law_ops *ops = law->type->ops;
    double f0 = ops->elastic(law, p->from), f1 = ops->elastic(law, p->to), travel = p->to - p->from;
    line l;
    if (p->from > 0.0 && p->to > 0.0) {
        double unused, larger = cr_max(p->from, p->to);
        bool still = fabs(travel) < 1e-7 * larger;
        double rate = still ? ops->stiffness(law, larger) : (f1 - f0) / travel;
        double damped = 1.0 / (1.0 + 0.5 * rate * e0);
        l.half_rise = 0.5 * damped * (f1 - f0);
        l.mean = ops->mean_elastic(law, p->from, p->to, &unused) - 0.5 * damped * p->moment * rate;
    } else {
        bool entry = p->to > 0.0;
        double f = entry ? f1 : f0, deep = entry ? p->to : p->from, stored = ops->potential(law, deep);
        double exponent = deep * ops->stiffness(law, deep) / f;
        line edge = edge_line(f, in_contact_part(p), exponent, entry);
        if (entry) edge.half_rise = cr_min(edge.half_rise, most_slope * edge.mean);
        l.half_rise = edge.half_rise;
        l.mean = ((entry ? stored : -stored) - edge.half_rise * p->moment) / travel;
    }
    l.mean = cr_max(l.mean, 0.0);
    l.half_rise = cr_clamp(l.half_rise, -most_slope * l.mean, most_slope * l.mean);
    return l;
}

static line damper_line(const cr_law *law, const cr_foh_path *p, line elastic) {
    const cr_law_ops *ops = law->type->ops;
    line l = {0.0, 0.0};
    if (law->lambda == 0.0) return l;
    if (law->proportional) {
        double mu = law->lambda / law->k;
        l = (line){mu * elastic.mean, mu * elastic.half_rise};
    } else if (p->from > 0.0 && p->to > 0.0) {
        double ra = ops->damping(law, p->from), rb = ops->damping(law, p->to);
        double middle = 0.5 * (p->from + p->to) - 0.75 * p->moment,
               rm = ops->damping(law, cr_max(middle, 0.0));
        l = (line){(ra + 4.0 * rm + rb) / 6.0, 0.5 * (rb - ra)};
    } else {
        bool entry = p->to > 0.0;
        l = edge_line(ops->damping(law, entry ? p->to : p->from), in_contact_part(p), law->p, entry);
    }
    l.half_rise = cr_clamp(l.half_rise, -most_damping * l.mean, most_damping * l.mean);
    return l;
}

cr_foh_shape cr_foh_shape_of(const cr_law *law, const cr_foh_path *p, double e0, double psi) {
    const cr_law_ops *ops = law->type->ops;
    if (p->from <= 0.0 && p->to <= 0.0) return (cr_foh_shape){0};
    line elastic = elastic_line(law, p, e0), damper = damper_line(law, p, elastic);
    double psi_from = ops->psi(law, p->from), mean_psi = 0.5 * (psi_from + ops->psi(law, p->to));
    cr_foh_shape s = {0.0, 0.0, damper.mean, damper.half_rise};
    if (mean_psi > 0.0) s.g0 = elastic.mean / mean_psi, s.g1 = elastic.half_rise / mean_psi;
    if (p->from > 0.0 && p->to > 0.0) { // contacts that never open: psi must not wander from psi(depth)
        double travel = p->to - p->from;
        s.g0 += (psi_from - psi) * travel / (travel * travel + cr_square(drift_window * p->from));
        s.g0 = cr_max(s.g0, 0.0);
    }
    return s;
}

cr_foh_path cr_foh_guess(const cr_law *law, const cr_foh_response *q, double depth, double reach,
                         double moment) {
    cr_foh_path p = {depth, depth + reach, moment};
    if (depth <= 0.0) return p;
    double r, f = cr_law_elastic_and_damping(law, depth, &r), stiff = law->type->ops->stiffness(law, depth);
    r /= q->h;
    if (f + r * reach <= 0.0) return p;
    double travel = (reach - q->c0 * f) / (1.0 + q->c0 * (0.5 * stiff + r));
    p.to = depth + travel;
    p.moment = moment - q->e0 * (f + (0.5 * stiff + r) * travel) - q->e1 * 0.5 * stiff * travel;
    return p;
}

cr_foh_shape cr_foh_give_back(const cr_foh_response *q, double reach, double psi) {
    bool can = psi > 0.0 && (reach < 0.0 || 2.0 * q->c0 * psi * psi > reach * reach);
    return (cr_foh_shape){can ? cr_psi_release_gradient(psi, reach, q->c0, 1.0) : 0.0, 0.0, 0.0, 0.0};
}

// psi that is left after contact: all of it goes back if that pushes the bodies apart.
static outcome give_back(const cr_foh_response *q, double reach, double moment, double psi, cr_foh_shape *s) {
    *s = cr_foh_give_back(q, reach, psi);
    if (s->g0 == 0.0) return (outcome){psi, reach, moment, 0.0, false};
    double y = 0.5 * psi, f = s->g0 * y;
    return (outcome){y, reach - q->c0 * f, moment - q->e0 * f, 1.0, true};
}

static outcome solve(const cr_foh_response *q, double reach, double moment, double psi,
                     const cr_foh_shape *s) {
    double h = q->h, g0 = s->g0, g1 = s->g1, r0 = s->r0, r1 = s->r1;
    double n11 = 1.0 + (q->c0 * r0 - q->e0 * r1) / h, n12 = (q->c0 * r1 - 3.0 * q->e0 * r0) / h;
    double n21 = (q->e0 * r0 + q->e1 * r1) / h, n22 = 1.0 + (q->e0 * r1 + 3.0 * q->e1 * r0) / h;
    double inverse = 1.0 / (n11 * n22 - n12 * n21);
    double k0 = q->c0 * g0 - q->e0 * g1, k1 = q->e0 * g0 + q->e1 * g1;
    double d0 = (n22 * reach - n12 * moment) * inverse, x0 = (n11 * moment - n21 * reach) * inverse;
    double dy = (n22 * k0 - n12 * k1) * inverse, xy = (n11 * k1 - n21 * k0) * inverse;
    double drive = g0 * d0 + g1 * x0, give = g0 * dy + g1 * xy, scale = 1.0;
    // scale < 1: psi would end below zero; shrink the shape so that it ends at zero
    if (psi == 0.0 && drive <= 0.0) return (outcome){0.0, d0, x0, 0.0, true};
    double most = cr_psi_release_gradient(psi, drive, give, 1.0);
    bool empties = psi > 0.0 && most < 1.0;
    if (empties) scale = most;
    double y = empties ? 0.5 * psi : (psi + 0.5 * drive) / (1.0 + 0.5 * give);
    return (outcome){y, d0 - scale * y * dy, x0 - scale * y * xy, scale, empties};
}

static cr_foh_force let_go(const cr_law *law, double depth, double reach, double *psi) {
    double left = cr_min(*psi, law->type->ops->psi(law, depth + reach));
    cr_foh_force none = {0.0, 0.0, reach, 0.5 * (*psi - left) * (*psi + left)};
    *psi = left;
    return none;
}

cr_foh_force cr_foh_contact(const cr_law *law, const cr_foh_response *q, double depth, double reach,
                            double moment, double *psi) {
    if (depth <= 0.0 && depth + reach <= 0.0 && *psi == 0.0) return (cr_foh_force){0.0, 0.0, reach, 0.0};
    cr_foh_path p = cr_foh_guess(law, q, depth, reach, moment);
    cr_foh_shape s = {0};
    outcome o = {0};
    for (int i = 0; i < SWEEPS; i++) {
        s = cr_foh_shape_of(law, &p, q->e0, *psi);
        bool apart = s.g0 == 0.0 && s.g1 == 0.0;
        o = apart ? give_back(q, reach, moment, *psi, &s) : solve(q, reach, moment, *psi, &s);
        p.to = depth + o.travel;
        p.moment = o.moment;
    }
    double h = q->h, size = o.scale * o.y;
    cr_foh_force f = {
        .a = size * s.g0 + (s.r0 * o.travel + s.r1 * o.moment) / h,
        .b = size * s.g1 + (3.0 * s.r0 * o.moment + s.r1 * o.travel) / h,
        .travel = o.travel,
        .loss = (s.r0 * cr_square(o.travel) + 2.0 * s.r1 * o.travel * o.moment +
                 3.0 * s.r0 * cr_square(o.moment)) /
                h,
    };
    if (f.a < 0.0 && !law->adhesive) return let_go(law, depth, reach, psi);
    double after = o.empties ? 0.0 : o.scale == 0.0 ? *psi : 2.0 * o.y - *psi;
    *psi = fabs(after) < 1e-13 * *psi ? 0.0 : after;
    return f;
}
