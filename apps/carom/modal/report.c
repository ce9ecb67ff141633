#include "io/modes/export.h"
#include "io/modes/nature.h"
#include "io/modes/picture.h"
#include "io/modes/surface_tools.h"
#include "io/plot/html.h"
#include "io/plot/svg.h"
#include "modal/job.h"

#include <stdlib.h>

enum { PICTURES = 12, POINTS_PER_MODE = 24, GRID = 800 };

static const double two_pi = 6.28318530717958648;

static cr_status put_table(const cr_modes *modes, cr_arena *arena, FILE *out, cr_error *error) {
    static const cr_html_column columns[] = {
        {"mode", true},        {"frequency [Hz]", true}, {"error [%]", true},   {"note", false},
        {"damping [%]", true}, {"T60 [s]", true},        {"outward [%]", true}, {"motion", false}};
    cr_html_section(out, "Modes");
    cr_html_table_begin(
        out,
        "Notes of equal temperament with A4 at 440 Hz, and cents above them. Outward: the part of "
        "the motion along the normal of the surface, which drives the air. Error: by at most about so much "
        "the mesh makes the frequency too high.",
        columns, 8);
    for (int m = 0; m < modes->count; m++) {
        cr_mode_nature nature;
        char name[CR_NOTE_TEXT], note[CR_NOTE_TEXT + 16];
        double cents, f = modes->frequency[m], sigma = modes->sigma[m];
        cr_status status = cr_mode_nature_find(modes, m, arena, &nature, error);
        if (status != CR_OK) return status;
        cr_note_name(f, name, &cents);
        snprintf(note, sizeof note, "%s %s%.0f", name, cents < 0.0 ? "\xE2\x88\x92" : "+", fabs(cents));
        cr_html_row_begin(out);
        cr_html_cell_number(out, m + 1, 6);
        cr_html_cell_number(out, f, 6);
        cr_html_cell_number(out, modes->error ? 100.0 * modes->error[m] / f : CR_NAN, 2);
        cr_html_cell_text(out, note);
        cr_html_cell_number(out, 100.0 * sigma / (two_pi * f), 3);
        cr_html_cell_number(out, cr_modes_t60(sigma), 3);
        cr_html_cell_number(out, round(100.0 * nature.outward), 3);
        cr_html_cell_text(out, nature.text);
        cr_html_row_end(out);
    }
    cr_html_table_end(out);
    return CR_OK;
}

static cr_status put_pictures(const cr_modes *modes, cr_arena *arena, FILE *out, cr_error *error) {
    int count = modes->count < PICTURES ? modes->count : PICTURES;
    cr_html_section(out, "Shapes");
    cr_html_figure_begin(out);
    cr_status status = cr_modes_sheet(out, modes, count, arena, error);
    cr_html_figure_end(
        out, "The surface displaced by 8 % of its size at most. Red moves outwards, blue inwards, and "
             "half a swing later it is the other way round.");
    return status;
}

// Mobility at a point: v/F = sum of i w u^2/(w_m^2 - w^2 + 2 i sigma_m w) [m/s/N]
static double mobility(const cr_modes *modes, const double *square, double frequency) {
    double w = two_pi * frequency, re = 0.0, im = 0.0;
    for (int m = 0; m < modes->count; m++) {
        double own = two_pi * modes->frequency[m], a = own * own - w * w, b = 2.0 * modes->sigma[m] * w;
        double scale = w * square[m] / (a * a + b * b);
        re += scale * b;
        im += scale * a;
    }
    return hypot(re, im);
}

