#include "io/file/text.h"
#include "impact/law_options.h"
#include "restitution/job.h"
#include "unit.h"

#include <string.h>

static const char *unit_of(const cr_law *law, const char *name) {
    for (int i = 0; i < law->type->param_count; i++)
        if (strcmp(law->type->params[i].name, name) == 0) return law->type->params[i].unit;
    return "";
}

static void put_heading(const cr_restitution_job *job, const cr_restitution_outcome *outcome, FILE *out) {
    fprintf(out, "%s: %s\n  ", job->law.type->name, job->law.type->equation);
    cr_law_print_parameters(&job->law, out);
    fputc('\n', out);
    if (job->material) {
        fprintf(out, "k by Hertz: a sphere of %s, radius %g m, on ", job->material->name, job->radius);
        if (isfinite(job->radius2))
            fprintf(out, "one of %s, radius %g m\n", job->material2->name, job->radius2);
        else fprintf(out, "flat %s\n", job->material2->name);
    }
    fprintf(out, "mass %g kg (%s), %s\n", job->mass, job->mass_source,
            outcome->closed_form ? "closed form" : "every event located");
}

static void put_cell(FILE *out, double value) {
    if (isfinite(value)) fprintf(out, "  %12.6g", value);
    else fprintf(out, "  %12s", "-");
}

static void put_table(const cr_restitution_job *job, const cr_restitution_outcome *outcome, FILE *out) {
    const cr_restitution_point *middle = &outcome->points[job->count / 2];
    cr_prefix time = cr_prefix_for(middle->duration), depth = cr_prefix_for(middle->x_max);
    char time_label[24], depth_label[24];
    snprintf(time_label, sizeof time_label, "time [%ss]", time.text);
    snprintf(depth_label, sizeof depth_label, "x_max [%sm]", depth.text);
    fprintf(out, "\n  %12s  %12s  %12s  %12s\n", "v [m/s]", "restitution", time_label, depth_label);
    for (int i = 0; i < job->count; i++) {
        const cr_restitution_point *point = &outcome->points[i];
        put_cell(out, point->v);
        put_cell(out, point->e);
        put_cell(out, point->duration * time.factor);
        put_cell(out, point->x_max * depth.factor);
        fputc('\n', out);
    }
    if (isnan(outcome->points[0].e) || isnan(outcome->points[job->count - 1].e))
        fputs("\nWhere there is no restitution the mass stays in contact.\n", out);
}

static void put_estimate(FILE *out, const char *name, double value, double error, const char *unit) {
    fprintf(out, "  %-7s %.8g", name, value);
    if (isfinite(error)) fprintf(out, " +- %.2g", error);
    fprintf(out, " %s\n", unit);
}

static void put_fit(const cr_restitution_job *job, const cr_restitution_fit *fit, FILE *out) {
    fprintf(out, "\nfit to %d point%s of ", fit->points, fit->points == 1 ? "" : "s");
    cr_text_plain(out, strcmp(job->fit_path, "-") == 0 ? "the standard input" : job->fit_path);
    fputc('\n', out);
    put_estimate(out, "lambda", fit->lambda, fit->lambda_error, unit_of(&job->law, "lambda"));
    if (*unit_of(&job->law, "mu"))
        put_estimate(out, "mu", fit->lambda / job->law.k, fit->lambda_error / job->law.k,
                     unit_of(&job->law, "mu"));
    fprintf(out, "  rms     %.3g of the residuals of the restitution\n", fit->rms);
}

void cr_restitution_text(const cr_restitution_job *job, const cr_restitution_outcome *outcome, FILE *out) {
    put_heading(job, outcome, out);
    put_table(job, outcome, out);
    if (outcome->measured) put_fit(job, &outcome->fit, out);
}
