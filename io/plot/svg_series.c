#include "io/plot/svg_internal.h"

#include <math.h>

// Hues that stay apart for colour-blind readers, the strongest contrasts first.
static const char *const palette[CR_PLOT_COLORS] = {"#0072b2", "#d55e00", "#009e73", "#b5559b",
                                                    "#56b4e9", "#e69f00", "#3d4248", "#8a5a2b"};

const char *cr_svg_color(const cr_plot *plot, int series) {
    int color = plot->series[series].color;
    return palette[(color >= 0 ? color : series) % CR_PLOT_COLORS];
}

// Once the automatic colours repeat, dashes tell the curves apart.
void cr_svg_write_stroke(const cr_svg_panel *panel, int series) {
    const cr_plot_series *s = &panel->plot->series[series];
    bool repeats = s->color < 0 && series >= CR_PLOT_COLORS;
    fprintf(panel->out, " stroke=\"%s\"", cr_svg_color(panel->plot, series));
    if (s->style == CR_PLOT_DASHED) fputs(" stroke-dasharray=\"6 5\"", panel->out);
    else if (repeats) fputs(" stroke-dasharray=\"10 4 1 4\"", panel->out);
}

bool cr_svg_has_line(const cr_plot_series *series) {
    return series->style != CR_PLOT_POINTS;
}

bool cr_svg_has_points(const cr_plot_series *series) {
    return series->style == CR_PLOT_POINTS || series->style == CR_PLOT_LINE_POINTS;
}

void cr_svg_write_circle(FILE *out, double x, double y) {
    fputs("<circle", out);
    cr_svg_attribute(out, "cx", x);
    cr_svg_attribute(out, "cy", y);
    fputs(" r=\"3\"/>\n", out);
}

typedef struct point {
    double x, y;
    int index;
} point;

typedef struct pen {
    FILE *out;
    bool steps;
    int drawn; // points since the pen was put down
    point last;
} pen;

static void write_pair(FILE *out, char command, double x, double y) {
    fputc(command, out);
    cr_svg_coordinate(out, x);
    fputc(' ', out);
    cr_svg_coordinate(out, y);
}

static void pen_to(pen *p, point to) {
    if (p->drawn && p->steps) write_pair(p->out, 'L', to.x, p->last.y);
    write_pair(p->out, p->drawn ? 'L' : 'M', to.x, to.y);
    p->last = to;
    p->drawn++;
}

// A point without neighbours is left as a dot.
static void pen_lift(pen *p) {
    if (p->drawn == 1) fputs("h0", p->out);
    p->drawn = 0;
}

// Consecutive points in one pixel column: the first, lowest, highest and last draw the same picture.
typedef struct column {
    double at;
    bool filled;
    point first, low, high, last;
} column;

static void draw_unless_drawn(pen *p, point next) {
    if (!p->drawn || next.index > p->last.index) pen_to(p, next);
}

static void column_draw(column *c, pen *p) {
    if (!c->filled) return;
    bool low_first = c->low.index < c->high.index;
    draw_unless_drawn(p, c->first);
    draw_unless_drawn(p, low_first ? c->low : c->high);
    draw_unless_drawn(p, low_first ? c->high : c->low);
    draw_unless_drawn(p, c->last);
    c->filled = false;
}

static void column_add(column *c, pen *p, point next) {
    double at = floor(next.x);
    if (c->filled && at != c->at) column_draw(c, p);
    if (!c->filled) *c = (column){at, true, next, next, next, next};
    if (next.y < c->low.y) c->low = next;
    if (next.y > c->high.y) c->high = next;
    c->last = next;
}

bool cr_svg_is_dense(const cr_svg_panel *panel, const cr_plot_series *series) {
    const double per_pixel = 4.0;
    return series->count > per_pixel * (panel->area.right - panel->area.left);
}

static void write_curve(const cr_svg_panel *panel, int which) {
    FILE *out = panel->out;
    const cr_plot_series *series = &panel->plot->series[which];
    pen p = {.out = out, .steps = series->style == CR_PLOT_STEPS};
    column c = {.filled = false};
    bool dense = cr_svg_is_dense(panel, series);
    fputs("<path", out);
    cr_svg_write_stroke(panel, which);
    fputs(" d=\"", out);
    for (int i = 0; i < series->count; i++) {
        point next = {.index = i};
        if (!cr_svg_point(panel, series, i, &next.x, &next.y)) {
            column_draw(&c, &p);
            pen_lift(&p);
        } else if (dense) column_add(&c, &p, next);
        else pen_to(&p, next);
    }
    column_draw(&c, &p);
    pen_lift(&p);
    fputs("\"/>\n", out);
}

static bool inside(const cr_svg_box *area, double x, double y) {
    const double slack = 0.5;
    return x >= area->left - slack && x <= area->right + slack && y >= area->top - slack &&
           y <= area->bottom + slack;
}

// Of many points only the first in each small cell is drawn.
static void write_points(const cr_svg_panel *panel, const cr_plot_series *series, const char *color) {
    enum { ACROSS = 160, DOWN = 120 };
    bool taken[DOWN + 1][ACROSS + 1] = {{false}};
    const cr_svg_box *area = &panel->area;
    bool dense = cr_svg_is_dense(panel, series);
    fprintf(panel->out, "<g fill=\"%s\" stroke=\"#fff\" stroke-width=\"0.7\">\n", color);
    for (int i = 0; i < series->count; i++) {
        double x, y;
        if (!cr_svg_point(panel, series, i, &x, &y) || !inside(area, x, y)) continue;
        int across = (int)(ACROSS * fmax(0.0, x - area->left) / (area->right - area->left + 1.0));
        int down = (int)(DOWN * fmax(0.0, y - area->top) / (area->bottom - area->top + 1.0));
        bool hidden = dense && taken[down][across];
        taken[down][across] = true;
        if (!hidden) cr_svg_write_circle(panel->out, x, y);
    }
    fputs("</g>\n", panel->out);
}

void cr_svg_write_series(const cr_svg_panel *panel) {
    const cr_plot *plot = panel->plot;
    fprintf(panel->out, "<g clip-path=\"url(#%s-%d)\" fill=\"none\" stroke-width=\"1.8\" ", panel->id,
            panel->index);
    fputs("stroke-linejoin=\"round\" stroke-linecap=\"round\">\n", panel->out);
    for (int i = 0; i < plot->series_count; i++)
        if (cr_svg_has_line(&plot->series[i])) write_curve(panel, i);
    fputs("</g>\n", panel->out);
    for (int i = 0; i < plot->series_count; i++)
        if (cr_svg_has_points(&plot->series[i])) write_points(panel, &plot->series[i], cr_svg_color(plot, i));
}
