// S1 (42) to (74): the tromba marina, joined by a spring (section 7) or by a contact (section 8).
#include "papers/s1/s1.h"

enum { STRING, BRIDGE, BODY };

// --- systems -----------------------------------------------------------------------------------------------

static double some(cr_s1_random *random, bool damped, double most) {
    double value = cr_s1_uniform(random, 0.0, most);
    return damped ? value : 0.0;
}

static int add_string(cr_s1_case *c, bool damped, cr_s1_random *random) {
    int index = cr_s1_add(&c->rig, "string",
                          (cr_setting[]){{"length", 0.475},
                                         {"tension", 91.2},
                                         {"sigma0", some(random, damped, 3.0)},
                                         {"sigma1", some(random, damped, 0.05)},
                                         {0}});
    cr_s1_scatter(c, index, random);
    return index;
}

// A square piece of the light body of the authors' program.
static int add_body(cr_s1_case *c, bool damped, cr_s1_random *random) {
    int index = cr_s1_add(&c->rig, "plate",
                          (cr_setting[]){{"width", 0.1},
                                         {"height", 0.1},
                                         {"thickness", 0.01},
                                         {"density", 50.0},
                                         {"young", 2e5},
                                         {"sigma0", some(random, damped, 5.0)},
                                         {"sigma1", some(random, damped, 0.05)},
                                         {0}});
    cr_s1_scatter(c, index, random);
    return index;
}

static void add_point_on(cr_s1_case *c, int element, cr_s1_random *random) {
    const cr_element *e = cr_s1_element(&c->rig, element);
    int i = e ? (int)cr_s1_uniform(random, 2.0, e->grid.n[0] - 1.0) : 0;
    int j = e && e->grid.n[1] ? (int)cr_s1_uniform(random, 2.0, e->grid.n[1] - 1.0) : 0;
    cr_s1_add_grid_point(c, element, i, j);
}

static void add_bodies(cr_s1_case *c, bool damped, cr_s1_random *random) {
    double mass = cr_s1_uniform(random, 1e-3, 0.1), frequency = cr_s1_uniform(random, 50.0, 3000.0);
    int string = add_string(c, damped, random), body = add_body(c, damped, random);
    int bridge = cr_s1_add(
        &c->rig, "mass",
        (cr_setting[]){
            {"mass", mass}, {"frequency", frequency}, {"sigma0", some(random, damped, 100.0)}, {0}});
    cr_s1_scatter(c, bridge, random);
    add_point_on(c, string, random);
    cr_s1_add_mass_point(c, bridge);
    add_point_on(c, body, random);
}

static void build_spring(cr_s1_case *c, bool damped, cr_s1_random *random) {
    add_bodies(c, damped, random);
    c->k1 = 5e4;
    c->k3 = 1e12;
    c->r = some(random, damped, 0.5);
    cr_s1_join(&c->rig, cr_s1_place(c, STRING), cr_s1_place(c, BRIDGE), c->k1, c->k3, c->r);
    cr_s1_add_contact(c, BODY, BRIDGE, CR_S1_CLOSING, random);
}

static void build_lossless(cr_s1_case *c, cr_s1_random *random) {
    build_spring(c, false, random);
}

static void build_damped(cr_s1_case *c, cr_s1_random *random) {
    build_spring(c, true, random);
}

static void build_two_contacts(cr_s1_case *c, cr_s1_random *random) {
    add_bodies(c, true, random);
    cr_s1_add_contact(c, BRIDGE, STRING, CR_S1_TWO_SIDED, random);
    cr_s1_add_contact(c, BODY, BRIDGE, CR_S1_CLOSING, random);
}

static void build_string_alone(cr_s1_case *c, cr_s1_random *random) {
    add_point_on(c, add_string(c, true, random), random);
}

static void build_body_alone(cr_s1_case *c, cr_s1_random *random) {
    add_point_on(c, add_body(c, true, random), random);
}

// --- section 7 ---------------------------------------------------------------------------------------------

// What (42) to (65) are written with.
typedef struct terms {
    double ds, db, dp;   // divisors of string, bridge and body
    double ui, wi, vi;   // without spring and contact, (46)
    double q, push;      // g^2/4; psi g - q eta_c-
    double eta, before;  // eta_s at n and n-1
    double plus, minus;  // Phi+ and Phi- of (45)
    double force, theta; // F' and Theta of (50), (51)
} terms;

