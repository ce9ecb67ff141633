// S1 (16) to (31) and appendix D: masses, strings, barriers.
#include "papers/s1/s1.h"

static double quarter(const cr_s1_contact *contact) {
    return 0.25 * contact->g * contact->g;
}

// --- systems -----------------------------------------------------------------------------------------------

static int add_mass(cr_s1_case *c, bool sprung, cr_s1_random *random) {
    double mass = cr_s1_uniform(random, 1e-3, 0.1), frequency = cr_s1_uniform(random, 50.0, 3000.0);
    int index = cr_s1_add(&c->rig, "mass",
                          (cr_setting[]){{"mass", mass}, {"frequency", sprung ? frequency : 0.0}, {0}});
    cr_s1_scatter(c, index, random);
    return index;
}

// 25 cm of steel string; the heavy one is twice as dense, as taut and as stiff, which gives the same grid.
static int add_string(cr_s1_case *c, double weight, double young, cr_s1_random *random) {
    int index = cr_s1_add(&c->rig, "string",
                          (cr_setting[]){{"length", 0.25},
                                         {"radius", 2.5e-4},
                                         {"density", 7850.0 * weight},
                                         {"tension", 100.0 * weight},
                                         {"young", young * weight},
                                         {"sigma0", 0.0},
                                         {"sigma1", 0.0},
                                         {0}});
    cr_s1_scatter(c, index, random);
    return index;
}

static int intervals(const cr_s1_case *c, int element) {
    const cr_element *e = cr_s1_element(&c->rig, element);
    return e ? e->grid.n[0] : 0;
}

static void build_barrier(cr_s1_case *c, cr_s1_random *random, bool sprung) {
    cr_s1_add_mass_point(c, add_mass(c, sprung, random));
    cr_s1_add_contact(c, 0, -1, CR_S1_CLOSING, random);
}

static void build_mass_barrier(cr_s1_case *c, cr_s1_random *random) {
    build_barrier(c, random, false);
}

static void build_sprung_barrier(cr_s1_case *c, cr_s1_random *random) {
    build_barrier(c, random, true);
}

static void build_two_masses(cr_s1_case *c, cr_s1_random *random) {
    int u = add_mass(c, true, random), w = add_mass(c, true, random);
    cr_s1_add_mass_point(c, u);
    cr_s1_add_mass_point(c, w);
    cr_s1_add_contact(c, 1, 0, CR_S1_CLOSING, random);
}

static void build_two_strings(cr_s1_case *c, cr_s1_random *random) {
    int u = add_string(c, 1.0, 2e11, random), w = add_string(c, 2.0, 2e11, random);
    for (int l = 2; l < intervals(c, u) - 1; l++) {
        cr_s1_add_grid_point(c, u, l, 0);
        cr_s1_add_grid_point(c, w, l, 0);
        cr_s1_add_contact(c, c->point_count - 1, c->point_count - 2, CR_S1_EITHER, random);
    }
}

static void build_mass_string(cr_s1_case *c, cr_s1_random *random) {
    int u = add_string(c, 1.0, 2e11, random), w = add_mass(c, true, random), n = intervals(c, u);
    int at = (int)cr_s1_uniform(random, 2.0, n - 1.0);
    cr_s1_add_grid_point(c, u, at, 0);
    cr_s1_add_mass_point(c, w);
    cr_s1_add_contact(c, 1, 0, CR_S1_CLOSING, random);
    for (int l = 2; l < n - 1; l++)
        if (l != at) cr_s1_add_grid_point(c, u, l, 0);
}

// Appendix D: the string has no stiffness.
static void build_between(cr_s1_case *c, cr_s1_random *random) {
    int w = add_mass(c, false, random), u = add_string(c, 1.0, 0.0, random);
    cr_s1_add_mass_point(c, w);
    cr_s1_add_grid_point(c, u, (int)cr_s1_uniform(random, 2.0, intervals(c, u) - 1.0), 0);
    cr_s1_add_contact(c, 0, 1, CR_S1_CLOSING, random);
    cr_s1_add_contact(c, -1, 0, CR_S1_CLOSING, random);
}

// --- formulas ----------------------------------------------------------------------------------------------

