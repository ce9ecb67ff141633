// S0: what the text and Fig. 11 say of the simulations.
#include "papers/s0/s0.h"

// --- Figs. 7, 8 --------------------------------------------------------------------------------------------

static void check_contact_times(cr_rows *rows) {
    static const cr_claim claims[] = {{"case 1, samples in contact", .printed = "19", .tolerance = 0.5},
                                      {"case 2, samples in contact", .printed = "6", .tolerance = 0.5},
                                      {"case 1, contact time in samples", .reference = "18.889621"},
                                      {"case 2, contact time in samples", .reference = "5.860812"}};
    const cr_s0_case *const cases[] = {&cr_s0_case_1, &cr_s0_case_2};
    cr_rows_table(rows, "Figs. 7, 8: contact times",
                  "Samples are counted in the RK4 simulation, the first touch included; below, (9) times "
                  "the rate.");
    cr_rows_basis(rows, CR_VERDICT_FIGURE, cr_s0_program);
    for (int i = 0; i < 2; i++) {
        cr_impact impact = cr_s0_impact(cases[i], CR_S0_RK4);
        cr_impact_result r = {0};
        cr_impact_run(&impact, (cr_sample_sink){0}, &r, NULL);
        cr_rows_add(rows, &claims[i], (double)r.samples_in_contact);
        cr_rows_add(rows, &claims[i + 2], r.exact.duration * impact.rate);
    }
}

// --- Fig. 11 -----------------------------------------------------------------------------------------------

const double cr_s0_trend[CR_S0_TREND_COUNT] = {0.25, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001};

static const char *const trend_in_mu[CR_S0_TREND_COUNT] = {"0.631", "1.857", "3.898", "10.02",
                                                           "20.2",  "40.6",  "101.8", "203.8"};
static const char *const trend_in_v[CR_S0_TREND_COUNT] = {"0.631", "0.841", "1.03", "1.42",
                                                          "1.78",  "2.28",  "3.33", "4.45"};

void cr_s0_trend_at(double u, bool vary_mu, double *plain, double *corrected) {
    cr_s0_case c = {1e9, vary_mu ? u / 0.5 : 0.5, 1.5, vary_mu ? 0.5 : u / 0.5};
    cr_impact impact = cr_s0_impact(&c, CR_S0_RK4);
    cr_impact_result r;
    bool done = cr_impact_run(&impact, (cr_sample_sink){0}, &r, NULL) == CR_OK;
    *plain = done ? r.dev_H_percent : CR_NAN;
    impact = cr_s0_corrected(&c, CR_S0_RK4);
    done = cr_impact_run(&impact, (cr_sample_sink){0}, &r, NULL) == CR_OK;
    *corrected = done ? fabs(r.end_H_percent) : CR_NAN;
}

static void check_trend(cr_rows *rows, bool vary_mu, const char *const *references) {
    for (int i = 0; i < CR_S0_TREND_COUNT; i++) {
        char what[120];
        double plain, corrected;
        cr_s0_trend_at(cr_s0_trend[i], vary_mu, &plain, &corrected);
        snprintf(what, sizeof what, "dev$(H)$ [%%] at $\\mu v_{in} = %g$, %s varied", cr_s0_trend[i],
                 vary_mu ? "$\\mu$" : "$v_{in}$");
        cr_rows_add(rows, &(cr_claim){.what = what, .reference = references[i]}, plain);
    }
}

static void check_trends(cr_rows *rows) {
    static const cr_claim ends[] = {
        {"corrected end state [%], $\\mu v_{in} = 0.25$", .reference = "2.6e-4"},
        {"corrected end state [%], $\\mu v_{in} = 0.001$", .reference = "7.4e-10"}};
    cr_rows_table(rows, "Fig. 11: RK4 without and with corrections, $k = 10^9$",
                  "That $\\mu$ weighs more than $v_{in}$ shows in the two groups of values for the same "
                  "product.");
    cr_rows_basis(rows, CR_VERDICT_FIGURE, cr_s0_program);
    check_trend(rows, true, trend_in_mu);
    check_trend(rows, false, trend_in_v);
    for (int i = 0; i < 2; i++) {
        double plain, corrected;
        cr_s0_trend_at(i == 0 ? 0.25 : 0.001, true, &plain, &corrected);
        cr_rows_add(rows, &ends[i], corrected);
    }
}

// --- IV-A: what the corrections cost -----------------------------------------------------------------------

static void check_quantised(cr_rows *rows) {
    static const cr_claim claims[] = {{"case 1, contact time [%]", .reference = "0.584"},
                                      {"case 1, greatest $|x - x(t)|/x_{max}$ [%]", .reference = "1.76"},
                                      {"case 2, contact time [%]", .reference = "2.375"},
                                      {"case 2, greatest $|x - x(t)|/x_{max}$ [%]", .reference = "6.07"}};
    const cr_s0_case *const cases[] = {&cr_s0_case_1, &cr_s0_case_2};
    cr_rows_table(rows, "Section IV-A: errors that the corrections bring, RK4",
                  "A release forced onto a sample makes every contact a whole number of samples long, "
                  "whatever the method.");
    cr_rows_basis(rows, CR_VERDICT_OWN, cr_s0_program);
    for (int i = 0; i < 2; i++) {
        cr_impact impact = cr_s0_corrected(cases[i], CR_S0_RK4);
        cr_impact_result r = {0};
        cr_impact_run(&impact, (cr_sample_sink){0}, &r, NULL);
        cr_rows_add(rows, &claims[2 * i], r.err_duration_percent);
        cr_rows_add(rows, &claims[2 * i + 1], r.err_x_percent);
    }
}

void cr_s0_simulations(cr_rows *rows) {
    cr_rows_figure(rows, &cr_s0_fig_6);
    cr_s0_table_1(rows);
    cr_rows_figure(rows, &cr_s0_fig_7);
    cr_rows_figure(rows, &cr_s0_fig_8);
    cr_s0_table_2(rows);
    check_contact_times(rows);
    cr_s0_claims_simulated(rows);
    cr_rows_figure(rows, &cr_s0_fig_9);
    cr_rows_figure(rows, &cr_s0_fig_10);
    check_quantised(rows);
    cr_rows_figure(rows, &cr_s0_fig_11);
    check_trends(rows);
    cr_rows_figure(rows, &cr_s0_fig_12);
    cr_s0_table_3(rows);
}
