// Reference for any law: contact is integrated to a tolerance near rounding (located_step.c); flight is
// exact; make and break of contact are located, never stepped over. The state at any time inside a step comes
// from a shorter step from the same start.
#include "base/maths.h"
#include "base/numeric.h"
#include "exact/located_step.h"
#include "exact/parabola.h"
#include "law/law_internal.h"

enum { STEPS_MAX = 400000 };
static const double touch_depth = 1e-16;  // of x_scale: contact starts and ends this close to the surface
static const double first_step = 1e-11;   // of x_scale/v_scale
static const double approach_share = 0.7; // of the way to the surface that one step may take

static double surface_depth(const cr_located *sim, double t) {
    if (sim->surface == 0.0) return 0.0;
    return sim->surface * cr_exp(-sim->law.k / sim->law.lambda * (t - sim->surface_at));
}

static cr_parabola flight_of(const cr_located *sim) {
    return (cr_parabola){sim->x, sim->v, sim->force / sim->m};
}

// The returning surface of S2 II-B: sampled, then bisected.
static double time_to_surface(const cr_located *sim) {
    enum { SAMPLES = 400, HALVINGS = 60 };
    if (sim->force <= 0.0) return HUGE_VAL;
    cr_parabola f = flight_of(sim);
    double span = cr_parabola_time_in(f);
    if (span == HUGE_VAL) span = 2.0 * fabs(f.v) / f.a;
    span = 1.5 * span + sim->x_scale / sim->v_scale;
    double lo = 0.0, hi = HUGE_VAL;
    for (int i = 1; i <= SAMPLES && hi == HUGE_VAL; i++) {
        double dt = span * i / SAMPLES;
        if (cr_parabola_at(f, dt).x > surface_depth(sim, sim->t + dt)) hi = dt;
        else lo = dt;
    }
    for (int i = 0; i < HALVINGS && hi != HUGE_VAL; i++) {
        double mid = 0.5 * (lo + hi);
        if (cr_parabola_at(f, mid).x > surface_depth(sim, sim->t + mid)) hi = mid;
        else lo = mid;
    }
    return hi;
}

// Time until the mass passes the surface on its way out, or turns below it, where contact holds at the
// latest.
static double time_below(const cr_located *sim) {
    cr_parabola f = flight_of(sim);
    double out = cr_parabola_time_out(f);
    return out < HUGE_VAL ? out : f.a > 0.0 ? fmax(-f.v / f.a, 0.0) : HUGE_VAL;
}

static double time_to_touch(const cr_located *sim) {
    cr_parabola f = flight_of(sim);
    if (sim->law.recovers && surface_depth(sim, sim->t) > 0.0) return time_to_surface(sim);
    double below = f.x > 0.0 ? time_below(sim) : HUGE_VAL;
    double again = below < HUGE_VAL ? cr_parabola_contact(f, &sim->law, 0.0, below) : HUGE_VAL;
    return again < HUGE_VAL ? again : cr_parabola_time_in(f);
}

