#include "io/plot/svg.h"

#include "io/file/text.h"
#include "io/plot/svg_internal.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST_WIDTH = 160, SMALLEST_HEIGHT = 120, MARGIN = 16, TITLE_SIZE = 15, TITLE_LINE = 21 };

cr_plot cr_plot_default(void) {
    const double automatic = (double)NAN;
    return (cr_plot){.id = "plot",
                     .x_min = automatic,
                     .x_max = automatic,
                     .y_min = automatic,
                     .y_max = automatic,
                     .width = 720,
                     .height = 440};
}

static double widest_label(const cr_svg_axis *axis) {
    double width = 0.0;
    for (int i = 0; i < axis->count; i++) width = fmax(width, cr_svg_tick_width(&axis->ticks[i]));
    return width;
}

// How far the labels below the area reach beyond its right end.
static double overhang(const cr_svg_axis *axis) {
    double end = fmax(axis->from, axis->to), reach = 0.0;
    for (int i = 0; i < axis->count; i++) {
        double at = cr_svg_pixel(axis, axis->ticks[i].value);
        reach = fmax(reach, at + 0.5 * cr_svg_tick_width(&axis->ticks[i]) - end);
    }
    return reach;
}

static double heading_room(const cr_svg_panel *panel) {
    return panel->frame.right - panel->frame.left - 2.0 * MARGIN;
}

static bool title_is_wide(const cr_svg_panel *panel) {
    return CR_SVG_BOLD * cr_svg_text_width(panel->plot->title, TITLE_SIZE) > heading_room(panel);
}

static double heading_height(const cr_svg_panel *panel) {
    const cr_plot *plot = panel->plot;
    double title = !plot->title ? 0.0 : title_is_wide(panel) ? 2.0 * TITLE_LINE : TITLE_LINE;
    return title + (plot->subtitle ? 17.0 : 0.0);
}

// The area that the labels of the present ticks leave.
static void set_area(cr_svg_panel *panel) {
    const cr_plot *plot = panel->plot;
    const cr_svg_box *frame = &panel->frame;
    cr_svg_box *area = &panel->area;
    panel->legend_top = frame->top + 12.0 + heading_height(panel);
    area->top = panel->legend_top + 18.0 * panel->legend_rows + (panel->y.factor ? 22.0 : 8.0);
    area->bottom = frame->bottom - 30.0 - (plot->x_label || panel->x.factor ? 18.0 : 0.0);
    area->left = frame->left + 21.0 + (plot->y_label ? 18.0 : 0.0) + widest_label(&panel->y);
    area->right = frame->right - fmax(18.0, overhang(&panel->x) + 6.0);
    area->bottom = fmax(area->bottom, area->top + 10.0);
    area->right = fmax(area->right, area->left + 10.0);
    panel->x.from = plot->reverse_x ? area->right : area->left;
    panel->x.to = plot->reverse_x ? area->left : area->right;
    panel->y.from = area->bottom;
    panel->y.to = area->top;
}

// Labels decide the area and the area decides the labels; a few rounds settle it.
static void set_layout(cr_svg_panel *panel) {
    for (int round = 0; round < 4; round++) {
        set_area(panel);
        cr_svg_set_ticks(&panel->y);
        cr_svg_set_ticks(&panel->x);
    }
    set_area(panel);
    cr_svg_crowd_fill(panel);
}

static void place_legend(cr_svg_panel *panel) {
    if (!cr_svg_legend_rows_needed(panel)) return;
    if (cr_svg_legend_inside(panel)) {
        cr_svg_crowd_block(panel, panel->legend);
        return;
    }
    panel->legend_rows = cr_svg_legend_rows_needed(panel);
    set_layout(panel);
}

static void write_clip(const cr_svg_panel *panel) {
    const double half_stroke = 1.0;
    const cr_svg_box *area = &panel->area;
    fprintf(panel->out, "<clipPath id=\"%s-%d\"><rect", panel->id, panel->index);
    cr_svg_attribute(panel->out, "x", area->left - half_stroke);
    cr_svg_attribute(panel->out, "y", area->top - half_stroke);
    cr_svg_attribute(panel->out, "width", area->right - area->left + 2.0 * half_stroke);
    cr_svg_attribute(panel->out, "height", area->bottom - area->top + 2.0 * half_stroke);
    fputs("/></clipPath>\n", panel->out);
}

// Bytes up to the blank that halves the text best; 0 when there is none.
static int middle_blank(const char *text) {
    int best = 0, half = (int)strlen(text) / 2;
    for (int i = 1; text[i]; i++)
        if (text[i] == ' ' && abs(i - half) < abs(best - half)) best = i;
    return best;
}

static void write_title(const cr_svg_panel *panel, double x, double y) {
    const char *title = panel->plot->title;
    cr_svg_style style = {.size = TITLE_SIZE, .color = CR_SVG_INK, .room = heading_room(panel), .bold = true};
    int first = title_is_wide(panel) ? middle_blank(title) : 0;
    char line[256];
    if (first > 0 && first < (int)sizeof line) {
        snprintf(line, sizeof line, "%.*s", first, title);
        cr_svg_text(panel->out, x, y, &style, line);
        title += first + 1;
        y += TITLE_LINE;
    }
    cr_svg_text(panel->out, x, y, &style, title);
}

static void write_heading(const cr_svg_panel *panel) {
    double x = panel->frame.left + MARGIN, top = panel->frame.top + 12.0;
    cr_svg_style subtitle = {.size = 12.0, .color = CR_SVG_MUTED, .room = heading_room(panel)};
    if (panel->plot->title) write_title(panel, x, top + 14.0);
    if (panel->plot->subtitle)
        cr_svg_text(panel->out, x, top + heading_height(panel) - 7.0, &subtitle, panel->plot->subtitle);
}

static void write_panel(FILE *out, const cr_plot *plot, const char *id, int index, cr_svg_box frame) {
    cr_svg_panel panel = {.out = out, .plot = plot, .id = id, .index = index, .frame = frame};
    cr_svg_set_ranges(&panel);
    set_layout(&panel);
    place_legend(&panel);
    write_clip(&panel);
    write_heading(&panel);
    cr_svg_write_grid(&panel);
    cr_svg_write_axes(&panel);
    cr_svg_write_line_strokes(&panel);
    cr_svg_write_series(&panel);
    cr_svg_write_line_labels(&panel);
    cr_svg_write_legend(&panel);
}

static void write_opening(FILE *out, const cr_plot *plot, int width, int height) {
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", width, height);
    fprintf(out, "viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", width, height);
    cr_text_xml(out, plot->title ? plot->title : "plot");
    fputs("\" font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, "
          "sans-serif\">\n",
          out);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

void cr_plot_write_panels(FILE *out, const cr_plot *plots, int count, int columns) {
    assert(count > 0 && columns > 0);
    int width = SMALLEST_WIDTH, height = SMALLEST_HEIGHT;
    for (int i = 0; i < count; i++) {
        width = larger(width, plots[i].width);
        height = larger(height, plots[i].height);
    }
    columns = columns < count ? columns : count;
    int rows = (count + columns - 1) / columns;
    write_opening(out, plots, columns * width, rows * height);
    for (int i = 0; i < count; i++) {
        int left = (i % columns) * width, top = (i / columns) * height;
        write_panel(out, &plots[i], plots->id ? plots->id : "plot", i,
                    (cr_svg_box){left, top, left + width, top + height});
    }
    fputs("</svg>\n", out);
}

void cr_plot_write(FILE *out, const cr_plot *plot) {
    cr_plot_write_panels(out, plot, 1, 1);
}
