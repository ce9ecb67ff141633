// Contact duration made right by changing the stiffness: S4 (15), (16) where the law is linear and lossless,
// and for any other exponent (the question S4 leaves open) the stiffness whose simulated duration, in the
// middle of its range over entry phases, is the exact one.
#include "base/maths.h"
#include "law/law_internal.h"
#include "scheme/scheme_internal.h"

#include <string.h>

enum { PHASES = 16, STEPS_MAX = 100000 };

static cr_status check(const cr_scheme *scheme, const cr_law *law, double force, cr_error *error) {
    if (!(scheme->traits & CR_LASTS_LONGER))
        return cr_fail(error, CR_ERR_UNSUPPORTED, "correction",
                       "duration does not apply to %s; it does to %s", scheme->name,
                       "two-point, three-point, psi and dg-invariant");
    if (law->two_sided || force != 0.0)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "correction",
                       "duration needs a one-sided law and no external force");
    return CR_OK;
}

static double simulated_duration(const cr_stepper *like, const cr_law *law, double v_in, double phase) {
    cr_stepper s;
    double x, v, t_out, v_out;
    cr_approach(like->m, like->h, 0.0, v_in, phase, &x, &v);
    if (cr_stepper_init(&s, like->scheme, law, like->m, like->h, 0.0, x, v, NULL) != CR_OK) return CR_NAN;
    bool touched = false;
    for (int i = 0; i < STEPS_MAX; i++) {
        cr_stepper_step(&s);
        touched = touched || s.f_mean != 0.0;
        if (touched && cr_stepper_apart(&s)) break;
    }
    cr_stepper_release(&s, &t_out, &v_out);
    return t_out - phase * like->h;
}

static double middle_duration(const cr_stepper *like, double log_factor, double v_in) {
    cr_law law = cr_law_stiffened(&like->law, cr_exp(log_factor));
    double least = HUGE_VAL, most = 0.0;
    for (int i = 0; i < PHASES; i++) {
        double duration = simulated_duration(like, &law, v_in, (i + 0.5) / PHASES);
        least = cr_min(least, duration);
        most = cr_max(most, duration);
    }
    return 0.5 * (least + most);
}

static cr_status too_short(cr_error *error, const char *scheme, double samples) {
    return cr_fail(error, CR_ERR_UNSUPPORTED, "duration",
                   "a contact of %.3g samples is too short for %s to get its duration right; raise the rate",
                   samples, scheme);
}

// k* of S4 (15) and (16): tan^2(w h/2) and (1 - cos w h)/cos w h in place of beta.
static double linear_factor(const cr_stepper *s, bool two_point) {
    double wh = s->h * sqrt(s->law.k / s->m), limit = two_point ? cr_pi : 0.5 * cr_pi;
    if (wh >= limit) return CR_NAN;
    double beta = two_point ? cr_square(cr_tan(0.5 * wh)) : 1.0 / cr_cos(wh) - 1.0;
    double plain = two_point ? 0.25 * wh * wh : 0.5 * wh * wh;
    return beta / plain;
}

// Regula falsi (Illinois) on the logarithm of the factor: the duration falls as it grows.
static double searched_factor(const cr_stepper *s, double v_in, double duration) {
    double lo = 0.0, f_lo = middle_duration(s, lo, v_in) - duration;
    double hi = 1.0, f_hi = middle_duration(s, hi, v_in) - duration;
    while (f_hi > 0.0 && hi < 8.0) hi += 1.0, f_hi = middle_duration(s, hi, v_in) - duration;
    if (!(f_hi <= 0.0)) return CR_NAN;
    if (f_lo <= 0.0) lo = -0.5, f_lo = middle_duration(s, lo, v_in) - duration;
    int side = 0;
    for (int i = 0; i < 60 && fabs(hi - lo) > 1e-7; i++) {
        double mid = (lo * f_hi - hi * f_lo) / (f_hi - f_lo), f = middle_duration(s, mid, v_in) - duration;
        if (fabs(f) < 1e-9 * duration) return cr_exp(mid);
        if (f > 0.0) {
            lo = mid, f_lo = f;
            if (side == 1) f_hi *= 0.5;
            side = 1;
        } else {
            hi = mid, f_hi = f;
            if (side == -1) f_lo *= 0.5;
            side = -1;
        }
    }
    return cr_exp(0.5 * (lo + hi));
}

static cr_status begin(cr_stepper *s, double v_in, cr_correction_state *state, cr_error *error) {
    (void)state;
    cr_impact_exact exact;
    cr_status status = cr_impact_reference(&s->law, s->m, 0.0, v_in, &exact);
    if (status != CR_OK || !exact.released)
        return cr_fail(error, CR_ERR_NUMERIC, "duration", "this contact has no duration to aim at");
    bool two_point = strcmp(s->scheme->name, "two-point") == 0;
    bool s4 = two_point || strcmp(s->scheme->name, "three-point") == 0;
    bool linear = s->law.type->ops == &cr_law_power_ops && s->law.n == 1.0 && s->law.lambda == 0.0;
    double factor = s4 && linear ? linear_factor(s, two_point) : searched_factor(s, v_in, exact.duration);
    if (isnan(factor)) return too_short(error, s->scheme->name, exact.duration / s->h);
    s->law = cr_law_stiffened(&s->law, factor);
    return CR_OK;
}

const cr_correction cr_correction_duration = {
    "duration",
    "stiffness changed so that contacts last as long as they should",
    "S4 (15), (16); derivations X3, H6 for alpha > 1",
    check,
    begin,
    NULL};
