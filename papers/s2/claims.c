// S2: the derivation of its law, the claim of its Fig. 2, and the steps that an integrator takes.
#include "papers/s2/s2.h"

// --- (3) to (8) --------------------------------------------------------------------------------------------

// g(z) = C z^(1/4), (4)
static double gear(double c, double z) {
    return c * pow(z, 0.25);
}

// The integral of g from 0 to z. With z = z1 u^4 the integrand is a polynomial of degree 4, for which Gauss's
// rule of three points is exact.
static double travel(double c, double z) {
    const double nodes[3] = {-sqrt(0.6), 0.0, sqrt(0.6)}, weights[3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        double u = 0.5 + 0.5 * nodes[i], at = z * u * u * u * u;
        sum += weights[i] * gear(c, at) * 4.0 * z * u * u * u;
    }
    return sum;
}

// (7): a spring K and a damper D behind the gearbox.
static double geared_force(double c, double stiffness, double damping, double z, double rate) {
    double g = gear(c, z);
    return g * (stiffness * travel(c, z) + damping * g * rate);
}

static void check_derivation(cr_rows *rows) {
    static const cr_claim claims[] = {
        {"greatest difference of (3) from $k z^{3/2}$, $k = \\frac{4}{5} C^2 K$", .reference = "<1e-14"},
        {"greatest difference of (7) from (8), $\\lambda = C^2 D$", .reference = "<1e-14"}};
    const double c = 7.0, stiffness = 3e8, damping = 2e3;
    cr_law spring = cr_s2_law(0.8 * c * c * stiffness, 0.0),
           whole = cr_law_with("azad-featherstone", (cr_setting[]){{"k", 0.8 * c * c * stiffness},
                                                                   {"lambda", c * c * damping},
                                                                   {"adhesive", 1.0},
                                                                   {0}});
    double worst[2] = {0.0, 0.0};
    for (int i = 0; i < 200; i++) {
        double z = cr_log_spread(1e-9, 1e-3, i, 200), rate = sin(1.0 + i);
        worst[0] = fmax(worst[0],
                        fabs(geared_force(c, stiffness, 0.0, z, 0.0) / cr_law_force(&spring, z, 0.0) - 1.0));
        double size = cr_law_force(&spring, z, 0.0) + c * c * damping * sqrt(z) * fabs(rate);
        worst[1] =
            fmax(worst[1],
                 fabs(geared_force(c, stiffness, damping, z, rate) - cr_law_force(&whole, z, rate)) / size);
    }
    cr_rows_table(rows, "(3) to (8): the gearbox",
                  "$g(z) = C z^{1/4}$ before a linear spring $K$ and damper $D$, Fig. 1, for depths from a "
                  "nanometre to a "
                  "millimetre: Hertz's force, and with it $\\lambda z^{1/2}$. Relative differences from the "
                  "library's law.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "(3) and (7), integrated by this program");
    for (int i = 0; i < 2; i++) cr_rows_add(rows, &claims[i], worst[i]);
}

// --- Fig. 2 ------------------------------------------------------------------------------------------------

// R - sqrt(R^2 - r^2), without cancellation.
static double rise(double radius, double r) {
    return r * r / (radius + sqrt(radius * radius - r * r));
}

// Greatest difference of the local deformations in the zone where the undeformed bodies overlap.
static double difference(double r1, double r2, double z) {
    enum { PLACES = 200 };
    double radius = 1.0 / (1.0 / r1 + 1.0 / r2), edge = sqrt(2.0 * radius * z), worst = 0.0;
    for (int i = 1; i <= PLACES; i++) {
        double r = edge * i / PLACES;
        worst = fmax(worst, fabs(rise(radius, r) - rise(r1, r) - rise(r2, r)));
    }
    return worst;
}

static void check_radius(cr_rows *rows) {
    static const double pairs[][2] = {{0.015, 0.015}, {0.0127, 0.05}};
    cr_rows_table(rows, "Fig. 2: the equivalent radius",
                  "Two spheres and a sphere of radius $R$, $1/R = 1/R_1 + 1/R_2$, on a plate: the power of "
                  "$z$ with which the "
                  "greatest difference of $\\delta(r)$ and $\\delta'(r)$ vanishes, from $z$ = 10 to 1 um.");
    cr_rows_basis(rows, CR_VERDICT_PROPERTY, "the paper: in proportion to $z^2$");
    for (int i = 0; i < 2; i++) {
        char what[80];
        double r1 = pairs[i][0], r2 = pairs[i][1];
        snprintf(what, sizeof what, "$R_1 = %g$ m, $R_2 = %g$ m", r1, r2);
        cr_rows_add(rows, &(cr_claim){.what = what, .reference = "2", .tolerance = 2e-3},
                    log10(difference(r1, r2, 1e-5) / difference(r1, r2, 1e-6)));
    }
}

// --- II-C: steps -------------------------------------------------------------------------------------------

static void check_steps(cr_rows *rows) {
    static const char other[] =
        "steps of ode23t at a tolerance of 1e-5 there, of an extrapolation at 1e-13 here: a flight is one "
        "step, a contact some thirty, and the ringing that dies out is followed to the end";
    static const cr_claim claims[] = {
        {"until bounces are below 1 mm", .printed = "958", .reference = "<958", .why = other},
        {"the next 0.2 s", .printed = "887", .reference = "<2000", .why = other},
        {"from there to 5 s", .printed = "255", .reference = "<10000", .why = other}};
    cr_law law = cr_s2_law(1e10, 1e5);
    cr_drop_result r;
    cr_located sim;
    cr_event event;
    long before = 0;
    if (cr_drop_run(&law, &cr_s2_drop, &r, NULL) != CR_OK) return;
    const double ends[] = {r.t_small, r.t_small + 0.2, cr_s2_drop.duration};
    cr_located_init(&sim, &law, cr_s2_drop.mass, cr_s2_drop.mass * cr_s2_drop.gravity, -cr_s2_drop.height,
                    0.0, sqrt(2.0 * cr_s2_drop.gravity * cr_s2_drop.height));
    cr_rows_table(rows, "Section II-C: steps of the integrator",
                  "The same ball. Ours, too, takes small steps only in contact; of the ball at rest it "
                  "follows what still rings.");
    cr_rows_basis(rows, CR_VERDICT_OWN, "bounds of our own");
    for (int i = 0; i < 3; i++) {
        while (sim.t < ends[i] && cr_located_run(&sim, ends[i], true, &event) == CR_OK) {
        }
        cr_rows_add(rows, &claims[i], (double)(sim.steps - before));
        before = sim.steps;
    }
}

void cr_s2_claims(cr_rows *rows) {
    check_derivation(rows);
    check_radius(rows);
}

void cr_s2_steps(cr_rows *rows) {
    check_steps(rows);
}
