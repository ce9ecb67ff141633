// S0: Tables I to IV and what the text and Fig. 11 say of the simulations.
#include "papers/s0/s0.h"

#include <string.h>

static double square(double x) {
    return x * x;
}

enum { DEV_X, ERR_V, DEV_H, QUANTITIES };
enum { APPROX = CR_S0_METHODS, COLUMNS };

typedef struct table {
    const char *name, *introduction;
    const cr_s0_case *impact;
    bool against_approx; // v~ of (7) stands for the exact v_out, as in II (b)
    int units;           // of the last digit
    const char *printed[QUANTITIES][COLUMNS];
} table;

static const char *const quantities[QUANTITIES] = {"dev(x) [%]", "err(v_out) [%]", "dev(H) [%]"};
static const char *const columns[COLUMNS] = {"AM1", "Verlet", "Heun", "RK4", "v~"};

static const table tables[] = {
    {"Table I: noncritical",
     "k = 1e3, mu = 0.5, alpha = 1.5, v_in = 0.5 m/s. Deviations from x(v) and H(v), (27) and (28), as "
     "greatest magnitudes. The first sample is x = 0, v = v_in.",
     &cr_s0_noncritical,
     false,
     1,
     {{"0.255", "0.018", "0.319", "0.005", NULL},
      {"+2e-5", "+2e-6", "-3e-5", "+2e-6", NULL},
      {"3e-4", "0.052", "4e-4", "1e-5", NULL}}},
    {"Table II (a): case 1, low dissipation",
     "k = 1e7, mu = 0.01, alpha = 1.3, v_in = 0.5 m/s. Two units of the last digit: the paper truncates "
     "some cells and rounds others.",
     &cr_s0_case_1,
     false,
     2,
     {{"1.011", "1.083", "1.136", "0.052", NULL},
      {"+0.039", "+0.073", "+0.067", "+0.006", "-1e-5"},
      {"61.302", "59.542", "63.042", "1.427", NULL}}},
    {"Table II (b): case 2, hard impact",
     "k = 1e9, mu = 0.5, alpha = 1.5, v_in = 1 m/s. The paper measured these against v~ of (7), not against "
     "the exact v_out; so do we here. The column v~ is (v_out - v~)/v~.",
     &cr_s0_case_2,
     true,
     1,
     {{"4.381", "4.418", "19.506", "0.412", NULL},
      {"+2.551", "+0.839", "-4.692", "-0.105", "-0.013"},
      {"7.885", "9.475", "23.387", "0.410", NULL}}}};

enum { ACCUMULATED, DEVIATION };
static const char *const series_quantities[] = {"accumulated err(H) [%]", "greatest dev(H) [%]"};
static const char *const series_columns[] = {"AM1", "Verlet", "Heun", "RK4", "corrected", "RK4 at 16x"};
enum { CORRECTED = CR_S0_METHODS, OVERSAMPLED, SERIES_COLUMNS };

typedef struct series {
    const char *name, *introduction;
    const cr_s0_case *impact;
    const char *printed[2][SERIES_COLUMNS];
} series;

static const series rebounds[] = {
    {"Table III (a): 100 rebounds, case 1",
     "Each rebound restarts at x = 0 with the speed of the release before; no flight is simulated. The "
     "error is a magnitude. The column at 16 times the rate is in the text.",
     &cr_s0_case_1,
     {{"12.022", "10.059", "147.036", "0.907", "<1e-7", "0.001"},
      {"72.962", "72.107", "63.043", "14.466", "0", "0.024"}}},
    {"Table III (b): 100 rebounds, case 2",
     "As (a).",
     &cr_s0_case_2,
     {{"24.285", "15.780", "946.600", "2.153", "0.001", "0.002"},
      {"69.156", "43.966", "27.418", "6.255", "0", "0.006"}}}};

// --- cells that cannot be met ------------------------------------------------------------------------------

static const char noise[] = "noise of the paper's own root of (6), which is off by about 2e-6 %";
static const char loose_root[] = "the paper's root of (6) is good to 1e-5 % only; (7) is far better here";
static const char unexplained[] = "unexplained: ours is 30 times smaller";
static const char gained[] = "the paper's own deviation per impact bounds the accumulated error far below "
                             "this; energy must have come from outside the contacts";
