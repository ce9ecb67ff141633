// Shared by the files of the plotter. A panel is one plot being drawn; coordinates are pixels, y downwards.
#ifndef CAROM_IO_SVG_INTERNAL_H
#define CAROM_IO_SVG_INTERNAL_H

#include "io/plot/svg.h"

enum {
    CR_SVG_TICKS = 40,
    CR_SVG_CELLS_X = 48,
    CR_SVG_CELLS_Y = 32,
};

#define CR_SVG_MINUS "\xE2\x88\x92" // U+2212
#define CR_SVG_TIMES "\xC3\x97"     // U+00D7
#define CR_SVG_BOLD 1.12            // bold letters are that much wider
#define CR_SVG_INK "#1f2328"
#define CR_SVG_MUTED "#5b6269"

typedef struct cr_svg_box {
    double left, top, right, bottom;
} cr_svg_box;

typedef struct cr_svg_tick {
    double value;
    char digits[40];   // "0.5", "10", "2×10"
    char exponent[16]; // raised after the digits, often empty
} cr_svg_tick;

typedef struct cr_svg_axis {
    bool log, vertical;
    double low, high; // ends of the range; their log10 on a logarithmic axis
    double from, to;  // pixels of low and high
    int factor;       // power of ten taken out of all labels
    int count;
    cr_svg_tick ticks[CR_SVG_TICKS];
} cr_svg_axis;

typedef struct cr_svg_panel {
    FILE *out;
    const cr_plot *plot;
    const char *id;
    int index;
    cr_svg_box frame; // the whole panel
    cr_svg_box area;  // the data
    cr_svg_axis x, y;
    int legend_rows; // above the area; 0 = the legend is inside
    double legend_top;
    cr_svg_box legend; // inside the area
    // How much is drawn in each cell of the area, so that text finds a free place.
    double crowd[CR_SVG_CELLS_Y][CR_SVG_CELLS_X];
    double crowd_total;
} cr_svg_panel;

typedef enum cr_svg_anchor { CR_SVG_START, CR_SVG_MIDDLE, CR_SVG_END } cr_svg_anchor;

typedef struct cr_svg_style {
    double size;          // pixels
    const char *color;    // fill
    cr_svg_anchor anchor; // of the given position
    double room;          // the text is narrowed to this width; 0 = any width
    bool bold, halo, upwards;
} cr_svg_style;

// svg_text.c
// Width of text in pixels, estimated for a wide sans-serif.
double cr_svg_text_width(const char *text, double size);
void cr_svg_text(FILE *out, double x, double y, const cr_svg_style *style, const char *text);
void cr_svg_exponent(char text[16], int exponent);
// A pixel coordinate with at most two decimals.
void cr_svg_coordinate(FILE *out, double pixels);
// " name=\"pixels\""
void cr_svg_attribute(FILE *out, const char *name, double pixels);
void cr_svg_line(FILE *out, double x1, double y1, double x2, double y2);

// svg_range.c
bool cr_svg_can_show(const cr_svg_axis *axis, double value);
double cr_svg_pixel(const cr_svg_axis *axis, double value);
bool cr_svg_point(const cr_svg_panel *panel, const cr_plot_series *series, int i, double *x, double *y);
void cr_svg_set_ranges(cr_svg_panel *panel);

// svg_ticks.c
void cr_svg_set_ticks(cr_svg_axis *axis);
double cr_svg_tick_width(const cr_svg_tick *tick);

// svg_axis.c
void cr_svg_write_grid(const cr_svg_panel *panel);
void cr_svg_write_axes(const cr_svg_panel *panel);

// svg_series.c
// Stroke attributes: colour and dashes.
void cr_svg_write_stroke(const cr_svg_panel *panel, int series);
const char *cr_svg_color(const cr_plot *plot, int series);
bool cr_svg_has_line(const cr_plot_series *series);
bool cr_svg_has_points(const cr_plot_series *series);
// More points than pixel columns can show.
bool cr_svg_is_dense(const cr_svg_panel *panel, const cr_plot_series *series);
void cr_svg_write_circle(FILE *out, double x, double y);
void cr_svg_write_series(const cr_svg_panel *panel);

// svg_crowd.c
void cr_svg_crowd_fill(cr_svg_panel *panel);
double cr_svg_crowd_in(const cr_svg_panel *panel, cr_svg_box box);
void cr_svg_crowd_block(cr_svg_panel *panel, cr_svg_box box);

// svg_legend.c
int cr_svg_legend_rows_needed(const cr_svg_panel *panel);
// Chooses the corner; false when the legend would hide too much there.
bool cr_svg_legend_inside(cr_svg_panel *panel);
void cr_svg_write_legend(const cr_svg_panel *panel);

// svg_lines.c
// Where the line crosses its axis; false when that is outside the area.
bool cr_svg_line_position(const cr_svg_panel *panel, const cr_plot_line *line, double *at);
void cr_svg_write_line_strokes(const cr_svg_panel *panel);
void cr_svg_write_line_labels(cr_svg_panel *panel);

#endif