static double barrier_next(const cr_s1_case *c) {
    const cr_s1_point *u = &c->p[0];
    double q = quarter(&c->c[0]);
    return (cr_s1_free_sum(c, u) + q * u->before - c->c[0].psi * c->c[0].g) / (cr_s1_divisor(c, u) + q);
}

static void evaluate_barrier(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    (void)as_printed;
    cr_s1_compare_displacements(c, 1, v);
    v->formula[0] = barrier_next(c);
}

// psi may end below zero; the books know its square. Its rounding: d psi + way dg/2 <= df/g, and g d way/2 <=
// 2 df/g, because the contact itself holds the way with g^2/4.
static void evaluate_18(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    double psi = c->c[0].psi, way = barrier_next(c) - c->p[0].before;
    v->count = 1;
    v->ours[0] = c->psi_next;
    v->formula[0] = fabs(psi + 0.5 * (as_printed ? 1.0 : c->c[0].g) * way);
    v->scale[0] = fmax(psi, c->psi_next) + 3.0 * c->force_scale[0] / c->c[0].g;
}

// One contact between a body u above and a body w below: (24), (27), (30), per cell of each.
static void solve_pair(const cr_s1_case *c, int u, const cr_s1_contact *contact, const double sum[2],
                       double w_own, double next[2]) {
    const cr_s1_point *p = &c->p[u];
    double q = quarter(contact), q_u = q / p[0].cell, q_w = q / p[1].cell;
    double push = -q * contact->before + contact->psi * contact->g;
    double a[3][3] = {{cr_s1_divisor(c, &p[0]) + q_u, -q_u}, {-q_w, cr_s1_divisor(c, &p[1]) + w_own}};
    double v[3] = {sum[0] + push / p[0].cell, sum[1] - push / p[1].cell};
    cr_s1_solve(2, a, v);
    next[0] = v[0];
    next[1] = v[1];
}

static void evaluate_24(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    double sum[2];
    for (int i = 0; i < 2; i++) {
        const cr_s1_point *p = &c->p[i];
        double printed = -p->inertia * p->w0 * p->now;
        sum[i] = cr_s1_free_sum(c, p) + (as_printed ? printed - p->restoring : 0.0);
    }
    cr_s1_compare_displacements(c, 2, v);
    solve_pair(c, 0, &c->c[0], sum, quarter(&c->c[0]), v->formula);
}

// g^2 and psi g of the library belong to a point, those of the paper to a unit of length.
static void evaluate_27(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    (void)as_printed;
    cr_s1_compare_displacements(c, c->point_count, v);
    for (int l = 0; l < c->contact_count; l++) {
        const cr_s1_point *p = &c->p[2 * l];
        double sum[2] = {cr_s1_free_sum(c, &p[0]), cr_s1_free_sum(c, &p[1])};
        solve_pair(c, 2 * l, &c->c[l], sum, quarter(&c->c[l]) / p[1].cell, &v->formula[2 * l]);
    }
}

static void evaluate_30(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    double sum[2] = {cr_s1_free_sum(c, &c->p[0]), cr_s1_free_sum(c, &c->p[1])}, k = c->rig.k;
    double g = c->c[0].g, w_own = as_printed ? g * g / (k * k) : quarter(&c->c[0]);
    cr_s1_compare_displacements(c, 2, v);
    solve_pair(c, 0, &c->c[0], sum, w_own, v->formula);
}

// The whole string, and the force in the place of a displacement.
static void evaluate_31(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    evaluate_30(c, as_printed, v);
    const cr_s1_contact *contact = &c->c[0];
    double depth = v->formula[1] - v->formula[0];
    double force = quarter(contact) * (depth - contact->before) + contact->psi * contact->g;
    cr_s1_compare_displacements(c, c->point_count, v);
    for (int i = 0; i < c->point_count; i++) {
        const cr_s1_point *p = &c->p[i];
        double push = i == 0 ? force / p->cell : i == 1 ? -force : 0.0;
        v->formula[i] = (cr_s1_free_sum(c, p) + push) / cr_s1_divisor(c, p);
    }
}

