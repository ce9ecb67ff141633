// The page of a sound: to be played, and what made it.
#include "io/plot/directivity.h"
#include "io/plot/html.h"
#include "io/plot/svg.h"
#include "render/hear.h"
#include "sound/engine.h"
#include "sound/forces.h"

enum { LINES = CR_PLOT_COLORS, SPECTROGRAMS = 4, TABLE = 20, DIRECTED = 6, COLUMNS = CR_WATCH_COLUMNS };

typedef struct page {
    cr_sound_engine *engine;
    FILE *out;
    cr_error *error;
} page;

static const cr_command *command_of(const page *p) {
    return p->engine->job->command;
}

static double decibels(double ratio) {
    return 20.0 * log10(ratio);
}

static void put_row(FILE *out, const char *name, double value, const char *unit) {
    cr_html_row_begin(out);
    cr_html_cell_text(out, name);
    cr_html_cell_number(out, value, 5);
    cr_html_cell_text(out, unit);
    cr_html_row_end(out);
}

static void put_summary(const page *p) {
    static const cr_html_column columns[] = {{"", false}, {"value", true}, {"unit", false}};
    const cr_sound_job *job = p->engine->job;
    const cr_sound_result *r = p->engine->result;
    cr_html_section(p->out, "Summary");
    cr_html_table_begin(p->out, NULL, columns, 3);
    put_row(p->out, "duration", r->duration, "s");
    put_row(p->out, "sample rate", job->rate, "Hz");
    put_row(p->out, "channels", job->channels, "");
    put_row(p->out, "loudest sample", r->peak, "Pa");
    put_row(p->out, "that is", decibels(r->peak / 2e-5), "dB SPL");
    put_row(p->out, "full scale of the file", 1.0 / r->level.gain, "Pa");
    put_row(p->out, "bodies that ring", r->ringing, "");
    put_row(p->out, "their modes", r->modes, "");
    put_row(p->out, "contacts that acted on bodies", (double)r->pass.contacts, "");
    put_row(p->out, "greatest energy of all modes", r->pass.energy, "J");
    put_row(p->out, "computing time", r->cpu_seconds, "s");
    cr_html_table_end(p->out);
}

// --- ears -----------------------------------------------------------------------------------------------

static void name_channel(const cr_sound_job *job, int channel, char name[64]) {
    static const char *const sides[] = {" left", " right"};
    const cr_scene_listener *l = job->plan.listeners;
    if (job->audio.mono) {
        snprintf(name, 64, "mean of all");
        return;
    }
    for (; channel >= l->ear_count; l++) channel -= l->ear_count;
    if (l->kind == CR_LISTENER_MONO) snprintf(name, 64, "%.40s", l->name);
    else if (l->kind == CR_LISTENER_ARRAY) snprintf(name, 64, "%.40s %d", l->name, channel + 1);
    else snprintf(name, 64, "%.40s%s", l->name, sides[channel]);
}

static cr_status put_sound(const page *p) {
    const cr_sound_engine *e = p->engine;
    const cr_render_hearing hearing = {command_of(p), &e->store, e->result->level.gain, e->job->rate};
    char name[64], title[96];
    cr_html_section(p->out, "Sound");
    cr_status status = cr_render_put_player(&hearing, NULL, p->out, p->error);
    for (int c = 0; c < e->job->channels && c < SPECTROGRAMS && status == CR_OK; c++) {
        name_channel(e->job, c, name);
        snprintf(title, sizeof title, "Spectrogram, %s", name);
        status = cr_render_put_spectrogram(&hearing, c, title, p->out, p->error);
    }
    return status;
}

// Mean squares of all channels in columns of time.
static cr_status measure(const page *p, double *sum, int *count) {
    enum { READ = CR_STREAM_BLOCK };
    const cr_sound_engine *e = p->engine;
    int channels = e->store.channels;
    cr_status status = CR_OK;
    for (long long frame = 0; frame < e->store.frames && status == CR_OK; frame += READ) {
        int frames = e->store.frames - frame < READ ? (int)(e->store.frames - frame) : READ;
        status = cr_render_store_read(&e->store, frame, frames, e->block, p->error);
        for (int i = 0; i < frames && status == CR_OK; i++) {
            int column = (int)((frame + i) * COLUMNS / e->store.frames);
            count[column]++;
            for (int c = 0; c < channels; c++) {
                double sample = e->block[i * channels + c];
                sum[c * COLUMNS + column] += sample * sample;
            }
        }
    }
    return status;
}

