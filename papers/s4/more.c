// S4: its footnote 1, the leading error of the three-point scheme, and one experiment on its last question.
#include "papers/s4/s4.h"

enum { PHASES = 25 };
static const double mass = 1.0, speed = 1.0;
static const char *const schemes[2] = {"two-point", "three-point"};

// --- footnote 1: the trapezoid and midpoint rules do not conserve energy -----------------------------------

// One step of the midpoint rule, y1 = y + h v - h^2/(2 m) f((y + y1)/2): Newton from the free flight on.
static void step_midpoint(const cr_law *law, double h, double *y, double *v) {
    double free = *y + h * *v, c = 0.5 * h * h / mass, after = free;
    for (int i = 0; i < 60; i++) {
        double in_x, in_v, mid = 0.5 * (*y + after), off = after - free + c * cr_law_force(law, mid, 0.0);
        cr_law_force_slopes(law, mid, 0.0, &in_x, &in_v);
        double change = off / (1.0 + 0.5 * c * in_x);
        after -= change;
        if (fabs(change) <= 1e-16 * fabs(after)) break;
    }
    *v = 2.0 * (after - *y) / h - *v;
    *y = after;
}

static double midpoint_release(const cr_law *law, double rate, double distance) {
    enum { STEPS_MAX = 10000 };
    double y = -distance, v = speed;
    bool entered = false;
    for (int i = 0; i < STEPS_MAX && !(entered && y <= 0.0 && v < 0.0); i++) {
        step_midpoint(law, 1.0 / rate, &y, &v);
        entered = entered || y > 0.0;
    }
    return v;
}

// The relative change of energy that is greatest over entry phases, with its sign.
static double energy_change(const char *rule, const cr_law *law) {
    double worst = 0.0;
    for (int i = 0; i < PHASES; i++) {
        double distance = speed * (i + 0.5) / PHASES / cr_s4_open_rate;
        double v = *rule == 'm' ? midpoint_release(law, cr_s4_open_rate, distance)
                                : cr_s4_fly(rule, law, cr_s4_open_rate, distance, NULL).v_out;
        double change = v * v / (speed * speed) - 1.0;
        if (fabs(change) > fabs(worst)) worst = change;
    }
    return worst;
}

void cr_s4_footnote(cr_rows *rows) {
    static const char *const columns[] = {"trapezoid", "midpoint", "two-point", NULL};
    static const char *const rules[] = {"am1", "midpoint", "two-point"};
    static const char *const lines[] = {"$\\alpha = 1.5$", "$\\alpha = 2.5$"};
    static const double exponents[] = {1.5, 2.5};
    static const char *const references[2][3] = {{"0.00696", "0.00696", "<1e-14"},
                                                 {"0.00886", "0.00889", "<1e-14"}};
    cr_rows_grid(rows, "Footnote 1: energy after one contact, relative error",
                 "Under linear forces the two-point scheme, the trapezoid rule and the midpoint rule are "
                 "one; of a contact "
                 "only the first conserves energy. Five samples of contact, the worst of 25 entry phases.",
                 columns);
    for (int a = 0; a < 2; a++) {
        cr_law law = cr_s4_open_law(exponents[a], 5.0);
        for (int r = 0; r < 3; r++) {
            cr_basis basis = {CR_VERDICT_PROPERTY, r < 2 ? cr_s4_program : "conservation of energy"};
            cr_rows_cell(rows, lines[a], r, &(cr_claim){.reference = references[a][r], .basis = basis},
                         energy_change(rules[r], &law));
        }
    }
}

// --- the three-point scheme lags 5/2 times as much ---------------------------------------------------------

void cr_s4_ratio(cr_rows *rows) {
    static const double exponents[] = {1.0, 1.5, 2.0, 2.5, 3.0};
    static const char *const references[] = {"2.4999", "2.4998", "2.4997", "2.4995", "2.4994"};
    const double samples = 120.0;
    cr_rows_table(
        rows, "Section 4: leading error of the three-point scheme",
        "$D = \\tau + C_3 \\dt^2/\\tau + ...$ with $C_3 = \\frac{5}{2} C$ for every exponent (derivation in "
        "docs/theory/closed-forms.md). Measured, at 120 samples, where terms of the fourth order are left.");
    cr_rows_basis(rows, CR_VERDICT_OWN, cr_s4_program);
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        char what[80];
        double late[2];
        cr_law law = cr_s4_open_law(exponents[i], samples);
        for (int s = 0; s < 2; s++)
            late[s] = cr_s4_phases(schemes[s], &law, cr_s4_open_rate, samples / cr_s4_open_rate).mean;
        snprintf(what, sizeof what, "$C_3/C$ at 120 samples, $\\alpha = %g$", exponents[i]);
        cr_rows_add(rows, &(cr_claim){.what = what, .reference = references[i]}, late[1] / late[0]);
    }
}

