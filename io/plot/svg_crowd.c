// A coarse count of what is drawn where, so that legend and labels find a free place.
#include "io/plot/svg_internal.h"

#include <math.h>
#include <string.h>

static double cell_x(const cr_svg_panel *panel, double x) {
    return CR_SVG_CELLS_X * (x - panel->area.left) / (panel->area.right - panel->area.left);
}

static double cell_y(const cr_svg_panel *panel, double y) {
    return CR_SVG_CELLS_Y * (y - panel->area.top) / (panel->area.bottom - panel->area.top);
}

static int clamp_cell(double cell, int count) {
    return (int)fmin(fmax(floor(cell), 0.0), count - 1.0);
}

static void count_point(cr_svg_panel *panel, double x, double y) {
    double i = cell_x(panel, x), j = cell_y(panel, y);
    if (i < 0.0 || i > CR_SVG_CELLS_X || j < 0.0 || j > CR_SVG_CELLS_Y) return;
    panel->crowd[clamp_cell(j, CR_SVG_CELLS_Y)][clamp_cell(i, CR_SVG_CELLS_X)]++;
    panel->crowd_total++;
}

// Counts a segment every few pixels, without its first end.
static void count_segment(cr_svg_panel *panel, double x0, double y0, double x1, double y1) {
    const double spacing = 6.0, most = 400.0;
    int pieces = (int)fmin(fmax(ceil(hypot(x1 - x0, y1 - y0) / spacing), 1.0), most);
    for (int k = 1; k <= pieces; k++)
        count_point(panel, x0 + (x1 - x0) * k / pieces, y0 + (y1 - y0) * k / pieces);
}

static void count_series(cr_svg_panel *panel, const cr_plot_series *series) {
    bool lines = cr_svg_has_line(series) && !cr_svg_is_dense(panel, series);
    bool joined = false, steps = series->style == CR_PLOT_STEPS;
    double x, y, last_x = 0.0, last_y = 0.0;
    for (int i = 0; i < series->count; i++) {
        bool shown = cr_svg_point(panel, series, i, &x, &y);
        if (shown && joined && lines) {
            if (steps) count_segment(panel, last_x, last_y, x, last_y);
            count_segment(panel, steps ? x : last_x, last_y, x, y);
        } else if (shown) count_point(panel, x, y);
        joined = shown;
        last_x = x, last_y = y;
    }
}

static void count_line(cr_svg_panel *panel, const cr_plot_line *line) {
    const cr_svg_box *area = &panel->area;
    double at;
    if (!cr_svg_line_position(panel, line, &at)) return;
    if (line->vertical) count_segment(panel, at, area->top, at, area->bottom);
    else count_segment(panel, area->left, at, area->right, at);
}

void cr_svg_crowd_fill(cr_svg_panel *panel) {
    memset(panel->crowd, 0, sizeof panel->crowd);
    panel->crowd_total = 0;
    for (int i = 0; i < panel->plot->series_count; i++) count_series(panel, &panel->plot->series[i]);
    for (int i = 0; i < panel->plot->line_count; i++) count_line(panel, &panel->plot->lines[i]);
}

typedef struct cells {
    int left, top, right, bottom; // all inclusive
} cells;

static cells cells_of(const cr_svg_panel *panel, cr_svg_box box) {
    return (cells){clamp_cell(cell_x(panel, box.left), CR_SVG_CELLS_X),
                   clamp_cell(cell_y(panel, box.top), CR_SVG_CELLS_Y),
                   clamp_cell(cell_x(panel, box.right), CR_SVG_CELLS_X),
                   clamp_cell(cell_y(panel, box.bottom), CR_SVG_CELLS_Y)};
}

double cr_svg_crowd_in(const cr_svg_panel *panel, cr_svg_box box) {
    cells c = cells_of(panel, box);
    double sum = 0.0;
    for (int j = c.top; j <= c.bottom; j++)
        for (int i = c.left; i <= c.right; i++) sum += panel->crowd[j][i];
    return sum;
}

void cr_svg_crowd_block(cr_svg_panel *panel, cr_svg_box box) {
    const double blocked = 1e6;
    cells c = cells_of(panel, box);
    for (int j = c.top; j <= c.bottom; j++)
        for (int i = c.left; i <= c.right; i++) panel->crowd[j][i] += blocked;
}
