// Three friction models of a bow on a point of an element, each one bounded scalar solve for the relative
// velocity q: q = q0 - c f(q), q0 without friction, c = half the mobility per step. The friction f opposes q.
#include "network/network_internal.h"

// Smooth curve: f = F sqrt(2a) q exp(1/2 - a q^2), a in s^2/m^2. One root while c F is small; else the one
// nearest to sticking is found by the bracket.
static const double smooth_a = 100.0;

typedef struct friction_curve {
    double q0, c, normal;
} friction_curve;

static double smooth_mismatch(double q, double *slope, const void *context) {
    const friction_curve *f = context;
    double peak = f->normal * sqrt(2.0 * smooth_a) * exp(0.5 - smooth_a * q * q);
    *slope = 1.0 + f->c * peak * (1.0 - 2.0 * smooth_a * q * q);
    if (*slope < 0.1) *slope = 0.1; // past the peak: let the bracket decide
    return q - f->q0 + f->c * peak * q;
}

static double smooth_force(const friction_curve *f) {
    double lo = cr_min(f->q0, 0.0), hi = cr_max(f->q0, 0.0);
    double q = cr_root_increasing(smooth_mismatch, f, lo, hi, 0.5 * f->q0, 1e-14 * fabs(f->q0), NULL);
    return f->normal * sqrt(2.0 * smooth_a) * q * exp(0.5 - smooth_a * q * q);
}

// Rosin: mu = 0.4 exp(-|q|/0.01) + 0.45 exp(-|q|/0.1) + 0.35 while slipping, anything up to mu(0) while
// sticking.
static double rosin(double speed) {
    return 0.4 * exp(-speed / 0.01) + 0.45 * exp(-speed / 0.1) + 0.35;
}

static double rosin_slope(double speed) {
    return -40.0 * exp(-speed / 0.01) - 4.5 * exp(-speed / 0.1);
}

// Slipping solution with the greatest speed, s + c F mu(s) = |q0|; negative if there is none. The left side
// is convex with one minimum, so that Newton from |q0| falls to the greatest root or past it.
static double slip_speed(const friction_curve *f) {
    double target = fabs(f->q0), s = target;
    for (int i = 0; i < 60; i++) {
        double value = s + f->c * f->normal * rosin(s) - target,
               slope = 1.0 + f->c * f->normal * rosin_slope(s);
        if (value <= 1e-15 * target) return s;
        if (slope <= 0.0) return -1.0;
        double next = s - value / slope;
        if (next < 0.0) return -1.0;
        if (s - next <= 1e-15 * target) return next;
        s = next;
    }
    return s;
}

static double stick_slip_force(const friction_curve *f, bool *slipping) {
    double holding = fabs(f->q0) / f->c; // force that makes q zero
    bool can_stick = holding <= f->normal * rosin(0.0);
    double s = can_stick && !*slipping ? -1.0 : slip_speed(f);
    *slipping = s > 0.0;
    if (!*slipping) return can_stick ? f->q0 / f->c : copysign(f->normal * rosin(0.0), f->q0);
    return copysign(f->normal * rosin(s), f->q0);
}

// Elasto-plastic: the bristles of hair and rosin.
static const cr_bristle_law hair = {.rest = 0.8, .dynamic = 0.3, .stribeck = 0.1, .breakaway = 0.7};
static const double hair_stiffness = 1e4, hair_damping = 0.1; // N/m, kg/s

void cr_bow_step(cr_network *n, cr_bow *bow) {
    double way = cr_end_way(&bow->end), h = n->h;
    friction_curve f = {
        .q0 = 0.5 * way / h - bow->velocity, .c = 0.5 * bow->compliance / h, .normal = bow->normal};
    double friction = 0.0;
    if (bow->model == CR_BOW_ELASTO_PLASTIC) {
        cr_bristle b = {&hair, hair_stiffness, hair_damping, f.normal, h};
        cr_bristle_outcome o = cr_bristle_step(&b, bow->bristle, f.q0 * h, f.c * h);
        friction = o.force;
        bow->bristle += o.bend;
    } else if (f.normal > 0.0 && f.q0 != 0.0) {
        friction = bow->model == CR_BOW_SMOOTH ? smooth_force(&f) : stick_slip_force(&f, &bow->slipping);
    }
    bow->force = -friction;
    if (friction != 0.0) cr_end_push(n, &bow->end, -friction);
}
