// Discrete gradient of the Hunt-Crossley invariant I = V(x) + L(v), L = (m/mu^2)(mu v - log(1 + mu v)):
//     x1 - x0 =  T S dL/dv,   v1 - v0 = -T S dV/dx,   S = (1 + mu (v0 + v1)/2)/m,   d.../d... divided
//     differences
// I is kept, so that x(v), H(v) and v_out of S0 hold at any phase without a correction; only time is late.
// dg-invariant takes T = h. dg-invariant-time makes up for the delay: expanding both sides about mid-step
// gives
//     T/h = 1 + h^2/12 (S V'' - (S' V')^2) + O(h^4),   S' = mu/m
// (without loss: 1 + h^2 V''/12m), which makes time fourth order and leaves I as exact as before.
#include "scheme/scheme_internal.h"

static const double newton_stop =
    1e-9; // of the speed: Newton squares it, the next step would be below rounding

typedef struct equation {
    const cr_law *law;
    double m, mu, x0, v0, span;
    double per_m, per_mu, per_base; // 1/m, 1/mu, 1/(1 + mu v0)
} equation;

typedef struct motion {
    double travel, elastic, s;  // x1 - x0, dV/dx, S
    double travel_slope, stiff; // derivatives in v1 and in x1
} motion;

// Divided difference of L from v0 to v1 over m: (v0 + t(z)/mu)/(1 + mu v0), z = mu (v1 - v0)/(1 + mu v0),
// t = (z - log(1+z))/z = z/2 - z^2/3 + ...; the slope, wanted by Newton only, by the first terms of t'.
static double velocity(const equation *e, double v1, double *slope) {
    double z = e->mu * (v1 - e->v0) * e->per_base, t = cr_log1p_residue_ratio(z);
    double t_slope = 0.5 + z * (-2.0 / 3 + z * (0.75 + z * (-0.8 + z * (5.0 / 6 - z * (6.0 / 7)))));
    if (fabs(z) > 0.03) t_slope = (z / (1.0 + z) - t) / z;
    *slope = t_slope * e->per_base * e->per_base;
    double part = e->mu == 0.0 ? 0.5 * (v1 - e->v0) : t * e->per_mu;
    return (e->v0 + part) * e->per_base;
}

static motion motion_to(const equation *e, double v1) {
    double loss = 1.0 + 0.5 * e->mu * (e->v0 + v1), slope, v = velocity(e, v1, &slope);
    motion to = {.s = loss * e->per_m, .travel = e->span * loss * v};
    to.elastic = e->law->type->ops->mean_elastic(e->law, e->x0, e->x0 + to.travel, &to.stiff);
    to.travel_slope = e->span * (0.5 * e->mu * v + loss * slope);
    return to;
}

// The time that makes up for the delay, from a motion found with another.
static double span_in_time(const equation *e, double h, const motion *to) {
    const cr_law_ops *ops = e->law->type->ops;
    double x1 = e->x0 + to->travel, larger = cr_max(e->x0, x1);
    bool still = fabs(to->travel) < 1e-7 * larger;
    double curve = still ? ops->stiffness(e->law, larger)
                         : (ops->elastic(e->law, x1) - ops->elastic(e->law, e->x0)) / to->travel;
    double late = to->s * curve - cr_square(e->mu * e->per_m * to->elastic);
    return h * cr_clamp(1.0 + h * h / 12.0 * late, 0.5, 2.0); // beyond, contact is shorter than a step
}

// -1/mu or, without loss, the speed that all of the energy would give.
static double lowest_speed(const equation *e) {
    if (e->mu > 0.0) return -e->per_mu;
    return -sqrt(e->v0 * e->v0 + 2.0 * e->per_m * e->law->type->ops->potential(e->law, e->x0));
}

// v1 - v0 + T S dV/dx = 0 by Newton inside a bracket: it increases with v1, and the root lies below v0.
static double solve(cr_stepper *s, const equation *e, double guess, motion *to) {
    enum { ITERATIONS_MAX = 100 };
    double lo = lowest_speed(e), hi = e->v0;
    double v1 = guess > lo && guess <= hi ? guess : 0.5 * (lo + hi), scale = cr_max(fabs(e->v0), fabs(v1));
    for (int i = 0; i < ITERATIONS_MAX; i++) {
        *to = motion_to(e, v1);
        double kick = e->span * to->s, value = v1 - e->v0 + kick * to->elastic;
        double slope =
            1.0 + e->span * 0.5 * e->mu * e->per_m * to->elastic + kick * to->stiff * to->travel_slope;
        if (value > 0.0) hi = v1;
        else lo = v1;
        double next = v1 - value / slope;
        bool inside = next >= lo && next <= hi;
        if (!inside) next = 0.5 * (lo + hi);
        double step = next - v1;
        v1 = next;
        s->iterations++;
        if (inside && fabs(step) <= newton_stop * scale) {
            to->travel += to->travel_slope * step;
            break;
        }
    }
    return v1;
}

// The step with spring and damper linearised at the start.
static double first_guess(const equation *e) {
    if (e->x0 <= 0.0) return e->v0;
    const cr_law_ops *ops = e->law->type->ops;
    double f = ops->elastic(e->law, e->x0), c = 0.5 * e->span * e->span * e->per_m;
    double stiffening = c * (0.5 * ops->stiffness(e->law, e->x0) + e->mu / e->span * f);
    return 2.0 * (e->v0 - c * f / e->span) / (1.0 + stiffening) - e->v0;
}

static void step_with(cr_stepper *s, bool keep_time) {
    enum { SWEEPS = 2 };
    double h = s->h, mu = s->law.mu;
    s->f_mean = 0.0;
    if (s->x <= 0.0 && s->x + h * s->v <= 0.0) {
        s->x += h * s->v;
        return;
    }
    equation e = {.law = &s->law,
                  .m = s->m,
                  .mu = mu,
                  .x0 = s->x,
                  .v0 = s->v,
                  .span = h,
                  .per_m = 1.0 / s->m,
                  .per_mu = 1.0 / mu,
                  .per_base = 1.0 / (1.0 + mu * s->v)};
    motion to;
    double v1 = solve(s, &e, first_guess(&e), &to);
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
    double mu = s->law.mu, stored = s->law.type->ops->potential(&s->law, s->x);
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
