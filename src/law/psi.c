#include "law/psi.h"

#include <math.h>

double cr_psi_gradient(const cr_law *law, double from, double to) {
    const cr_law_ops *ops = law->type->ops;
    double d = to - from;
    if (fabs(d) < 1e-6 * fmax(fabs(to), fabs(from))) return ops->psi_slope(law, 0.5 * (from + to));
    return d == 0.0 ? 0.0 : (ops->psi(law, to) - ops->psi(law, from)) / d;
}

double cr_psi_release_gradient(double psi, double reach, double compliance, double a) {
    if (psi == 0.0) return reach > 0.0 ? HUGE_VAL : 0.0;
    double below = sqrt(reach * reach + 2.0 * a * compliance * psi * psi) - reach;
    return below > 0.0 ? 2.0 * a * psi / below : HUGE_VAL;
}
