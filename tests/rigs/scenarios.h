// Impacts that several tests share.
#ifndef CAROM_SCENARIOS_H
#define CAROM_SCENARIOS_H

#include "carom/impact.h"
#include "test.h"

static inline cr_impact hc_impact(const char *scheme, double k, double mu, double alpha, double velocity) {
    cr_impact impact = cr_impact_default();
    cr_law_set(&impact.law, "k", k, NULL);
    cr_law_set(&impact.law, "mu", mu, NULL);
    cr_law_set(&impact.law, "alpha", alpha, NULL);
    cr_law_prepare(&impact.law, NULL);
    impact.velocity = velocity;
    impact.scheme = cr_scheme_find(scheme, NULL);
    return impact;
}

// S0's critical cases: 1 low dissipation, 2 hard impact.
static inline cr_impact s0_case(const char *scheme, int which) {
    return which == 1 ? hc_impact(scheme, 1e7, 0.01, 1.3, 0.5) : hc_impact(scheme, 1e9, 0.5, 1.5, 1);
}

// Lossless: a contact of `samples` samples at 50 kHz, mass 1 kg at 1 m/s.
static inline cr_impact lossless_impact(const char *scheme, double alpha, double samples) {
    cr_impact impact = cr_impact_default();
    impact.law = cr_law_default(cr_law_find("power", NULL));
    impact.mass = impact.velocity = 1;
    impact.rate = 50000;
    cr_law_set(&impact.law, "alpha", alpha, NULL);
    cr_law_set(&impact.law, "k", cr_lossless_stiffness(1, alpha, 1, samples / impact.rate), NULL);
    cr_law_prepare(&impact.law, NULL);
    impact.scheme = cr_scheme_find(scheme, NULL);
    return impact;
}

static inline cr_impact_result run(const cr_impact *impact) {
    cr_impact_result result;
    cr_error error = {.reason = ""};
    cr_status status = cr_impact_run(impact, (cr_sample_sink){0}, &result, &error);
    CHECK(status == CR_OK, "%s: %d %s (k %g phase %g)", impact->scheme->name, status, error.reason,
          impact->law.k, impact->phase);
    return result;
}

static inline cr_impact_result run_phases(const cr_impact *impact, int count) {
    cr_impact_result result;
    cr_error error = {.reason = ""};
    cr_status status = cr_impact_phases(impact, count, &result, &error);
    CHECK(status == CR_OK, "%s: %d %s (k %g phase %g)", impact->scheme->name, status, error.reason,
          impact->law.k, impact->phase);
    return result;
}

static inline cr_rebounds run_rebounds(const cr_impact *impact, long count) {
    cr_rebounds series;
    cr_error error = {.reason = ""};
    cr_status status = cr_impact_rebounds(impact, count, &series, &error);
    CHECK(status == CR_OK, "%s: %d %s (k %g phase %g)", impact->scheme->name, status, error.reason,
          impact->law.k, impact->phase);
    return series;
}

#endif