static terms terms_of(const cr_s1_case *c) {
    const cr_s1_point *u = &c->p[STRING], *w = &c->p[BRIDGE], *v = &c->p[BODY];
    const cr_s1_contact *contact = &c->c[0];
    terms t = {.ds = cr_s1_divisor(c, u), .db = cr_s1_divisor(c, w), .dp = cr_s1_divisor(c, v)};
    t.ui = cr_s1_free_sum(c, u) / t.ds;
    t.wi = cr_s1_free_sum(c, w) / t.db;
    t.vi = cr_s1_free_sum(c, v) / t.dp;
    t.q = 0.25 * contact->g * contact->g;
    t.push = contact->psi * contact->g - t.q * contact->before;
    t.eta = u->now - w->now;
    t.before = u->before - w->before;
    double both = 0.25 * c->k1 + 0.5 * c->k3 * t.eta * t.eta;
    t.plus = both + c->r / c->rig.k;
    t.minus = both - c->r / c->rig.k;
    double psi = 1.0 / t.plus + 1.0 / (u->cell * t.ds) + 1.0 / (t.db + t.q); // (52)
    t.force = (c->k1 * t.eta / (2.0 * t.plus) + t.minus / t.plus * t.before + t.ui -
               (t.db * t.wi + t.push) / (t.db + t.q)) /
              psi;
    t.theta = t.q / (psi * (t.db + t.q));
    return t;
}

// The force of the spring, from the motion of the string, (47a).
static double spring_force(const cr_s1_case *c, const terms *t) {
    return (t->ui - c->next[STRING]) * c->p[STRING].cell * t->ds;
}

static void solve_three(const cr_s1_case *c, double a[3][3], double x[3], cr_s1_values *v) {
    cr_s1_solve(3, a, x);
    cr_s1_compare_displacements(c, 3, v);
    for (int i = 0; i < 3; i++) v->formula[i] = x[i];
}

static void evaluate_59(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    (void)as_printed;
    terms t = terms_of(c);
    double hs = c->p[STRING].cell, hp = c->p[BODY].cell;
    double a[3][3] = {
        {t.ds, 0.0, -t.theta / hs}, {0.0, t.db + t.q, t.theta - t.q}, {0.0, -t.q / hp, t.dp + t.q / hp}};
    double x[3] = {t.ds * t.ui - t.force / hs, t.db * t.wi + t.push + t.force, t.dp * t.vi - t.push / hp};
    solve_three(c, a, x, v);
}

// Forces of the spring are known from the motion of the string, and rounded as it is.
static double force_scale(const cr_s1_case *c, const terms *t) {
    return fmax(fabs(t->force), c->scale[STRING] * c->p[STRING].cell * t->ds);
}

static void compare_force(const cr_s1_case *c, const terms *t, double theta, cr_s1_values *v) {
    v->count = 1;
    v->ours[0] = spring_force(c, t);
    v->formula[0] = t->force - theta * c->next[BODY];
    v->scale[0] = force_scale(c, t);
}

static void evaluate_49(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    (void)as_printed;
    terms t = terms_of(c);
    compare_force(c, &t, t.theta, v);
}

static void evaluate_48(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    terms t = terms_of(c);
    double body = as_printed ? 0.0 : t.q * c->next[BODY];
    v->count = 1;
    v->ours[0] = c->next[BRIDGE];
    v->formula[0] = (t.db * t.wi + body + t.push + spring_force(c, &t)) / (t.db + t.q);
    v->scale[0] = c->scale[BRIDGE] + force_scale(c, &t) / t.db;
}

// (53), (54), (57) and the divisor that (56) and (58) share.
typedef struct compact {
    double ths, thb, plus, minus, gk, below;
} compact;

