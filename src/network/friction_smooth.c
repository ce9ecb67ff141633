#include "base/maths.h"
#include "network/friction_internal.h"

// Smooth curve: f = F sqrt(2a) q exp(1/2 - a q^2), a in s^2/m^2. One root while c F is small; else the one
// nearest to sticking is found by the bracket.
static const double smooth_a = 100.0;

typedef struct friction_curve {
    double q0, c, normal;
} friction_curve;

static double smooth_mismatch(double q, double *slope, const void *context) {
    const friction_curve *f = context;
    double peak = f->normal * sqrt(2.0 * smooth_a) * cr_exp(0.5 - smooth_a * q * q);
    *slope = 1.0 + f->c * peak * (1.0 - 2.0 * smooth_a * q * q);
    if (*slope < 0.1) *slope = 0.1; // past the peak: let the bracket decide
    return q - f->q0 + f->c * peak * q;
}

static double smooth_force(const friction_curve *f) {
    double lo = cr_min(f->q0, 0.0), hi = cr_max(f->q0, 0.0);
    double q = cr_root_increasing(smooth_mismatch, f, lo, hi, 0.5 * f->q0, 1e-14 * fabs(f->q0), NULL);
    return f->normal * sqrt(2.0 * smooth_a) * q * cr_exp(0.5 - smooth_a * q * q);
}

static double under_bow(cr_bow *bow, double q0, double c, double h) {
    (void)h;
    friction_curve f = {.q0 = q0, .c = c, .normal = bow->normal};
    return f.normal > 0.0 && f.q0 != 0.0 ? smooth_force(&f) : 0.0;
}

const cr_friction_type cr_friction_smooth = {
    .name = "smooth",
    .doc = "a smooth curve: slides always, sticks nearly",
    .equation = "F sqrt(2a) q cr_exp(1/2 - a q^2), a = 100 s^2/m^2",
    .source = "the programs of S1",
    .under_bow = under_bow,
};
