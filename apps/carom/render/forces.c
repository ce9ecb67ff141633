#include "render/forces.h"

#include "io/plot/html.h"
#include "io/plot/svg.h"

#include <limits.h>
#include <string.h>

// Contacts that share the name before their number.
static size_t name_length(const char *contact) {
    return strcspn(contact, "[");
}

static bool same_name(const char *a, const char *b) {
    return name_length(a) == name_length(b) && strncmp(a, b, name_length(a)) == 0;
}

static cr_status take(cr_render_force *f, const cr_command *command, cr_error *error) {
    f->bin = cr_command_take(command, CR_RENDER_BINS, sizeof *f->bin, error);
    f->close = cr_command_take(command, CR_RENDER_CLOSE, sizeof *f->close, error);
    return f->bin && f->close ? CR_OK : error->status;
}

cr_status cr_render_forces_open(cr_render_forces *forces, const cr_render_job *job, cr_error *error) {
    const cr_scene_names *names = &job->names;
    *forces = (cr_render_forces){.width = 1, .look_at = LLONG_MAX};
    forces->force = cr_command_take(job->command, CR_RENDER_FORCES, sizeof *forces->force, error);
    cr_status status = forces->force ? CR_OK : error->status;
    for (int i = 0; i < names->contact_count && status == CR_OK; i++) {
        const char *name = names->contacts[i];
        bool more = i && same_name(name, names->contacts[i - 1]);
        forces->names += !more;
        if (forces->names > CR_RENDER_FORCES) continue;
        cr_render_force *f = &forces->force[forces->names - 1];
        f->count++;
        if (more) continue;
        f->first = i;
        snprintf(f->name, sizeof f->name, "%.*s", (int)name_length(name), name);
        forces->count = forces->names;
        status = take(f, job->command, error);
    }
    if (status != CR_OK) return status;
    size_t room = CR_RENDER_CLOSE * (size_t)forces->count;
    forces->ring = cr_command_take(job->command, room + 1, sizeof *forces->ring, error);
    return forces->ring ? CR_OK : error->status;
}

static void join_bins(cr_render_forces *forces) {
    for (int i = 0; i < forces->count; i++) {
        double *bin = forces->force[i].bin;
        for (int k = 0; k < CR_RENDER_BINS / 2; k++) bin[k] = fmax(bin[2 * k], bin[2 * k + 1]);
        for (int k = CR_RENDER_BINS / 2; k < CR_RENDER_BINS; k++) bin[k] = 0.0;
    }
    forces->width *= 2;
}

// The steps up to this one, the oldest first.
static void look_close(cr_render_forces *forces, int i, long long step) {
    cr_render_force *f = &forces->force[i];
    for (int k = 0; k < CR_RENDER_CLOSE; k++)
        f->close[k] = forces->ring[(step + 1 + k) % CR_RENDER_CLOSE * forces->count + i];
    f->close_end = step;
}

// The greatest forces of half as many steps ago, and when the next one will be as old.
static void look_at_all(cr_render_forces *forces, long long step) {
    forces->look_at = LLONG_MAX;
    for (int i = 0; i < forces->count; i++) {
        long long due = forces->force[i].at + CR_RENDER_CLOSE / 2;
        if (!(forces->force[i].greatest > 0.0) || due < step) continue;
        if (due == step) look_close(forces, i, step);
        else if (due < forces->look_at) forces->look_at = due;
    }
}

static void note_greatest(cr_render_forces *forces, cr_render_force *f, double force, long long step,
                          const cr_network *network) {
    f->greatest = force;
    f->at = step;
    f->stored = 0.0;
    for (int i = 0; i < f->count; i++) f->stored += cr_network_contact_stored(network, f->first + i);
    if (step + CR_RENDER_CLOSE / 2 < forces->look_at) forces->look_at = step + CR_RENDER_CLOSE / 2;
}

void cr_render_forces_note(cr_render_forces *forces, const double *of_contacts, const cr_network *network) {
    if (forces->steps / forces->width == CR_RENDER_BINS) join_bins(forces);
    long long step = forces->steps++, bin = step / forces->width;
    double *now = forces->ring + step % CR_RENDER_CLOSE * forces->count;
    forces->quiet = 0;
    for (int i = 0; i < forces->count; i++) {
        cr_render_force *f = &forces->force[i];
        double force = 0.0;
        for (int k = 0; k < f->count; k++) force += of_contacts[f->first + k];
        now[i] = force;
        if (force == 0.0) continue;
        f->closed++;
        if (force > f->bin[bin]) f->bin[bin] = force;
        if (force > f->greatest) note_greatest(forces, f, force, step, network);
    }
    if (step == forces->look_at) look_at_all(forces, step);
}

