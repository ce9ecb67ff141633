#include "impact/job.h"
#include "io/file/file.h"
#include "io/plot/svg.h"
#include "unit.h"

enum { PANELS = 4, WIDTH = 560, HEIGHT = 400, POINTS_MOST = 200 };

typedef struct labels {
    char time[40], compression[40], force[40], energy[40], heading[120];
} labels;

static double greatest(const double *column, int count) {
    double most = 0.0;
    for (int i = 0; i < count; i++) most = fmax(most, fabs(column[i]));
    return most;
}

static void label(char text[40], const char *what, cr_prefix prefix, const char *unit) {
    snprintf(text, 40, "%s [%s%s]", what, prefix.symbol, unit);
}

static void scale(cr_trace *trace, cr_prefix time, cr_prefix depth, cr_prefix force, cr_prefix energy) {
    cr_column_scale(trace->t, trace->count, time.factor);
    cr_column_scale(trace->x, trace->count, depth.factor);
    cr_column_scale(trace->force, trace->count, force.factor);
    cr_column_scale(trace->energy, trace->count, energy.factor);
}

// Changes both traces to units that suit them and names these.
static void choose_units(cr_trace *trace, cr_trace *exact, labels *text) {
    cr_prefix time = cr_prefix_for(greatest(exact->t, exact->count)),
              depth = cr_prefix_for(greatest(exact->x, exact->count)),
              force = cr_prefix_for(greatest(exact->force, exact->count)),
              energy = cr_prefix_for(greatest(exact->energy, exact->count));
    scale(trace, time, depth, force, energy);
    scale(exact, time, depth, force, energy);
    label(text->time, "time", time, "s");
    label(text->compression, "compression", depth, "m");
    label(text->force, "contact force", force, "N");
    label(text->energy, "energy", energy, "J");
}

// How much of the motion is drawn: all of it, or the beginning of a rest.
static double drawn_until(const cr_impact_job *job, const cr_impact_outcome *outcome) {
    const cr_impact *impact = &job->impact;
    const cr_impact_exact *exact = &outcome->result.exact;
    double h = 1.0 / (impact->rate * impact->oversample), last = outcome->trace.t[outcome->trace.count - 1];
    if (outcome->result.released) return exact->released ? fmax(last, exact->duration + 0.5 * h) : last;
    return fmin(last, 8.0 * cr_law_duration(&impact->law, impact->mass, impact->velocity));
}

static cr_status follow_exactly(const cr_impact_job *job, cr_impact_outcome *outcome, cr_error *error) {
    cr_trace *trace = &outcome->trace;
    double h = 1.0 / (job->impact.rate * job->impact.oversample), end = drawn_until(job, outcome);
    while (trace->count > 1 && trace->t[trace->count - 1] > end) trace->count--;
    return cr_trace_exact(&outcome->exact, &job->impact, fmin(trace->t[0], -0.25 * h), end, error);
}

static void set_series(cr_plot_series series[2], const double *const exact[2], int exact_count,
                       const double *const samples[2], int sample_count, const char *scheme) {
    cr_plot_style style = sample_count <= POINTS_MOST ? CR_PLOT_POINTS : CR_PLOT_DASHED;
    series[0] = (cr_plot_series){"exact", exact[0], exact[1], exact_count, CR_PLOT_LINE, 0};
    series[1] = (cr_plot_series){scheme, samples[0], samples[1], sample_count, style, 1};
}

static void write_panels(FILE *out, const cr_impact_job *job, const cr_trace *trace, const cr_trace *exact,
                         const labels *text, bool released) {
    bool lossy = job->impact.law.lambda > 0.0;
    const struct {
        const char *title, *subtitle, *x_label, *y_label;
        const double *exact[2], *samples[2];
    } panels[PANELS] = {{"Compression",
                         text->heading,
                         text->time,
                         text->compression,
                         {exact->t, exact->x},
                         {trace->t, trace->x}},
                        {"Force",
                         lossy ? "the area of the loop is the energy lost" : "out as in: nothing is lost",
                         text->compression,
                         text->force,
                         {exact->x, exact->force},
                         {trace->x, trace->force}},
                        {"Phase portrait",
                         released ? "in at the top, out at the bottom" : "in at the top; it stays in contact",
                         text->compression,
                         "velocity [m/s]",
                         {exact->x, exact->v},
                         {trace->x, trace->v}},
                        {"Energy",
                         "of motion and of the spring",
                         text->time,
                         text->energy,
                         {exact->t, exact->energy},
                         {trace->t, trace->energy}}};
    cr_plot plots[PANELS];
    cr_plot_series series[PANELS][2];
    for (int i = 0; i < PANELS; i++) {
        set_series(series[i], panels[i].exact, exact->count, panels[i].samples, trace->count,
                   job->impact.scheme->name);
        plots[i] = cr_plot_default();
        plots[i].title = panels[i].title;
        plots[i].subtitle = panels[i].subtitle;
        plots[i].x_label = panels[i].x_label;
        plots[i].y_label = panels[i].y_label;
        plots[i].series = series[i];
        plots[i].series_count = 2;
        plots[i].width = WIDTH;
        plots[i].height = HEIGHT;
    }
    cr_plot_write_panels(out, plots, PANELS, 2);
}

cr_status cr_impact_plot(const cr_impact_job *job, cr_impact_outcome *outcome, cr_error *error) {
    labels text;
    cr_status status = follow_exactly(job, outcome, error);
    if (status != CR_OK) return status;
    choose_units(&outcome->trace, &outcome->exact, &text);
    snprintf(text.heading, sizeof text.heading, "%s, %s at %g Hz", job->impact.law.type->name,
             job->impact.scheme->name, job->impact.rate);
    cr_file_out *file = cr_file_create(job->plot, error);
    if (!file) return error->status;
    write_panels(cr_file_stream(file), job, &outcome->trace, &outcome->exact, &text,
                 outcome->result.released);
    return cr_file_commit(file, error);
}
