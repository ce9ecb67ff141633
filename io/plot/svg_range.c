// Which values an axis spans, and where a value lies on it.
#include "io/plot/svg_internal.h"

#include <math.h>

static const double largest = 1e300, smallest = 1e-300; // beyond these a value counts as missing

typedef struct span {
    double low, high; // low > high: empty
} span;

bool cr_svg_can_show(const cr_svg_axis *axis, double value) {
    return isfinite(value) && fabs(value) <= largest && (!axis->log || value >= smallest);
}

static double coordinate(const cr_svg_axis *axis, double value) {
    return axis->log ? log10(value) : value;
}

double cr_svg_pixel(const cr_svg_axis *axis, double value) {
    const double far = 1e5;
    double part = (coordinate(axis, value) - axis->low) / (axis->high - axis->low);
    return fmin(fmax(axis->from + part * (axis->to - axis->from), -far), far);
}

bool cr_svg_point(const cr_svg_panel *panel, const cr_plot_series *series, int i, double *x, double *y) {
    if (!cr_svg_can_show(&panel->x, series->x[i]) || !cr_svg_can_show(&panel->y, series->y[i])) return false;
    *x = cr_svg_pixel(&panel->x, series->x[i]);
    *y = cr_svg_pixel(&panel->y, series->y[i]);
    return true;
}

static void include(span *s, const cr_svg_axis *axis, double value) {
    double c = coordinate(axis, value);
    s->low = fmin(s->low, c);
    s->high = fmax(s->high, c);
}

static void include_lines(span *s, const cr_svg_axis *axis, const cr_plot *plot) {
    for (int i = 0; i < plot->line_count; i++) {
        const cr_plot_line *line = &plot->lines[i];
        if (line->vertical != axis->vertical && cr_svg_can_show(axis, line->at)) include(s, axis, line->at);
    }
}

// The values on `axis` of all points that lie within the `across` range.
static span data_span(const cr_plot *plot, const cr_svg_axis *axis, const cr_svg_axis *across) {
    span s = {HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < plot->series_count; i++) {
        const cr_plot_series *series = &plot->series[i];
        const double *values = axis->vertical ? series->y : series->x;
        const double *others = axis->vertical ? series->x : series->y;
        for (int j = 0; j < series->count; j++) {
            if (!cr_svg_can_show(axis, values[j]) || !cr_svg_can_show(across, others[j])) continue;
            double c = coordinate(across, others[j]);
            if (c >= across->low && c <= across->high) include(&s, axis, values[j]);
        }
    }
    include_lines(&s, axis, plot);
    return s;
}

static bool too_narrow(const cr_svg_axis *axis, double low, double high) {
    const double relative = 1e-10, absolute = axis->log ? 1e-9 : 1e-290;
    return !(high - low > relative * fmax(fabs(low), fabs(high)) && high - low > absolute);
}

static double half_width_around(const cr_svg_axis *axis, double value) {
    const double negligible = 1e-289;
    if (axis->log) return 0.5;
    return fabs(value) < negligible ? 1.0 : 0.1 * fabs(value);
}

static bool almost_zero(double near, double far) {
    return near >= 0.0 && near < 0.1 * far;
}

// Room around the data; a linear axis that comes near zero on one side begins there.
static void set_automatic(cr_svg_axis *axis, span data, double margin) {
    if (data.low > data.high) data = (span){0.0, 1.0};
    if (too_narrow(axis, data.low, data.high)) {
        double half = half_width_around(axis, data.low);
        axis->low = data.low - half;
        axis->high = data.high + half;
        return;
    }
    double room = margin * (data.high - data.low);
    bool from_zero = !axis->log && almost_zero(data.low, data.high);
    bool to_zero = !axis->log && almost_zero(-data.high, -data.low);
    axis->low = from_zero ? 0.0 : data.low - room;
    axis->high = to_zero ? 0.0 : data.high + room;
}

static void set_range(cr_svg_axis *axis, span data, double margin, double min, double max) {
    set_automatic(axis, data, margin);
    bool given_low = cr_svg_can_show(axis, min), given_high = cr_svg_can_show(axis, max);
    if (given_low) axis->low = coordinate(axis, min);
    if (given_high) axis->high = coordinate(axis, max);
    if (!too_narrow(axis, axis->low, axis->high)) return;
    if (given_low) axis->high = axis->low + 2.0 * half_width_around(axis, axis->low);
    else axis->low = axis->high - 2.0 * half_width_around(axis, axis->high);
}

void cr_svg_set_ranges(cr_svg_panel *panel) {
    const double margin_x = 0.02, margin_y = 0.06;
    const cr_plot *plot = panel->plot;
    panel->x = (cr_svg_axis){.log = plot->log_x};
    panel->y = (cr_svg_axis){.log = plot->log_y, .vertical = true, .low = -HUGE_VAL, .high = HUGE_VAL};
    set_range(&panel->x, data_span(plot, &panel->x, &panel->y), margin_x, plot->x_min, plot->x_max);
    set_range(&panel->y, data_span(plot, &panel->y, &panel->x), margin_y, plot->y_min, plot->y_max);
}
