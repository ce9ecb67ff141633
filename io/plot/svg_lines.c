// Reference lines and their labels.
#include "io/plot/svg_internal.h"

#include <math.h>

enum { TEXT_SIZE = 11 };

bool cr_svg_line_position(const cr_svg_panel *panel, const cr_plot_line *line, double *at) {
    const cr_svg_axis *axis = line->vertical ? &panel->x : &panel->y;
    if (!cr_svg_can_show(axis, line->at)) return false;
    *at = cr_svg_pixel(axis, line->at);
    return *at >= fmin(axis->from, axis->to) - 0.5 && *at <= fmax(axis->from, axis->to) + 0.5;
}

void cr_svg_write_line_strokes(const cr_svg_panel *panel) {
    const cr_svg_box *area = &panel->area;
    fprintf(panel->out, "<g stroke=\"%s\" stroke-width=\"1.2\" stroke-dasharray=\"2 3\">\n", CR_SVG_MUTED);
    for (int i = 0; i < panel->plot->line_count; i++) {
        const cr_plot_line *line = &panel->plot->lines[i];
        double at;
        if (!cr_svg_line_position(panel, line, &at)) continue;
        if (line->vertical) cr_svg_line(panel->out, at, area->top, at, area->bottom);
        else cr_svg_line(panel->out, area->left, at, area->right, at);
    }
    fputs("</g>\n", panel->out);
}

// Places beside the line: from one end of it to the other, on either side. The first ones are preferred.
enum { ALONG = 9, SIDES = 2 };

static cr_svg_box candidate(const cr_svg_panel *panel, const cr_plot_line *line, double at, int along,
                            int side) {
    const double gap = 3.0, inset = 6.0;
    const cr_svg_box *area = &panel->area;
    double width = cr_svg_text_width(line->label, TEXT_SIZE), height = TEXT_SIZE + 1.0;
    double part = (double)along / (ALONG - 1);
    double x, y;
    if (line->vertical) {
        x = side == 0 ? at + gap : at - gap - width;
        y = area->top + inset + part * (area->bottom - area->top - height - 2.0 * inset);
    } else {
        x = area->right - inset - width - part * (area->right - area->left - width - 2.0 * inset);
        y = side == 0 ? at - gap - height : at + gap;
    }
    return (cr_svg_box){x, y, x + width, y + height};
}

static double cost(const cr_svg_panel *panel, cr_svg_box box) {
    const double outside = 1e7;
    const cr_svg_box *area = &panel->area;
    bool within = box.left >= area->left && box.right <= area->right && box.top >= area->top - 1.0 &&
                  box.bottom <= area->bottom + 1.0;
    return cr_svg_crowd_in(panel, box) + (within ? 0.0 : outside);
}

static void write_label(cr_svg_panel *panel, const cr_plot_line *line, double at) {
    cr_svg_box best = candidate(panel, line, at, 0, 0);
    double lowest = cost(panel, best);
    for (int along = 0; along < ALONG; along++)
        for (int side = 0; side < SIDES; side++) {
            cr_svg_box box = candidate(panel, line, at, along, side);
            double here = cost(panel, box) + along + 0.5 * side;
            if (here >= lowest) continue;
            lowest = here;
            best = box;
        }
    cr_svg_crowd_block(panel, best);
    cr_svg_style style = {.size = TEXT_SIZE, .color = CR_SVG_MUTED, .halo = true};
    style.room = panel->area.right - panel->area.left;
    cr_svg_text(panel->out, best.left, best.bottom - 2.5, &style, line->label);
}

void cr_svg_write_line_labels(cr_svg_panel *panel) {
    for (int i = 0; i < panel->plot->line_count; i++) {
        const cr_plot_line *line = &panel->plot->lines[i];
        double at;
        if (line->label && *line->label && cr_svg_line_position(panel, line, &at))
            write_label(panel, line, at);
    }
}
