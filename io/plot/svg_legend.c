#include "io/plot/svg_internal.h"

#include <math.h>

enum { ROW = 18, SAMPLE = 26, GAP = 7, PADDING = 8, TEXT_SIZE = 12 };

static bool has_entry(const cr_plot_series *series) {
    return series->label && *series->label;
}

static double entry_width(const cr_plot_series *series) {
    return SAMPLE + GAP + cr_svg_text_width(series->label, TEXT_SIZE);
}

static int entry_count(const cr_plot *plot) {
    int count = 0;
    for (int i = 0; i < plot->series_count; i++) count += has_entry(&plot->series[i]);
    return count;
}

// Entries side by side above the area, as many in a row as fit. Walks them in order.
typedef struct flow {
    double left, right; // ends of the rows
    double x;           // where the next entry begins
    int row;
} flow;

static flow flow_start(const cr_svg_panel *panel) {
    const double margin = 16.0;
    return (flow){panel->frame.left + margin, panel->frame.right - margin, panel->frame.left + margin, 0};
}

// Where an entry of this width begins.
static double flow_place(flow *f, double width) {
    const double between = 18.0;
    if (f->x > f->left && f->x + width > f->right) {
        f->x = f->left;
        f->row++;
    }
    double at = f->x;
    f->x += width + between;
    return at;
}

int cr_svg_legend_rows_needed(const cr_svg_panel *panel) {
    flow f = flow_start(panel);
    for (int i = 0; i < panel->plot->series_count; i++)
        if (has_entry(&panel->plot->series[i])) flow_place(&f, entry_width(&panel->plot->series[i]));
    return f.x > f.left ? f.row + 1 : 0;
}

static cr_svg_box corner(const cr_svg_panel *panel, int which, double width, double height) {
    const double inset = 8.0;
    const cr_svg_box *area = &panel->area;
    bool right = which % 2 == 0, top = which < 2;
    double x = right ? area->right - inset - width : area->left + inset;
    double y = top ? area->top + inset : area->bottom - inset - height;
    return (cr_svg_box){x, y, x + width, y + height};
}

bool cr_svg_legend_inside(cr_svg_panel *panel) {
    const int most_entries = 6;
    const double tolerated = 0.02; // part of the data that may be hidden
    const cr_svg_box *area = &panel->area;
    int entries = entry_count(panel->plot);
    double width = 0.0, height = 2.0 * PADDING + ROW * entries - 4.0;
    for (int i = 0; i < panel->plot->series_count; i++)
        if (has_entry(&panel->plot->series[i])) width = fmax(width, entry_width(&panel->plot->series[i]));
    width += 2.0 * PADDING;
    bool large = width > 0.5 * (area->right - area->left) || height > 0.6 * (area->bottom - area->top);
    if (entries > most_entries || large) return false;
    double fewest = HUGE_VAL;
    for (int which = 0; which < 4; which++) {
        cr_svg_box box = corner(panel, which, width, height);
        double crowd = cr_svg_crowd_in(panel, box);
        if (crowd >= fewest) continue;
        fewest = crowd;
        panel->legend = box;
    }
    return fewest <= tolerated * panel->crowd_total;
}

static void write_entry(const cr_svg_panel *panel, int i, double x, double middle, double room) {
    const cr_plot_series *series = &panel->plot->series[i];
    FILE *out = panel->out;
    if (cr_svg_has_line(series)) {
        fputs("<g stroke-width=\"2\"", out);
        cr_svg_write_stroke(panel, i);
        fputs(">\n", out);
        cr_svg_line(out, x, middle, x + SAMPLE, middle);
        fputs("</g>\n", out);
    }
    if (cr_svg_has_points(series)) {
        fprintf(out, "<g fill=\"%s\">\n", cr_svg_color(panel->plot, i));
        cr_svg_write_circle(out, x + 0.5 * SAMPLE, middle);
        fputs("</g>\n", out);
    }
    cr_svg_style style = {.size = TEXT_SIZE, .color = CR_SVG_INK, .room = room - SAMPLE - GAP};
    cr_svg_text(out, x + SAMPLE + GAP, middle + 4.0, &style, series->label);
}

static void write_rows(const cr_svg_panel *panel) {
    flow f = flow_start(panel);
    for (int i = 0; i < panel->plot->series_count; i++) {
        if (!has_entry(&panel->plot->series[i])) continue;
        double width = entry_width(&panel->plot->series[i]);
        double x = flow_place(&f, width);
        write_entry(panel, i, x, panel->legend_top + ROW * (f.row + 0.5), fmin(width, f.right - x));
    }
}

static void write_inside(const cr_svg_panel *panel) {
    const cr_svg_box *box = &panel->legend;
    FILE *out = panel->out;
    fputs("<rect rx=\"4\" fill=\"#fff\" fill-opacity=\"0.9\" stroke=\"#dfe2e6\"", out);
    cr_svg_attribute(out, "x", box->left);
    cr_svg_attribute(out, "y", box->top);
    cr_svg_attribute(out, "width", box->right - box->left);
    cr_svg_attribute(out, "height", box->bottom - box->top);
    fputs("/>\n", out);
    double middle = box->top + PADDING + 0.5 * ROW - 2.0;
    for (int i = 0; i < panel->plot->series_count; i++) {
        if (!has_entry(&panel->plot->series[i])) continue;
        write_entry(panel, i, box->left + PADDING, middle, box->right - box->left - 2.0 * PADDING);
        middle += ROW;
    }
}

void cr_svg_write_legend(const cr_svg_panel *panel) {
    if (panel->legend_rows) write_rows(panel);
    else if (entry_count(panel->plot)) write_inside(panel);
}