// One line for each series over time.
static void put_lines(const page *p, cr_plot *plot, cr_plot_series *series, int count, const char *caption) {
    plot->x_label = "time [s]";
    plot->x_min = 0.0;
    plot->x_max = p->engine->result->duration;
    plot->series = series;
    plot->series_count = count;
    plot->width = 800;
    plot->height = 380;
    cr_html_figure_begin(p->out);
    cr_plot_write(p->out, plot);
    cr_html_figure_end(p->out, caption);
}

static void fill_times(const page *p, double *x) {
    for (int i = 0; i < COLUMNS; i++) x[i] = p->engine->result->duration * (i + 0.5) / COLUMNS;
}

static cr_status put_levels(const page *p) {
    const double quiet = 80.0; // dB below the loudest
    const cr_sound_job *job = p->engine->job;
    int shown = job->channels < LINES ? job->channels : LINES, count[COLUMNS] = {0};
    char name[LINES][64];
    double *x = cr_command_take(command_of(p), COLUMNS, sizeof *x, p->error);
    double *y = cr_command_take(command_of(p), (size_t)job->channels * COLUMNS, sizeof *y, p->error);
    if (!x || !y) return p->error->status;
    cr_status status = measure(p, y, count);
    if (status != CR_OK) return status;
    fill_times(p, x);
    double loudest = -HUGE_VAL;
    for (int i = 0; i < shown * COLUMNS; i++) {
        int frames = count[i % COLUMNS];
        y[i] = y[i] > 0.0 && frames ? decibels(sqrt(y[i] / frames) / 2e-5) : CR_NAN;
        if (y[i] > loudest) loudest = y[i];
    }
    cr_plot_series series[LINES];
    for (int c = 0; c < shown; c++) {
        name_channel(job, c, name[c]);
        series[c] =
            (cr_plot_series){.label = name[c], .x = x, .y = y + c * COLUMNS, .count = COLUMNS, .color = c};
    }
    cr_plot plot = cr_plot_default();
    plot.id = "levels";
    plot.title = "Level at each ear";
    plot.y_label = "dB SPL";
    if (isfinite(loudest)) plot.y_min = loudest - quiet, plot.y_max = loudest + 5.0;
    cr_html_section(p->out, "Level at each ear");
    put_lines(p, &plot, series, shown,
              job->channels > shown
                  ? "Root mean square of a 400th of the time each; the first eight channels."
                  : "Root mean square of a 400th of the time each.");
    return CR_OK;
}

// --- modes ----------------------------------------------------------------------------------------------

static void name_mode(const page *p, const cr_watched_mode *m, char name[64]) {
    const cr_sound_engine *e = p->engine;
    snprintf(name, 64, "%.30s, %.5g Hz", cr_world_model_name(e->job->model, m->body),
             e->body[m->body].def->modes->frequency[m->mode]);
}

static void put_modes(const page *p, int shown, char name[LINES][64], const double *x, double *y) {
    const cr_watched_mode *mode = p->engine->watch.mode;
    cr_plot_series series[LINES];
    double most = 0.0;
    for (int i = 0; i < shown; i++) most = fmax(most, mode[i].most);
    for (int i = 0; i < shown; i++) {
        for (int k = 0; k < COLUMNS; k++) {
            double energy = (double)mode[i].energy[k];
            y[i * COLUMNS + k] = energy > 0.0 ? 10.0 * log10(energy / most) : CR_NAN;
        }
        series[i] =
            (cr_plot_series){.label = name[i], .x = x, .y = y + i * COLUMNS, .count = COLUMNS, .color = i};
    }
    cr_plot plot = cr_plot_default();
    plot.id = "activity";
    plot.title = "Energy of modes";
    plot.y_label = "dB re the greatest";
    plot.y_min = -80.0;
    plot.y_max = 3.0;
    put_lines(p, &plot, series, shown, "The modes that radiate most, the strongest first.");
}

static void put_damping(const page *p, int shown, char name[LINES][64], const double *x, double *y) {
    const cr_watched_mode *mode = p->engine->watch.mode;
    cr_plot_series series[LINES];
    for (int i = 0; i < shown; i++) {
        for (int k = 0; k < COLUMNS; k++) y[i * COLUMNS + k] = (double)mode[i].sigma[k];
        series[i] = (cr_plot_series){.label = name[i],
                                     .x = x,
                                     .y = y + i * COLUMNS,
                                     .count = COLUMNS,
                                     .style = CR_PLOT_STEPS,
                                     .color = i};
    }
    cr_plot plot = cr_plot_default();
    plot.id = "damping";
    plot.title = "Decay of the same modes";
    plot.y_label = "1/s";
    plot.log_y = true;
    put_lines(p, &plot, series, shown,
              "How fast their amplitudes fall: by material and radiation alone where the line is lowest, by "
              "contact too where it is higher.");
}

