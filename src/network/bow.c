// A bow on a point of an element: its friction (friction_list.h) is one bounded scalar solve for the relative
// velocity q: q = q0 - c f(q), q0 without friction, c = half the mobility per step. The friction f opposes q.
// Here stick-slip, that of rosin.
#include "base/maths.h"
#include "network/friction_internal.h"

typedef struct friction_curve {
    double q0, c, normal;
    double falling; // v0
} friction_curve;

// Stick-slip: mu(s) = mu_d + (mu_s - mu_d) v0/(v0 + s) while slipping, anything up to mu_s while sticking. v0
// is half the speed of the bow, so that a stroke twice as fast with twice the force is the same motion, twice
// as large: measured curves fall over 0.01 to 0.2 m/s, and a warmer, faster worked rosin later. With a curve
// that falls later, secondary waves let the string slip early: narrow, high slips far from the end.
static const double stick = 0.8, slide = 0.3;       // mu_s, mu_d
static const double falls_by = 0.5, slowest = 5e-4; // v0 over the speed of the bow, least v0 [m/s]

static double friction_at(const friction_curve *f, double speed) {
    return slide + (stick - slide) * f->falling / (f->falling + speed);
}

// Slipping solution with the greatest speed, s + C mu(s) = |q0| with C = c F; negative if there is none:
//     s^2 + (v0 + C mu_d - |q0|) s + v0 (C mu_s - |q0|) = 0
static double slip_speed(const friction_curve *f) {
    double most = fabs(f->q0), push = f->c * f->normal, half = 0.5 * (most - f->falling - push * slide);
    double square = half * half - f->falling * (push * stick - most);
    return square < 0.0 ? -1.0 : half + sqrt(square);
}

// Where in the step the one changes into the other, as a share of it; without this, tones lock to whole
// samples.
static double crossing(double before, double after, double limit) {
    return cr_clamp((limit - before) / (after - before), 0.0, 1.0);
}

// Sticks until the force that holds it passes the limit, then slips while a slipping solution exists: down to
// the fold |q0| = 2 sqrt(C (mu_s - mu_d) v0) - v0 + C mu_d. The force is the mean of the step.
static double stick_slip_force(const friction_curve *f, double before, bool *slipping) {
    double reach = fabs(f->q0), push = f->c * f->normal, most = push * stick;
    double side = copysign(1.0, f->q0), s = *slipping || reach > most ? slip_speed(f) : -1.0;
    bool was_slipping = *slipping;
    before *= side;
    *slipping = s > 0.0;
    double holding = cr_min(reach, most) / f->c, sliding = f->normal * friction_at(f, cr_max(s, 0.0));
    if (*slipping == was_slipping) return side * (*slipping ? sliding : holding);
    if (*slipping) {
        double share = crossing(before, reach, most);
        return side * (share * f->normal * stick + (1.0 - share) * sliding);
    }
    double speed = sqrt(push * (stick - slide) * f->falling) - f->falling;
    if (speed <= 0.0) return side * holding;
    double share = crossing(before, reach, speed + push * friction_at(f, speed));
    return side * (share * cr_min(holding, f->normal * friction_at(f, speed)) + (1.0 - share) * holding);
}

// Hair and string give way by z where they stick, f = K z + R z' (the hair stretches, the string turns). A
// point that follows the bow exactly would ring at half the rate for ever, because the mean velocity of two
// steps does not see that motion; with R + K h/2 = r/c it falls by (r - 1)/(r + 1) per step, radiated into
// the string. Passive: with z at the middle of the step, f z' h is the change of K z^2/2 and R z'^2 h.
//
// A string turns like a damper R = 2 Z_t until its torsional waves come back from the ends, and like the
// spring K = Z_t c_t (1/x + 1/(L - x)) after: R/K = beta (1 - beta) T c/c_t with the period T. Torsional
// waves are some five times as fast as transverse ones (Woodhouse, Loach 1999), and a round string has
// Z_t = rho A c_t/2 at its surface: r = Z_t/Z = c_t/(2 c). The hair itself gives the least.
static const double slower = 0.2, give_least = 5e-5, give_elsewhere = 1e-4; // c/c_t, R/K [s]
// What rings at half the rate dies within a slip, beta T long: r is less where that is fewer than r times
// this many steps.
static const double dying_steps = 8.0;

static double back_of(const cr_bow *bow, double h) {
    return 1.0 / (bow->give + 0.5 * h);
}

static double stick_slip_step(cr_bow *bow, friction_curve f, double h) {
    double back = back_of(bow, h), own = f.c / bow->turning; // z' = c f/r - back z
    f.q0 += back * bow->bristle;
    f.c += own;
    f.falling = cr_max(falls_by * fabs(bow->velocity), slowest);
    double friction = f.q0 == 0.0 ? 0.0 : stick_slip_force(&f, bow->reach, &bow->slipping);
    bow->reach = f.q0;
    bow->bristle += h * (own * friction - back * bow->bristle);
    return friction;
}

