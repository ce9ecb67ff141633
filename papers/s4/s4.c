// S4: the paper and its numbers.
#include "papers/s4/s4.h"
#include "papers/drawing.h"

static const double mass = 1.0, speed = 1.0;
const double cr_s4_rate = 50000.0, cr_s4_distance = 1e-4;
const char cr_s4_program[] = "papers/references/s4.py";

cr_law cr_s4_law(double k, double alpha) {
    return cr_law_with("power", (cr_setting[]){{"k", k}, {"alpha", alpha}, {0}});
}

bool cr_s4_corrected(const char *scheme, const cr_law *law, double rate, cr_law *corrected) {
    cr_stepper s = {.law = *law};
    cr_correction_state state = {0};
    cr_status status =
        cr_stepper_init(&s, cr_scheme_find(scheme, NULL), law, mass, 1.0 / rate, 0.0, 0.0, speed, NULL);
    if (status == CR_OK) status = cr_correction_find("duration", NULL)->begin(&s, speed, &state, NULL);
    *corrected = s.law;
    return status == CR_OK;
}

static void add_sample(cr_curve *curve, const cr_stepper *s) {
    if (curve) cr_curve_add(curve, 1e6 * (double)s->steps * s->h, 1e6 * s->x);
}

cr_s4_flight cr_s4_fly(const char *scheme, const cr_law *law, double rate, double distance, cr_curve *curve) {
    enum { STEPS_MAX = 100000 };
    cr_stepper s;
    cr_s4_flight flight = {0};
    double t, x = distance == 0.0 ? 0.0 : -distance;
    cr_stepper_init(&s, cr_scheme_find(scheme, NULL), law, mass, 1.0 / rate, 0.0, x, speed, NULL);
    double energy = cr_stepper_energy(&s);
    bool been_inside = false, apart = false;
    add_sample(curve, &s);
    for (int i = 0; i < STEPS_MAX && !apart; i++) {
        cr_stepper_step(&s);
        add_sample(curve, &s);
        if (s.x > 0.0) flight.inside++;
        been_inside = been_inside || s.x > 0.0;
        apart = been_inside && cr_stepper_apart(&s);
        flight.energy = fmax(flight.energy, fabs(cr_stepper_energy(&s) / energy - 1.0));
    }
    cr_stepper_release(&s, &t, &flight.v_out);
    flight.duration = apart ? t - distance / speed : CR_NAN;
    for (int i = 0; curve && i < 8; i++) {
        cr_stepper_step(&s);
        add_sample(curve, &s);
    }
    return flight;
}

cr_s4_spread cr_s4_phases(const char *scheme, const cr_law *law, double rate, double duration) {
    enum { PHASES = 25 };
    cr_s4_spread spread = {.least = HUGE_VAL, .most = -HUGE_VAL, .inside = 1000000};
    for (int i = 0; i < PHASES; i++) {
        double distance = speed * (i + 0.5) / PHASES / rate;
        cr_s4_flight flight = cr_s4_fly(scheme, law, rate, distance, NULL);
        double error = 100.0 * (flight.duration / duration - 1.0);
        spread.least = fmin(spread.least, error);
        spread.most = fmax(spread.most, error);
        spread.mean += error / PHASES;
        if (flight.inside < spread.inside) spread.inside = flight.inside;
    }
    spread.middle = 0.5 * (spread.least + spread.most);
    spread.half = 0.5 * (spread.most - spread.least);
    spread.worst = fmax(-spread.least, spread.most);
    return spread;
}

// --- Figs. 3 to 5: durations -------------------------------------------------------------------------------

typedef struct contact {
    const char *name, *exact;    // us
    double k;                    // N/m
    const char *duration[2];     // us, two-point and three-point
    const char *spread[2][2];    // error over phases, least and greatest [%]
    const char *corrected[2][2]; // the same with beta*; NULL where the contact is too short for it
} contact;