// --- a stiffness that varies in time -----------------------------------------------------------------------

static double stiffness_at(double t, double k, double tau) {
    return t > 0.0 ? k * (1.0 + 0.5 * sin(2.0 * cr_pi * t / tau)) : k;
}

static double pull_at(double t, double y, double k, double tau) {
    return y > 0.0 ? -stiffness_at(t, k, tau) * y / mass : 0.0;
}

// |v_out| by small steps of RK4.
static double exact_release(double k, double tau) {
    enum { STEPS = 40000 };
    double h = 2.0 * tau / STEPS, t = 0.0, y = 0.0, v = speed;
    while (y >= 0.0) {
        double k1 = pull_at(t, y, k, tau), l1 = v;
        double k2 = pull_at(t + 0.5 * h, y + 0.5 * h * l1, k, tau), l2 = v + 0.5 * h * k1;
        double k3 = pull_at(t + 0.5 * h, y + 0.5 * h * l2, k, tau), l3 = v + 0.5 * h * k2;
        double k4 = pull_at(t + h, y + h * l3, k, tau), l4 = v + h * k3;
        y += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4);
        v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        t += h;
    }
    return -v;
}

// The wall that a step sees: in its middle for the two-point scheme, at the sample for the three-point
// scheme.
static double simulated_release(int scheme, double k, double tau, double distance) {
    enum { STEPS_MAX = 10000 };
    cr_stepper s;
    cr_law law = cr_s4_law(k, 1.0);
    double t, v_out, h = 1.0 / cr_s4_open_rate;
    cr_stepper_init(&s, cr_scheme_find(schemes[scheme], NULL), &law, mass, h, 0.0, -distance, speed, NULL);
    bool entered = false;
    for (int i = 0; i < STEPS_MAX && !(entered && cr_stepper_apart(&s)); i++) {
        double at = (double)s.steps * h - distance / speed + (scheme == 0 ? 0.5 * h : 0.0);
        s.law = cr_s4_law(stiffness_at(at, k, tau), 1.0);
        cr_stepper_step(&s);
        entered = entered || s.x > 0.0;
    }
    cr_stepper_release(&s, &t, &v_out);
    return -v_out;
}

void cr_s4_time_varying(cr_rows *rows) {
    static const char *const columns[] = {"exact", "two-point", "three-point", NULL};
    static const double lengths[] = {5.0, 10.0, 20.0, 40.0};
    static const char *const lines[] = {"5 samples", "10 samples", "20 samples", "40 samples"};
    static const char *const references[4][3] = {{"0.69024", "1.422", "7.053"},
                                                 {"0.69024", "0.1252", "0.5409"},
                                                 {"0.69024", "0.01622", "0.03870"},
                                                 {"0.69024", "0.002116", "0.002823"}};
    cr_rows_grid(
        rows, "Section 4: a stiffness that varies in time",
        "The paper's last question, in one experiment: $k(t) = k (1 + \\frac{1}{2} sin 2 \\pi t/\\tau)$ from "
        "the touch on, "
        "so that the wall does work. $|v_{out}|$ of a mass at 1 m/s, and the worst error over 25 entry "
        "phases in "
        "percent. Short contacts tell the schemes apart, five times at 5 samples; at 40 both are as good.",
        columns);
    cr_rows_basis(rows, CR_VERDICT_OWN, cr_s4_program);
    for (int i = 0; i < 4; i++) {
        double tau = lengths[i] / cr_s4_open_rate, k = cr_lossless_stiffness(mass, 1.0, speed, tau);
        double ours[3] = {exact_release(k, tau), 0.0, 0.0};
        for (int j = 0; j < 2 * PHASES; j++) {
            int scheme = j / PHASES;
            double distance = speed * (j % PHASES + 0.5) / PHASES / cr_s4_open_rate;
            double off = 100.0 * (simulated_release(scheme, k, tau, distance) / ours[0] - 1.0);
            ours[1 + scheme] = fmax(ours[1 + scheme], fabs(off));
        }
        for (int c = 0; c < 3; c++)
            cr_rows_cell(rows, lines[i], c, &(cr_claim){.reference = references[i][c]}, ours[c]);
    }
}
