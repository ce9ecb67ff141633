#include "scheme/foh_fast.h"

// Coefficients of (1+u)^e from u^0 on.
static void binomial(double e, double *c, int count) {
    c[0] = 1.0;
    for (int i = 1; i < count; i++) c[i] = c[i - 1] * (e - i + 1.0) / i;
}

// 2/(1 + sum c u^i) = 1/(1 + sum_{i>0} c_i/2 u^i), c_0 = 1
static void share_series(const double *c, double *share) {
    for (int i = 0; i < CR_FOH_TERMS; i++) {
        share[i] = i == 0;
        for (int k = 1; k <= i; k++) share[i] -= 0.5 * c[k] * share[i - k];
    }
}

cr_foh_series cr_foh_series_of(const cr_law *law) {
    cr_foh_series s = {.n = law->n,
                       .bend = 0.5 * (law->n - 1.0),
                       .mu = law->lambda > 0.0 ? law->lambda / law->k : 0.0,
                       .psi_scale = 2.0 / (law->n + 1.0)};
    double power[CR_FOH_TERMS + 1];
    bool same_power = law->lambda == 0.0 || law->p == law->n;
    s.usable = law->type->ops == &cr_law_power_ops && same_power && !law->two_sided && !law->adhesive;
    binomial(law->n, power, CR_FOH_TERMS + 1);
    for (int i = 0; i < CR_FOH_TERMS; i++) s.rise[i] = power[i + 1];
    binomial(law->n + 1.0, power, CR_FOH_TERMS + 1);
    for (int i = 0; i < CR_FOH_TERMS; i++) s.mean[i] = power[i + 1] / (law->n + 1.0);
    binomial(0.5 * (law->n + 1.0), power, CR_FOH_TERMS + 1);
    share_series(power, s.share);
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
