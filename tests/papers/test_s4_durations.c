// label: plain
// S4: contact durations of the energy-conserving schemes, their corrections, and the question S4 leaves open.
#include "base/numeric.h"
#include "scenarios.h"

static double duration_percent(const cr_impact *impact, double phase) {
    cr_impact at = *impact;
    at.phase = phase;
    return run(&at).err_duration_percent;
}

typedef struct range {
    double least, most;
} range;

static range over_phases(const cr_impact *impact, int count) {
    range r = {HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < count; i++) {
        double percent = duration_percent(impact, (i + 0.5) / count);
        r.least = fmin(r.least, percent);
        r.most = fmax(r.most, percent);
    }
    return r;
}

static cr_impact s4_case(const char *scheme, double k) {
    cr_impact impact = lossless_impact(scheme, 1, 5);
    cr_law_set(&impact.law, "k", k, NULL);
    cr_law_prepare(&impact.law, NULL);
    return impact;
}

static void test_printed_cases(void) {
    const double cases[][4] = {// k, exact, two-point, three-point [us]
                               {1e9, 99.346, 102.521, 107.233},
                               {44700.0 * 44700.0, 70.282, 74.847, 81.023},
                               {1e10, 31.416, 40.000, 50.921},
                               {1e11, 9.935, 23.636, 40.502}};
    const char *schemes[] = {"two-point", "three-point"};
    for (int c = 0; c < 4; c++)
        for (int s = 0; s < 2; s++) {
            cr_impact impact = s4_case(schemes[s], cases[c][0]);
            cr_impact_result r = run(&impact);
            CHECK_NEAR(r.exact.duration * 1e6, cases[c][1], 0.005);
            CHECK_NEAR(r.duration * 1e6, cases[c][2 + s], 0.005);
            CHECK(r.energy_residual <= 2e-15, "energy %g", r.energy_residual);
            CHECK_REL(-r.v_out, 1.0, 2e-15);
            impact.phase = 0.4; // entry between samples, where counting is meaningful
            CHECK(run(&impact).samples_in_contact >= 1 + s, "S4: at least %d samples inside", 1 + s);
        }
}

static void test_beta_star(void) {
    const double lengths[] = {2, 3, 5, 10};
    for (int i = 0; i < 4; i++) { // exact at whole numbers of samples, at every phase
        cr_impact impact = lossless_impact("two-point", 1, lengths[i]);
        CHECK(cr_impact_correct(&impact, "duration", NULL) == CR_OK, "applies");
        range r = over_phases(&impact, 16);
        CHECK(fabs(r.least) < 1e-12 && fabs(r.most) < 1e-12, "%g..%g %%", r.least, r.most);
    }
    const double between[][3] = {
        {20.5, -.0018, .0018}, {10.5, -.013, .013}, {3.514, -.36, .37}, {2.5, -1.03, 1.03}};
    for (int i = 0; i < 4; i++) {
        cr_impact impact = lossless_impact("two-point", 1, between[i][0]);
        cr_impact_correct(&impact, "duration", NULL);
        range r = over_phases(&impact, 50);
        CHECK_NEAR(r.least, between[i][1], 0.06 * fabs(between[i][1]));
        CHECK_NEAR(r.most, between[i][2], 0.06 * fabs(between[i][2]));
    }
    cr_impact three = s4_case("three-point", 1e9);
    cr_impact_correct(&three, "duration", NULL);
    range r = over_phases(&three, 50);
    CHECK(r.least > -.030 && r.most < .025, "three-point, corrected: %g..%g %%", r.least, r.most);
}

// Below one (two) samples no stiffness makes the duration right: say so.
static void test_too_short(void) {
    const struct {
        const char *scheme;
        double alpha, samples;
    } cases[] = {
        {"two-point", 1, .9}, {"three-point", 1, 1.9}, {"two-point", 1.5, .9}, {"three-point", 2, 1.4}};
    for (int i = 0; i < 4; i++) {
        cr_impact impact = lossless_impact(cases[i].scheme, cases[i].alpha, cases[i].samples);
        cr_impact_result r;
        cr_error error;
        cr_impact_correct(&impact, "duration", NULL);
        CHECK(cr_impact_run(&impact, (cr_sample_sink){0}, &r, &error) == CR_ERR_UNSUPPORTED, "%s %g",
              cases[i].scheme, cases[i].samples);
    }
}