static void clear_ring(cr_render_forces *forces, long long first, int steps) {
    for (int at = (int)(first % CR_RENDER_CLOSE); steps > 0; at = 0) {
        int now = at + steps < CR_RENDER_CLOSE ? steps : CR_RENDER_CLOSE - at;
        size_t row = (size_t)forces->count * sizeof *forces->ring;
        memset(forces->ring + at * forces->count, 0, (size_t)now * row);
        steps -= now;
    }
}

void cr_render_forces_note_none(cr_render_forces *forces, int steps) {
    while (steps > 0) {
        long long until = forces->look_at - forces->steps; // the close look is at the ring of that step
        int now = until >= 0 && until < steps ? (int)until + 1 : steps;
        if (forces->quiet < CR_RENDER_CLOSE) clear_ring(forces, forces->steps, now);
        forces->steps += now;
        forces->quiet += now;
        steps -= now;
        if (forces->steps - 1 == forces->look_at) look_at_all(forces, forces->look_at);
    }
    while ((forces->steps - 1) / forces->width >= CR_RENDER_BINS) join_bins(forces);
}

// --- the page

static double seconds(const cr_render_job *job, double steps) {
    return steps / (job->rate * (double)job->settings->oversample);
}

static double lost_by(const cr_render_force *f, const cr_network *network) {
    double sum = 0.0;
    for (int i = 0; i < f->count; i++) sum += cr_network_contact_lost(network, f->first + i);
    return sum;
}

static void put_table(const cr_render_forces *forces, const cr_render_job *job, FILE *out) {
    static const cr_html_column columns[] = {
        {"contact", false},      {"contacts", true}, {"greatest force N", true}, {"at s", true},
        {"stored then J", true}, {"lost J", true},   {"closed %", true}};
    const cr_network *network = cr_sim_network(job->sim);
    cr_html_table_begin(out, NULL, columns, 7);
    for (int i = 0; i < forces->count; i++) {
        const cr_render_force *f = &forces->force[i];
        cr_html_row_begin(out);
        cr_html_cell_text(out, f->name);
        cr_html_cell_number(out, f->count, 4);
        cr_html_cell_number(out, f->greatest, 4);
        cr_html_cell_number(out, f->greatest > 0.0 ? seconds(job, (double)f->at + 1.0) : CR_NAN, 4);
        cr_html_cell_number(out, f->stored, 3);
        cr_html_cell_number(out, lost_by(f, network), 3);
        cr_html_cell_number(out, 100.0 * (double)f->closed / (double)forces->steps, 3);
        cr_html_row_end(out);
    }
    cr_html_table_end(out);
}

// Bins from the first to the last in which any force acts, and some beside them.
typedef struct stretch {
    int from, to;
} stretch;

static stretch where_they_act(const cr_render_forces *forces) {
    int bins = (int)((forces->steps + forces->width - 1) / forces->width);
    stretch s = {bins, 0};
    for (int i = 0; i < forces->count; i++)
        for (int k = 0; k < bins; k++) {
            if (forces->force[i].bin[k] == 0.0) continue;
            if (k < s.from) s.from = k;
            if (k >= s.to) s.to = k + 1;
        }
    int beside = 2 + (s.to - s.from) / 20;
    s.from = s.from > beside ? s.from - beside : 0;
    s.to = s.to + beside < bins ? s.to + beside : bins;
    return s;
}

static void put_figure(FILE *out, const cr_plot *plot, const char *caption) {
    cr_html_figure_begin(out);
    cr_plot_write(out, plot);
    cr_html_figure_end(out, caption);
}

static cr_plot plot_of(const char *id, const char *title, const cr_plot_series *series, int count) {
    cr_plot plot = cr_plot_default();
    plot.id = id;
    plot.title = title;
    plot.y_label = "force [N]";
    plot.y_min = 0.0;
    plot.series = series;
    plot.series_count = count;
    plot.width = 800;
    plot.height = 300;
    return plot;
}