bool cr_located_left(const cr_located *sim) {
    if (sim->law.two_sided || sim->touching || sim->x <= 0.0) return !sim->touching || sim->law.two_sided;
    return cr_parabola_time_out(flight_of(sim)) < time_to_touch(sim);
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
    cr_parabola s = cr_parabola_at(flight_of(sim), dt);
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
static double turning_depth(const cr_located *sim, cr_located_state from, cr_located_state to,
                            double length) {
    double dt = length * from.v / (from.v - to.v);
    cr_located_state s = from;
    for (int i = 0; i < 6; i++) {
        s = cr_located_after(sim, from, dt);
        double a = cr_located_rates(sim, s).a;
        if (a >= 0.0) break;
        dt = cr_clamp(dt - s.v / a, 0.0, length);
    }
    return s.x;
}

static bool has_let_go(const cr_located *sim, cr_located_state s) {
    return s.v < 0.0 && cr_law_whole_force(&sim->law, s.x, s.v) <= 0.0;
}

// A time inside a step at which a law that never pulls has let go on the way out; 0 if there is none. The end
// of the step, or one of some places before it that look like it by the cubics of Hermite between both ends.
static double let_go_by(const cr_located *sim, cr_located_state from, cr_located_state to, double length) {
    enum { PLACES = 8 };
    if (sim->law.adhesive || sim->law.lambda == 0.0 || (from.v >= 0.0 && to.v >= 0.0)) return 0.0;
    double a0 = length * cr_located_rates(sim, from).a, a1 = length * cr_located_rates(sim, to).a;
    for (int i = 1; i < PLACES; i++) {
        double s = (double)i / PLACES, r = 1.0 - s, start = r * r * (1.0 + 2.0 * s), end = 1.0 - start;
        double x = start * from.x + end * to.x + length * s * r * (r * from.v - s * to.v);
        double v = start * from.v + end * to.v + s * r * (r * a0 - s * a1);
        bool maybe = has_let_go(sim, (cr_located_state){x, v, 0.0});
        if (maybe && has_let_go(sim, cr_located_after(sim, from, s * length))) return s * length;
    }
    return has_let_go(sim, to) ? length : 0.0;
}

// When the force vanishes on the way out, at `length` at the latest.
static double clamp_time(const cr_located *sim, cr_located_state from, double length) {
    double lo = 0.0, hi = length;
    for (int i = 0; i < 60 && hi - lo > 1e-17 * hi; i++) {
        double mid = 0.5 * (lo + hi);
        if (has_let_go(sim, cr_located_after(sim, from, mid))) hi = mid;
        else lo = mid;
    }
    return hi;
}

// Longest step that does not pass the surface.
static double safe_length(const cr_located *sim, cr_located_state from) {
    double side = sim->law.two_sided && from.x < 0.0 ? -1.0 : 1.0, depth = side * from.x,
           rate = side * from.v;
    if (from.x == 0.0 || rate >= 0.0) return HUGE_VAL;
    return approach_share * depth / -rate;
}

static bool at_surface(const cr_located *sim, cr_located_state s) {
    double side = sim->law.two_sided && s.x < 0.0 ? -1.0 : 1.0;
    return side * s.x <= 10.0 * touch_depth * sim->x_scale && side * s.v < 0.0;
}

// An overdamped mass that is glued to the wall comes ever closer to the surface and never arrives.
static bool creeps(const cr_located *sim, cr_located_state s) {
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
    cr_located_state from = {sim->x, sim->v, sim->dissipated}, to = from;
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
    while (!(column = cr_located_step(sim, from, length, &to))) {
        length *= 0.5;
        last = false;
        if (length < smallest) {
            *failed = true;
            return CR_EVENT_NONE;
        }
    }
    double by = let_go_by(sim, from, to, length);
    bool lets_go = by > 0.0;
    if (lets_go) {
        length = clamp_time(sim, from, by);
        to = cr_located_after(sim, from, length);
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
    double energy = 0.5 * m * v_scale * v_scale, impact_depth = cr_law_depth(law, energy);
    if (force < 0.0) impact_depth = fmin(impact_depth, -energy / force);
    sim->x_scale = fmax(impact_depth, cr_equilibrium_depth(law, force));
    sim->step = first_step * sim->x_scale / v_scale;
    if (x > 0.0 || law->two_sided) make_contact(sim);
}

cr_status cr_located_run(cr_located *sim, double t_end, bool stop_at_event, cr_event *event) {
    bool failed = false;
    for (long i = 0; i < STEPS_MAX && sim->t < t_end && !failed; i++) {
        *event = sim->touching ? press(sim, t_end, &failed) : fly(sim, t_end);
        sim->steps++;
        if (*event != CR_EVENT_NONE && stop_at_event) return CR_OK;
    }
    return sim->t < t_end ? CR_ERR_NUMERIC : CR_OK;
}
