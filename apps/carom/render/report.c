#include "render/report.h"

#include "io/file/text.h"
#include "io/plot/html.h"
#include "render/hear.h"
#include "render/plot.h"

#include <string.h>

typedef struct row {
    const char *name;
    double value;
    const char *unit;
} row;

static void put_row(FILE *out, const row *r) {
    cr_html_row_begin(out);
    cr_html_cell_text(out, r->name);
    cr_html_cell_number(out, r->value, 6);
    cr_html_cell_text(out, r->unit);
    cr_html_row_end(out);
}

static void put_summary(const cr_render_job *job, const cr_render_outcome *o, FILE *out) {
    static const cr_html_column columns[] = {{"", false}, {"value", true}, {"unit", false}};
    const row rows[] = {{"duration", o->duration, "s"},
                        {"sample rate", job->rate, "Hz"},
                        {"steps per sample", job->audio.oversample, ""},
                        {"channels", job->channels, ""},
                        {"steps", (double)o->summary.steps, ""},
                        {"computing time", o->cpu_seconds, "s"},
                        {"peak before scaling", o->peak, ""},
                        {"scaled by", o->gain, ""},
                        {"greatest stored energy", o->summary.energy_greatest, "J"},
                        {"contacts", job->names.contact_count, ""},
                        {"least contact force", o->summary.contact_force_least, "N"}};
    cr_html_section(out, "Summary");
    cr_html_table_begin(out, NULL, columns, 3);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) put_row(out, &rows[i]);
    cr_html_table_end(out);
}

typedef struct finding {
    const char *name, *meaning;
    double value;
    bool good;
} finding;

// The energy balance error allowed: rounding, and with modes in floats 4 units of it per step.
static double balance_limit(const cr_render_job *job, const cr_render_outcome *o) {
    return job->settings->precision == CR_FLOAT ? 2.4e-7 * (double)o->summary.steps : 1e-9;
}

static void put_checks(const cr_render_job *job, const cr_render_outcome *o, FILE *out) {
    static const cr_html_column columns[] = {
        {"check", false}, {"value", true}, {"verdict", false}, {"", false}};
    const cr_network_warnings *w = &o->summary.warnings;
    const finding all[] = {{"energy balance error",
                            "greatest |stored + lost - work - start| over the greatest stored energy",
                            o->summary.energy_residual, o->summary.energy_residual < balance_limit(job, o)},
                           {"least contact force", "a contact never pulls [N]",
                            o->summary.contact_force_least, !(o->summary.contact_force_least < 0.0)},
                           {"unsettled", "groups of contacts that had not converged after the last pass",
                            (double)w->unsettled, w->unsettled == 0},
                           {"resolves", "groups of contacts solved more than once in a step; no harm",
                            (double)w->resolves, true},
                           {"clipped", "samples beyond full scale", (double)o->clipped, o->clipped == 0},
                           {"mono loss", "how much quieter the mean of the channels is [dB]", o->mono_loss,
                            o->mono_loss <= CR_RENDER_MONO_LOSS_MOST}};
    cr_html_table_begin(out, "What can go wrong", columns, 4);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        cr_html_row_begin(out);
        cr_html_cell_text(out, all[i].name);
        cr_html_cell_number(out, all[i].value, 3);
        cr_html_cell_verdict(out, all[i].good ? CR_HTML_OK : CR_HTML_OFF, NULL);
        cr_html_cell_text(out, all[i].meaning);
        cr_html_row_end(out);
    }
    cr_html_table_end(out);
}

static void put_scene(const cr_render_job *job, FILE *out) {
    cr_html_section(out, "Scene");
    fputs(
        "<pre style=\"overflow-x:auto;padding:.8rem 1rem;background:var(--band);border:1px solid var(--rule);"
        "border-radius:8px;font-size:.85rem;line-height:1.45\">",
        out);
    cr_text_xml(out, job->source.text);
    fputs("</pre>\n", out);
    const cr_command *command = job->command;
    for (int i = 0; i < command->given_count; i++) {
        if (strcmp(command->given[i].option->name, "--set") != 0) continue;
        char line[288];
        snprintf(line, sizeof line, "Changed by the command line: %.240s", command->given[i].value);
        cr_html_paragraph(out, line);
    }
}

cr_status cr_render_report(const cr_render_job *job, const cr_render_outcome *outcome,
                           const cr_render_store *store, cr_render_trace *trace, FILE *out, cr_error *error) {
    const char *title = *job->settings->title ? job->settings->title : job->path;
    char lead[288];
    snprintf(lead, sizeof lead, "%.120s, rendered to %.120s by carom " CAROM_VERSION ".", job->path,
             job->output);
    cr_html_begin(out, title, lead);
    put_summary(job, outcome, out);
    put_checks(job, outcome, out);
    cr_html_section(out, "Sound");
    const cr_render_hearing hearing = {job->command, store, outcome->gain, job->rate};
    cr_status status = cr_render_put_player(&hearing, NULL, out, error);
    for (int c = 0; c < job->channels && status == CR_OK; c++) {
        status = cr_render_plot_wave(job, outcome, store, c, out, error);
        if (status == CR_OK) status = cr_render_put_spectrogram(&hearing, c, NULL, out, error);
    }
    if (status == CR_OK && job->names.contact_count) {
        cr_html_section(out, "Contacts");
        status = cr_render_forces_write(&trace->forces, job, out, error);
        if (status == CR_OK) status = cr_render_plot_contacts(trace, outcome, out, error);
    }
    if (status == CR_OK) status = cr_render_plot_energy(trace, out, error);
    if (status != CR_OK) return status;
    put_scene(job, out);
    cr_html_end(out);
    return CR_OK;
}