static cr_status put_course(const cr_render_forces *forces, const cr_render_job *job, FILE *out,
                            cr_error *error) {
    cr_plot_series series[CR_RENDER_FORCES];
    stretch s = where_they_act(forces);
    int count = s.to - s.from;
    const int few = 24; // one short touch, which is shown from near
    if (count <= 0 || (count < few && forces->count <= CR_RENDER_CLOSE_UPS)) return CR_OK;
    double *x = cr_command_take(job->command, (size_t)count, sizeof *x, error);
    if (!x) return error->status;
    for (int k = 0; k < count; k++) x[k] = seconds(job, (s.from + k + 0.5) * (double)forces->width);
    for (int i = 0; i < forces->count; i++)
        series[i] = (cr_plot_series){.label = forces->force[i].name,
                                     .x = x,
                                     .y = forces->force[i].bin + s.from,
                                     .count = count,
                                     .color = i % CR_PLOT_COLORS};
    cr_plot plot = plot_of("forces", "Contact forces", series, forces->count);
    plot.x_label = "time [s]";
    plot.x_min = seconds(job, s.from * (double)forces->width);
    plot.x_max = seconds(job, s.to * (double)forces->width);
    char caption[200];
    snprintf(caption, sizeof caption,
             "The greatest force in every %.3g ms, from the first touch to the last; a row of contacts is "
             "their sum.",
             1e3 * seconds(job, (double)forces->width));
    put_figure(out, &plot, caption);
    return CR_OK;
}

// The touch around the greatest force: it ends where there is none for a while.
static stretch touch_around(const cr_render_force *f) {
    const int while_apart = 24;
    int peak = (int)(f->at - (f->close_end - CR_RENDER_CLOSE + 1)), apart = 0;
    stretch s = {peak, peak + 1};
    for (int k = peak; k >= 0 && apart < while_apart; k--) {
        apart = f->close[k] == 0.0 ? apart + 1 : 0;
        if (!apart) s.from = k;
    }
    apart = 0;
    for (int k = peak; k < CR_RENDER_CLOSE && apart < while_apart; k++) {
        apart = f->close[k] == 0.0 ? apart + 1 : 0;
        if (!apart) s.to = k + 1;
    }
    int beside = 2 + (s.to - s.from) / 4;
    s.from = s.from > beside ? s.from - beside : 0;
    s.to = s.to + beside < CR_RENDER_CLOSE ? s.to + beside : CR_RENDER_CLOSE;
    return s;
}

static cr_status put_close_up(const cr_render_force *f, int number, const cr_render_job *job, FILE *out,
                              cr_error *error) {
    stretch s = touch_around(f);
    int count = s.to - s.from;
    long long first = f->close_end - CR_RENDER_CLOSE + 1 + s.from;
    double *x = cr_command_take(job->command, (size_t)count, sizeof *x, error);
    if (!x) return error->status;
    for (int k = 0; k < count; k++) x[k] = 1e3 * seconds(job, (double)(first + k) + 1.0);
    char id[32], title[96];
    snprintf(id, sizeof id, "force-%d", number + 1);
    snprintf(title, sizeof title, "%s, where it is greatest", f->name);
    const cr_plot_series series = {
        .x = x, .y = f->close + s.from, .count = count, .color = number % CR_PLOT_COLORS};
    cr_plot plot = plot_of(id, title, &series, 1);
    plot.x_label = "time [ms]";
    plot.height = 240;
    put_figure(out, &plot, NULL);
    return CR_OK;
}

cr_status cr_render_forces_write(cr_render_forces *forces, const cr_render_job *job, FILE *out,
                                 cr_error *error) {
    put_table(forces, job, out);
    cr_status status = put_course(forces, job, out, error);
    for (int i = 0, shown = 0; i < forces->count && status == CR_OK && shown < CR_RENDER_CLOSE_UPS; i++) {
        cr_render_force *f = &forces->force[i];
        if (f->greatest == 0.0) continue;
        if (f->at + CR_RENDER_CLOSE / 2 >= forces->steps) look_close(forces, i, forces->steps - 1);
        status = put_close_up(f, i, job, out, error);
        shown++;
    }
    if (forces->names > forces->count && status == CR_OK) {
        char rest[80];
        snprintf(rest, sizeof rest, "The first %d of %d contacts.", forces->count, forces->names);
        cr_html_paragraph(out, rest);
    }
    return status;
}
