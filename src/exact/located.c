// Reference for any law: contact is integrated by extrapolation of the modified midpoint rule (Gragg,
// Bulirsch, Stoer) to a tolerance near rounding; flight is exact; make and break of contact are located,
// never stepped over. The state at any time inside a step comes from a shorter step from the same start.
#include "base/numeric.h"
#include "carom/exact.h"

enum { COLUMNS = 9, STEPS_MAX = 400000 };
static const double tolerance = 1e-13;
static const double touch_depth = 1e-16;  // of x_scale: contact starts and ends this close to the surface
static const double first_step = 1e-11;   // of x_scale/v_scale
static const double approach_share = 0.7; // of the way to the surface that one step may take

typedef struct state {
    double x, v, lost; // lost: energy that the damper took
} state;

// The force without the clamp, so that it is smooth where the clamp sets in.
static double smooth_force(const cr_law *law, double x, double v) {
    const cr_law_ops *ops = law->type->ops;
    double force = ops->elastic(law, x);
    if (law->lambda == 0.0) return force;
    double rate = law->q == 1.0 ? v : copysign(pow(fabs(v), law->q), v);
    return force + ops->damping(law, x) * rate;
}

typedef struct rates {
    double v, a, power;
} rates;

static rates rates_at(const cr_located *sim, state s) {
    double f = smooth_force(&sim->law, s.x, s.v), power = 0.0;
    if (sim->law.lambda > 0.0) power = (f - sim->law.type->ops->elastic(&sim->law, s.x)) * s.v;
    return (rates){s.v, (sim->force - f) / sim->m, power};
}

static state moved(state s, double dt, rates r) {
    return (state){s.x + dt * r.v, s.v + dt * r.a, s.lost + dt * r.power};
}

static state midpoint_rule(const cr_located *sim, state from, rates r0, double length, int count) {
    double h = length / count;
    state before = from, now = moved(from, h, r0);
    for (int i = 1; i < count; i++) {
        state next = moved(before, 2.0 * h, rates_at(sim, now));
        before = now;
        now = next;
    }
    state half = moved(now, h, rates_at(sim, now));
    return (state){0.5 * (half.x + before.x), 0.5 * (half.v + before.v), 0.5 * (half.lost + before.lost)};
}

static double extrapolated(double fine, double coarse, double ratio) {
    return fine + (fine - coarse) / ratio;
}

// One extrapolated step. Returns the column at which it converged, or 0 if it did not.
static int extrapolated_step(const cr_located *sim, state from, double length, state *to) {
    state table[COLUMNS];
    rates r0 = rates_at(sim, from);
    for (int k = 0; k < COLUMNS; k++) {
        state last = table[0];
        table[k] = midpoint_rule(sim, from, r0, length, 2 * (k + 1));
        for (int j = k - 1; j >= 0; j--) {
            double ratio = cr_square((double)(k + 1) / (j + 1)) - 1.0;
            state fine = table[j + 1], coarse = table[j];
            table[j] = (state){extrapolated(fine.x, coarse.x, ratio), extrapolated(fine.v, coarse.v, ratio),
                               extrapolated(fine.lost, coarse.lost, ratio)};
        }
        if (k < 2) continue;
        bool close = fabs(table[0].x - last.x) <= tolerance * sim->x_scale &&
                     fabs(table[0].v - last.v) <= tolerance * sim->v_scale;
        if (!close) continue;
        *to = table[0];
        return k;
    }
    return 0;
}

static double surface_depth(const cr_located *sim, double t) {
    if (sim->surface == 0.0) return 0.0;
    return sim->surface * exp(-sim->law.k / sim->law.lambda * (t - sim->surface_at));
}

static state flight_state(const cr_located *sim, double dt) {
    double a = sim->force / sim->m;
    return (state){sim->x + dt * (sim->v + 0.5 * a * dt), sim->v + a * dt, sim->dissipated};
}

// Whether contact holds after a flight of dt.
static bool touches_after(const cr_located *sim, double dt) {
    state s = flight_state(sim, dt);
    if (sim->law.recovers && sim->surface > 0.0) return s.x > surface_depth(sim, sim->t + dt);
    return s.x > 0.0 && smooth_force(&sim->law, s.x, s.v) > 0.0;
}

