// S0 in parts: the impacts it simulates, what its closed forms give, its figures.
#ifndef CAROM_APPS_CAROM_REPRODUCE_S0_H
#define CAROM_APPS_CAROM_REPRODUCE_S0_H

#include "papers/papers.h"

typedef struct cr_s0_case {
    double k, mu, alpha, v_in; // with m = 0.01 kg at 44.1 kHz
} cr_s0_case;

enum { CR_S0_AM1, CR_S0_VERLET, CR_S0_HEUN, CR_S0_RK4, CR_S0_METHODS };

extern const cr_s0_case cr_s0_portrait;    // Figs. 1, 2, 4, 5, at 0.5 m/s
extern const cr_s0_case cr_s0_noncritical; // Table I, Fig. 6
extern const cr_s0_case cr_s0_case_1;      // low dissipation
extern const cr_s0_case cr_s0_case_2;      // hard impact
extern const char *const cr_s0_names[CR_S0_METHODS];

extern const char cr_s0_program[]; // what computed the references

cr_hc cr_s0_exact(const cr_s0_case *c);
// S0's way to start: the first sample is the first touch.
cr_impact cr_s0_impact(const cr_s0_case *c, int method);
// With both corrections of S0 IV-A.
cr_impact cr_s0_corrected(const cr_s0_case *c, int method);
// 100 (approximation/exact - 1) of S0 (7).
double cr_s0_approx_error(double u, int order);

// mu v_in where the magnitude of that error passes `level` [%], coming from outside.
double cr_s0_limit(int order, double level, double outside, double inside);

// Fig. 11: RK4 at k = 1e9, with mu v_in as given and the other factor 0.5. Deviation of H in contact without
// corrections, and of the state after release with them.
enum { CR_S0_TREND_COUNT = 8 };
extern const double cr_s0_trend[CR_S0_TREND_COUNT]; // mu v_in
void cr_s0_trend_at(double u, bool vary_mu, double *plain, double *corrected);

void cr_s0_simulations(cr_rows *rows);
void cr_s0_cost(cr_rows *rows);
void cr_s0_resonator(cr_rows *rows);
void cr_s0_claims_closed(cr_rows *rows);
void cr_s0_claims_simulated(cr_rows *rows);
void cr_s0_table_1(cr_rows *rows);
void cr_s0_table_2(cr_rows *rows);
void cr_s0_table_3(cr_rows *rows);

// --- replay.c: cells that only come out when done otherwise than the text says

// Table I: errors against a root of (6) that is too small by 2e-6 %, and the state after release counted.
void cr_s0_against_loose_root(const cr_impact *impact, const cr_impact_result *r, double *err_v,
                              double *dev_H);
// Table II (b): errors against v~ of (7).
void cr_s0_against_approx(const cr_impact *impact, const cr_impact_result *r, double *err_v, double *dev_H);
// Table III, Heun: each rebound restarts with the velocity that the predictor had at release.
cr_rebounds cr_s0_rebounds_predicted(const cr_s0_case *c, int count);
// Table III, AM1: Newton's iteration for the force stops at a change below 1 N.
cr_rebounds cr_s0_rebounds_loose_newton(const cr_s0_case *c, int count);

extern const cr_figure cr_s0_fig_1, cr_s0_fig_2, cr_s0_fig_3, cr_s0_fig_4, cr_s0_fig_5, cr_s0_fig_6,
    cr_s0_fig_7, cr_s0_fig_8, cr_s0_fig_9, cr_s0_fig_10, cr_s0_fig_11, cr_s0_fig_12, cr_s0_fig_short;

#endif
