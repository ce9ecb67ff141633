// carom modal --radiation: what is asked for, and its part of the page.
#include "io/plot/html.h"
#include "io/plot/svg.h"
#include "modal/job.h"

#include <stdlib.h>
#include <string.h>

static cr_status read_part(const char *text, cr_radiation_def *def, cr_error *error) {
    char *end;
    long part = strtol(text, &end, 10), parts = 0;
    if (end != text && *end == '/') parts = strtol(end + 1, &end, 10);
    if (*end || part < 1 || parts < part || parts > 100000)
        return cr_fail(error, CR_ERR_INPUT, "--part",
                       "needs I/N with 1 <= I <= N, for example 1/4, got \"%.80s\"", text);
    def->part = (int)part - 1;
    def->parts = (int)parts;
    return CR_OK;
}

cr_status cr_modal_radiation_read(const cr_command *command, cr_radiation_def *def, cr_error *error) {
    static const char *const names[] = {"none", "fast", "exact"};
    const char *name = cr_command_text(command, "--radiation", "none");
    int way = 0;
    while (way < 3 && strcmp(names[way], name) != 0) way++;
    if (way == 3)
        return cr_fail(error, CR_ERR_INPUT, "--radiation", "needs exact, fast or none, got \"%.80s\"", name);
    *def = cr_radiation_def_default();
    def->way = (cr_radiation_way)way;
    if (!cr_command_has(command, "--part")) return CR_OK;
    if (way == CR_RADIATE_NONE)
        return cr_fail(error, CR_ERR_INPUT, "--part", "needs --radiation exact or fast");
    return read_part(cr_command_text(command, "--part", ""), def, error);
}

enum { DIRECTIONS = 145, PANELS = 12 };

static const double reach = 100.0; // distance over the radius: far away
static const double span = 40.0;   // dB from the middle of the picture to its rim

typedef struct picture {
    double x[2][DIRECTIONS], y[2][DIRECTIONS];
    cr_plot_series series[2];
    char title[64], id[24];
} picture;

// Levels of a mode around the body in the planes x z and x y: how far from the middle, 1 for the loudest.
static cr_status fill_pictures(const cr_radiation *r, int count, cr_arena *arena, picture *all,
                               cr_error *error) {
    cr_radiator *radiator = cr_radiator_new(r, arena, error);
    double *re = cr_arena_take(arena, 2 * (size_t)r->count, sizeof *re), *im = re + r->count;
    if (!radiator) return error->status;
    if (!re) return cr_fail(error, CR_ERR_MEMORY, "--report", "out of memory");
    for (int plane = 0; plane < 2; plane++)
        for (int i = 0; i < DIRECTIONS; i++) {
            double angle = 2.0 * cr_pi * i / (DIRECTIONS - 1), far = reach * r->radius;
            double at[3] = {r->centre[0] + far * cos(angle), r->centre[1], r->centre[2]};
            at[plane ? 1 : 2] += far * sin(angle);
            cr_radiator_transfer(radiator, at, re, im);
            for (int m = 0; m < count; m++) {
                all[m].x[plane][i] = hypot(re[m], im[m]);
                all[m].y[plane][i] = angle;
            }
        }
    return CR_OK;
}

static void make_polar(picture *p) {
    double loudest = 0.0;
    for (int i = 0; i < 2 * DIRECTIONS; i++) loudest = fmax(loudest, p->x[i / DIRECTIONS][i % DIRECTIONS]);
    for (int i = 0; i < 2 * DIRECTIONS; i++) {
        double *x = &p->x[i / DIRECTIONS][i % DIRECTIONS], *y = &p->y[i / DIRECTIONS][i % DIRECTIONS];
        double level = loudest > 0.0 ? 20.0 * log10(fmax(*x / loudest, 1e-9)) : -span, angle = *y;
        double far = fmax(0.0, 1.0 + level / span);
        *x = far * cos(angle);
        *y = far * sin(angle);
    }
}

