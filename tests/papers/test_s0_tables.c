// S0 Tables I to III in paper mode: five digits of our own values, which agree with the printed ones to their
// last digit wherever those can be reproduced (see `carom reproduce S0`).
#include "scenarios.h"

typedef struct row {
    const char *scheme;
    double dev_x, err_v, dev_H;
} row;

static void check_table(const row *rows, double k, double mu, double alpha, double v, long samples) {
    for (int i = 0; i < 4; i++) {
        cr_impact impact = hc_impact(rows[i].scheme, k, mu, alpha, v);
        cr_impact_result r = run(&impact);
        CHECK_REL(r.dev_x_percent, rows[i].dev_x, 2e-3);
        CHECK_REL(r.err_v_out_percent, rows[i].err_v, 5e-3);
        CHECK_REL(r.dev_H_percent, rows[i].dev_H, 5e-3);
        if (samples) CHECK(r.samples_in_contact == samples, "%ld samples", r.samples_in_contact);
    }
}

static void test_single_impacts(void) {
    const row table_1[] = {{"am1", .2546, 1.69e-5, 2.53e-4},
                           {"verlet", .0179, 7.66e-8, .0519},
                           {"heun", .3186, -3.31e-5, 3.75e-4},
                           {"rk4", .0049, 6.06e-8, 3.2e-7}};
    const row table_2a[] = {{"am1", 1.0116, .03983, 61.3026},
                            {"verlet", 1.0838, .07339, 59.5427},
                            {"heun", 1.1358, .06674, 63.0428},
                            {"rk4", .0524, .00601, 1.4273}};
    const row table_2b[] = {{"am1", 4.3811, 2.5635, 7.8822},
                            {"verlet", 4.4181, .8518, 9.4724},
                            {"heun", 19.5060, -4.6803, 23.3793},
                            {"rk4", .4125, -.0929, .4102}};
    check_table(table_2a, 1e7, .01, 1.3, .5, 19);
    check_table(table_2b, 1e9, .5, 1.5, 1, 6);
    for (int i = 0; i < 4; i++) {
        cr_impact impact = hc_impact(table_1[i].scheme, 1e3, .5, 1.5, .5);
        cr_impact_result r = run(&impact);
        CHECK_NEAR(r.dev_x_percent, table_1[i].dev_x, 6e-5);
        CHECK_REL(r.err_v_out_percent, table_1[i].err_v, 6e-3);
        CHECK_REL(r.dev_H_percent, table_1[i].dev_H, 0.02); // two digits known
    }
}

static void test_hundred_rebounds(void) {
    const struct {
        const char *scheme;
        double accumulated[2], dev[2];
    } rows[] = {{"am1", {12.022, 24.297}, {72.962, 69.154}},
                {"verlet", {10.059, 15.780}, {72.107, 43.966}},
                {"heun", {9.417, .2464}, {75.728, 51.740}},
                {"rk4", {-.907, -2.153}, {14.466, 6.255}}};
    const double reference[] = {0.37499992, 0.02911708};
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 4; i++) {
            cr_impact impact = s0_case(rows[i].scheme, c + 1);
            cr_rebounds series = run_rebounds(&impact, 100);
            CHECK_NEAR(series.H_error_percent, rows[i].accumulated[c], 6e-4);
            CHECK_NEAR(series.dev_H_percent, rows[i].dev[c], 6e-4);
            CHECK_NEAR(series.v_last_exact, reference[c], 6e-9);
        }
    const double by_16[][2] = {{-1.435e-3, .02402}, {-1.493e-3, .005963}};
    for (int c = 0; c < 2; c++) {
        cr_impact impact = s0_case("rk4", c + 1);
        impact.oversample = 16;
        cr_rebounds series = run_rebounds(&impact, 100);
        CHECK_REL(series.H_error_percent, by_16[c][0], 0.01);
        CHECK_REL(series.dev_H_percent, by_16[c][1], 0.01);
    }
}

// S0 IV: the corrected simulations depend on the approximation (7) alone, and quantise time to samples.
static void test_corrected(void) {
    const char *schemes[] = {"am1", "verlet", "heun", "rk4"};
    const double accumulated[] = {-2.98e-8, 1.112e-3}, late[] = {0.584, 2.375}, err_v[] = {-2.99e-10, .01252};
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 4; i++) {
            cr_impact impact = s0_case(schemes[i], c + 1);
            CHECK(cr_impact_correct(&impact, "hybrid", NULL) == CR_OK, "hybrid applies");
            CHECK(cr_impact_correct(&impact, "vout", NULL) == CR_OK, "vout applies");
            cr_impact_result r = run(&impact);
            CHECK(r.dev_x_percent < 1e-12 && r.dev_H_percent < 1e-10, "on the exact curve");
            CHECK_REL(r.err_v_out_percent, err_v[c], 5e-3);
            CHECK_NEAR(r.err_duration_percent, late[c], 6e-4);
            cr_rebounds series = run_rebounds(&impact, 100);
            CHECK_REL(series.H_error_percent, accumulated[c], 2e-3);
            CHECK(series.dev_H_percent < 1e-9, "the paper's zero: %g", series.dev_H_percent);
        }
}

// S0 Fig. 11: deviation of H in contact, RK4, as mu and v_in fall.
static void test_figure_11(void) {
    const double u[] = {.25, .1, .05, .02, .01, .005, .002, .001};
    const double over_mu[] = {.631, 1.857, 3.898, 10.02, 20.2, 40.6, 101.8, 203.8};
    const double over_v[] = {.631, .841, 1.03, 1.42, 1.78, 2.28, 3.33, 4.45};
    for (int i = 0; i < 8; i++) {
        cr_impact a = hc_impact("rk4", 1e9, u[i] / .5, 1.5, .5),
                  b = hc_impact("rk4", 1e9, .5, 1.5, u[i] / .5);
        CHECK_REL(run(&a).dev_H_percent, over_mu[i], 4e-3);
        CHECK_REL(run(&b).dev_H_percent, over_v[i], 6e-3);
    }
}

int main(void) {
    test_single_impacts();
    test_hundred_rebounds();
    test_corrected();
    test_figure_11();
    return test_summary();
}
