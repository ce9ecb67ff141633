#include "render/plot.h"

#include "io/plot/html.h"
#include "io/plot/svg.h"

enum { COLUMNS = 700, READ = 1024 };

// The sample with which a pixel column begins.
static long long begin_of(long long column, long long columns, long long frames) {
    return (column * frames + columns - 1) / columns;
}

// Least and greatest sample of each pixel column, joined by one line.
static cr_status fill_wave(const cr_render_store *store, int channel, double gain, double *buffer, double *y,
                           int columns, cr_error *error) {
    for (int i = 0; i < columns; i++) y[2 * i] = HUGE_VAL, y[2 * i + 1] = -HUGE_VAL;
    long long next = columns ? begin_of(1, columns, store->frames) : 0;
    double *range = y;
    for (long long frame = 0; frame < store->frames; frame += READ) {
        int frames = store->frames - frame < READ ? (int)(store->frames - frame) : READ;
        cr_status status = cr_render_store_read(store, frame, frames, buffer, error);
        if (status != CR_OK) return status;
        for (int i = 0; i < frames; i++) {
            if (frame + i == next) {
                range += 2;
                next = begin_of((range - y) / 2 + 1, columns, store->frames);
            }
            double sample = gain * buffer[i * store->channels + channel];
            if (sample < range[0]) range[0] = sample;
            if (sample > range[1]) range[1] = sample;
        }
    }
    return CR_OK;
}

static void write_figure(FILE *out, const cr_plot *plot, const char *caption) {
    cr_html_figure_begin(out);
    cr_plot_write(out, plot);
    cr_html_figure_end(out, caption);
}

cr_status cr_render_plot_wave(const cr_render_job *job, const cr_render_outcome *o,
                              const cr_render_store *store, int channel, FILE *out, cr_error *error) {
    int columns = store->frames < COLUMNS ? (int)store->frames : COLUMNS;
    double *x = cr_command_take(job->command, 4 * COLUMNS + 1, sizeof *x, error);
    double *buffer = cr_command_take(job->command, READ * (size_t)job->channels, sizeof *buffer, error);
    if (!x || !buffer) return error->status;
    double *y = x + 2 * COLUMNS;
    cr_status status = fill_wave(store, channel, o->gain, buffer, y, columns, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < 2 * columns; i++) x[i] = o->duration * (i + 0.5) / (2 * columns);
    char title[64], id[32];
    snprintf(title, sizeof title, "Waveform, channel %d", channel + 1);
    snprintf(id, sizeof id, "wave-%d", channel + 1);
    const cr_plot_series series = {.x = x, .y = y, .count = 2 * columns, .color = -1};
    cr_plot plot = cr_plot_default();
    plot.id = id;
    plot.title = title;
    plot.x_label = "time [s]";
    plot.y_label = "level";
    plot.x_min = 0.0;
    plot.x_max = o->duration;
    plot.series = &series;
    plot.series_count = 1;
    plot.width = 800;
    plot.height = 300;
    write_figure(out, &plot, NULL);
    return CR_OK;
}

// A line for each time that a contact is closed, with a gap between them.
static int fill_closed(const cr_render_timeline *line, int contact, double per_step, double *x, double *y) {
    const unsigned char *closed = line->closed + contact * CR_RENDER_LOG;
    double width = per_step * (double)line->width;
    int count = 0;
    for (int i = 0; i < CR_RENDER_LOG; i++) {
        if (!closed[i]) continue;
        int begin = i;
        while (i < CR_RENDER_LOG && closed[i]) i++;
        x[count] = begin * width, y[count++] = contact + 1;
        x[count] = i * width, y[count++] = contact + 1;
        x[count] = y[count] = CR_NAN, count++;
    }
    return count;
}