// Time until the mass, now leaving or outside, is back at x = 0 on its way in; infinite if never.
static double time_to_wall(const cr_located *sim) {
    double a = sim->force / sim->m, x = sim->x, v = sim->v;
    if (a == 0.0) return v > 0.0 && x <= 0.0 ? -x / v : HUGE_VAL;
    double inside = v * v - 2.0 * a * x;
    if (inside < 0.0) return HUGE_VAL;
    double root = sqrt(inside);
    return v < 0.0 ? (root - v) / a : x == 0.0 ? 0.0 : -2.0 * x / (v + root);
}

// Time until contact when it was lost below the surface: sampled, then bisected.
static double time_to_touch_again(const cr_located *sim) {
    enum { SAMPLES = 400 };
    if (sim->force <= 0.0) return HUGE_VAL;
    double span = time_to_wall(sim), a = sim->force / sim->m;
    if (span == HUGE_VAL) span = 2.0 * fabs(sim->v) / a;
    span = 1.5 * span + sim->x_scale / sim->v_scale;
    double lo = 0.0, hi = HUGE_VAL;
    for (int i = 1; i <= SAMPLES && hi == HUGE_VAL; i++) {
        double dt = span * i / SAMPLES;
        if (touches_after(sim, dt)) hi = dt;
        else lo = dt;
    }
    if (hi == HUGE_VAL) return HUGE_VAL;
    for (int i = 0; i < 60; i++) {
        double mid = 0.5 * (lo + hi);
        if (touches_after(sim, mid)) hi = mid;
        else lo = mid;
    }
    return hi;
}

static double time_to_touch(const cr_located *sim) {
    bool below_surface = sim->x > 0.0 || (sim->law.recovers && surface_depth(sim, sim->t) > 0.0);
    return below_surface ? time_to_touch_again(sim) : time_to_wall(sim);
}

static void make_contact(cr_located *sim) {
    sim->touching = true;
    sim->contacts++;
    sim->step = first_step * sim->x_scale / sim->v_scale;
    if (sim->x <= 0.0 && !sim->law.two_sided) sim->x = 0.0;
}

static void break_contact(cr_located *sim) {
    sim->touching = sim->law.two_sided;
    sim->step = first_step * sim->x_scale / sim->v_scale;
    if (!sim->law.recovers) return;
    sim->surface = fmax(sim->x, 0.0);
    sim->surface_at = sim->t;
}

static double stored(const cr_located *sim, double x) {
    return sim->law.type->ops->potential(&sim->law, x);
}

double cr_located_energy(const cr_located *sim) {
    return 0.5 * sim->m * sim->v * sim->v + stored(sim, sim->x) - sim->force * sim->x;
}

static cr_event fly(cr_located *sim, double t_end) {
    double a = sim->force / sim->m, left = t_end - sim->t;
    double touch = time_to_touch(sim), turn = sim->v < 0.0 && a > 0.0 ? -sim->v / a : HUGE_VAL;
    double dt = fmin(left, fmin(touch, turn));
    state s = flight_state(sim, dt);
    sim->t = dt == left ? t_end : sim->t + dt;
    sim->dissipated += stored(sim, sim->x) - stored(sim, s.x); // a spring that relaxes without the mass
    sim->x = s.x;
    sim->v = dt == turn ? 0.0 : s.v;
    if (dt == touch && touch <= left) {
        make_contact(sim);
        return CR_EVENT_MAKE;
    }
    return dt == turn && turn < left ? CR_EVENT_TURN : CR_EVENT_NONE;
}

// Depth at the turning point inside a step: Newton on v = 0.
static double turning_depth(const cr_located *sim, state from, state to, double length) {
    double dt = length * from.v / (from.v - to.v);
    state s = from;
    for (int i = 0; i < 6; i++) {
        if (!extrapolated_step(sim, from, dt, &s)) break;
        double a = rates_at(sim, s).a;
        if (a >= 0.0) break;
        dt = cr_clamp(dt - s.v / a, 0.0, length);
    }
    return s.x;
}

// The part of a step after which the force vanishes on the way out.
static double clamp_time(const cr_located *sim, state from, double length) {
    double lo = 0.0, hi = length;
    for (int i = 0; i < 60 && hi - lo > 1e-17 * hi; i++) {
        double mid = 0.5 * (lo + hi);
        state s;
        bool pushing = !extrapolated_step(sim, from, mid, &s) || smooth_force(&sim->law, s.x, s.v) > 0.0;
        if (pushing) lo = mid;
        else hi = mid;
    }
    return hi;
}