static const char gained_too[] = "goes with the accumulated error above, which cannot be right";
static const char newton[] = "belongs to a Newton iteration stopped early (change below 1 N); ours converged";

typedef struct exception {
    const char *table;
    int quantity, column;
    const char *reference, *why;
    double tolerance;
} exception;

static const exception exceptions[] = {{"Table I:", ERR_V, CR_S0_VERLET, "7.653e-8", noise, 0},
                                       {"Table I:", ERR_V, CR_S0_RK4, "6.057e-8", noise, 0},
                                       {"Table I:", DEV_H, CR_S0_RK4, "3.241e-7", unexplained, 0},
                                       {"Table II (a)", ERR_V, APPROX, "3.0e-10", loose_root, 1e-11},
                                       {"Table III (a)", ACCUMULATED, CR_S0_HEUN, "9.417", gained, 0},
                                       {"Table III (a)", DEVIATION, CR_S0_HEUN, "75.728", gained_too, 0},
                                       {"Table III (b)", ACCUMULATED, CR_S0_HEUN, "0.2464", gained, 0},
                                       {"Table III (b)", DEVIATION, CR_S0_HEUN, "51.740", gained_too, 0},
                                       {"Table III (b)", ACCUMULATED, CR_S0_AM1, "24.297", newton, 0},
                                       {"Table III (b)", DEVIATION, CR_S0_AM1, "69.154", newton, 0}};
enum { EXCEPTIONS = sizeof exceptions / sizeof *exceptions };

typedef struct cell {
    const char *table, *quantity_name, *column_name, *printed;
    int quantity, column, units;
} cell;

static void add_cell(cr_rows *rows, const cell *c, double ours) {
    char what[72];
    snprintf(what, sizeof what, "%s, %s", c->quantity_name, c->column_name);
    cr_claim claim = {.what = what, .printed = c->printed, .units = c->units};
    for (int i = 0; i < EXCEPTIONS; i++) {
        const exception *e = &exceptions[i];
        bool here = strncmp(c->table, e->table, strlen(e->table)) == 0;
        if (!here || e->quantity != c->quantity || e->column != c->column) continue;
        claim.reference = e->reference;
        claim.why = e->why;
        claim.tolerance = e->tolerance;
    }
    cr_rows_add(rows, &claim, ours);
}

// --- Tables I and II ---------------------------------------------------------------------------------------

// Measured against v~ the error has another base and the deviation of H another range.
static void measure_against_approx(const cr_s0_case *c, cr_impact_result *r) {
    double approx = cr_hc_rebound_approx(c->mu * c->v_in, 4) / c->mu, v_in = c->v_in;
    r->err_v_out_percent = 100.0 * (r->v_out / approx - 1.0);
    r->dev_H_percent *= (square(v_in) - square(r->exact.v_out)) / (square(v_in) - square(approx));
}

static void check_table(cr_rows *rows, const table *t) {
    double ours[QUANTITIES][COLUMNS];
    double u = t->impact->mu * t->impact->v_in;
    for (int method = 0; method < CR_S0_METHODS; method++) {
        cr_impact impact = cr_s0_impact(t->impact, method);
        cr_impact_result r = {0};
        if (cr_impact_run(&impact, (cr_sample_sink){0}, &r, NULL) != CR_OK) r.v_out = CR_NAN;
        if (t->against_approx) measure_against_approx(t->impact, &r);
        ours[DEV_X][method] = r.dev_x_percent;
        ours[ERR_V][method] = r.err_v_out_percent;
        ours[DEV_H][method] = r.dev_H_percent;
    }
    ours[ERR_V][APPROX] = 100.0 * (cr_hc_rebound(u) / cr_hc_rebound_approx(u, 4) - 1.0);
    cr_rows_table(rows, t->name, t->introduction);
    for (int q = 0; q < QUANTITIES; q++)
        for (int c = 0; c < COLUMNS; c++)
            if (t->printed[q][c])
                add_cell(rows, &(cell){t->name, quantities[q], columns[c], t->printed[q][c], q, c, t->units},
                         ours[q][c]);
}

