// Series of impacts: each starts with the speed at which the one before left.
#include "base/numeric.h"
#include "carom/impact.h"

#include <string.h>

static bool imposes_release(const cr_impact *impact) {
    for (int i = 0; i < impact->correction_count; i++)
        if (strcmp(impact->corrections[i]->name, "vout") == 0) return true;
    return false;
}

cr_status cr_impact_rebounds(const cr_impact *impact, long count, cr_rebounds *series, cr_error *error) {
    cr_impact next = *impact;
    double v_exact = impact->velocity;
    bool imposed = imposes_release(impact);
    *series = (cr_rebounds){.count = count};
    for (long i = 0; i < count; i++) {
        cr_impact_result result;
        cr_impact_exact exact;
        cr_status status = cr_impact_run(&next, (cr_sample_sink){0}, &result, error);
        if (status == CR_RESTING)
            return cr_fail(error, CR_RESTING, "rebounds", "the mass stays in contact after %ld rebounds", i);
        if (status == CR_OK) status = cr_impact_reference(&next.law, next.mass, next.force, v_exact, &exact);
        if (status != CR_OK) return status;
        series->dev_H_percent = fmax(series->dev_H_percent, result.dev_H_percent);
        if (!imposed) series->dev_H_percent = fmax(series->dev_H_percent, fabs(result.end_H_percent));
        next.velocity = -result.v_out;
        v_exact = -exact.v_out;
    }
    series->v_last = next.velocity;
    series->v_last_exact = v_exact;
    series->H_error_percent = 100.0 * (cr_square(next.velocity / v_exact) - 1.0);
    return CR_OK;
}

static void keep_worst(double *worst, double value) {
    if (!(fabs(value) <= fabs(*worst))) *worst = value;
}

cr_status cr_impact_phases(const cr_impact *impact, int count, cr_impact_result *worst, cr_error *error) {
    cr_impact at = *impact;
    for (int i = 0; i < count; i++) {
        cr_impact_result r;
        at.phase = (double)i / count;
        cr_status status = cr_impact_run(&at, (cr_sample_sink){0}, &r, error);
        if (status < 0) return status;
        if (i == 0 || status == CR_RESTING) *worst = r;
        if (status == CR_RESTING) return status;
        keep_worst(&worst->err_v_out_percent, r.err_v_out_percent);
        keep_worst(&worst->err_duration_percent, r.err_duration_percent);
        keep_worst(&worst->dev_x_percent, r.dev_x_percent);
        keep_worst(&worst->dev_H_percent, r.dev_H_percent);
        keep_worst(&worst->end_H_percent, r.end_H_percent);
        keep_worst(&worst->err_x_percent, r.err_x_percent);
        keep_worst(&worst->energy_residual, r.energy_residual);
        keep_worst(&worst->psi_left, r.psi_left);
        worst->force_min = fmin(worst->force_min, r.force_min);
    }
    return CR_OK;
}
