#include "scheme/foh_fast.h"

enum { ALL = CR_FOH_TERMS + 2 }; // and the first two that are left out

// Coefficients of (1+u)^e from u^0 on.
static void binomial(double e, double *c, int count) {
    c[0] = 1.0;
    for (int i = 1; i < count; i++) c[i] = c[i - 1] * (e - i + 1.0) / i;
}

// 2/(1 + sum c u^i) = 1/(1 + sum_{i>0} c_i/2 u^i), c_0 = 1
static void share_series(const double *c, double *share) {
    for (int i = 0; i < ALL; i++) {
        share[i] = i == 0;
        for (int k = 1; k <= i; k++) share[i] -= 0.5 * c[k] * share[i - k];
    }
}

// The u up to which the terms that are left out are less than 1e-5 and theta of the depth serves for the way.
static double keep(double *kept, const double *all, double scale) {
    const double most = 0.25;
    for (int i = 0; i < CR_FOH_TERMS; i++) kept[i] = scale * all[i];
    double next = scale * cr_max(fabs(all[CR_FOH_TERMS]), 0.5 * fabs(all[CR_FOH_TERMS + 1]));
    return cr_min(most, cr_pow(5e-6 / cr_max(next, 1e-6), 1.0 / CR_FOH_TERMS));
}

cr_foh_series cr_foh_series_of(const cr_law *law) {
    cr_foh_series s = {.n = law->n,
                       .bend = 0.5 * (law->n - 1.0),
                       .mu = law->lambda > 0.0 ? law->lambda / law->k : 0.0,
                       .psi_scale = 2.0 / (law->n + 1.0)};
    double power[ALL + 1], share[ALL];
    bool same_power = law->lambda == 0.0 || law->p == law->n;
    s.usable = law->type->ops == &cr_law_power_ops && same_power && !law->two_sided && !law->adhesive;
    binomial(law->n, power, ALL + 1);
    s.most = keep(s.rise, power + 1, 1.0);
    binomial(law->n + 1.0, power, ALL + 1);
    s.most = cr_min(s.most, keep(s.mean, power + 1, 1.0 / (law->n + 1.0)));
    binomial(0.5 * (law->n + 1.0), power, ALL + 1);
    share_series(power, share);
    s.most = cr_min(s.most, keep(s.share, share, 1.0));
    return s;
}

void cr_foh_follow(cr_foh_predictor *l, const cr_foh_response *q, cr_foh_point *at, double change,
                   double psi) {
    if (l->next.at > 0.0) {
        l->now = l->next;
        l->next.at = 0.0;
    }
    double near = at->depth * cr_clamp(0.1 * q->c0 * at->slope, 5e-4, 0.05),
           stale = fabs(at->depth - l->now.at);
    bool slow = fabs(change) < near, ready = stale < near && cr_foh_settled(at, psi);
    if (slow && 4.0 * stale >= near) l->next = cr_foh_linear_at(q, at);
    if (!slow) at->guess = at->force;
    at->half_theta = 0.5 / (1.0 + 0.5 * at->slope * q->e0);
    at->half = at->half_theta * at->force * at->inverse;
    at->near = ready ? near : 0.0;
    at->calm = ready && l->next.at == 0.0 ? 0.25 * near : 0.0;
}
