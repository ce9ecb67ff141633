// The row of a law of compression in a hold, derivation W5: f = G psi + (G^2/2 + r/h) dd with the change dd
// of depth over the step, for G and r of the way that the point takes under this force.
#include "base/numeric.h"
#include "law/psi.h"
#include "world/compress.h"

// Where a point ends that would reach `reach` deeper without its law, and comes out by `diagonal` for each
// newton of it: the root of dd = reach - W ((V(to) - V(from))/dd + (R(to) - R(from))/h), which rises with
// `to`, by Newton's method between bounds.
static double end_of(const cr_law *law, double from, double reach, double diagonal, double h) {
    enum { MOST = 60 };
    const cr_law_ops *ops = law->type->ops;
    double high = from + reach, top = cr_max(from, high);
    if (!(top > 0.0)) return high;
    double low = cr_min(from, high) - diagonal * ops->elastic(law, top), to = high;
    double close = 1e-14 * (fabs(from) + fabs(reach));
    for (int i = 0; i < MOST && high - low > close; i++) {
        double slope, force = ops->mean_elastic(law, from, to, &slope);
        if (law->lambda > 0.0) {
            force += (ops->damping_integral(law, to) - ops->damping_integral(law, from)) / h;
            slope += ops->damping(law, to) / h;
        }
        double off = to - from - reach + diagonal * cr_max(force, 0.0);
        if (off > 0.0) high = to;
        else low = to;
        if (fabs(off) <= close) break;
        to -= off / (1.0 + (force > 0.0 ? diagonal * slope : 0.0));
        if (!(to > low && to < high)) to = 0.5 * (low + high);
    }
    return to;
}

bool cr_compress_row(const cr_law *law, double h, double reach, double diagonal, cr_point *p, double *bias,
                     double *compliance) {
    double depth = p->law_depth, psi = p->law_psi, to = end_of(law, depth, reach, diagonal, h);
    cr_psi_segment s = cr_psi_predict(law, depth, to);
    // Apart before and after: what is stored is given back to what parts. What comes nearer keeps it: to give
    // it back there would take a force that turns the body round, far from the surface.
    if (depth <= 0.0 && depth + reach <= 0.0)
        s = (cr_psi_segment){psi > 0.0 && reach < 0.0 ? HUGE_VAL : 0.0, 0.0};
    double soften = 1.0 + s.damping * diagonal / h;
    double most = cr_psi_release_gradient(psi, reach / soften, diagonal / soften, 1.0);
    double gradient = cr_min(s.gradient, most), a = 0.5 * gradient * gradient + s.damping / h;
    if (!(a > 0.0) || !isfinite(a)) return false;
    p->law_gradient = gradient;
    p->law_damping = s.damping;
    *bias = -gradient * psi / a;
    *compliance = 1.0 / a;
    return true;
}

// Other points of the same bodies take part in where a point ends: rows that were made for another way than
// the one that was found are made again for it.
bool cr_hold_laws_differ(cr_hold *hold) {
    const double nearly = 1e-6;
    bool differ = false;
    for (int block = 0; block < hold->s.blocks; block++) {
        if (hold->s.kind[block] != CR_ROWS_CONTACT || hold->point[block] < 0) continue;
        cr_point *p = &hold->g->point[hold->point[block]];
        const cr_meeting_rule *rule = &hold->w->pairs.items[p->pair].rule;
        if (!rule->law) continue;
        double free[3], moved[3], bias, compliance, gradient = p->law_gradient, damping = p->law_damping;
        cr_hold_free(hold, block, free);
        cr_system_answer(&hold->s, block, moved);
        double w = hold->give[block], way = free[0] + hold->driven[3 * block] + moved[0];
        const cr_law *law = &hold->law[hold->point[block]];
        if (!cr_compress_row(law, hold->h, w * hold->s.r[3 * block] - way, w, p, &bias, &compliance))
            continue;
        if (fabs((p->law_gradient - gradient) * way) <= nearly * p->law_psi) {
            p->law_gradient = gradient;
            p->law_damping = damping;
            continue;
        }
        hold->base[3 * block] = bias;
        hold->s.compliance[3 * block] = compliance;
        differ = true;
    }
    return differ;
}
