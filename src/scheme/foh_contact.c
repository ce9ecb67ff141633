#include "scheme/foh_contact.h"

#include "base/numeric.h"
#include "law/law_internal.h"
#include "law/psi.h"
#include "scheme/foh_fast.h"

enum { SWEEPS = 2 };
static const double most_slope = 3.0;   // |b| <= 3 a keeps the entry force positive on average
static const double most_damping = 1.7; // |r1| <= sqrt(3) r0 keeps the damper passive
static const double drift_window = 0.1; // of the depth, for pulling psi back to psi(depth)
static const double far = 0.125;    // of the depth: from there on a difference of energies keeps its digits
static const double least = 1e-300; // psi below: no force

typedef struct line {
    double mean, half_rise;
} line;

// What the law has at one depth.
typedef struct place {
    double at, force, psi;
} place;

// A step with some shape: its force, and what it leaves.
typedef struct outcome {
    cr_foh_force force;
    double moment, psi;
} outcome;

// V = F x/(n+1) and psi = sqrt(2 V): one power of a depth gives everything.
static inline bool is_power(const cr_law *law) {
    return law->type->ops == &cr_law_power_ops && !law->two_sided;
}

static inline place place_at(const cr_law *law, double x) {
    const cr_law_ops *ops = law->type->ops;
    if (!is_power(law)) return (place){x, ops->elastic(law, x), ops->psi(law, x)};
    if (!(x > 0.0)) return (place){x, 0.0, 0.0};
    double force = cr_power_eval(&law->elastic, x);
    bool by_roots = law->psi.quarters >= 0;
    double psi = by_roots ? cr_power_eval(&law->psi, x) : sqrt(2.0 * force * x / (law->n + 1.0));
    return (place){x, force, psi};
}

static inline double stored_at(const cr_law *law, const place *p) {
    return is_power(law) ? p->force * p->at / (law->n + 1.0) : law->type->ops->potential(law, p->at);
}

static inline double exponent_at(const cr_law *law, const place *p) {
    return is_power(law) ? law->n : p->at * law->type->ops->stiffness(law, p->at) / p->force;
}

// x^e over a step of which only the part of relative length `part` (0..2) is in contact, at the end (entry)
// or at the start (exit): mean and half rise of the best line through it, with value `f` at the deep end.
static inline line edge_line(double f, double part, double e, bool entry) {
    double start = 1.0 - part, mean = 0.5 * f * part / (e + 1.0);
    double half_rise = 1.5 * f * part * (start / (e + 1.0) + part / (e + 2.0));
    return (line){mean, entry ? half_rise : -half_rise};
}

static inline double in_contact_part(double from, double to) {
    return cr_clamp(2.0 * (to > 0.0 ? to : -from) / (to - from), 0.0, 2.0);
}

// Mean force on a way inside the contact: energies are subtracted only where they differ much.
static inline double mean_inside(const cr_law *law, const place *from, const place *to) {
    double travel = to->at - from->at, unused;
    if (is_power(law) && fabs(travel) > far * from->at)
        return (to->force * to->at - from->force * from->at) / ((law->n + 1.0) * travel);
    return law->type->ops->mean_elastic(law, from->at, to->at, &unused);
}

// Over one division, the rate of the force times theta = 1/(1 + rate E0/2).
static inline line line_inside(const cr_law *law, const place *from, const place *to, double moment,
                               double e0) {
    double travel = to->at - from->at, larger = cr_max(from->at, to->at);
    double rise = to->force - from->force, rate;
    if (fabs(travel) < 1e-7 * larger) {
        double stiff = law->type->ops->stiffness(law, larger);
        rate = stiff / (1.0 + 0.5 * stiff * e0);
    } else {
        rate = rise / (travel + 0.5 * rise * e0);
    }
    return (line){mean_inside(law, from, to) - 0.5 * moment * rate, 0.5 * rate * travel};
}

