#include "impact/job.h"
#include "impact/law_options.h"
#include "unit.h"

static void put_heading(const cr_impact_job *job, FILE *out) {
    const cr_impact *impact = &job->impact;
    fprintf(out, "%s: %s\n  ", impact->law.type->name, impact->law.type->equation);
    cr_law_print_parameters(&impact->law, out);
    fprintf(out, "\n%g kg at %g m/s, %s", impact->mass, impact->velocity, impact->scheme->name);
    for (int i = 0; i < impact->correction_count; i++)
        fprintf(out, "%s%s", i ? ", " : " with ", impact->corrections[i]->name);
    fprintf(out, " at %g Hz", impact->rate);
    if (impact->oversample > 1) fprintf(out, ", %d steps per sample", impact->oversample);
    if (impact->force != 0.0) fprintf(out, ", external force %g N", impact->force);
    if (impact->phase != 0.0) fprintf(out, ", entry phase %g", impact->phase);
    fputs("\n\n", out);
}

static void put_cell(FILE *out, double value) {
    if (isfinite(value)) fprintf(out, "  %14.7g", value);
    else fprintf(out, "  %14s", "-");
}

static void put_row(FILE *out, const char *label, double simulated, double exact, double error_percent) {
    fprintf(out, "%-20s", label);
    put_cell(out, simulated);
    put_cell(out, exact);
    if (isfinite(error_percent)) fprintf(out, "  %+11.3g %%\n", error_percent);
    else fprintf(out, "  %11s\n", "-");
}

// The same in a unit that suits the exact value.
static void put_prefixed_row(FILE *out, const char *name, const char *unit, double simulated, double exact,
                             double error_percent) {
    cr_prefix prefix = cr_prefix_for(isfinite(exact) ? exact : simulated);
    char label[40];
    snprintf(label, sizeof label, "%s [%s%s]", name, prefix.text, unit);
    put_row(out, label, simulated * prefix.factor, exact * prefix.factor, error_percent);
}

static double percent_off(double value, double exact) {
    return 100.0 * (value / exact - 1.0);
}

static void put_table(const cr_impact_job *job, const cr_impact_result *r, FILE *out) {
    const cr_impact_exact *exact = &r->exact;
    double ratio = r->v_out / job->impact.velocity;
    fprintf(out, "%-20s  %14s  %14s  %13s\n", "", "simulated", "exact", "error");
    put_row(out, "v_out [m/s]", r->v_out, exact->v_out, r->err_v_out_percent);
    put_prefixed_row(out, "x_max", "m", r->x_max, exact->x_max, percent_off(r->x_max, exact->x_max));
    put_prefixed_row(out, "duration", "s", r->duration, exact->duration, r->err_duration_percent);
    put_row(out, "energy left", ratio * ratio, exact->energy_ratio,
            percent_off(ratio * ratio, exact->energy_ratio));
    fprintf(out, "simulated x_max: the deepest sample; exact: %s\n",
            exact->closed_form ? "closed form" : "integrated with every event located");
}

static void put_figure(FILE *out, const char *name, double value, const char *unit) {
    fprintf(out, "%-36s", name);
    if (isfinite(value)) fprintf(out, "  %10.4g %s\n", value, unit);
    else fputs("           -\n", out);
}

// What deviations of the energy are measured in.
static const char *energy_range(const cr_impact_exact *exact) {
    return exact->energy_ratio > 1.0 - 1e-9 ? "% of the energy" : "% of the loss";
}

static void put_figures(const cr_impact_job *job, const cr_impact_result *r, FILE *out) {
    unsigned traits = job->impact.scheme->traits;
    if (job->phases) fprintf(out, "\nthe worst over %ld entry phases\n", job->phases);
    else fputc('\n', out);
    if (job->phases) put_figure(out, "error of v_out", r->err_v_out_percent, "%");
    if (job->phases) put_figure(out, "error of the duration", r->err_duration_percent, "%");
    double mu;
    if (cr_law_is_hunt_crossley(&job->impact.law, &mu) && job->impact.force == 0.0)
        put_figure(out, "deviation of x at its velocity", r->dev_x_percent, "% of x_max");
    put_figure(out, "deviation of x at its time", r->err_x_percent, "% of x_max");
    put_figure(out, "deviation of the energy", r->dev_H_percent, energy_range(&r->exact));
    put_figure(out, traits & CR_BOOKS_LOSSES ? "energy balance, losses booked" : "energy balance, estimated",
               r->energy_residual, "of the initial energy");
    put_figure(out, "least contact force", r->force_min, "N");
    if (job->impact.scheme->implicit) put_figure(out, "iterations per step", r->iterations, "");
}

static void put_series(const cr_impact_job *job, const cr_impact_outcome *outcome, FILE *out) {
    const cr_rebounds *series = &outcome->series;
    fprintf(out, "\nafter %ld rebounds%s\n", job->rebounds, job->phases ? ", the worst phase" : "");
    put_figure(out, "velocity", series->v_last, "m/s");
    put_figure(out, "exact velocity", series->v_last_exact, "m/s");
    put_figure(out, "error of the energy", series->H_error_percent, "%");
    put_figure(out, "greatest deviation of the energy", series->dev_H_percent,
               energy_range(&outcome->result.exact));
}

void cr_impact_summary(const cr_impact_job *job, const cr_impact_outcome *outcome, FILE *out) {
    put_heading(job, out);
    cr_impact_result shown = outcome->result;
    if (job->phases) { // the table is of one phase, the errors below are of all
        shown.err_v_out_percent = percent_off(-shown.v_out, -shown.exact.v_out);
        shown.err_duration_percent = percent_off(shown.duration, shown.exact.duration);
    }
    put_table(job, &shown, out);
    put_figures(job, &outcome->result, out);
    if (job->rebounds) put_series(job, outcome, out);
    fputc('\n', out);
}
