// S0: the paper, its cases, and what its closed forms give.
#include "papers/s0/s0.h"

const cr_s0_case cr_s0_portrait = {1e7, 0.5, 1.5, 0.5};
const cr_s0_case cr_s0_noncritical = {1e3, 0.5, 1.5, 0.5};
const cr_s0_case cr_s0_case_1 = {1e7, 0.01, 1.3, 0.5};
const cr_s0_case cr_s0_case_2 = {1e9, 0.5, 1.5, 1.0};
const char *const cr_s0_names[CR_S0_METHODS] = {"AM1", "Verlet", "Heun", "RK4"};

const char cr_s0_program[] = "papers/references/s0.py";

static const double mass = 0.01;

cr_hc cr_s0_exact(const cr_s0_case *c) {
    return cr_hc_make(mass, c->k, c->alpha, c->mu, c->v_in);
}

cr_impact cr_s0_impact(const cr_s0_case *c, int method) {
    static const char *const schemes[CR_S0_METHODS] = {"am1", "verlet", "heun", "rk4"};
    cr_impact impact = cr_impact_default();
    impact.law =
        cr_law_with("hunt-crossley", (cr_setting[]){{"k", c->k}, {"mu", c->mu}, {"alpha", c->alpha}, {0}});
    impact.mass = mass;
    impact.velocity = c->v_in;
    impact.phase = 0.0;
    impact.scheme = cr_scheme_find(schemes[method], NULL);
    return impact;
}

cr_impact cr_s0_corrected(const cr_s0_case *c, int method) {
    cr_impact impact = cr_s0_impact(c, method);
    cr_impact_correct(&impact, "hybrid", NULL);
    cr_impact_correct(&impact, "vout", NULL);
    return impact;
}

double cr_s0_approx_error(double u, int order) {
    return 100.0 * (cr_hc_rebound_approx(u, order) / cr_hc_rebound(u) - 1.0);
}

// --- Figs. 1, 2, 4: trajectories ---------------------------------------------------------------------------

typedef struct trajectory {
    double v_in;
    const char *v_out, *x_max, *duration, *energy; // m/s, m, s, H_tau/H_0
} trajectory;

static const trajectory trajectories[] = {
    {0.5, "-0.428425508758", "1.48463410723e-4", "9.45061932423e-4", "0.734193666"},
    {1.0, "-0.748434931597", "2.45604801430e-4", "8.38531180259e-4", "0.560154847"},
    {2.0, "-1.187248520080", "3.93343562827e-4", "7.60036109905e-4", "0.352389762"},
    {4.0, "-1.642878744244", "6.05291608670e-4", "7.19630310251e-4", "0.168690661"}};
enum { TRAJECTORIES = sizeof trajectories / sizeof *trajectories };

static void add_at(cr_rows *rows, const char *what, double at, const char *reference, double ours) {
    char text[120];
    snprintf(text, sizeof text, "%s at $v_{in} = %g$ m/s", what, at);
    cr_rows_add(rows, &(cr_claim){.what = text, .reference = reference}, ours);
}

static void check_trajectories(cr_rows *rows) {
    cr_rows_table(
        rows, "Figs. 1, 2, 4: trajectories in closed form",
        "$k = 10^7$, $\\mu = 0.5$ s/m, $\\alpha = 1.5$. By (3), "
        "$x = [\\frac{m (\\alpha + 1)}{k \\mu^2} (-\\mu (v - v_{in}) + log |\\frac{1 + \\mu v}{1 + \\mu "
        "v_{in}}|)]^{1/(\\alpha + 1)}$.");
    cr_rows_basis(rows, CR_VERDICT_FIGURE, cr_s0_program);
    for (int i = 0; i < TRAJECTORIES; i++) {
        const trajectory *t = &trajectories[i];
        cr_hc hc = cr_hc_make(mass, cr_s0_portrait.k, cr_s0_portrait.alpha, cr_s0_portrait.mu, t->v_in);
        add_at(rows, "$v_{out}$ [m/s]", t->v_in, t->v_out, hc.v_out);
        add_at(rows, "$x_{max}$ [m]", t->v_in, t->x_max, hc.x_max);
        add_at(rows, "contact time [s]", t->v_in, t->duration, hc.duration);
        add_at(rows, "$H_\\tau/H_0$", t->v_in, t->energy, cr_hc_energy_ratio(&hc));
    }
}