static inline line line_at_edge(const cr_law *law, const place *from, const place *to, double moment) {
    bool entry = to->at > 0.0;
    const place *deep = entry ? to : from;
    double stored = stored_at(law, deep);
    line edge = edge_line(deep->force, in_contact_part(from->at, to->at), exponent_at(law, deep), entry);
    if (entry) edge.half_rise = cr_min(edge.half_rise, most_slope * edge.mean);
    edge.mean = ((entry ? stored : -stored) - edge.half_rise * moment) / (to->at - from->at);
    return edge;
}

static inline line elastic_line(const cr_law *law, const place *from, const place *to, double moment,
                                double e0) {
    bool inside = from->at > 0.0 && to->at > 0.0;
    line l = inside ? line_inside(law, from, to, moment, e0) : line_at_edge(law, from, to, moment);
    l.mean = cr_max(l.mean, 0.0);
    l.half_rise = cr_clamp(l.half_rise, -most_slope * l.mean, most_slope * l.mean);
    return l;
}

static inline line damper_line(const cr_law *law, const cr_foh_path *p, line elastic) {
    const cr_law_ops *ops = law->type->ops;
    line l = {0.0, 0.0};
    if (law->lambda == 0.0) return l;
    if (law->proportional) {
        l = (line){law->mu * elastic.mean, law->mu * elastic.half_rise};
    } else if (p->from > 0.0 && p->to > 0.0) {
        double ra = ops->damping(law, p->from), rb = ops->damping(law, p->to);
        double middle = 0.5 * (p->from + p->to) - 0.75 * p->moment,
               rm = ops->damping(law, cr_max(middle, 0.0));
        l = (line){(ra + 4.0 * rm + rb) / 6.0, 0.5 * (rb - ra)};
    } else {
        bool entry = p->to > 0.0;
        l = edge_line(ops->damping(law, entry ? p->to : p->from), in_contact_part(p->from, p->to), law->p,
                      entry);
    }
    l.half_rise = cr_clamp(l.half_rise, -most_damping * l.mean, most_damping * l.mean);
    return l;
}

CR_FOH_INLINE cr_foh_shape shape_between(const cr_law *law, const place *from, const place *to, double moment,
                                         double e0, double psi) {
    if (from->at <= 0.0 && to->at <= 0.0) return (cr_foh_shape){0};
    line elastic = elastic_line(law, from, to, moment, e0);
    line damper = damper_line(law, &(cr_foh_path){from->at, to->at, moment}, elastic);
    double mean_psi = 0.5 * (from->psi + to->psi), per_psi = mean_psi > least ? 1.0 / mean_psi : 0.0;
    cr_foh_shape s = {elastic.mean * per_psi, elastic.half_rise * per_psi, damper.mean, damper.half_rise};
    if (from->at > 0.0 && to->at > 0.0) { // contacts that never open: psi must not wander from psi(depth)
        double travel = to->at - from->at;
        s.g0 += (from->psi - psi) * travel / (travel * travel + cr_square(drift_window * from->at));
        s.g0 = cr_max(s.g0, 0.0);
    }
    return s;
}

cr_foh_shape cr_foh_shape_of(const cr_law *law, const cr_foh_path *p, double e0, double psi) {
    place from = place_at(law, p->from), to = place_at(law, p->to);
    return shape_between(law, &from, &to, p->moment, e0, psi);
}

static inline cr_foh_path guess_from(const cr_law *law, const cr_foh_response *q, const place *from,
                                     double reach, double moment) {
    double f = from->force, depth = from->at;
    cr_foh_path p = {depth, depth + reach, moment};
    if (depth <= 0.0) return p;
    const cr_law_ops *ops = law->type->ops;
    double stiff = is_power(law) ? law->n * f / depth : ops->stiffness(law, depth), r = 0.0;
    if (law->lambda > 0.0) r = (law->proportional ? law->mu * f : ops->damping(law, depth)) / q->h;
    if (f + r * reach <= 0.0) return p;
    double travel = (reach - q->c0 * f) / (1.0 + q->c0 * (0.5 * stiff + r));
    p.to = depth + travel;
    p.moment = moment - q->e0 * (f + (0.5 * stiff + r) * travel) - q->e1 * 0.5 * stiff * travel;
    return p;
}