static compact compact_of(const cr_s1_case *c) {
    const cr_s1_point *u = &c->p[STRING], *w = &c->p[BRIDGE];
    double k = c->rig.k, eta = u->now - w->now, both = k * (c->k1 + 2.0 * c->k3 * eta * eta);
    compact t = {.ths = u->cell * (u->inertia + u->drag * k),
                 .thb = 4.0 * (w->inertia + w->drag * k),
                 .plus = both + 4.0 * c->r,
                 .minus = both - 4.0 * c->r,
                 .gk = c->c[0].g * c->c[0].g * k * k};
    t.below = t.plus * k * k * (t.thb + t.gk + 4.0 * t.ths) + 4.0 * k * t.ths * (t.thb + t.gk);
    return t;
}

static double theta_58(const compact *t) {
    return t->plus * t->ths * t->gk / t->below;
}

static double force_56(const cr_s1_case *c, const terms *t, const compact *s, bool as_printed) {
    double k = c->rig.k, kk = k * k, wide = s->thb + s->gk;
    double first = wide * (2.0 * k * c->k1 * t->eta + s->minus * t->before + s->plus * t->ui);
    double second = s->plus * (s->thb * t->wi + 4.0 * kk * t->push);
    if (as_printed) return (s->plus * s->ths * wide * first - second) / (s->plus * wide * s->below);
    return s->ths * (first - second) / s->below;
}

static void evaluate_56(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    terms t = terms_of(c);
    compact s = compact_of(c);
    v->count = 1;
    v->ours[0] = spring_force(c, &t) + t.theta * c->next[BODY];
    v->formula[0] = force_56(c, &t, &s, as_printed);
    v->scale[0] = force_scale(c, &t);
}

static void evaluate_58(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    (void)as_printed;
    terms t = terms_of(c);
    compact s = compact_of(c);
    compare_force(c, &t, theta_58(&s), v);
}

// Damping per mass: sigma0 of the paper is that of the library.
static void evaluate_65(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    terms t = terms_of(c);
    compact s = compact_of(c);
    const cr_s1_point *u = &c->p[STRING], *w = &c->p[BRIDGE], *p = &c->p[BODY];
    double k = c->rig.k, kk = k * k, g4 = 0.25 * s.gk, force = force_56(c, &t, &s, false);
    double theta = theta_58(&s), hs = u->cell, hp = p->cell, line = 1.0 + u->sigma0 * k;
    double mass = w->inertia + w->drag * k, sheet = p->inertia * (1.0 + p->sigma0 * k);
    double a13 = as_printed ? -theta / (u->inertia * hs * hs * kk) : -theta * kk / (u->inertia * hs);
    double a23 = as_printed ? theta - g4 : theta * kk - g4;
    double a[3][3] = {{line, 0.0, a13}, {0.0, mass + g4, a23}, {0.0, -g4 / hp, sheet + g4 / hp}};
    double x[3] = {line * t.ui - force * kk / (hs * u->inertia), mass * t.wi + kk * (t.push + force),
                   sheet * t.vi - kk / hp * t.push};
    solve_three(c, a, x, v);
}

// --- 7.2: the operators factored out -----------------------------------------------------------------------

static void evaluate_62a(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    const cr_s1_point *u = &c->p[0];
    double k = c->rig.k, kk = k * k, hh = u->spacing * u->spacing, s = 2.0 * u->sigma1 * k / hh;
    double lambda = u->tension * kk / (u->inertia * hh), mu = u->stiffness * kk / (u->inertia * hh * hh);
    double own = 2.0 - 2.0 * lambda - (as_printed ? 1.0 : 6.0) * mu - 2.0 * s;
    cr_s1_compare_displacements(c, 1, v);
    v->formula[0] = (own * u->now + (lambda + 4.0 * mu + s) * u->near - mu * u->far +
                     (-1.0 + u->sigma0 * k + 2.0 * s) * u->before - s * u->near_before) /
                    (1.0 + u->sigma0 * k);
}

static void evaluate_62c(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    const cr_s1_point *p = &c->p[0];
    double k = c->rig.k, hh = p->spacing * p->spacing, s = 2.0 * p->sigma1 * k / hh;
    double mu = p->stiffness * k * k / (p->inertia * hh * hh), decay = as_printed ? 0.0 : p->sigma0 * k;
    cr_s1_compare_displacements(c, 1, v);
    v->formula[0] =
        ((2.0 - 20.0 * mu - 4.0 * s) * p->now + (8.0 * mu + s) * p->near - 2.0 * mu * p->diagonal -
         mu * p->far + (-1.0 + decay + 4.0 * s) * p->before - s * p->near_before) /
        (1.0 + p->sigma0 * k);
}

