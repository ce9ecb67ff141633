// Discrete gradient of the Hunt-Crossley invariant I = V(x) + L(v), L = (m/mu^2)(mu v - log(1 + mu v)):
//     x1 - x0 =  T S dL/dv,   v1 - v0 = -T S dV/dx,   S = (1 + mu (v0 + v1)/2)/m,   d.../d... divided
//     differences
// I is kept, so that x(v), H(v) and v_out of S0 hold at any phase without a correction; only time is late.
// dg-invariant takes T = h. dg-invariant-time makes up for the delay: expanding both sides about mid-step
// gives
//     T/h = 1 + h^2/12 (S V'' - (S' V')^2) + O(h^4),   S' = mu/m
// (without loss: 1 + h^2 V''/12m), which makes time fourth order and leaves I as exact as before.
#include "scheme/scheme_internal.h"

static const double newton_stop = 1e-10; // Newton squares the error: the next step would be below rounding

typedef struct equation {
    const cr_law *law;
    double m, mu, x0, v0, span;
} equation;

typedef struct motion {
    double travel, elastic, s;  // x1 - x0, dV/dx, S
    double travel_slope, stiff; // derivatives in v1 and in x1
} motion;

// Divided difference of L from v0 to v1: (m/mu)(mu v0 + (z - log(1+z))/z)/(1 + mu v0), z = mu (v1 - v0)/(1 +
// mu v0)
static double momentum(const equation *e, double v1) {
    if (e->mu == 0.0) return 0.5 * e->m * (e->v0 + v1);
    double base = 1.0 + e->mu * e->v0, z = e->mu * (v1 - e->v0) / base;
    double tail = fabs(z) < 1e-8 ? 0.5 * z : cr_log1p_residue(z) / z;
    return e->m / e->mu * (e->mu * e->v0 + tail) / base;
}

static motion motion_to(const equation *e, double v1) {
    double mean_v = 0.5 * (e->v0 + v1), loss = 1.0 + e->mu * mean_v;
    double p = momentum(e, v1);
    motion to = {.s = loss / e->m};
    to.travel = e->span * to.s * p;
    to.elastic = e->law->type->ops->mean_elastic(e->law, e->x0, e->x0 + to.travel, &to.stiff);
    double change = v1 - e->v0, p_slope = fabs(change) < 1e-4 * fabs(e->v0) || e->mu == 0.0
                                              ? 0.5 * e->m / (loss * loss)
                                              : (e->m * v1 / (1.0 + e->mu * v1) - p) / change;
    to.travel_slope = e->span * (0.5 * e->mu / e->m * p + to.s * p_slope);
    return to;
}

static double mismatch(double v1, double *slope, const void *context) {
    const equation *e = context;
    motion to = motion_to(e, v1);
    double kick = e->span * to.s;
    *slope = 1.0 + e->span * 0.5 * e->mu / e->m * to.elastic + kick * to.stiff * to.travel_slope;
    return v1 - e->v0 + kick * to.elastic;
}

// The time that makes up for the delay, from a motion found with another.
static double span_in_time(const equation *e, double h, const motion *to) {
    const cr_law_ops *ops = e->law->type->ops;
    double x1 = e->x0 + to->travel, larger = fmax(e->x0, x1);
    bool still = fabs(to->travel) < 1e-7 * larger;
    double curve = still ? ops->stiffness(e->law, larger)
                         : (ops->elastic(e->law, x1) - ops->elastic(e->law, e->x0)) / to->travel;
    double late = to->s * curve - cr_square(e->mu / e->m * to->elastic);
    return h * (1.0 + h * h / 12.0 * late);
}

static double solve(cr_stepper *s, equation *e, double guess, motion *to) {
    int iterations;
    double lowest = e->mu > 0.0 ? -1.0 / e->mu : -HUGE_VAL;
    motion there = motion_to(e, e->v0);
    double least = fmax(e->v0 - e->span * there.s * there.elastic, lowest);
    double v1 = cr_root_increasing(mismatch, e, least, e->v0, guess, newton_stop * fabs(e->v0), &iterations);
    s->iterations += iterations;
    *to = motion_to(e, v1);
    return v1;
}

// The step with spring and damper linearised at the start.
static double first_guess(const cr_stepper *s, double mu) {
    if (s->x <= 0.0) return s->v;
    double f = s->law.type->ops->elastic(&s->law, s->x), stiff = s->law.n * f / s->x;
    double c = 0.5 * s->h * s->h / s->m,
           travel = (s->h * s->v - c * f) / (1.0 + c * (0.5 * stiff + mu * f / s->h));
    return 2.0 * travel / s->h - s->v;
}

static void step_with(cr_stepper *s, bool keep_time) {
    enum { SWEEPS = 2 };
    double h = s->h, mu;
    s->f_mean = 0.0;
    if (s->x <= 0.0 && s->x + h * s->v <= 0.0) {
        s->x += h * s->v;
        return;
    }
    cr_law_is_hunt_crossley(&s->law, &mu);
    equation e = {&s->law, s->m, mu, s->x, s->v, h};
    motion to;
    double v1 = solve(s, &e, first_guess(s, mu), &to);
    for (int i = 0; keep_time && i < SWEEPS; i++) { // each sweep gains two orders; I is kept by any of them
        e.span = span_in_time(&e, h, &to);
        v1 = solve(s, &e, v1, &to);
    }
    s->f_mean = (s->v - v1) * s->m / h;
    s->x += to.travel;
    s->v = v1;
}

static void init(cr_stepper *s) {
    (void)s;
}

static void step(cr_stepper *s) {
    step_with(s, false);
}

static void step_in_time(cr_stepper *s) {
    step_with(s, true);
}

static double invariant(const cr_stepper *s) {
    double mu, stored = s->law.type->ops->potential(&s->law, s->x);
    cr_law_is_hunt_crossley(&s->law, &mu);
    if (mu == 0.0) return stored + 0.5 * s->m * s->v * s->v;
    return stored + s->m / (mu * mu) * cr_log1p_residue(mu * s->v);
}

const cr_scheme cr_scheme_dg_invariant = {"dg-invariant",
                                          "keeps the Hunt-Crossley invariant: exact v_out at any phase",
                                          "own, after S0 (3)",
                                          2,
                                          true,
                                          CR_NEEDS_INVARIANT | CR_BOOKS_LOSSES | CR_LASTS_LONGER,
                                          init,
                                          step,
                                          invariant};

const cr_scheme cr_scheme_dg_invariant_time = {
    "dg-invariant-time",
    "the same, with time made fourth order: exact v_out, right duration",
    "own, after S0 (3)",
    4,
    true,
    CR_NEEDS_INVARIANT | CR_BOOKS_LOSSES,
    init,
    step_in_time,
    invariant};