// --- appendix ----------------------------------------------------------------------------------------------

static const cr_claim series_a[] = {{"$a_1$", .printed = "-1", .tolerance = 1e-14},
                                    {"$a_2$", .printed = "2/3"},
                                    {"$a_3$", .printed = "-4/9"},
                                    {"$a_4$", .printed = "44/135"},
                                    {"$a_5$", .reference = "-104/405"},
                                    {"$a_6$", .reference = "40/189"},
                                    {"$a_7$", .reference = "-7648/42525"},
                                    {"$a_8$", .reference = "2848/18225"}};
static const cr_claim series_b[] = {{"$b_0$", .printed = "1", .tolerance = 1e-14},
                                    {"$b_1$", .printed = "1", .tolerance = 1e-14},
                                    {"$b_2$", .printed = "2/3"},
                                    {"$b_3$", .printed = "2/9"},
                                    {"$b_4$", .printed = "14/135"},
                                    {"$b_5$", .reference = "-2/405"},
                                    {"$b_6$", .reference = "68/2835"},
                                    {"$b_7$", .reference = "-748/42525"},
                                    {"$b_8$", .reference = "2098/127575"}};

// (6) differentiated, (1 + u) w w' = u (1 + w), gives each a_j from those before; s is w^2.
static double greatest_series_error(void) {
    double a[9] = {0.0, -1.0}, s[10] = {[2] = 1.0}, worst = 0.0;
    for (int j = 2; j <= 8; j++) {
        s[j + 1] = (2.0 * a[j - 1] - j * s[j]) / (j + 1);
        double others = 0.0;
        for (int i = 2; i < j; i++) others += a[i] * a[j + 1 - i];
        a[j] = (s[j + 1] - others) / (2.0 * a[1]);
        worst = fmax(worst, fabs(a[j] - cr_hc_series_a(j)));
    }
    return worst;
}

static void check_series(cr_rows *rows) {
    static const cr_claim recursion = {
        .what = "greatest error of $a_2$ to $a_8$",
        .reference = "<1e-14",
        .basis = {CR_VERDICT_PROPERTY, "a recursion that differentiating (6) gives"}};
    cr_rows_table(
        rows, "(8), (33), (38): coefficients for $\\mu = 1$",
        "The $b_j$ follow from the $a_j$ by (38): $b_j = \\mu a_j - \\sum_{l=0}^{j-1} b_l c_{j-l}$.");
    cr_rows_basis(rows, CR_VERDICT_OWN, cr_s0_program);
    for (int j = 1; j <= 8; j++) cr_rows_add(rows, &series_a[j - 1], cr_hc_series_a(j));
    cr_rows_add(rows, &recursion, greatest_series_error());
    for (int j = 0; j <= 8; j++) cr_rows_add(rows, &series_b[j], cr_hc_series_b(j));
}

// --- Fig. 3: how good (7) is -------------------------------------------------------------------------------

typedef struct approximation {
    int order;
    const char *worst, *worst_at;
    const char *from[3], *to[3]; // error above 1, 0.1 and 0.01 % between these
    const char *at[4];           // error at mu v_in = 0.005, 0.25, 0.5, 1
} approximation;

static const approximation approximations[] = {{4,
                                                "2.0450",
                                                "3.00",
                                                {"1.6586", "0.7984", "0.4782"},
                                                {"5.0029", "8.0537", "10.657"},
                                                {"-3.0e-10", "4.661e-5", "1.2521e-2", "0.23119"}},
                                               {6,
                                                "-2.3515",
                                                "2.88",
                                                {"1.6135", "0.8403", "0.5091"},
                                                {"4.5847", "6.2044", "10.382"},
                                                {"<1e-11", "-2.460e-4", "-9.152e-3", "-0.20307"}},
                                               {8,
                                                "-29.045",
                                                "4.05",
                                                {"1.3616", "0.9098", "0.6353"},
                                                {"8.9300", "10.852", "12.549"},
                                                {"<1e-11", "-1.306e-5", "-1.958e-3", "-0.17697"}}};