// --- section 8 ---------------------------------------------------------------------------------------------

// As printed, damping per unit length and area, sigma0/k, stands where A has rho sigma0/k.
static void evaluate_74(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    const cr_s1_point *u = &c->p[STRING], *w = &c->p[BRIDGE], *p = &c->p[BODY];
    const cr_s1_contact *one = &c->c[0], *two = &c->c[1];
    double q1 = 0.25 * one->g * one->g, q2 = 0.25 * two->g * two->g, hs = u->cell, hp = p->cell;
    double push1 = one->psi * one->g - q1 * one->before, push2 = two->psi * two->g - q2 * two->before;
    double us = as_printed ? (u->sigma0 - u->drag) / c->rig.k * u->before : 0.0;
    double ps = as_printed ? (p->sigma0 - p->drag) / c->rig.k * p->before : 0.0;
    double a[3][3] = {{cr_s1_divisor(c, u) + q1 / hs, -q1 / hs, 0.0},
                      {-q1, cr_s1_divisor(c, w) + q1 + q2, -q2},
                      {0.0, -q2 / hp, cr_s1_divisor(c, p) + q2 / hp}};
    double x[3] = {cr_s1_free_sum(c, u) + us + push1 / hs, cr_s1_free_sum(c, w) - push1 + push2,
                   cr_s1_free_sum(c, p) + ps - push2 / hp};
    solve_three(c, a, x, v);
}

static const char of_48[] =
    "(48): $g^2/4 (v^+ - \\eta_c^-)$, where $v^+$ is missing in print, not in (38) and (64)";
static const char of_56[] =
    "(56): the bracket closes too early, $F' = \\theta_s [... - \\phi^+ (...)]/D$, and "
    "$\\phi^+ (\\theta_b + g^2 k^2)$ cancels";
static const char of_62a[] = "(62a): $2 - 2 \\lambda^2 - 6 \\mu_s^2$, not $-\\mu_s^2$";
static const char of_62c[] = "(62c): $-1 + \\sigma_0 k + 8 \\sigma_1 k/h^2$; $\\sigma_0 k$ is missing";
static const char of_65[] =
    "(65): $A_{13} = -\\Theta k^2/(\\rho A h_s)$, not $-\\Theta/(\\rho A h_s^2 k^2)$, and "
    "$A_{23} = \\Theta k^2 - g^2 k^2/4$, not $\\Theta - g^2 k^2/4$";
static const char of_74[] =
    "(74): $\\rho \\sigma_0/k$ and $2 \\rho \\sigma_1$ in $v$, as A has them (measured: $\\sigma_0$ "
    "alone as printed). Row 3 needs $g_2$, $\\eta_2$, $\\psi_2$";

const cr_s1_formula cr_s1_formulas_tromba[] = {
    {"(42) tromba marina, lossless", build_lossless, evaluate_59, NULL, NULL},
    {"(40) F' and Theta, lossless", build_lossless, evaluate_49, NULL, NULL},
    {"(48) bridge", build_damped, evaluate_48, "8.6e-3", of_48},
    {"(49) to (52) F' and Theta, damped", build_damped, evaluate_49, NULL, NULL},
    {"(56) F' with one division", build_damped, evaluate_56, "2.9e3", of_56},
    {"(58) Theta with one division", build_damped, evaluate_58, NULL, NULL},
    {"(59) tromba marina, damped", build_damped, evaluate_59, NULL, NULL},
    {"(62a) string, factored out", build_string_alone, evaluate_62a, "0.58", of_62a},
    {"(62c) plate, factored out", build_body_alone, evaluate_62c, "3.1e-5", of_62c},
    {"(65) tromba marina, scaled", build_damped, evaluate_65, "2.2e14", of_65},
    {"(74) tromba marina, two contacts", build_two_contacts, evaluate_74, "5.5e-4", of_74},
};
const int cr_s1_formulas_tromba_count = sizeof cr_s1_formulas_tromba / sizeof *cr_s1_formulas_tromba;
