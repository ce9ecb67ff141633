#include "law/psi.h"

#include "base/numeric.h"
#include "law/law_internal.h"

// Damping in proportion to the spring needs no power of its own: mean r = mu (V(to) - V(from))/d, V =
// psi^2/2.
static double mean_damping(const cr_law *law, double from, double to, double gradient, double psi_sum) {
    const cr_law_ops *ops = law->type->ops;
    if (law->proportional && !law->two_sided) return 0.5 * law->mu * gradient * psi_sum;
    return (ops->damping_integral(law, to) - ops->damping_integral(law, from)) / (to - from);
}

// By the law, without a call where that is easy.
static inline double psi_at(const cr_law *law, double x) {
    if (law->type->ops != &cr_law_power_ops || law->two_sided) return law->type->ops->psi(law, x);
    return x > 0.0 ? cr_power_eval(&law->psi, x) : 0.0;
}

cr_psi_segment cr_psi_predict(const cr_law *law, double from, double to) {
    const cr_law_ops *ops = law->type->ops;
    double d = to - from;
    cr_psi_segment s = {0.0, 0.0};
    if (fabs(d) <= 1e-6 * cr_max(fabs(to), fabs(from))) {
        s.gradient = ops->psi_slope(law, 0.5 * (from + to));
        s.damping = ops->damping(law, 0.5 * (from + to));
        return s;
    }
    double psi_from = psi_at(law, from), psi_to = psi_at(law, to);
    s.gradient = (psi_to - psi_from) / d;
    if (law->lambda > 0.0) s.damping = mean_damping(law, from, to, s.gradient, psi_to + psi_from);
    return s;
}

double cr_psi_release_gradient(double psi, double reach, double compliance, double a) {
    if (psi == 0.0) return reach > 0.0 ? HUGE_VAL : 0.0;
    double root = sqrt(reach * reach + 2.0 * a * compliance * psi * psi);
    double above = reach > 0.0 ? root + reach : 2.0 * a * psi; // the same number twice, without cancellation
    double below = reach > 0.0 ? compliance * psi : root - reach;
    return below > 0.0 ? above / below : HUGE_VAL;
}