// Longest step that does not pass the surface.
static double safe_length(const cr_located *sim, state from) {
    double side = sim->law.two_sided && from.x < 0.0 ? -1.0 : 1.0, depth = side * from.x,
           rate = side * from.v;
    if (from.x == 0.0 || rate >= 0.0) return HUGE_VAL;
    return approach_share * depth / -rate;
}

static bool at_surface(const cr_located *sim, state s) {
    double side = sim->law.two_sided && s.x < 0.0 ? -1.0 : 1.0;
    return side * s.x <= 10.0 * touch_depth * sim->x_scale && side * s.v < 0.0;
}

// An overdamped mass that is glued to the wall comes ever closer to the surface and never arrives.
static bool creeps(const cr_located *sim, state s) {
    return sim->law.adhesive && sim->force == 0.0 && fabs(s.v) < 1e-10 * sim->v_scale;
}

static cr_event leave_at_surface(cr_located *sim) {
    if (sim->v != 0.0) sim->t += fabs(sim->x / sim->v);
    sim->x = 0.0;
    break_contact(sim);
    return CR_EVENT_BREAK;
}

// One accepted step in contact; *failed if no step size satisfies the tolerance.
static cr_event press(cr_located *sim, double t_end, bool *failed) {
    state from = {sim->x, sim->v, sim->dissipated}, to = from;
    if (from.x == 0.0 && from.v > 0.0) from.x = touch_depth * sim->x_scale;
    if (from.x != 0.0 && at_surface(sim, from)) {
        if (!creeps(sim, from)) return leave_at_surface(sim);
        sim->t = t_end;
        return CR_EVENT_NONE;
    }
    double length = fmin(sim->step, safe_length(sim, from)),
           smallest = 1e-3 * first_step * sim->x_scale / sim->v_scale;
    bool last = sim->t + length >= t_end;
    if (last) length = t_end - sim->t;
    int column;
    while (!(column = extrapolated_step(sim, from, length, &to))) {
        length *= 0.5;
        last = false;
        if (length < smallest) {
            *failed = true;
            return CR_EVENT_NONE;
        }
    }
    bool may_let_go = !sim->law.adhesive && sim->law.lambda > 0.0;
    bool lets_go = may_let_go && to.v < 0.0 && smooth_force(&sim->law, to.x, to.v) <= 0.0;
    if (lets_go) {
        length = clamp_time(sim, from, length);
        extrapolated_step(sim, from, length, &to);
        last = false;
    }
    double deepest = from.v > 0.0 && to.v <= 0.0 ? turning_depth(sim, from, to, length) : to.x;
    sim->x_deepest = fmax(sim->x_deepest, deepest);
    sim->t = last ? t_end : sim->t + length;
    sim->x = to.x;
    sim->v = to.v;
    sim->dissipated = to.lost;
    if (!last || length >= sim->step)
        sim->step = length * (column < 4 ? 4.0 : column < 6 ? 2.0 : column < 7 ? 1.4 : 1.0);
    if (!lets_go) return CR_EVENT_NONE;
    break_contact(sim);
    return CR_EVENT_BREAK;
}

void cr_located_init(cr_located *sim, const cr_law *law, double m, double force, double x, double v,
                     double v_typical) {
    double v_scale = fmax(fabs(v), v_typical);
    *sim = (cr_located){.law = *law, .m = m, .force = force, .x = x, .v = v, .v_scale = v_scale};
    double impact_depth = cr_lossless_depth(m, law->k, law->n, v_scale);
    sim->x_scale = fmax(impact_depth, cr_equilibrium_depth(law, force));
    sim->step = first_step * sim->x_scale / v_scale;
    if (x > 0.0 || law->two_sided) make_contact(sim);
}

cr_status cr_located_run(cr_located *sim, double t_end, bool stop_at_event, cr_event *event) {
    bool failed = false;
    for (long i = 0; i < STEPS_MAX && sim->t < t_end && !failed; i++) {
        *event = sim->touching ? press(sim, t_end, &failed) : fly(sim, t_end);
        if (*event != CR_EVENT_NONE && stop_at_event) return CR_OK;
    }
    return sim->t < t_end ? CR_ERR_NUMERIC : CR_OK;
}