static void check_contact_times(cr_rows *rows) {
    static const cr_claim claims[] = {{"case 1, samples in contact", .printed = "19", .tolerance = 0.5},
                                      {"case 2, samples in contact", .printed = "6", .tolerance = 0.5},
                                      {"case 1, contact time in samples", .reference = "18.889621"},
                                      {"case 2, contact time in samples", .reference = "5.860812"}};
    const cr_s0_case *const cases[] = {&cr_s0_case_1, &cr_s0_case_2};
    cr_rows_table(rows, "Figs. 7, 8: contact times",
                  "Samples are counted in the RK4 simulation, the first touch included; below, (9) times "
                  "the rate.");
    for (int i = 0; i < 2; i++) {
        cr_impact impact = cr_s0_impact(cases[i], CR_S0_RK4);
        cr_impact_result r = {0};
        cr_impact_run(&impact, (cr_sample_sink){0}, &r, NULL);
        cr_rows_add(rows, &claims[i], (double)r.samples_in_contact);
        cr_rows_add(rows, &claims[i + 2], r.exact.duration * impact.rate);
    }
}

// --- Table III ---------------------------------------------------------------------------------------------

static void check_series(cr_rows *rows, const series *s) {
    double ours[2][SERIES_COLUMNS];
    for (int c = 0; c < SERIES_COLUMNS; c++) {
        int method = c == CORRECTED ? CR_S0_HEUN : c == OVERSAMPLED ? CR_S0_RK4 : c;
        cr_impact impact =
            c == CORRECTED ? cr_s0_corrected(s->impact, method) : cr_s0_impact(s->impact, method);
        cr_rebounds r;
        impact.oversample = c == OVERSAMPLED ? 16 : 1;
        bool done = cr_impact_rebounds(&impact, 100, &r, NULL) == CR_OK;
        ours[ACCUMULATED][c] = done ? fabs(r.H_error_percent) : CR_NAN;
        ours[DEVIATION][c] = done ? r.dev_H_percent : CR_NAN;
    }
    cr_rows_table(rows, s->name, s->introduction);
    for (int q = 0; q < 2; q++)
        for (int c = 0; c < SERIES_COLUMNS; c++)
            add_cell(rows,
                     &(cell){s->name, series_quantities[q], series_columns[c], s->printed[q][c], q, c, 1},
                     ours[q][c]);
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
        char what[72];
        double plain, corrected;
        cr_s0_trend_at(cr_s0_trend[i], vary_mu, &plain, &corrected);
        snprintf(what, sizeof what, "dev(H) [%%] at mu v_in = %g, %s varied", cr_s0_trend[i],
                 vary_mu ? "mu" : "v_in");
        cr_rows_add(rows, &(cr_claim){.what = what, .reference = references[i]}, plain);
    }
}

static void check_trends(cr_rows *rows) {
    static const cr_claim ends[] = {{"corrected end state [%], mu v_in = 0.25", .reference = "2.6e-4"},
                                    {"corrected end state [%], mu v_in = 0.001", .reference = "7.4e-10"}};
    cr_rows_table(rows, "Fig. 11: RK4 without and with corrections, k = 1e9",
                  "The figure carries no numbers. That mu weighs more than v_in shows in the two columns "
                  "of values for the same product.");
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
                                      {"case 1, greatest |x - x(t)|/x_max [%]", .reference = "1.76"},
                                      {"case 2, contact time [%]", .reference = "2.375"},
                                      {"case 2, greatest |x - x(t)|/x_max [%]", .reference = "6.07"}};
    const cr_s0_case *const cases[] = {&cr_s0_case_1, &cr_s0_case_2};
    cr_rows_table(rows, "Section IV-A: errors that the corrections bring, RK4",
                  "A release forced onto a sample makes every contact a whole number of samples long, "
                  "whatever the method.");
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
    check_table(rows, &tables[0]);
    cr_rows_figure(rows, &cr_s0_fig_7);
    cr_rows_figure(rows, &cr_s0_fig_8);
    check_table(rows, &tables[1]);
    check_table(rows, &tables[2]);
    check_contact_times(rows);
    cr_rows_figure(rows, &cr_s0_fig_9);
    cr_rows_figure(rows, &cr_s0_fig_10);
    check_quantised(rows);
    cr_rows_figure(rows, &cr_s0_fig_11);
    check_trends(rows);
    cr_rows_figure(rows, &cr_s0_fig_12);
    for (int i = 0; i < 2; i++) check_series(rows, &rebounds[i]);
}