static const char *const schemes[2] = {"two-point", "three-point"};
static const contact contacts[] = {{"soft",
                                    "99.346",
                                    1e9,
                                    {"102.521", "107.233"},
                                    {{"3.18", "3.29"}, {"7.86", "8.08"}},
                                    {{"-0.0111", "0.0210"}, {"-0.0285", "0.0243"}}},
                                   {"Fig. 5",
                                    "70.282",
                                    44700.0 * 44700.0,
                                    {"74.847", "81.023"},
                                    {{"6.13", "6.63"}, {"15.28", "15.36"}},
                                    {{"-0.359", "0.364"}, {"-0.553", "0.433"}}},
                                   {"hard",
                                    "31.416",
                                    1e10,
                                    {"40.000", "50.921"},
                                    {{"27.324", "27.324"}, {NULL, NULL}},
                                    {{"-4.16", "4.54"}, {NULL, NULL}}},
                                   {"very hard", "9.935", 1e11, {"23.636", "40.502"}, {{NULL}}, {{NULL}}}};
enum { CONTACTS = sizeof contacts / sizeof *contacts };

static double exact_duration(const contact *c) {
    return cr_lossless_duration(mass, c->k, 1.0, speed);
}

static void add_named(cr_rows *rows, const char *who, const char *scheme, const char *what, cr_claim claim,
                      double ours) {
    char text[120];
    snprintf(text, sizeof text, "%s%s%s, %s", who, *scheme ? ", " : "", scheme, what);
    claim.what = text;
    cr_rows_add(rows, &claim, ours);
}

static void check_durations(cr_rows *rows) {
    cr_rows_table(
        rows, "Figs. 3 to 5: contact durations",
        "$\\alpha = 1$, 1 kg, 50 kHz, from -0.1 mm at 1 m/s: the touch falls on sample 5. $k = 10^9$ (soft), "
        "$44700^2$ (Fig. 5), $10^{10}$ (hard), $10^{11}$ (very hard).");
    cr_rows_basis(rows, CR_VERDICT_FIGURE, cr_s4_program);
    for (int i = 0; i < CONTACTS; i++) {
        const contact *c = &contacts[i];
        cr_law law = cr_s4_law(c->k, 1.0);
        add_named(rows, c->name, "", "exact [us]", (cr_claim){.reference = c->exact},
                  1e6 * exact_duration(c));
        for (int s = 0; s < 2; s++) {
            cr_s4_flight flight = cr_s4_fly(schemes[s], &law, cr_s4_rate, cr_s4_distance, NULL);
            add_named(rows, c->name, schemes[s], "duration [us]", (cr_claim){.reference = c->duration[s]},
                      1e6 * flight.duration);
        }
    }
    cr_rows_table(rows, "Figs. 3 to 5: error of the duration over entry phases",
                  "Least and greatest of 25 places between two samples where the wall is met.");
    cr_rows_basis(rows, CR_VERDICT_OWN, cr_s4_program);
    for (int i = 0; i < CONTACTS; i++)
        for (int s = 0; s < 2; s++) {
            const contact *c = &contacts[i];
            cr_law law = cr_s4_law(c->k, 1.0);
            if (!c->spread[s][0]) continue;
            cr_s4_spread spread = cr_s4_phases(schemes[s], &law, cr_s4_rate, exact_duration(c));
            add_named(rows, c->name, schemes[s], "least [%]", (cr_claim){.reference = c->spread[s][0]},
                      spread.least);
            add_named(rows, c->name, schemes[s], "greatest [%]", (cr_claim){.reference = c->spread[s][1]},
                      spread.most);
        }
}