// A stroke begins with more force, which the hand takes back while the corner forms: from 0.9 times the most
// that a string bears, F_max = 2 Z v/(beta (mu_s - mu_d))   Schelleng 1973. A light bow that starts with its
// own force slips several times per period and stays so; the motion of one slip per period is found from
// above. Far from the end it is found sooner, and too slow a start leaves narrow, high slips behind
// (docs/bowing.md).
static const double landing_share = 0.9, nearest = 0.02;         // of F_max, least beta
static const double landing_most = 60.0, landing_per_beta = 4.5; // periods

static double pressing(cr_bow *bow, double h) {
    bool other_way = bow->velocity * bow->heading <= 0.0;
    if (other_way || !(bow->normal > 0.0)) bow->stroke = 0.0;
    bow->heading = bow->velocity;
    if (bow->beta == 0.0 || !(bow->normal > 0.0)) return bow->normal;
    double left = 1.0 - bow->stroke / bow->landing;
    if (left <= 0.0) return bow->normal;
    bow->stroke += h;
    const cr_element *string = bow->end.element;
    double z = string->type->impedance(string);
    double most = 2.0 * z * fabs(bow->velocity) / (bow->beta * (stick - slide));
    return cr_max(bow->normal, bow->normal + (landing_share * most - bow->normal) * left);
}

void cr_bow_prepare(cr_bow *bow, double h) {
    const cr_element *e = bow->end.element;
    bow->compliance = cr_end_mobility(&bow->end, &bow->end);
    bow->give = give_elsewhere;
    bow->turning = 1.0;
    bow->beta = 0.0;
    if (!e->type->impedance || !(e->type->impedance(e) > 0.0)) return;
    double beta = cr_max(nearest, cr_min(bow->at, 1.0 - bow->at)), period = 1.0 / e->type->mode(e, 1, false);
    bow->beta = beta;
    bow->turning = cr_clamp(beta * period / (h * dying_steps), 1.0, 0.5 / slower);
    bow->give = cr_max(give_least, slower * beta * (1.0 - beta) * period);
    bow->landing = cr_min(landing_most, landing_per_beta / beta) * period;
}

// Where a string lets go and is caught again is known to a part of a step, and by up to half a step it is
// late: 2.2 cents with this many in a period. So many in a slip follow what happens in it.
static const double steps_per_period = 400.0, steps_per_slip = 20.0;
static const double as_good = 0.01; // a step more is not made for less

int cr_network_bow_steps(const cr_network *n) {
    enum { STEPS_MOST = 64 };
    double most = 1.0;
    for (int i = 0; i < n->bows.count; i++) {
        const cr_bow *bow = CR_ARRAY_AT(&n->bows, i);
        const cr_element *e = bow->end.element;
        if (bow->model != CR_BOW_STICK_SLIP || bow->beta == 0.0) continue;
        double need = cr_max(steps_per_period, steps_per_slip / bow->beta);
        most = cr_max(most, need * n->h * e->type->mode(e, 1, false));
    }
    return (int)cr_min(ceil(most - as_good), STEPS_MOST);
}

static double under_bow(cr_bow *bow, double q0, double c, double h) {
    friction_curve f = {.q0 = q0, .c = c, .normal = pressing(bow, h)};
    if (f.normal > 0.0) return stick_slip_step(bow, f, h);
    bow->bristle = 0.0;
    return 0.0;
}

static double stored(const cr_bow *bow, double h) {
    return back_of(bow, h) * bow->turning * h / bow->compliance * cr_square(bow->bristle);
}

double cr_bow_stored(const cr_network *n, const cr_bow *bow) {
    if (bow->bristle == 0.0) return 0.0;
    const cr_friction_type *friction = cr_bow_friction((int)bow->model);
    return friction->stored ? friction->stored(bow, n->h) : 0.0;
}

void cr_bow_step(cr_network *n, cr_bow *bow) {
    double way = cr_end_way(&bow->end), h = n->h;
    double q0 = 0.5 * way / h - bow->velocity, c = 0.5 * bow->compliance / h;
    double friction = cr_bow_friction((int)bow->model)->under_bow(bow, q0, c, h);
    bow->force = -friction;
    if (friction != 0.0) cr_end_push(n, &bow->end, -friction);
}

const cr_friction_type cr_friction_stick_slip = {
    .name = "stick-slip",
    .doc = "rosin: sticks up to a limit, slips with a friction that falls with speed; hair gives way",
    .equation = "F (0.3 + 0.5/(1 + 2 |q|/v)) sign q, any force up to 0.8 F where it sticks",
    .source = "docs/bowing.md",
    .under_bow = under_bow,
    .stored = stored,
};
