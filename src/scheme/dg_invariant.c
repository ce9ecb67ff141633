// Derivations H4, H5. Discrete gradient of the Hunt-Crossley invariant I = V(x) + L(v), L = (m/mu^2)(mu v -
// log(1 + mu v)):
//     x1 - x0 =  T S dL/dv,   v1 - v0 = -T S dV/dx,   S = (1 + mu (v0 + v1)/2)/m,   d.../d... divided
//     differences
// I is kept, so that x(v), H(v) and v_out of S0 hold at any phase without a correction; only time is late.
// dg-invariant takes T = h. dg-invariant-time makes up for the delay: expanding both sides about mid-step
// gives
//     T/h = 1 + h^2/12 (S V'' - (S' V')^2) + O(h^4),   S' = mu/m
// (without loss: 1 + h^2 V''/12m), which makes time fourth order and leaves I as exact as before.
//
// With b = 1 + mu v and b1 = b0 (1 + z) the equations read
//     x1 - x0 = T (1 + z/2) (v0 + t/mu),   z/mu + T/m (1 + z/2) dV/dx = 0,   t = (z - log(1+z))/z = z/2 -
//     z^2/3 + ...
// They have no b0 in them, so that nothing is lost where the damper has all but stopped the mass, v near
// -1/mu and b near 0: b is carried from step to step, and the unknown w is z/mu while z >= -1/2 and beyond
// it, where one step can bring b almost to 0, the logarithm: 1 + z = e^(2 mu w + 1)/2.
#include "base/maths.h"
#include "scheme/scheme_internal.h"

static const double newton_stop =
    1e-9; // of the speed: Newton squares it, the next step would be below rounding

typedef struct equation {
    const cr_law *law;
    double mu, x0, v0, base, span; // base: b0
    double per_m, per_mu;
} equation;

// What w stands for: z/mu, 1 + z, v0 + t/mu, and derivatives of the first and last in w.
typedef struct change {
    double w, rest, v, slope, v_slope;
} change;

typedef struct motion {
    change to;
    double travel, elastic;     // x1 - x0, dV/dx
    double grow;                // 1 + z/2
    double travel_slope, stiff; // derivatives in w and in x1
} motion;

// The slope of t, wanted by Newton only, by its first terms where z is small.
static change change_by(const equation *e, double w) {
    double z = e->mu * w;
    if (z >= -0.5) {
        double t = cr_log1p_residue_ratio(z);
        double slope = 0.5 + z * (-2.0 / 3 + z * (0.75 + z * (-0.8 + z * (5.0 / 6 - z * (6.0 / 7)))));
        if (fabs(z) > 0.03) slope = (z / (1.0 + z) - t) / z;
        return (change){w, 1.0 + z, e->v0 + (e->mu == 0.0 ? 0.5 * w : t * e->per_mu), 1.0, slope};
    }
    const double log_2 = 0.69314718055994531;
    double rest = 0.5 * cr_exp(2.0 * z + 1.0), t = 1.0 - (2.0 * z + 1.0 - log_2) / (rest - 1.0);
    return (change){(rest - 1.0) * e->per_mu, rest, e->v0 + t * e->per_mu, 2.0 * rest,
                    2.0 * (1.0 - t * rest / (rest - 1.0))};
}

static motion motion_to(const equation *e, double w) {
    motion m = {.to = change_by(e, w)};
    m.grow = 0.5 * (1.0 + m.to.rest);
    m.travel = e->span * m.grow * m.to.v;
    m.elastic = e->law->type->ops->mean_elastic(e->law, e->x0, e->x0 + m.travel, &m.stiff);
    m.travel_slope = e->span * (0.5 * e->mu * m.to.slope * m.to.v + m.grow * m.to.v_slope);
    return m;
}

// The time that makes up for the delay, from a motion found with another.
static double span_in_time(const equation *e, double h, const motion *m) {
    const cr_law_ops *ops = e->law->type->ops;
    double x1 = e->x0 + m->travel, larger = cr_max(e->x0, x1);
    bool still = fabs(m->travel) < 1e-7 * larger;
    double curve = still ? ops->stiffness(e->law, larger)
                         : (ops->elastic(e->law, x1) - ops->elastic(e->law, e->x0)) / m->travel;
    double late = e->base * m->grow * e->per_m * curve - cr_square(e->mu * e->per_m * m->elastic);
    return h * cr_clamp(1.0 + h * h / 12.0 * late, 0.5, 2.0); // beyond, contact is shorter than a step
}