static double worst_u(int order) {
    enum { GRID = 4001 };
    double worst = 0.0, at = 0.0;
    for (int i = 0; i < GRID; i++) {
        double u = cr_log_spread(0.1, 20.0, i, GRID), error = fabs(cr_s0_approx_error(u, order));
        if (error > worst) worst = error, at = u;
    }
    return at;
}

// Where the magnitude of the error passes `level`: the outermost such place between inside and outside.
double cr_s0_limit(int order, double level, double outside, double inside) {
    enum { GRID = 2000 };
    int i = 1;
    while (i < GRID && fabs(cr_s0_approx_error(cr_log_spread(outside, inside, i, GRID), order)) < level) i++;
    double out = cr_log_spread(outside, inside, i - 1, GRID), in = cr_log_spread(outside, inside, i, GRID);
    for (int round = 0; round < 50; round++) {
        double mid = 0.5 * (out + in);
        if (fabs(cr_s0_approx_error(mid, order)) < level) out = mid;
        else in = mid;
    }
    return 0.5 * (out + in);
}

static void add_order(cr_rows *rows, int order, const char *what, const char *reference, double ours) {
    char text[120];
    snprintf(text, sizeof text, "n = %d: %s", order, what);
    cr_rows_add(rows, &(cr_claim){.what = text, .reference = reference}, ours);
}

static void check_approximation(cr_rows *rows, const approximation *a) {
    static const double levels[] = {1.0, 0.1, 0.01}, places[] = {0.005, 0.25, 0.5, 1.0};
    double at = worst_u(a->order);
    char text[80];
    add_order(rows, a->order, "greatest error [%]", a->worst, cr_s0_approx_error(at, a->order));
    add_order(rows, a->order, "$\\mu v_{in}$ where it is greatest", a->worst_at, at);
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "error above %g %% from $\\mu v_{in} =$", levels[i]);
        add_order(rows, a->order, text, a->from[i], cr_s0_limit(a->order, levels[i], 0.05, at));
        snprintf(text, sizeof text, "error above %g %% up to $\\mu v_{in} =$", levels[i]);
        add_order(rows, a->order, text, a->to[i], cr_s0_limit(a->order, levels[i], 40.0, at));
    }
    for (int i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "error at $\\mu v_{in} = %g$ [%%]", places[i]);
        add_order(rows, a->order, text, a->at[i], cr_s0_approx_error(places[i], a->order));
    }
}

// --- Fig. 5: a constant force ------------------------------------------------------------------------------

static const cr_claim pressed[] = {{"greatest $v - v_{in}$ [m/s]", .reference = "4.68e-4"},
                                   {"$x_{max}$ [m]", .reference = "1.5116e-4"},
                                   {"$x_{max}$ without the force [m]", .reference = "1.4846e-4"},
                                   {"$|v_{out}|$ [m/s]", .reference = "0.42420"},
                                   {"$|v_{out}|$ without the force [m/s]", .reference = "0.42843"}};

static void check_external_force(cr_rows *rows) {
    cr_impact impact = cr_s0_impact(&cr_s0_portrait, CR_S0_RK4);
    cr_impact_exact with = {0}, without = {0};
    double force = 4.0 * mass * 9.81, v_in = impact.velocity, fastest = v_in;
    // The speed is greatest where the contact force equals the constant one, soon after the first touch.
    cr_located sim;
    cr_event event;
    cr_located_init(&sim, &impact.law, mass, force, 0.0, v_in, v_in);
    for (int i = 1; i <= 400; i++) {
        cr_located_run(&sim, i * 5e-7, false, &event);
        fastest = fmax(fastest, sim.v);
    }
    cr_impact_located(&impact.law, mass, force, v_in, &with);
    cr_impact_reference(&impact.law, mass, 0.0, v_in, &without);
    cr_rows_table(rows, "Fig. 5: external force $f_e = 4 m g$ at $v_{in} = 0.5$ m/s",
                  "What the text says of the figure (speed first exceeds $v_{in}$, deeper, slower out) holds "
                  "for a force into the wall, $m a = -f + f_e$; (21) prints the other sign.");
    cr_rows_basis(rows, CR_VERDICT_FIGURE, cr_s0_program);
    const double ours[] = {fastest - v_in, with.x_max, without.x_max, -with.v_out, -without.v_out};
    for (int i = 0; i < 5; i++) cr_rows_add(rows, &pressed[i], ours[i]);
}

