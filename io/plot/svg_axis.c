#include "io/plot/svg_internal.h"

#include <math.h>

// The middle of the pixel: a thin line there is not smeared over two.
static double sharp(double pixels) {
    return floor(pixels) + 0.5;
}

static void write_grid_line(const cr_svg_panel *panel, const cr_svg_axis *axis, double value) {
    double at = sharp(cr_svg_pixel(axis, value));
    const cr_svg_box *area = &panel->area;
    if (axis->vertical) cr_svg_line(panel->out, area->left, at, area->right, at);
    else cr_svg_line(panel->out, at, area->top, at, area->bottom);
}

// 2 to 9 within each decade, or the decades alone when they are close together.
static void write_minor_grid(const cr_svg_panel *panel, const cr_svg_axis *axis) {
    const double roomy = 30.0, crowded = 4.0;
    double decade = fabs(axis->to - axis->from) / (axis->high - axis->low);
    if (!axis->log || decade < crowded) return;
    int largest = decade < roomy ? 1 : 9;
    for (int e = (int)floor(axis->low); e <= (int)floor(axis->high); e++)
        for (int m = 1; m <= largest; m++) {
            double c = e + log10(m);
            if (c > axis->low && c < axis->high) write_grid_line(panel, axis, pow(10.0, c));
        }
}

void cr_svg_write_grid(const cr_svg_panel *panel) {
    const cr_svg_axis *axes[] = {&panel->x, &panel->y};
    fputs("<g stroke=\"#f1f2f4\">\n", panel->out);
    for (int i = 0; i < 2; i++) write_minor_grid(panel, axes[i]);
    fputs("</g>\n<g stroke=\"#dfe2e6\">\n", panel->out);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < axes[i]->count; j++) write_grid_line(panel, axes[i], axes[i]->ticks[j].value);
    fputs("</g>\n", panel->out);
}

static void write_label(FILE *out, double x, double y, const char *digits, const char *exponent) {
    fputs("<text", out);
    cr_svg_attribute(out, "x", x);
    cr_svg_attribute(out, "y", y);
    fprintf(out, ">%s", digits);
    if (*exponent) fprintf(out, "<tspan dy=\"-4\" font-size=\"8.25\">%s</tspan>", exponent);
    fputs("</text>\n", out);
}

static void write_factor(const cr_svg_axis *axis, FILE *out, double x, double y) {
    if (!axis->factor) return;
    char exponent[16];
    cr_svg_exponent(exponent, axis->factor);
    write_label(out, x, y, CR_SVG_TIMES "10", exponent);
}

static void write_tick_labels(const cr_svg_panel *panel) {
    FILE *out = panel->out;
    const cr_svg_box *area = &panel->area;
    fprintf(out, "<g font-size=\"11\" fill=\"%s\" text-anchor=\"middle\">\n", CR_SVG_MUTED);
    for (int i = 0; i < panel->x.count; i++) {
        const cr_svg_tick *tick = &panel->x.ticks[i];
        write_label(out, cr_svg_pixel(&panel->x, tick->value), area->bottom + 18.0, tick->digits,
                    tick->exponent);
    }
    fputs("</g>\n", out);
    fprintf(out, "<g font-size=\"11\" fill=\"%s\" text-anchor=\"end\">\n", CR_SVG_MUTED);
    for (int i = 0; i < panel->y.count; i++) {
        const cr_svg_tick *tick = &panel->y.ticks[i];
        write_label(out, area->left - 8.0, cr_svg_pixel(&panel->y, tick->value) + 4.0, tick->digits,
                    tick->exponent);
    }
    write_factor(&panel->x, out, area->right, area->bottom + 35.0);
    fputs("</g>\n", out);
    fprintf(out, "<g font-size=\"11\" fill=\"%s\">\n", CR_SVG_MUTED);
    write_factor(&panel->y, out, area->left, area->top - 8.0);
    fputs("</g>\n", out);
}

static void write_strokes(const cr_svg_panel *panel) {
    const double length = 4.0;
    const cr_svg_box *area = &panel->area;
    fputs("<g stroke=\"#6b7178\">\n", panel->out);
    double left = sharp(area->left), bottom = sharp(area->bottom);
    cr_svg_line(panel->out, left, bottom, area->right, bottom);
    cr_svg_line(panel->out, left, area->top, left, bottom);
    for (int i = 0; i < panel->x.count; i++) {
        double at = sharp(cr_svg_pixel(&panel->x, panel->x.ticks[i].value));
        cr_svg_line(panel->out, at, bottom, at, bottom + length);
    }
    for (int i = 0; i < panel->y.count; i++) {
        double at = sharp(cr_svg_pixel(&panel->y, panel->y.ticks[i].value));
        cr_svg_line(panel->out, left - length, at, left, at);
    }
    fputs("</g>\n", panel->out);
}

static void write_names(const cr_svg_panel *panel) {
    const double factor_room = 44.0, margin = 8.0;
    const cr_plot *plot = panel->plot;
    const cr_svg_box *area = &panel->area;
    cr_svg_style style = {.size = 12.0, .color = CR_SVG_INK, .anchor = CR_SVG_MIDDLE};
    style.room = area->right - area->left - (panel->x.factor ? 2.0 * factor_room : 0.0);
    if (plot->x_label)
        cr_svg_text(panel->out, 0.5 * (area->left + area->right), area->bottom + 36.0, &style, plot->x_label);
    double height = area->bottom - area->top, below = panel->frame.bottom - area->bottom - margin;
    bool fits = cr_svg_text_width(plot->y_label, style.size) <= height;
    style.room = fits ? height : height + below;
    style.upwards = true;
    if (plot->y_label)
        cr_svg_text(panel->out, panel->frame.left + 20.0, area->top + 0.5 * style.room, &style,
                    plot->y_label);
}

void cr_svg_write_axes(const cr_svg_panel *panel) {
    write_strokes(panel);
    write_tick_labels(panel);
    write_names(panel);
}