// What the invariant allows: log(b1/b0) >= -b0 - mu^2 V(x0)/m or, without loss, the speed of all of the
// energy.
static double lowest(const equation *e) {
    double stored = e->per_m * e->law->type->ops->potential(e->law, e->x0);
    if (e->mu > 0.0) return -0.5 * ((1.0 + e->base) * e->per_mu + e->mu * stored);
    return -sqrt(e->v0 * e->v0 + 2.0 * stored) - e->v0;
}

// Newton inside a bracket: the left side of the second equation increases with w, and its root lies below 0.
static motion solve(cr_stepper *s, const equation *e, double *w) {
    enum { ITERATIONS_MAX = 100 };
    double lo = lowest(e), hi = 0.0, kick = e->span * e->per_m;
    if (!(*w > lo && *w <= hi)) *w = 0.5 * (lo + hi);
    motion m = {0};
    for (int i = 0; i < ITERATIONS_MAX; i++) {
        m = motion_to(e, *w);
        double value = m.to.w + kick * m.grow * m.elastic;
        double slope =
            m.to.slope * (1.0 + 0.5 * kick * e->mu * m.elastic) + kick * m.grow * m.stiff * m.travel_slope;
        if (value > 0.0) hi = *w;
        else lo = *w;
        double next = *w - value / slope;
        bool inside = next >= lo && next <= hi;
        if (!inside) next = 0.5 * (lo + hi);
        double step = next - *w;
        *w = next;
        s->iterations++;
        double size = cr_max(fabs(e->v0), fabs(*w)); // no more than 1/mu counts: there the equations bend
        if (inside && fabs(step) * (1.0 + e->mu * size) <= newton_stop * size) {
            m.travel += m.travel_slope * step;
            m.to.w += m.to.slope * step;
            m.to.rest += e->mu * m.to.slope * step;
            break;
        }
    }
    return m;
}

// The step with spring and damper linearised at the start.
static double first_guess(const equation *e) {
    if (e->x0 <= 0.0) return 0.0;
    const cr_law_ops *ops = e->law->type->ops;
    double f = ops->elastic(e->law, e->x0), rise = 0.5 * e->span * ops->stiffness(e->law, e->x0);
    double kick = e->span * e->per_m;
    return -kick * (f + rise * e->v0) / (1.0 + 0.5 * kick * (e->mu * f + rise * e->base));
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
                  .mu = mu,
                  .x0 = s->x,
                  .v0 = s->v,
                  .base = s->base,
                  .span = h,
                  .per_m = 1.0 / s->m,
                  .per_mu = 1.0 / mu};
    double w = first_guess(&e);
    motion m = solve(s, &e, &w);
    for (int i = 0; keep_time && i < SWEEPS; i++) { // each sweep gains two orders; I is kept by any of them
        e.span = span_in_time(&e, h, &m);
        m = solve(s, &e, &w);
    }
    s->f_mean = -m.to.w * s->base * s->m / h;
    s->x += m.travel;
    s->base *= m.to.rest;
    s->v = s->base < 0.5 ? (s->base - 1.0) * e.per_mu : s->v + m.to.w * e.base;
}

static void init(cr_stepper *s) {
    s->base = 1.0 + s->law.mu * s->v;
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
    double residue = s->base < 0.5 ? s->base - 1.0 - cr_log(s->base) : cr_log1p_residue(mu * s->v);
    return stored + s->m / (mu * mu) * residue;
}

const cr_scheme cr_scheme_dg_invariant = {"dg-invariant",
                                          "keeps the Hunt-Crossley invariant: exact v_out at any phase",
                                          "derivation H4 from S0 (3)",
                                          2,
                                          true,
                                          CR_NEEDS_INVARIANT | CR_BOOKS_LOSSES | CR_LASTS_LONGER,
                                          init,
                                          step,
                                          invariant};

const cr_scheme cr_scheme_dg_invariant_time = {
    "dg-invariant-time",
    "the same, with time made fourth order: exact v_out, right duration",
    "derivations H4, H5 from S0 (3)",
    4,
    true,
    CR_NEEDS_INVARIANT | CR_BOOKS_LOSSES,
    init,
    step_in_time,
    invariant};