static void put_table(const page *p) {
    static const cr_html_column columns[] = {
        {"body", false},      {"mode", true},       {"frequency [Hz]", true},
        {"energy [J]", true}, {"power [W]", true},  {"decay [1/s]", true},
        {"at most", true},    {"radiation", false}, {"efficiency [%]", true}};
    const cr_sound_engine *e = p->engine;
    cr_html_table_begin(
        p->out,
        "The modes that radiate most: greatest energy and power radiated with it, least and greatest decay.",
        columns, 9);
    for (int i = 0; i < e->watch.modes && i < TABLE && e->watch.mode[i].most > 0.0; i++) {
        const cr_watched_mode *m = &e->watch.mode[i];
        const cr_radiation *r = e->body[m->body].radiation;
        const cr_multipoles *found = r && m->mode < r->count ? &r->mode[m->mode] : NULL;
        cr_html_row_begin(p->out);
        cr_html_cell_text(p->out, cr_world_model_name(e->job->model, m->body));
        cr_html_cell_number(p->out, m->mode + 1, 6);
        cr_html_cell_number(p->out, e->body[m->body].def->modes->frequency[m->mode], 6);
        cr_html_cell_number(p->out, m->most, 3);
        cr_html_cell_number(p->out, found ? m->power : CR_NAN, 3);
        cr_html_cell_number(p->out, m->sigma_least, 3);
        cr_html_cell_number(p->out, m->sigma_most, 3);
        cr_html_cell_text(p->out, found ? cr_radiation_route_name(found->route) : "mean motion");
        cr_html_cell_number(p->out, found ? 100.0 * found->efficiency : CR_NAN, 3);
        cr_html_row_end(p->out);
    }
    cr_html_table_end(p->out);
}

static cr_status put_directions(const page *p) {
    const cr_sound_engine *e = p->engine;
    cr_directivity panels[DIRECTED];
    int count = 0;
    for (int i = 0; i < e->watch.modes && count < DIRECTED; i++) {
        const cr_watched_mode *m = &e->watch.mode[i];
        const cr_radiation *r = e->body[m->body].radiation;
        if (!r || m->mode >= r->count || !(m->power > 0.0)) continue;
        panels[count] = (cr_directivity){.radiation = r, .mode = m->mode};
        name_mode(p, m, panels[count++].title);
    }
    if (!count) return CR_OK;
    cr_html_section(p->out, "Directions");
    return cr_directivity_write(p->out, panels, count, command_of(p)->arena, p->error);
}

static cr_status put_activity(const page *p) {
    cr_sound_engine *e = p->engine;
    char name[LINES][64];
    int shown = 0;
    cr_sound_watch_rank(&e->watch, e->body);
    while (shown < LINES && shown < e->watch.modes && e->watch.mode[shown].most > 0.0) {
        name_mode(p, &e->watch.mode[shown], name[shown]);
        shown++;
    }
    if (!shown) return CR_OK;
    double *x = cr_command_take(command_of(p), COLUMNS, sizeof *x, p->error);
    double *y = cr_command_take(command_of(p), (size_t)shown * COLUMNS, sizeof *y, p->error);
    if (!x || !y) return p->error->status;
    fill_times(p, x);
    cr_html_section(p->out, "Modes");
    put_modes(p, shown, name, x, y);
    put_damping(p, shown, name, x, y);
    put_table(p);
    return put_directions(p);
}

cr_status cr_sound_engine_report(cr_sound_engine *e, FILE *out, cr_error *error) {
    const cr_sound_job *job = e->job;
    const page p = {e, out, error};
    char lead[288];
    snprintf(lead, sizeof lead, "%.120s, made heard in %.120s by carom " CAROM_VERSION ".", job->source,
             job->output);
    cr_html_begin(out, *job->settings->title ? job->settings->title : job->source, lead);
    put_summary(&p);
    cr_status status = put_sound(&p);
    if (status == CR_OK) status = put_levels(&p);
    if (status == CR_OK)
        status = cr_sound_put_forces(cr_record_input_reader(e->input), job->command, out, error);
    if (status == CR_OK) status = put_activity(&p);
    cr_html_end(out);
    return status;
}