static int compare(const void *a, const void *b) {
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

// A grid in equal ratios, with points close to each peak.
static int choose_frequencies(const cr_modes *modes, double low, double high, double *f) {
    int count = 0;
    for (int i = 0; i < GRID; i++) f[count++] = low * pow(high / low, i / (GRID - 1.0));
    for (int m = 0; m < modes->count; m++) {
        double width = modes->sigma[m] / two_pi;
        for (int i = 0; i < POINTS_PER_MODE; i++) {
            double x = (2 * i - POINTS_PER_MODE + 1) / (double)POINTS_PER_MODE; // -1 to 1
            double at = modes->frequency[m] + 12.0 * width * x * fabs(x);
            if (at > low && at < high) f[count++] = at;
        }
        f[count++] = modes->frequency[m];
    }
    qsort(f, (size_t)count, sizeof *f, compare);
    return count;
}

static void put_plot(const cr_modes *modes, int tap, const double *f, const double *level, int count,
                     FILE *out) {
    char caption[200];
    const float *p = modes->position + 3 * (size_t)tap;
    cr_plot_series series = {.x = f, .y = level, .count = count, .style = CR_PLOT_LINE, .color = -1};
    cr_plot plot = cr_plot_default();
    plot.id = "tap";
    plot.title = "Response to a tap";
    plot.x_label = "frequency [Hz]";
    plot.y_label = "velocity per force [dB re 1 m/s/N]";
    plot.log_x = true;
    plot.series = &series;
    plot.series_count = 1;
    cr_html_figure_begin(out);
    cr_plot_write(out, &plot);
    snprintf(caption, sizeof caption,
             "At (%.4g, %.4g, %.4g) m along the normal, where no mode is weak; elastic modes only.",
             (double)p[0], (double)p[1], (double)p[2]);
    cr_html_figure_end(out, caption);
}

static cr_status put_tap(const cr_modal_outcome *outcome, cr_arena *arena, FILE *out, cr_error *error) {
    const cr_modes *modes = &outcome->modes;
    size_t room = GRID + (POINTS_PER_MODE + 1) * (size_t)modes->count;
    float *normal = cr_arena_take(arena, 3 * (size_t)modes->vertices, sizeof *normal);
    double *square = cr_arena_take(arena, (size_t)modes->count, sizeof *square);
    double *outward = cr_arena_take(arena, (size_t)modes->count, sizeof *outward);
    double *f = cr_arena_take(arena, room, sizeof *f), *level = cr_arena_take(arena, room, sizeof *level);
    int tap = 0;
    if (!normal || !square || !outward || !f || !level)
        return cr_fail(error, CR_ERR_MEMORY, "--report", "out of memory");
    cr_modes_normals(modes, normal);
    cr_modes_taps(modes, normal, 1, &tap);
    for (int m = 0; m < modes->count; m++) {
        outward[m] = cr_mode_outward(modes, normal, m, tap);
        square[m] = outward[m] * outward[m];
    }
    int count =
        choose_frequencies(modes, 0.7 * modes->frequency[0], 1.2 * modes->frequency[modes->count - 1], f);
    for (int i = 0; i < count; i++) level[i] = 20.0 * log10(fmax(mobility(modes, square, f[i]), 1e-12));
    cr_html_section(out, "Sound");
    put_plot(modes, tap, f, level, count, out);
    return cr_modal_strike_report(outcome, tap, normal, outward, arena, out, error);
}

static void put_check(FILE *out, const char *name, double value, bool good, const char *meaning) {
    cr_html_row_begin(out);
    cr_html_cell_text(out, name);
    cr_html_cell_number(out, value, 5);
    cr_html_cell_verdict(out, good ? CR_HTML_OK : CR_HTML_OFF, NULL);
    cr_html_cell_text(out, meaning);
    cr_html_row_end(out);
}

static void put_checks(const cr_modal_request *request, const cr_modal_outcome *outcome, FILE *out) {
    static const cr_html_column columns[] = {
        {"check", false}, {"value", true}, {"verdict", false}, {"", false}};
    const cr_modes *modes = &outcome->modes;
    const cr_modal_result *r = &outcome->result;
    char meaning[160];
    int below = modes->rigid;
    double rigid = 0.0;
    for (int m = 0; m < modes->count; m++) below += modes->frequency[m] < modes->limit;
    cr_html_section(out, "Checks");
    cr_html_table_begin(out, NULL, columns, 4);
    snprintf(meaning, sizeof meaning,
             "modes below %.6g Hz by the inertia of the factorisation; %d were found", modes->limit, below);
    if (modes->counted) put_check(out, "count", modes->counted, modes->counted == below, meaning);
    if (modes->residual > 0.0)
        put_check(out, "residual", modes->residual, modes->residual <= 1e-8,
                  "largest of all modes, at most 1e-8");
    if (r->dof) {
        for (int i = 0; i < r->rigid; i++) rigid = fmax(rigid, fabs(r->rigid_frequency[i]));
        put_check(out, "orthogonality", r->orthogonality, r->orthogonality <= 1e-10,
                  "of the shapes by mass, at most 1e-10");
        if (r->rigid)
            put_check(out, "rigid modes", rigid, rigid < 0.1, "what rounding leaves of 0 Hz, below 0.1 Hz");
    }
    if (!cr_solid_is_ready(&request->solid))
        put_check(out, "order of the elements", request->solid.detail.order, request->solid.detail.order == 2,
                  "order 1 is a preview: frequencies come out tens of percent high");
    cr_html_table_end(out);
}

static void put_summary(const cr_modal_outcome *outcome, FILE *out) {
    static const cr_html_column columns[] = {{"", false}, {"value", true}, {"unit", false}};
    const cr_modes *m = &outcome->modes;
    const cr_modal_result *r = &outcome->result;
    const struct {
        const char *name;
        double value;
        const char *unit;
    } rows[] = {{"mass", m->mass, "kg"},
                {"density", m->density, "kg/m\xC2\xB3"},
                {"Young's modulus", m->young, "Pa"},
                {"Poisson's ratio", m->poisson, ""},
                {"Rayleigh damping, mass term", m->rayleigh_mass, "1/s"},
                {"Rayleigh damping, stiffness term", m->rayleigh_stiff, "s"},
                {"tetrahedra", m->tets ? m->tets : CR_NAN, ""},
                {"pieces of rod", m->rods ? m->rods : CR_NAN, ""},
                {"unknowns", m->dof ? m->dof : CR_NAN, ""},
                {"vertices of the surface", m->vertices, ""},
                {"computing time", r->dof ? r->seconds.total : CR_NAN, "s"},
                {"memory", r->dof ? r->memory_mb : CR_NAN, "MB"}};
    cr_html_section(out, "Solid");
    cr_html_table_begin(out, NULL, columns, 3);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!isfinite(rows[i].value)) continue;
        cr_html_row_begin(out);
        cr_html_cell_text(out, rows[i].name);
        cr_html_cell_number(out, rows[i].value, 6);
        cr_html_cell_text(out, rows[i].unit);
        cr_html_row_end(out);
    }
    cr_html_table_end(out);
}

cr_status cr_modal_report(const cr_modal_request *request, const cr_modal_outcome *outcome, FILE *out,
                          cr_error *error) {
    const cr_modes *modes = &outcome->modes;
    cr_arena *arena = request->command->arena;
    char lead[200];
    snprintf(lead, sizeof lead, "%d modes of %.60s%s%.40s by finite elements, by carom " CAROM_VERSION ".",
             modes->count, modes->name, *modes->material ? " of " : "", modes->material);
    cr_html_begin(out, modes->name, lead);
    put_summary(outcome, out);
    put_checks(request, outcome, out);
    cr_status status = CR_OK;
    if (modes->count) status = put_pictures(modes, arena, out, error);
    if (modes->count && status == CR_OK) status = put_tap(outcome, arena, out, error);
    if (outcome->radiation.count && status == CR_OK)
        status = cr_modal_radiation_report(outcome, arena, out, error);
    if (status == CR_OK) status = put_table(modes, arena, out, error);
    cr_html_end(out);
    return status;
}