cr_status cr_render_plot_contacts(const cr_render_trace *trace, const cr_render_outcome *o, FILE *out,
                                  cr_error *error) {
    enum { POINTS = 3 * (CR_RENDER_LOG / 2 + 1) };
    const cr_render_job *job = trace->job;
    const cr_render_timeline *line = &trace->timeline;
    cr_plot_series series[CR_RENDER_TIMELINES];
    double *memory =
        cr_command_take(job->command, 2 * POINTS * (size_t)line->contacts, sizeof *memory, error);
    if (!memory) return error->status;
    double per_step = 1.0 / (job->rate * (double)job->audio.oversample);
    for (int c = 0; c < line->contacts; c++) {
        double *x = memory + (size_t)c * 2 * POINTS, *y = x + POINTS;
        series[c] = (cr_plot_series){.x = x, .y = y, .color = c % CR_PLOT_COLORS};
        if (line->contacts <= CR_PLOT_COLORS) series[c].label = job->names.contacts[c];
        series[c].count = fill_closed(line, c, per_step, x, y);
    }
    cr_plot plot = cr_plot_default();
    plot.id = "contacts";
    plot.title = "Contacts closed";
    plot.x_label = "time [s]";
    plot.y_label = "contact";
    plot.x_min = 0.0;
    plot.x_max = o->duration;
    plot.y_min = 0.0;
    plot.y_max = line->contacts + 1.0;
    plot.series = series;
    plot.series_count = line->contacts;
    plot.width = 800;
    plot.height = 190 + 10 * line->contacts;
    char caption[160];
    snprintf(caption, sizeof caption, "%d of %d contacts, numbered from 1 in the order of the scene.",
             line->contacts, job->names.contact_count);
    write_figure(out, &plot, caption);
    return CR_OK;
}

// Columns of the ledger in the order in which they are stacked.
static const struct {
    int column;
    const char *label;
} parts[] = {
    {1, "in elements"},  {2, "in contacts"},      {3, "in springs"},       {4, "in motion along surfaces"},
    {5, "in bristles"},  {6, "lost by elements"}, {7, "lost by contacts"}, {8, "lost by springs"},
    {9, "lost by bows"}, {10, "lost by friction"}};

enum { PARTS = sizeof parts / sizeof *parts, WORK = 11 };

static bool is_used(const cr_render_ledgers *kept, int column) {
    for (int i = 0; i < kept->count; i++)
        if (kept->row[i][column] != 0.0) return true;
    return false;
}

// What was there at the start and what was brought in: the sum of all parts should be that.
static void fill_sum(const cr_render_ledgers *kept, double *y) {
    double start = -kept->row[0][WORK];
    for (int p = 0; p < PARTS; p++) start += kept->row[0][parts[p].column];
    for (int i = 0; i < kept->count; i++) y[i] = start + kept->row[i][WORK];
}

static int stack(const cr_render_ledgers *kept, double *memory, cr_plot_series *series) {
    int count = 0;
    double *x = memory, *below = NULL, *y = memory + CR_RENDER_LOG;
    for (int i = 0; i < kept->count; i++) x[i] = kept->row[i][0];
    for (int p = 0; p < PARTS; p++) {
        if (!is_used(kept, parts[p].column)) continue;
        for (int i = 0; i < kept->count; i++) y[i] = (below ? below[i] : 0.0) + kept->row[i][parts[p].column];
        series[count] = (cr_plot_series){.label = parts[p].label,
                                         .x = x,
                                         .y = y,
                                         .count = kept->count,
                                         .color = count % (CR_PLOT_COLORS - 1)};
        count++;
        below = y;
        y += CR_RENDER_LOG;
    }
    fill_sum(kept, y);
    series[count++] = (cr_plot_series){.label = "start + work",
                                       .x = x,
                                       .y = y,
                                       .count = kept->count,
                                       .style = CR_PLOT_DASHED,
                                       .color = CR_PLOT_COLORS - 1};
    return count;
}

cr_status cr_render_plot_energy(const cr_render_trace *trace, FILE *out, cr_error *error) {
    const cr_render_ledgers *kept = &trace->ledgers;
    cr_plot_series series[PARTS + 1];
    double *memory = cr_command_take(trace->job->command, (PARTS + 2) * CR_RENDER_LOG, sizeof *memory, error);
    if (!memory) return error->status;
    cr_plot plot = cr_plot_default();
    plot.id = "energy";
    plot.title = "Energy, stacked";
    plot.x_label = "time [s]";
    plot.y_label = "energy [J]";
    plot.x_min = 0.0;
    plot.y_min = 0.0;
    plot.series = series;
    plot.series_count = stack(kept, memory, series);
    plot.width = 800;
    plot.height = 380;
    cr_html_section(out, "Energy");
    write_figure(
        out, &plot,
        "Each line is the sum of its part and all parts below it. The uppermost is everything that is "
        "stored or lost; it should lie on the dashed line, the energy at the start and the work since.");
    return CR_OK;
}