static void put_panels(const cr_modal_outcome *outcome, picture *all, int count, FILE *out) {
    static const char *const plane[2] = {"x z", "x y"};
    cr_plot plots[PANELS];
    for (int m = 0; m < count; m++) {
        picture *p = &all[m];
        make_polar(p);
        for (int i = 0; i < 2; i++)
            p->series[i] = (cr_plot_series){.label = m ? NULL : plane[i],
                                            .x = p->x[i],
                                            .y = p->y[i],
                                            .count = DIRECTIONS,
                                            .style = i ? CR_PLOT_DASHED : CR_PLOT_LINE,
                                            .color = i};
        snprintf(p->title, sizeof p->title, "mode %d, %.5g Hz", m + 1, outcome->modes.frequency[m]);
        snprintf(p->id, sizeof p->id, "directivity%d", m);
        plots[m] = cr_plot_default();
        plots[m].id = p->id;
        plots[m].title = p->title;
        plots[m].x_min = plots[m].y_min = -1.05;
        plots[m].x_max = plots[m].y_max = 1.05;
        plots[m].series = p->series;
        plots[m].series_count = 2;
        plots[m].width = plots[m].height = 320;
    }
    cr_html_figure_begin(out);
    cr_plot_write_panels(out, plots, count, 3);
    cr_html_figure_end(
        out, "Level far away in each direction, 40 dB from the rim (the loudest) to the middle: in "
             "the plane x z, with x to the right and z upwards, and in the plane x y, with y upwards.");
}

static void put_table(const cr_modal_outcome *outcome, FILE *out) {
    static const cr_html_column columns[] = {
        {"mode", true},        {"frequency [Hz]", true}, {"route", false},
        {"decay [1/s]", true}, {"T60 [s]", true},        {"efficiency [%]", true},
        {"order", true},       {"patches", true},        {"triangles", true}};
    const cr_radiation *r = &outcome->radiation;
    cr_html_table_begin(
        out,
        "Decay that radiation alone gives a mode, and the power it radiates over that of a plane "
        "wave with the same mean square of velocity; the way it was found; the order of its multipoles and "
        "the "
        "patches of the surface by which it is heard; triangles, cells or pieces that were solved for.",
        columns, 9);
    for (int m = 0; m < r->count; m++) {
        const cr_multipoles *mode = &r->mode[m];
        bool known = mode->route != CR_RADIATION_NONE;
        double decay = known ? cr_radiation_damping(r, m) : CR_NAN;
        cr_html_row_begin(out);
        cr_html_cell_number(out, m + 1, 6);
        cr_html_cell_number(out, outcome->modes.frequency[m], 6);
        cr_html_cell_text(out, cr_radiation_route_name(mode->route));
        cr_html_cell_number(out, decay, 3);
        cr_html_cell_number(out, 3.0 * log(10.0) / decay, 3);
        cr_html_cell_number(out, known ? 100.0 * mode->efficiency : CR_NAN, 3);
        cr_html_cell_number(out, mode->c ? mode->order : CR_NAN, 3);
        cr_html_cell_number(out, mode->set ? r->set[mode->set - 1].count : CR_NAN, 6);
        cr_html_cell_number(out, known ? mode->triangles : CR_NAN, 6);
        cr_html_row_end(out);
    }
    cr_html_table_end(out);
}

cr_status cr_modal_radiation_report(const cr_modal_outcome *outcome, cr_arena *arena, FILE *out,
                                    cr_error *error) {
    const cr_radiation *r = &outcome->radiation;
    int count = r->count < PANELS ? r->count : PANELS;
    picture *all = cr_arena_take(arena, PANELS, sizeof *all);
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "--report", "out of memory");
    cr_status status = fill_pictures(r, count, arena, all, error);
    if (status != CR_OK) return status;
    cr_html_section(out, "Radiation");
    put_panels(outcome, all, count, out);
    put_table(outcome, out);
    return CR_OK;
}
