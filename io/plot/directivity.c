#include "io/plot/directivity.h"

#include "io/plot/html.h"
#include "io/plot/svg.h"

#include <math.h>

enum { DIRECTIONS = 145, PLANES = 2 };

static const double reach = 100.0; // distance over the radius: far away
static const double span = 40.0;   // dB from the middle of the picture to its rim

typedef struct picture {
    double x[PLANES][DIRECTIONS], y[PLANES][DIRECTIONS];
    double mean; // root of the mean square over all directions
    cr_plot_series series[PLANES];
    char id[24];
} picture;

// Levels of a mode around the body, as pressures and angles. The mean over all directions follows from the
// power: sum |c|^2/(4 pi (k r)^2).
static cr_status fill(const cr_directivity *d, cr_arena *arena, picture *p, cr_error *error) {
    cr_radiation one = *d->radiation;
    double re, im, far = reach * one.radius;
    cr_arena_mark mark = cr_arena_here(arena);
    one.mode = &one.mode[d->mode];
    one.count = 1;
    cr_radiator *radiator = cr_radiator_new(&one, arena, error);
    if (!radiator) return error->status;
    for (int plane = 0; plane < PLANES; plane++)
        for (int i = 0; i < DIRECTIONS; i++) {
            double angle = 2.0 * cr_pi * i / (DIRECTIONS - 1);
            double at[3] = {one.centre[0] + far * cos(angle), one.centre[1], one.centre[2]};
            at[plane ? 1 : 2] += far * sin(angle);
            cr_radiator_transfer(radiator, at, &re, &im);
            p->x[plane][i] = hypot(re, im);
            p->y[plane][i] = angle;
        }
    double sum = cr_radiation_damping(&one, 0) * 2.0 * one.density / one.speed;
    p->mean = sum > 0.0 ? sqrt(sum / (4.0 * cr_pi)) / (one.mode->wave_number * far) : 0.0;
    cr_arena_rewind(arena, mark);
    return CR_OK;
}

// How far from the middle, 1 for the loudest; a mode that has its nodes in both planes is near the middle.
static void make_polar(picture *p) {
    double loudest = p->mean;
    for (int i = 0; i < PLANES * DIRECTIONS; i++)
        loudest = fmax(loudest, p->x[i / DIRECTIONS][i % DIRECTIONS]);
    for (int i = 0; i < PLANES * DIRECTIONS; i++) {
        double *x = &p->x[i / DIRECTIONS][i % DIRECTIONS], *y = &p->y[i / DIRECTIONS][i % DIRECTIONS];
        double level = loudest > 0.0 ? 20.0 * log10(fmax(*x / loudest, 1e-9)) : -span, angle = *y;
        double far = fmax(0.0, 1.0 + level / span);
        *x = far * cos(angle);
        *y = far * sin(angle);
    }
}

static cr_plot plot_of(const cr_directivity *d, picture *p, int number) {
    static const char *const plane[PLANES] = {"x z", "x y"};
    cr_plot plot = cr_plot_default();
    make_polar(p);
    for (int i = 0; i < PLANES; i++)
        p->series[i] = (cr_plot_series){.label = number ? NULL : plane[i],
                                        .x = p->x[i],
                                        .y = p->y[i],
                                        .count = DIRECTIONS,
                                        .style = i ? CR_PLOT_DASHED : CR_PLOT_LINE,
                                        .color = i};
    snprintf(p->id, sizeof p->id, "directivity%d", number);
    plot.id = p->id;
    plot.title = d->title;
    plot.x_min = plot.y_min = -1.05;
    plot.x_max = plot.y_max = 1.05;
    plot.series = p->series;
    plot.series_count = PLANES;
    plot.width = plot.height = 320;
    return plot;
}

cr_status cr_directivity_write(FILE *out, const cr_directivity *panels, int count, cr_arena *arena,
                               cr_error *error) {
    cr_plot plots[CR_DIRECTIVITIES];
    if (count > CR_DIRECTIVITIES) count = CR_DIRECTIVITIES;
    picture *all = cr_arena_take(arena, CR_DIRECTIVITIES, sizeof *all);
    if (!all) return cr_fail(error, CR_ERR_MEMORY, "page", "out of memory");
    for (int i = 0; i < count; i++) {
        cr_status status = fill(&panels[i], arena, &all[i], error);
        if (status != CR_OK) return status;
        plots[i] = plot_of(&panels[i], &all[i], i);
    }
    cr_html_figure_begin(out);
    cr_plot_write_panels(out, plots, count, 3);
    cr_html_figure_end(
        out,
        "Level far away in each direction, 40 dB from the rim (the loudest, or the mean over all directions "
        "where that is more) to the middle: in "
        "the plane x z, with x to the right and z upwards, and in the plane x y, with y upwards.");
    return CR_OK;
}