static void check_closed_forms(cr_rows *rows) {
    cr_rows_figure(rows, &cr_s0_fig_1);
    cr_rows_figure(rows, &cr_s0_fig_2);
    cr_rows_figure(rows, &cr_s0_fig_4);
    check_trajectories(rows);
    cr_rows_figure(rows, &cr_s0_fig_3);
    cr_rows_table(rows, "Fig. 3: error of (7) against the exact root of (6)",
                  "Positive: the speed is too great; $n = 4$ is the paper's. $\\tilde{v}_{out} = v_{lim} [1 "
                  "- (\\sum_{j=0}^n "
                  "b_j v_{in}^j) e^{-2 \\mu v_{in}}]$.");
    cr_rows_basis(rows, CR_VERDICT_FIGURE, cr_s0_program);
    for (int i = 0; i < 3; i++) check_approximation(rows, &approximations[i]);
    cr_rows_figure(rows, &cr_s0_fig_5);
    check_external_force(rows);
    check_series(rows);
    cr_s0_claims_closed(rows);
}

// --- the paper ---------------------------------------------------------------------------------------------

static const char *const errata[] = {
    "(23) to (26): with the force as printed the mass is sucked into the wall; $f$ must be $-f$.",
    "(24), (25): the text does not say which $f_n$ the next step uses; the tables follow only from the "
    "stored "
    "one of the predictor.",
    "(21), (22): the sign of $f_e$ contradicts the text and Fig. 5, and the depth at rest must be "
    "$(f_e/k)^{1/\\alpha}$.",
    "(27), (28): the magnitude belongs inside the maximum; the deviation of AM1 in case 1 is negative.",
    "Table I: the root of (6) that errors are measured against is off by $2 \\cdot 10^{-6}$ %, that of Table "
    "II "
    "(a) by $10^{-5}$ %.",
    "Table II (b) is measured against the approximation $\\tilde{v}_{out}$ of (7), although the text says "
    "the "
    "exact $v_{out}$; and the column $\\tilde{v}_{out}$ has the opposite sign of the others.",
    "Table III: no simulation with gravity in flight gives these numbers; restarting each impact at the "
    "wall does. The Heun column restarts with the velocity of the predictor, which brings in energy.",
    "(32): the right sides of the second to fourth line must be $\\mu^3/3$, $\\mu^4/4$, $\\mu^5/5$.",
    "(37) and the text below: both sums start at $j = 0$.",
    "$0 \\le \\lambda \\le k$ compares different units; $\\mu$ is the sensible parameter.",
    "The poor showing of AM1 is blamed on Newton's method; converged to rounding it gives the same "
    "numbers: the trapezoid rule itself does not conserve energy."};

static void check(cr_rows *rows) {
    check_closed_forms(rows);
    cr_s0_simulations(rows);
    cr_s0_cost(rows);
    cr_s0_resonator(rows);
}

const cr_paper cr_paper_s0 = {
    "S0",
    "Papetti, Avanzini, Rocchesso 2011",
    "one impact, four methods, two corrections",
    "S. Papetti, F. Avanzini, D. Rocchesso: Numerical Methods for a Nonlinear Impact Model: A Comparative "
    "Study With Closed-Form Corrections. IEEE Transactions on Audio, Speech, and Language Processing, 2011",
    "One mass hits a wall under the Hunt-Crossley law. The closed forms of the motion, four integrators at "
    "44.1 kHz measured against them, and two corrections.",
    errata,
    sizeof errata / sizeof *errata,
    check};
