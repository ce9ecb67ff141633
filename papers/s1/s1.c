// S1: the paper, and its rows.
#include "papers/s1/s1.h"
#include "papers/drawing.h"

// --- closed formulas ---------------------------------------------------------------------------------------

enum { STATES = 500, FORMULAS_MOST = 32 };

static void add_formula(cr_rows *rows, const cr_s1_formula *formula, const cr_s1_verdict *verdict) {
    cr_rows_add(rows, &(cr_claim){.what = formula->name, .reference = "<1e-12"}, verdict->greatest);
}

static void add_misprint(cr_rows *rows, const cr_s1_formula *formula, const cr_s1_verdict *verdict) {
    char format[300];
    if (!formula->misprint) return;
    snprintf(format, sizeof format, "%.200s. As printed it is off by %%.2g (median of %d states).",
             formula->misprint, STATES);
    cr_rows_erratum(rows, format, verdict->median_printed);
}

static void check_formulas(cr_rows *rows) {
    const cr_s1_formula *formulas[FORMULAS_MOST];
    cr_s1_verdict verdicts[FORMULAS_MOST];
    int count = 0;
    for (int i = 0; i < cr_s1_formulas_lumped_count; i++) formulas[count++] = &cr_s1_formulas_lumped[i];
    for (int i = 0; i < cr_s1_formulas_tromba_count; i++) formulas[count++] = &cr_s1_formulas_tromba[i];
    for (int i = 0; i < count; i++) verdicts[i] = cr_s1_try(formulas[i], STATES, 1 + (unsigned)i);
    cr_rows_table(
        rows, "Closed formulas, corrected, against the library",
        "One step of the network in mode plain from 500 random states, each with its contact closed. "
        "Greatest difference from the formula, over the size of what is rounded on the way: the "
        "displacements, and the forces as far as they move them, which a shallow depth makes sensitive to "
        "the last digit of the displacements.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "the formula itself, computed by this program");
    for (int i = 0; i < count; i++) add_formula(rows, formulas[i], &verdicts[i]);
    for (int i = 0; i < count; i++) add_misprint(rows, formulas[i], &verdicts[i]);
}

// --- balances ----------------------------------------------------------------------------------------------

static void check_balances(cr_rows *rows) {
    enum { STEPS = 44100 };
    cr_rows_table(
        rows, "Energy balance",
        "Greatest energy balance error (stored plus lost minus first) over the greatest energy in 44100 "
        "steps "
        "at 44.1 kHz. Modes: psi, the library's own; plain, the paper's g (12); 2021, the rule of the "
        "authors' later program, for contacts that open.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "conservation of energy");
    for (int s = 0; s < cr_s1_system_count; s++)
        for (int damped = 0; damped < 2; damped++)
            for (int m = 0; m < 3; m++) {
                char what[120];
                snprintf(what, sizeof what, "%s, %s: %s", cr_s1_systems[s].name,
                         damped ? "damped" : "lossless", cr_s1_mode_names[m]);
                cr_rows_add(rows, &(cr_claim){.what = what, .reference = "<5e-12"},
                            cr_s1_balance(&cr_s1_systems[s], cr_s1_modes[m], damped, STEPS, NULL));
            }
}

// --- mass and barrier --------------------------------------------------------------------------------------

typedef struct contact {
    double alpha, samples;
    const char *e_least, *e_most, *left;              // plain
    const char *late, *late_least, *late_most, *pull; // 2021
    const char *psi_late;
} contact;

static const contact contacts[] = {
    {1.0, 2.0, "0.66", "0.89", "0.57", "0.48", "-0.65", "1.70", "0.21", "0.18"},
    {1.0, 5.0, "0.872", "0.996", "0.24", "0.18", "-0.84", "1.28", "0.21", "0.13"},
    {1.0, 20.0, "0.989", "1.00", "0.022", "0.04", "-0.95", "1.05", "0.07", "0.039"},
    {1.5, 2.0, "0.70", "1.00", "0.51", "0.29", "-0.11", "0.98", "<0.01", "0.08"},
    {1.5, 5.0, "0.971", "1.00", "0.058", "0.13", "-0.14", "0.64", "<0.01", "0.074"},
    {1.5, 20.0, "0.9988", "1.00", "0.0025", "0.03", "-0.15", "0.37", "0.002", "0.021"},
    {2.3, 5.0, "0.991", "1.00", "0.018", "0.11", "0.04", "0.29", "0.001", "0.021"},
};

static void add(cr_rows *rows, const contact *c, const char *what, const char *reference, double ours) {
    char text[120];
    snprintf(text, sizeof text, "$\\alpha$ %g, %g samples: %s", c->alpha, c->samples, what);
    cr_rows_add(rows, &(cr_claim){.what = text, .reference = reference}, ours);
}

static double from_one(const cr_s1_bounces *b) {
    return fmax(fabs(b->e_least - 1.0), fabs(b->e_most - 1.0));
}

static void check_contact(cr_rows *rows, const contact *c) {
    cr_s1_bounces psi = cr_s1_bounce(c->alpha, c->samples, CR_CONTACT_PREDICTED);
    cr_s1_bounces plain = cr_s1_bounce(c->alpha, c->samples, CR_CONTACT_PLAIN);
    cr_s1_bounces later = cr_s1_bounce(c->alpha, c->samples, CR_CONTACT_2021);
    add(rows, c, "plain, least e", c->e_least, plain.e_least);
    add(rows, c, "plain, greatest e", c->e_most, plain.e_most);
    add(rows, c, "plain, energy left in psi", c->left, plain.left);
    add(rows, c, "2021, |e - 1|", "<1e-10", from_one(&later));
    add(rows, c, "2021, late [samples]", c->late, later.late);
    add(rows, c, "2021, the same, least", c->late_least, later.late_least);
    add(rows, c, "2021, the same, greatest", c->late_most, later.late_most);
    add(rows, c, "2021, pull over push", c->pull, later.pull);
    add(rows, c, "psi, |e - 1|", "<1e-10", from_one(&psi));
    add(rows, c, "psi, late [samples]", c->psi_late, psi.late);
    add(rows, c, "psi, spread of that", c->samples < 5.0 ? "<0.11" : "<0.025",
        psi.late_most - psi.late_least);
    add(rows, c, "psi, pull or energy left", "<1e-30", fmax(psi.pull, psi.left));
}

static void check_contacts(cr_rows *rows) {
    cr_rows_table(
        rows, "Section 2: restitution of a lossless contact",
        "e must be 1. 1 kg at 1 m/s, 50 kHz, over 200 entry phases; samples: exact duration of the "
        "contact. With the paper's g energy stays in psi when the mass has left. The 2021 rule returns "
        "it, by pulling at times. The mode psi does neither.");
    cr_rows_basis(rows, CR_VERDICT_OWN, "papers/references/s1.py");
    for (size_t i = 0; i < sizeof contacts / sizeof *contacts; i++) check_contact(rows, &contacts[i]);
}

// --- grids and convergence ---------------------------------------------------------------------------------

static const cr_setting string_damped[] = {
    {"length", 0.475}, {"tension", 91.2}, {"sigma0", 0.1}, {"sigma1", 0.05}, {0}};
static const cr_setting string_lossless[] = {
    {"length", 0.475}, {"tension", 91.2}, {"sigma0", 0.0}, {"sigma1", 0.0}, {0}};
static const cr_setting plate_damped[] = {
    {"width", 0.4},  {"height", 0.4}, {"thickness", 5e-3}, {"density", 450.0},
    {"young", 1e10}, {"sigma0", 2.0}, {"sigma1", 2e-3},    {0}};
static const cr_setting plate_lossless[] = {
    {"width", 0.4},  {"height", 0.4}, {"thickness", 5e-3}, {"density", 450.0},
    {"young", 1e10}, {"sigma0", 0.0}, {"sigma1", 0.0},     {0}};

static void check_grids(cr_rows *rows) {
    static const struct {
        const char *name, *type, *growth; // growth at 0.98 of the smallest spacing
        const cr_setting *settings;
    } grids[] = {{"string, damped", "string", "0.62635", string_damped},
                 {"string, lossless", "string", "0.73257", string_lossless},
                 {"plate, damped", "plate", "0.62736", plate_damped},
                 {"plate, lossless", "plate", "0.62826", plate_lossless}};
    cr_rows_table(
        rows, "Smallest spacing",
        "Greatest growth of a mode per step, beyond 1, at the smallest spacing and at 0.98 of it. String: "
        "$h^2 = \\frac{1}{2} (b + \\sqrt{b^2 + 16 \\kappa^2 k^2})$ with $b = c^2 k^2 + 4 \\sigma_1 k$; "
        "plate: $h^2 = 4 k (\\sigma_1 + "
        "\\sqrt{\\sigma_1^2 + \\kappa^2})$. Contacts do not tighten it.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "papers/references/s1.py");
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        for (int below = 0; below < 2; below++) {
            char what[120];
            snprintf(what, sizeof what, "%s, at %s", grids[i].name, below ? "0.98" : "1");
            cr_rows_add(rows, &(cr_claim){.what = what, .reference = below ? grids[i].growth : "<1e-12"},
                        cr_s1_growth(grids[i].type, grids[i].settings, below ? 0.98 : 1.0));
        }
}

static void check_convergence(cr_rows *rows) {
    enum { RATES = 4 };
    static const int times[RATES] = {1, 2, 4, 8};
    static const char *const names[2] = {"spring and contact", "signed psi and contact"};
    cr_rows_table(
        rows, "Sections 7, 8: order of convergence of the tromba marina",
        "String and body by their modes, which are exact at every step, so that only the contacts "
        "converge; error after 20 ms at 1, 2, 4, 8 times 44.1 kHz against 256 times. At least 1.9 is asked.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "second order, as for smooth forces");
    for (int two_sided = 0; two_sided < 2; two_sided++) {
        double errors[RATES];
        cr_s1_convergence(two_sided, times, RATES, errors);
        for (int r = 1; r < RATES; r++) {
            char what[120];
            snprintf(what, sizeof what, "%s, %d to %d times", names[two_sided], times[r - 1], times[r]);
            cr_rows_add(rows, &(cr_claim){.what = what, .reference = "2.0", .tolerance = 0.1},
                        log2(errors[r - 1] / errors[r]));
        }
    }
}

// --- the paper ---------------------------------------------------------------------------------------------

// Besides those that are measured where the formulas are checked.
static const char *const errata[] = {
    "(1): $K$ is in N/m$^\\alpha$.",
    "(12): for $\\eta \\le 0$, $g = 0$; with $\\alpha = 1$ the printed power is $0^0$ there.",
    "Step 4 of section 2 is about $\\psi$, not $\\phi$.",
    "(20b), (23c), (26c), (28c): $\\delta_{t\\cdot}$ (centred), not $\\delta_t$.",
    "(25) to (27): $\\psi$, $g$ and $K$ are per unit length, and their energy is summed with $h$.",
    "(36a), (71), (74): $\\delta_{xxxx}$, not $\\delta_{xxx}$.",
    "(37): the line of the plate is missing, $v^+ = v_I - f_c k^2/(h_p^2 \\rho_p H)$.",
    "(43): merge markers of the source; $2 \\sigma_1 \\delta_{t-} \\delta_{xx} u - J_s F$ in the string, $2 "
    "\\sigma_1 "
    "\\delta_{t-} \\delta_D v$ in the plate. (46c): the same, $\\delta_D$, not $\\delta_{xx}$.",
    "(60): $\\mu_p$ has $\\rho_p$ and $h_p$, $\\lambda$ and $\\mu_s$ have $h_s$.",
    "(69): valid, but of first order only where $\\eta$ changes sign; with a signed $\\psi$ and $g > 0$ the "
    "order is "
    "2.",
    ("7.3 is empty. With the explicit $\\delta_{t-}$ in the $\\sigma_1$ term the energy needs $-k \\sigma_1 "
     "\\frac{\\rho}{2} |\\delta_{t-} \\nabla u|^2$, or it does not balance."),
    "Section 7 writes $R$, section 8 $M R$.",
    "(77): $d/d\\eta$, not $d/dt$. (80): $\\delta_{t-} \\delta_{xx}$, and $u$ at $l_m$."};

static void check(cr_rows *rows) {
    cr_rows_figure(rows, &cr_s1_fig_1);
    cr_rows_figure(rows, &cr_s1_fig_barrier);
    check_contacts(rows);
    check_formulas(rows);
    cr_rows_figure(rows, &cr_s1_fig_energy);
    cr_rows_figure(rows, &cr_s1_fig_2);
    cr_rows_figure(rows, &cr_s1_fig_tromba);
    cr_rows_figure(rows, &cr_s1_fig_ledger);
    check_balances(rows);
    check_grids(rows);
    cr_rows_figure(rows, &cr_s1_fig_convergence);
    check_convergence(rows);
    cr_s1_claims(rows);
}

const cr_paper cr_paper_s1 = {
    "S1",
    "Willemsen 2019",
    "collisions without iteration",
    "S. Willemsen: Collisions: Non-linearities without the use of iterative solvers. 2019",
    "A contact solved by one division, for masses, strings, plates and a tromba marina. The paper prints "
    "formulas, no numbers: each formula is set beside a step of the library, and what the systems do is "
    "measured.",
    errata,
    sizeof errata / sizeof *errata,
    check};