static void check_conservation(cr_rows *rows) {
    static const cr_claim energy = {.reference = "<2e-15"}, v_out = {.reference = "<2e-15"};
    cr_rows_table(rows, "Section 2.1: energy over one contact",
                  "Both schemes conserve energy by construction; to rounding they do.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "conservation of energy");
    for (int s = 0; s < 2; s++) {
        double worst_energy = 0.0, worst_v = 0.0;
        for (int i = 0; i < CONTACTS; i++) {
            cr_law law = cr_s4_law(contacts[i].k, 1.0);
            cr_s4_flight flight = cr_s4_fly(schemes[s], &law, cr_s4_rate, cr_s4_distance, NULL);
            worst_energy = fmax(worst_energy, flight.energy);
            worst_v = fmax(worst_v, fabs(flight.v_out + speed));
        }
        add_named(rows, "greatest error of four contacts", schemes[s], "energy", energy, worst_energy);
        add_named(rows, "greatest error of four contacts", schemes[s], "$|v_{out}|$", v_out, worst_v);
    }
}

// --- 2.1: the shortest contacts ----------------------------------------------------------------------------

// D/dt of the three-point scheme against a wall without give: 3 - sqrt(1 - d^2) - d, d steps before the wall.
static double stiff_error(const char *scheme, bool three_point) {
    enum { PHASES = 25 };
    double worst = 0.0, duration = 1e-3 / cr_s4_rate;
    cr_law law = cr_s4_law(cr_lossless_stiffness(mass, 1.0, speed, duration), 1.0);
    for (int i = 0; i < PHASES; i++) {
        double d = (i + 0.5) / PHASES, limit = three_point ? 3.0 - sqrt(1.0 - d * d) - d : 1.0;
        cr_s4_flight flight = cr_s4_fly(scheme, &law, cr_s4_rate, d / cr_s4_rate, NULL);
        worst = fmax(worst, fabs(flight.duration * cr_s4_rate - limit));
    }
    return worst;
}

static void check_shortest(cr_rows *rows) {
    static const cr_claim fewest[2] = {{.printed = "1", .tolerance = 0.1},
                                       {.printed = "2", .tolerance = 0.1}};
    static const cr_claim limits[2] = {
        {"distance of $D/\\dt$ from its limit 1, two-point", .reference = "<1e-3"},
        {"distance of $D/\\dt$ from $3 - \\sqrt{1 - d^2} - d$, three-point", .reference = "<1e-3"}};
    cr_rows_table(rows, "Section 2.1: the shortest contacts",
                  "The paper's bounds, one and two time steps, hold for the samples inside the wall. As a "
                  "duration the limit of a stiff wall is one step for the two-point scheme, and for the "
                  "three-point scheme between 1.586 and 2 steps, depending on where the wall is met.");
    cr_rows_basis(rows, CR_VERDICT_OWN, "the closed form of the limit");
    for (int s = 0; s < 2; s++) {
        cr_law law = cr_s4_law(1e11, 1.0);
        cr_s4_spread spread = cr_s4_phases(schemes[s], &law, cr_s4_rate, 1.0);
        add_named(rows, "fewest samples inside", schemes[s], "$k = 10^{11}$", fewest[s],
                  (double)spread.inside);
    }
    for (int s = 0; s < 2; s++) cr_rows_add(rows, &limits[s], stiff_error(schemes[s], s == 1));
}

// --- 3: the corrections ------------------------------------------------------------------------------------

static cr_s4_spread corrected_phases(int s, double k) {
    cr_law law = cr_s4_law(k, 1.0), corrected;
    double duration = cr_lossless_duration(mass, k, 1.0, speed);
    if (!cr_s4_corrected(schemes[s], &law, cr_s4_rate, &corrected))
        return (cr_s4_spread){CR_NAN, CR_NAN, CR_NAN, CR_NAN, CR_NAN, CR_NAN, 0};
    return cr_s4_phases(schemes[s], &corrected, cr_s4_rate, duration);
}

// Angle per step of the motion inside the wall, from three samples that follow each other there: with any
// natural frequency x_+ + x_- = 2 cos(w dt) x. CR_NAN when there are none.
static double angle_inside(int s, const cr_law *law) {
    cr_stepper step;
    double before, now, depth = 0.1 * speed * sqrt(mass / law->k);
    cr_stepper_init(&step, cr_scheme_find(schemes[s], NULL), law, mass, 1.0 / cr_s4_rate, 0.0, depth, speed,
                    NULL);
    cr_stepper_step(&step);
    before = step.x;
    cr_stepper_step(&step);
    now = step.x;
    cr_stepper_step(&step);
    return before > 0.0 && now > 0.0 && step.x > 0.0 ? acos((step.x + before) / (2.0 * now)) : CR_NAN;
}

static void check_frequency(cr_rows *rows) {
    static const double stiffness[] = {1e9, 44700.0 * 44700.0};
    static const char *const names[] = {"soft", "Fig. 5"};
    cr_rows_table(
        rows, "(15), (16): the natural frequency with $\\beta^*$",
        "What the paper calls exact: inside the wall both schemes move with $\\omega_c$, by $\\beta_2^* = "
        "\\frac{1 - cos \\omega_c \\dt}{1 + cos \\omega_c \\dt}$ and $\\beta_3^* = \\frac{1 - cos "
        "\\omega_c \\dt}{cos \\omega_c \\dt}$. Read from three samples inside, $x_{n+1} + x_{n-1} = 2 x_n "
        "cos \\omega_c \\dt$.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "$\\omega_c = \\sqrt{k/m}$");
    for (int i = 0; i < 2; i++)
        for (int s = 0; s < 2; s++) {
            cr_law law = cr_s4_law(stiffness[i], 1.0), corrected;
            if (!cr_s4_corrected(schemes[s], &law, cr_s4_rate, &corrected)) continue;
            cr_claim claim = {
                .printed = i ? "44700" : NULL, .reference = i ? NULL : "31622.7766", .tolerance = 1e-4};
            add_named(rows, names[i], schemes[s], "$\\omega$ inside [rad/s]", claim,
                      angle_inside(s, &corrected) * cr_s4_rate);
        }
}

static void check_whole_numbers(cr_rows *rows) {
    static const double samples[] = {2.0, 3.0, 5.0, 10.0};
    const cr_claim none = {
        .reference = "<1e-12",
        .basis = {CR_VERDICT_PROPERTY, "the paper: exact, which then holds for durations too"}};
    for (int i = 0; i < 4; i++) {
        char what[60];
        double k = cr_lossless_stiffness(mass, 1.0, speed, samples[i] / cr_s4_rate);
        snprintf(what, sizeof what, "error at $\\tau = %g \\dt$ [%%]", samples[i]);
        add_named(rows, "$\\beta^*$", schemes[0], what, none, corrected_phases(0, k).worst);
    }
}

static void check_corrected(cr_rows *rows) {
    cr_rows_table(
        rows, "(15), (16): durations with $\\beta^*$",
        "The right natural frequency makes the duration right where that is a whole number of steps; "
        "else the steps of entry and exit leave an error that depends on the phase. Least and greatest "
        "over 25 entry phases.");
    cr_rows_basis(rows, CR_VERDICT_OWN, cr_s4_program);
    check_whole_numbers(rows);
    for (int i = 0; i < CONTACTS; i++)
        for (int s = 0; s < 2; s++) {
            const contact *c = &contacts[i];
            if (!c->corrected[s][0]) continue;
            cr_s4_spread spread = corrected_phases(s, c->k);
            cr_claim least = {.reference = c->corrected[s][0]}, most = {.reference = c->corrected[s][1]};
            add_named(rows, c->name, schemes[s], "least error [%]", least, spread.least);
            add_named(rows, c->name, schemes[s], "greatest error [%]", most, spread.most);
        }
}

static void check_figure_6(cr_rows *rows) {
    static const struct {
        int scheme;
        double rate;
        const char *least, *most;
    } cells[] = {{0, 20e3, "18.59", "18.62"},
                 {0, 40e3, "-2.48", "1.89"},
                 {0, 50e3, "-1.31", "1.43"},
                 {1, 40e3, "8.25", "18.09"},
                 {1, 80e3, "-0.788", "0.403"}};
    double tau = cr_lossless_duration(mass, 1e10, 1.0, speed);
    cr_rows_table(rows, "Fig. 6, bottom: error of the duration with $\\beta^*$",
                  "The hard contact, simulated; where $\\beta^*$ does not exist, with a wall so stiff that "
                  "an exact contact lasts $\\dt/1000$. Least and "
                  "greatest over 25 entry phases.");
    cr_rows_basis(rows, CR_VERDICT_FIGURE, cr_s4_program);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char what[60];
        cr_s4_spread spread = cr_s4_corrected_error(cells[i].scheme, cells[i].rate);
        snprintf(what, sizeof what, "%g kHz, least [us]", 1e-3 * cells[i].rate);
        add_named(rows, what, schemes[cells[i].scheme], "$\\beta^*$", (cr_claim){.reference = cells[i].least},
                  1e4 * tau * spread.least);
        snprintf(what, sizeof what, "%g kHz, greatest [us]", 1e-3 * cells[i].rate);
        add_named(rows, what, schemes[cells[i].scheme], "$\\beta^*$", (cr_claim){.reference = cells[i].most},
                  1e4 * tau * spread.most);
    }
}

// The lowest rate at which the correction can be had.
static double lowest_rate(int s) {
    double low = 1e4, high = 2e5;
    cr_law law = cr_s4_law(1e10, 1.0), corrected;
    for (int i = 0; i < 40; i++) {
        double rate = 0.5 * (low + high);
        if (cr_s4_corrected(schemes[s], &law, rate, &corrected)) high = rate;
        else low = rate;
    }
    return high;
}

static void check_limits(cr_rows *rows) {
    static const cr_claim limits[] = {{"two-point, lowest rate [kHz]", .reference = "31.83"},
                                      {"three-point, lowest rate [kHz]", .reference = "63.66"},
                                      {"ratio of the shortest contacts", .printed = "2", .tolerance = 1e-6}};
    double two = lowest_rate(0), three = lowest_rate(1);
    cr_rows_table(rows, "Fig. 6: rates that allow exact durations",
                  "For the hard contact of 31.416 us; found by asking the library for the correction.");
    cr_rows_basis(rows, CR_VERDICT_FIGURE, "$1/\\tau$ and $2/\\tau$");
    const double ours[] = {1e-3 * two, 1e-3 * three, three / two};
    for (int i = 0; i < 3; i++) cr_rows_add(rows, &limits[i], ours[i]);
}

// --- the paper ---------------------------------------------------------------------------------------------

static const char *const errata[] = {
    "(15), (16) make the natural frequency exact, and so the duration where it is a whole number of time "
    "steps; otherwise the duration depends on where between two samples the wall is met, by up to 4.5 % for "
    "the "
    "hard contact.",
    "The bound of two time steps for the three-point scheme is one on the samples inside the wall; the "
    "duration itself can be as short as 1.586 steps.",
    "$\\beta_c$ in section 3 should read $\\beta_\\kappa$.",
    "The start at -0.1 mm, 1 m/s and 50 kHz meets the wall exactly on a sample, so that rounding decides "
    "how many samples count as contact; durations are compared instead.",
    "Footnote 2 infers first order for $\\alpha = 1$; the duration converges with the second order all the "
    "same."};

static void check(cr_rows *rows) {
    cr_rows_figure(rows, &cr_s4_fig_1);
    cr_rows_figure(rows, &cr_s4_fig_2);
    cr_rows_figure(rows, &cr_s4_fig_3);
    cr_rows_figure(rows, &cr_s4_fig_4);
    check_durations(rows);
    check_conservation(rows);
    cr_s4_footnote(rows);
    check_shortest(rows);
    cr_rows_figure(rows, &cr_s4_fig_5);
    check_frequency(rows);
    check_corrected(rows);
    cr_rows_figure(rows, &cr_s4_fig_6);
    check_figure_6(rows);
    check_limits(rows);
    cr_rows_figure(rows, &cr_s4_fig_open);
    cr_s4_open_question(rows);
    cr_s4_time_varying(rows);
}

const cr_paper cr_paper_s4 = {
    "S4",
    "Chatziioannou, van Walstijn 2017",
    "how long a simulated contact lasts",
    "V. Chatziioannou, M. van Walstijn: On the Contact Duration Accuracy of Discrete-Time Collision Models. "
    "International Symposium on Musical Acoustics, 2017",
    "A mass hits a lossless wall. Two schemes that conserve energy get its duration wrong; how wrong, how "
    "to mend it for a linear contact, and, which the paper asks for, for any exponent.",
    errata,
    sizeof errata / sizeof *errata,
    check};
