// S2: the paper, and the restitution of its law.
#include "papers/s2/s2.h"
#include "papers/drawing.h"

const double cr_s2_mass = 0.066, cr_s2_stiffness = 1e10;
const char cr_s2_program[] = "papers/references/s2.py";

cr_law cr_s2_law(double k, double lambda) {
    return cr_law_with("azad-featherstone", (cr_setting[]){{"k", k}, {"lambda", lambda}, {0}});
}

double cr_s2_restitution(const cr_law *law, double m, double v, double *duration) {
    cr_impact_exact exact = {0};
    bool done = cr_impact_reference(law, m, 0.0, v, &exact) == CR_OK && exact.released;
    if (duration) *duration = done ? exact.duration : CR_NAN;
    return done ? -exact.v_out / v : CR_NAN;
}

// The paper's ball at 1 m/s, damped so that Lambda has the given value.
static cr_law law_with_number(double number, bool adhesive) {
    cr_law law = cr_s2_law(cr_s2_stiffness, 1.0);
    double lambda = cr_restitution_damping(&law, cr_s2_mass, 1.0, number);
    return cr_law_with(
        "azad-featherstone",
        (cr_setting[]){{"k", cr_s2_stiffness}, {"lambda", lambda}, {"adhesive", adhesive}, {0}});
}

double cr_s2_restitution_at(double number) {
    cr_law law = law_with_number(number, false);
    return cr_s2_restitution(&law, cr_s2_mass, 1.0, NULL);
}

double cr_s2_number_for(double restitution) {
    double low = 1e-4, high = 20.0;
    for (int i = 0; i < 50; i++) {
        double mid = sqrt(low * high);
        if (cr_s2_restitution_at(mid) > restitution) low = mid;
        else high = mid;
    }
    return sqrt(low * high);
}

double cr_s2_hunt_crossley(double mu, double v) {
    return -cr_hc_rebound(mu * v) / (mu * v);
}

double cr_s2_hunt_crossley_mu(double restitution) {
    double low = 1e-6, high = 1e6;
    for (int i = 0; i < 100; i++) {
        double mid = sqrt(low * high);
        if (cr_s2_hunt_crossley(mid, 1.0) > restitution) low = mid;
        else high = mid;
    }
    return sqrt(low * high);
}

cr_law cr_s2_lee_wang(double restitution) {
    double low = 1.0, high = 1e10;
    cr_law law = {0};
    for (int i = 0; i < 60; i++) {
        double mid = sqrt(low * high);
        law = cr_law_with("lee-wang", (cr_setting[]){{"k", cr_s2_stiffness}, {"lambda", mid}, {0}});
        if (cr_s2_restitution(&law, cr_s2_mass, 1.0, NULL) > restitution) low = mid;
        else high = mid;
    }
    return law;
}

// --- restitution against Lambda ----------------------------------------------------------------------------

typedef struct entry {
    double number;
    const char *clamped, *unclamped, *duration;
} entry;

static const entry entries[] = {
    {0.001, "0.9988473573", "0.9988473489", "3.2174"}, {0.01, "0.9885474396", "0.9885448187", "3.2118"},
    {0.02, "0.9772607748", "0.9772462015", "3.2056"},  {0.05, "0.9443967792", "0.9442599724", "3.1871"},
    {0.1, "0.8928588755", "0.8921475873", "3.1573"},   {0.2, "0.8009654681", "0.7975500620", "3.1004"},
    {0.3, "0.7220854397", "0.7140448800", "3.0472"},   {0.4, "0.6541127180", "0.6399248779", "2.9973"},
    {0.5, "0.5952515011", "0.5738246287", "2.9504"},   {0.6, "0.5440133301", "0.5146393208", "2.9063"},
    {0.8, "0.4597400815", "0.4135587589", "2.8251"},   {1.0, "0.3939306032", "0.3311648105", "2.7520"},
    {1.5, "0.2811310301", "0.1841228742", "2.5969"},   {2.0, "0.2116460546", "0.0953303654", "2.4706"},
    {3.0, "0.1337166224", "0.0206825070", "2.2739"},   {5.0, "0.0688996577", "0.0016506821", "2.0051"},
    {10.0, "0.0250957044", "0.0000515838", "1.6307"},  {20.0, "0.0084644720", "0.0000016120", "1.2777"}};
enum { ENTRIES = sizeof entries / sizeof *entries };

static void add_entry(cr_rows *rows, const char *what, double number, const char *reference, double tolerance,
                      double ours) {
    char text[120];
    snprintf(text, sizeof text, "$\\Lambda = %g$: %s", number, what);
    cr_rows_add(rows, &(cr_claim){.what = text, .reference = reference, .tolerance = tolerance}, ours);
}

static void check_entry(cr_rows *rows, const entry *e) {
    cr_law clamped = law_with_number(e->number, false), pulling = law_with_number(e->number, true);
    double duration, unit = pow(cr_s2_mass / cr_s2_stiffness, 0.4); // Z/v at 1 m/s
    double value = cr_s2_restitution(&clamped, cr_s2_mass, 1.0, &duration);
    add_entry(rows, "e by (11)", e->number, e->clamped, 1e-8, value);
    add_entry(rows, "e by (8), not clamped", e->number, e->unclamped, 1e-8,
              cr_s2_restitution(&pulling, cr_s2_mass, 1.0, NULL));
    add_entry(rows, "contact time, v/Z", e->number, e->duration, 0.0, duration / unit);
}

static double greatest_fit_error(void) {
    enum { GRID = 80 };
    double worst = 0.0;
    for (int i = 0; i < GRID; i++) {
        double number = cr_log_spread(1e-3, 20.0, i, GRID);
        worst = fmax(worst, fabs(cr_azad_restitution(number) / cr_s2_restitution_at(number) - 1.0));
    }
    return worst;
}