static void evaluate_force(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    evaluate_30(c, as_printed, v);
    const cr_s1_contact *contact = &c->c[0];
    double way = v->formula[1] - v->formula[0] - contact->before;
    v->count = 1;
    v->ours[0] = c->force[0];
    v->formula[0] = quarter(contact) * way + contact->psi * contact->g;
    v->scale[0] = c->force_scale[0] + quarter(contact) * (c->scale[0] + c->scale[1]);
}

// Appendix D: unknowns are the rates of the depths, of B (mass to barrier) and M (mass to string).
static void evaluate_d(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    (void)as_printed;
    const cr_s1_point *w = &c->p[0], *u = &c->p[1];
    const cr_s1_contact *m = &c->c[0], *b = &c->c[1];
    double k = c->rig.k, kk = k * k, string = u->inertia * u->cell;
    double up = k * (m->g * m->psi - b->g * b->psi) / (2.0 * w->inertia);
    double rate = -(w->now - w->before) / k + up;
    double line =
        -(u->now - u->before) / k - 0.5 * k / u->inertia * u->restoring - k * m->g * m->psi / (2.0 * string);
    double qm = kk * quarter(m), qb = kk * quarter(b);
    double a[3][3] = {{1.0 + qb / w->inertia, -qm / w->inertia},
                      {-qb / w->inertia, 1.0 + qm / w->inertia + qm / string}};
    double x[3] = {rate, -rate + line};
    cr_s1_solve(2, a, x);
    cr_s1_compare_displacements(c, 2, v);
    v->formula[0] = w->before - 2.0 * k * x[0];
    v->formula[1] = u->before - 2.0 * k * (x[0] + x[1]);
}

// (90) with the library's rates on its left side.
static void evaluate_90(const cr_s1_case *c, bool as_printed, cr_s1_values *v) {
    const cr_s1_point *w = &c->p[0], *u = &c->p[1];
    const cr_s1_contact *m = &c->c[0];
    double k = c->rig.k, string = u->inertia * u->cell;
    double rate_b = -(c->next[0] - w->before) / (2.0 * k);
    double rate_m = (c->next[0] - w->before - (c->next[1] - u->before)) / (2.0 * k);
    double first = as_printed ? -(u->now + u->before) / k : -(u->now - u->before) / k;
    double stiffer = 1.0 + k * k * quarter(m) / string;
    double pulls = 0.5 * k / u->inertia * u->restoring, pushes = k * m->g * m->psi / (2.0 * string);
    v->count = 1;
    v->ours[0] = rate_b + stiffer * rate_m;
    v->formula[0] = first - pulls - pushes;
    v->scale[0] = stiffer * (c->scale[0] + c->scale[1]) / k + fabs(pulls) + fabs(pushes);
}

static const char of_18[] =
    "(18): the way is multiplied by $g^n$, $\\psi^+ = \\psi + g (\\eta^+ - \\eta^-)/2$";
static const char of_24[] = "(24), (78), (79): the spring is $M \\omega^2 u$, not $M \\omega u$";
static const char of_30[] = "(30): the last entry of A is $M/k^2 + g^2/4$, not $M/k^2 + g^2/k^2$";
static const char of_90[] = "(90): $-(u - u^-)/k$, not $-(u + u^-)/k$; the matrix printed after it is right";

const cr_s1_formula cr_s1_formulas_lumped[] = {
    {"(16) mass and barrier", build_mass_barrier, evaluate_barrier, NULL, NULL},
    {"(18) psi after the step", build_mass_barrier, evaluate_18, "0.892", of_18},
    {"(21) mass-spring and barrier", build_sprung_barrier, evaluate_barrier, NULL, NULL},
    {"(24) two mass-springs", build_two_masses, evaluate_24, "0.0271", of_24},
    {"(27) string and string, every point", build_two_strings, evaluate_27, NULL, NULL},
    {"(30) mass-spring and string", build_mass_string, evaluate_30, "0.705", of_30},
    {"(31) every point of the string", build_mass_string, evaluate_31, NULL, NULL},
    {"(31) contact force", build_mass_string, evaluate_force, NULL, NULL},
    {"appendix D, matrix", build_between, evaluate_d, NULL, NULL},
    {"(90) appendix D, second line", build_between, evaluate_90, "0.328", of_90},
};
const int cr_s1_formulas_lumped_count = sizeof cr_s1_formulas_lumped / sizeof *cr_s1_formulas_lumped;