cr_foh_path cr_foh_guess(const cr_law *law, const cr_foh_response *q, double depth, double reach,
                         double moment) {
    place from = place_at(law, depth);
    return guess_from(law, q, &from, reach, moment);
}

cr_foh_shape cr_foh_give_back(const cr_foh_response *q, double reach, double psi) {
    bool can = psi > 0.0 && (reach < 0.0 || 2.0 * q->c0 * psi * psi > reach * reach);
    return (cr_foh_shape){can ? cr_psi_release_gradient(psi, reach, q->c0, 1.0) : 0.0, 0.0, 0.0, 0.0};
}

// psi that is left after contact: all of it goes back if that pushes the bodies apart.
static outcome give_back(const cr_foh_response *q, double reach, double moment, double psi) {
    double g0 = cr_foh_give_back(q, reach, psi).g0, f = 0.5 * g0 * psi;
    return (outcome){{.a = f, .travel = reach - q->c0 * f}, moment - q->e0 * f, g0 == 0.0 ? psi : 0.0};
}

// psi would end below zero: the shape is shrunk so that it ends at zero.
static outcome let_empty(const cr_foh_response *q, double reach, double moment, double psi, cr_foh_aim s) {
    double n11 = 1.0 + (q->c0 * s.r0 - q->e0 * s.r1), n12 = q->c0 * s.r1 - 3.0 * q->e0 * s.r0;
    double n21 = q->e0 * s.r0 + q->e1 * s.r1, n22 = 1.0 + (q->e0 * s.r1 + 3.0 * q->e1 * s.r0);
    double inverse = 1.0 / (n11 * n22 - n12 * n21);
    double k0 = q->c0 * s.g0 - q->e0 * s.g1, k1 = q->e0 * s.g0 + q->e1 * s.g1;
    double d0 = (n22 * reach - n12 * moment) * inverse, x0 = (n11 * moment - n21 * reach) * inverse;
    double dy = (n22 * k0 - n12 * k1) * inverse, xy = (n11 * k1 - n21 * k0) * inverse;
    double drive = s.g0 * d0 + s.g1 * x0, give = s.g0 * dy + s.g1 * xy;
    double size = psi > 0.0 ? 0.5 * psi * cr_min(cr_psi_release_gradient(psi, drive, give, 1.0), 1.0) : 0.0;
    double way = d0 - size * dy, x = x0 - size * xy;
    cr_foh_force f = {.a = size * s.g0 + (s.r0 * way + s.r1 * x),
                      .b = size * s.g1 + (3.0 * s.r0 * x + s.r1 * way),
                      .travel = way,
                      .loss = s.r0 * way * way + 2.0 * s.r1 * way * x + 3.0 * s.r0 * x * x};
    return (outcome){f, x, 0.0};
}

static inline outcome step_by(const cr_foh_response *q, double reach, double moment, double psi,
                              cr_foh_shape s) {
    if (s.g0 == 0.0 && s.g1 == 0.0) return give_back(q, reach, moment, psi);
    double per_step = 1.0 / q->h, y;
    cr_foh_aim aim = {s.g0, s.g1, s.r0 * per_step, s.r1 * per_step};
    outcome o;
    o.force = cr_foh_sweep(q, reach, moment, psi, aim, &y, &o.moment);
    o.psi = 2.0 * y - psi;
    return o.psi > 0.0 ? o : let_empty(q, reach, moment, psi, aim);
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
    place from = place_at(law, depth);
    cr_foh_path p = guess_from(law, q, &from, reach, moment);
    outcome o = {0};
    for (int i = 0; i < SWEEPS; i++) {
        place to = place_at(law, p.to);
        cr_foh_shape shape = shape_between(law, &from, &to, p.moment, q->e0, *psi);
        o = step_by(q, reach, moment, *psi, shape);
        p.to = depth + o.force.travel;
        p.moment = o.moment;
    }
    if (o.force.a < 0.0 && !law->adhesive) return let_go(law, depth, reach, psi);
    *psi = fabs(o.psi) < 1e-13 * *psi ? 0.0 : o.psi;
    return o.force;
}
