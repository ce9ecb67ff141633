// m x'' + lambda x' + k x = 0, x(0) = 0, x'(0) = v_in: x = (v_in/w) e^(-a t) sin(w t), in units of sqrt(m/k).
#include "base/maths.h"
#include "base/numeric.h"
#include "carom/exact.h"

// sin(w t)/w and the t with tan(w t) = w/s, for w^2 = 1 - zeta^2 of either sign.
static double sine_over(double ww, double t) {
    double w = sqrt(fabs(ww));
    if (w * t < 1e-9) return t;
    return ww > 0.0 ? cr_sin(w * t) / w : cr_sinh(w * t) / w;
}

static double angle_over(double ww, double s) {
    double w = sqrt(fabs(ww));
    if (w < 1e-9 * s) return 1.0 / s;
    return ww > 0.0 ? cr_atan2(w, s) / w : cr_atanh(w / s) / w;
}

static double speed(double zeta, double ww, double t) {
    double w = sqrt(fabs(ww)), c = ww > 0.0 ? cr_cos(w * t) : cr_cosh(w * t);
    return cr_exp(-zeta * t) * (c - zeta * sine_over(ww, t));
}

cr_linear_impact cr_linear_exact(double m, double k, double lambda, double v_in, bool adhesive) {
    double zeta = lambda / (2.0 * sqrt(m * k)), ww = (1.0 - zeta) * (1.0 + zeta), unit = sqrt(m / k);
    double t_turn = angle_over(ww, zeta);
    cr_linear_impact impact = {.x_max = v_in * unit * cr_exp(-zeta * t_turn) * sine_over(ww, t_turn)};
    if (adhesive && zeta >= 1.0) {
        impact.duration = HUGE_VAL;
        return impact;
    }
    // adhesive: x = 0 at w t = pi. Otherwise x + 2 zeta x' = 0, that is tan(w t) = 2 zeta w/(2 zeta^2 - 1),
    // on the branch 0 < w t < pi: twice the angle whose tangent is w/zeta.
    double t_end = adhesive ? cr_pi / sqrt(ww) : 2.0 * t_turn;
    impact.restitution = -speed(zeta, ww, t_end);
    impact.duration = unit * t_end;
    return impact;
}