static void check_numbers(cr_rows *rows) {
    static const cr_claim fit = {"greatest relative error of the library's fit", .reference = "<3e-5",
                                 .basis = {CR_VERDICT_OWN, "the located integration of this program"}};
    static const cr_claim slopes[] = {{"$1 - e = C \\Lambda + ...$, new model", .reference = "1.1534489"},
                                      {"the same, Lee and Wang", .reference = "0.845742"},
                                      {"the same, Hunt-Crossley", .reference = "2/3"},
                                      {"the same, linear", .reference = "1.5707963"}};
    static const double exponents[][2] = {{1.5, 0.5}, {1.5, 1.0}, {1.5, 1.5}, {1.0, 0.0}};
    cr_rows_table(
        rows, "Section III: restitution of the new model",
        "The paper's two parameters act on the restitution through one number, $\\Lambda = \\lambda v^{1/5} "
        "m^{-2/5} k^{-3/5}$. Contact events located.");
    cr_rows_basis(rows, CR_VERDICT_OWN, cr_s2_program);
    for (int i = 0; i < ENTRIES; i++) check_entry(rows, &entries[i]);
    cr_rows_add(rows, &fit, greatest_fit_error());
    for (int i = 0; i < 4; i++)
        cr_rows_add(rows, &slopes[i], cr_restitution_slope(exponents[i][0], exponents[i][1]));
}

// --- scaling laws ------------------------------------------------------------------------------------------

typedef struct scaling {
    const char *name, *law, *damping;
    double value, power; // of the damping, and how it goes with alpha
    cr_setting other;
} scaling;

static cr_law scaled(const scaling *s, double alpha) {
    return cr_law_with(s->law, (cr_setting[]){s->other,
                                              {"k", cr_s2_stiffness * pow(alpha, -2.5)},
                                              {s->damping, s->value * pow(alpha, s->power)},
                                              {0}});
}

static void check_scaling(cr_rows *rows, const scaling *s) {
    static const double alphas[] = {0.1, 2.0, 10.0};
    double base_time, worst_e = 0.0, worst_time = 0.0;
    cr_law law = scaled(s, 1.0);
    double base = cr_s2_restitution(&law, cr_s2_mass, 1.0, &base_time);
    for (int i = 0; i < 3; i++) {
        double time, e;
        law = scaled(s, alphas[i]);
        e = cr_s2_restitution(&law, cr_s2_mass, 1.0, &time);
        worst_e = fmax(worst_e, fabs(e / base - 1.0));
        worst_time = fmax(worst_time, fabs(time / (alphas[i] * base_time) - 1.0));
    }
    char what[120];
    snprintf(what, sizeof what, "%s: same e", s->name);
    cr_rows_add(rows, &(cr_claim){.what = what, .reference = "<1e-11"}, worst_e);
    snprintf(what, sizeof what, "%s: $\\alpha$ times the contact time", s->name);
    cr_rows_add(rows, &(cr_claim){.what = what, .reference = "<1e-11"}, worst_time);
}

static void check_scalings(cr_rows *rows) {
    // Hunt-Crossley with alpha^-2.5 lambda keeps mu = lambda/k.
    static const scaling scalings[] = {
        {"new model", "azad-featherstone", "lambda", 1e5, -1.5, {"adhesive", 0.0}},
        {"Hunt-Crossley", "hunt-crossley", "mu", 0.5, 0.0, {"alpha", 1.5}}};
    cr_rows_table(rows, "Section III: scaling laws",
                  "$\\alpha^{-2.5} k$ with $\\alpha^{-1.5} \\lambda$ (Hunt-Crossley: $\\alpha^{-2.5} "
                  "\\lambda$) must give the "
                  "same $e$ and $\\alpha$ times the contact time. Greatest relative difference for $\\alpha$ "
                  "= 0.1, 2, 10.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "the scaling laws themselves");
    for (int i = 0; i < 2; i++) check_scaling(rows, &scalings[i]);
}

// --- the paper ---------------------------------------------------------------------------------------------

static const char *const errata[] = {("The resonance of the resting ball, given as 1.4 kHz, is that of the "
                                      "first period after the last loss of "
                                      "contact; it rises to 1.52 kHz as the ball comes to rest."),
                                     "$o(z^2)$ in II-A means $O(z^2)$.",
                                     "Johnson's Contact Mechanics, [6], appeared in 1985."};

static void check(cr_rows *rows) {
    static const cr_claim measured = {
        .what = "Fig. 5: measured points",
        .why = "read by hand from figures of other publications, not in the text; the figure here shows "
               "what the models say"};
    cr_rows_figure(rows, &cr_s2_fig_1);
    cr_rows_figure(rows, &cr_s2_fig_2);
    cr_s2_claims(rows);
    cr_rows_figure(rows, &cr_s2_fig_3);
    cr_rows_figure(rows, &cr_s2_fig_4);
    check_numbers(rows);
    check_scalings(rows);
    cr_s2_cases(rows);
    cr_rows_table(rows, "Figures that cannot be computed", NULL);
    cr_rows_add(rows, &measured, CR_NAN);
}

const cr_paper cr_paper_s2 = {
    "S2",
    "Azad, Featherstone 2014",
    "a contact law for spheres",
    "M. Azad, R. Featherstone: A New Nonlinear Model of Contact Normal Force. IEEE Transactions on "
    "Robotics, 2014",
    "A contact law for spheres whose restitution falls with the logarithm of the speed, as measured. Its "
    "restitution, its scaling laws, the materials of its measurements, and a ball dropped until it rests.",
    errata,
    sizeof errata / sizeof *errata,
    check};
