#include "io/file/file.h"
#include "io/plot/svg.h"
#include "restitution/job.h"

enum { CURVE_POINTS = 160 };

typedef struct columns {
    double *v, *e;
    int count;
} columns;

static cr_status new_columns(const cr_command *command, int count, columns *c, cr_error *error) {
    c->v = cr_command_take(command, 2 * (size_t)count, sizeof *c->v, error);
    if (!c->v) return error->status;
    c->e = c->v + count;
    c->count = count;
    return CR_OK;
}

// The curve covers the speeds asked for and those measured.
static cr_status compute_curve(const cr_restitution_job *job, const columns *measured, columns *curve,
                               cr_error *error) {
    double lo = job->v_lo, hi = job->v_hi;
    for (int i = 0; i < measured->count; i++) {
        lo = fmin(lo, measured->v[i]);
        hi = fmax(hi, measured->v[i]);
    }
    for (int i = 0; i < curve->count; i++) {
        cr_restitution_point point;
        bool closed_form;
        cr_status status = cr_restitution_at(
            &job->law, job->mass, cr_restitution_speed(lo, hi, i, curve->count), &point, &closed_form, error);
        if (status != CR_OK) return status;
        curve->v[i] = point.v;
        curve->e[i] = point.e;
    }
    return CR_OK;
}

static cr_status write_plot(const cr_restitution_job *job, const columns *curve, const columns *measured,
                            cr_error *error) {
    cr_plot plot = cr_plot_default();
    char subtitle[120];
    bool fitted = measured->count > 0;
    const cr_plot_series series[] = {
        {fitted ? "fitted" : job->law.type->name, curve->v, curve->e, curve->count, CR_PLOT_LINE, 0},
        {"measured", measured->v, measured->e, measured->count, CR_PLOT_POINTS, 1}};
    snprintf(subtitle, sizeof subtitle, "%s, k = %.4g, lambda = %.4g, mass %.4g kg", job->law.type->name,
             job->law.k, job->law.lambda, job->mass);
    plot.title = "Restitution against speed";
    plot.subtitle = subtitle;
    plot.x_label = "speed before the impact [m/s]";
    plot.y_label = "restitution";
    plot.log_x = true;
    plot.series = series;
    plot.series_count = fitted ? 2 : 1;
    cr_file_out *file = cr_file_create(job->plot, error);
    if (!file) return error->status;
    cr_plot_write(cr_file_stream(file), &plot);
    return cr_file_commit(file, error);
}

cr_status cr_restitution_plot(const cr_command *command, const cr_restitution_job *job,
                              const cr_restitution_outcome *outcome, cr_error *error) {
    columns curve = {0}, measured = {0};
    cr_status status = new_columns(command, CURVE_POINTS, &curve, error);
    if (status == CR_OK && outcome->measured)
        status = new_columns(command, outcome->fit.points, &measured, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < measured.count; i++) {
        measured.v[i] = outcome->measured[i].v;
        measured.e[i] = outcome->measured[i].e;
    }
    status = compute_curve(job, &measured, &curve, error);
    return status == CR_OK ? write_plot(job, &curve, &measured, error) : status;
}