// Stiff limits: one sample for the two-point scheme, 3 - sqrt(1 - d^2) - d for the three-point scheme, d the
// distance to the wall at the last sample outside, in steps.
static void test_stiff_limits(void) {
    for (int i = 0; i < 20; i++) {
        double d = (i + 0.5) / 20;
        cr_impact two = lossless_impact("two-point", 1, 1e-3),
                  three = lossless_impact("three-point", 1, 1e-3);
        two.phase = three.phase = d;
        CHECK_NEAR(run(&two).duration * two.rate, 1.0, 1e-3);
        CHECK_NEAR(run(&three).duration * three.rate, 3 - sqrt(1 - d * d) - d, 1e-3);
    }
}

// The open question: D = tau + C dt^2/tau for any exponent, and the corrected durations.
static void test_other_exponents(void) {
    const double alphas[] = {1, 1.3, 1.5, 2, 2.5, 3};
    for (int i = 0; i < 6; i++) {
        cr_impact impact = lossless_impact("two-point", alphas[i], 30);
        double lag = 0;
        for (int p = 0; p < 16; p++) lag += duration_percent(&impact, (p + 0.5) / 16) / 16;
        CHECK_REL(lag / 100 * 30 * 30, cr_two_point_lag(alphas[i]), 5e-3);
    }
    const char *schemes[] = {"two-point", "dg-invariant"};
    for (int s = 0; s < 2; s++)
        for (int i = 2; i < 6; i++)
            for (double samples = 3; samples < 25; samples += 1.1) {
                cr_impact impact = lossless_impact(schemes[s], alphas[i], samples);
                cr_impact_correct(&impact, "duration", NULL);
                range r = over_phases(&impact, 25);
                double limit = samples < 5 ? 0.3 : 0.05;
                CHECK(r.least >= -limit && r.most <= limit, "%s alpha %g, %g samples: %g..%g %%", schemes[s],
                      alphas[i], samples, r.least, r.most);
            }
    for (int i = 2; i < 6; i++) {
        cr_impact three = lossless_impact("three-point", alphas[i], 5);
        cr_impact_correct(&three, "duration", NULL);
        range r = over_phases(&three, 25);
        CHECK(r.least >= -.06 && r.most <= .06, "three-point alpha %g: %g..%g %%", alphas[i], r.least,
              r.most);
    }
}

// Lossless bouncing under gravity for 2e5 steps: nothing is lost, whatever the stiffness.
static void test_long_energy(void) {
    const double laws[][2] = {{1e9, 1}, {1e10, 1.5}, {1e11, 1.5}, {1e13, 2.5}, {1e6, 1.5}};
    const char *schemes[] = {"two-point", "three-point"};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 5; i++) {
            cr_law law = cr_law_default(cr_law_find("power", NULL));
            cr_law_set(&law, "k", laws[i][0], NULL);
            cr_law_set(&law, "alpha", laws[i][1], NULL);
            cr_law_prepare(&law, NULL);
            cr_stepper stepper;
            CHECK(cr_stepper_init(&stepper, cr_scheme_find(schemes[s], NULL), &law, 1, 1 / 50000.0, 9.81,
                                  -1e-4, .02, NULL) == CR_OK,
                  "init");
            double start = cr_stepper_energy(&stepper), worst = 0;
            for (int n = 0; n < 200000; n++) {
                cr_stepper_step(&stepper);
                worst = fmax(worst, fabs(cr_stepper_energy(&stepper) / start - 1));
            }
            CHECK(worst <= 1e-12, "%s k %g alpha %g: %g", schemes[s], laws[i][0], laws[i][1], worst);
        }
}

int main(void) {
    test_printed_cases();
    test_beta_star();
    test_too_short();
    test_stiff_limits();
    test_other_exponents();
    test_long_energy();
    return test_summary();
}
