// Plots as self-contained SVG, for a file or inline in a page: axes with round ticks, curves, points,
// reference lines, a legend where it hides least. Nothing is allocated; write errors stay in the stream.
#ifndef CAROM_IO_SVG_H
#define CAROM_IO_SVG_H

#include <stdbool.h>
#include <stdio.h>

typedef enum cr_plot_style {
    CR_PLOT_LINE,
    CR_PLOT_DASHED,
    CR_PLOT_POINTS,
    CR_PLOT_LINE_POINTS,
    CR_PLOT_STEPS, // each value holds until the next x
} cr_plot_style;

typedef struct cr_plot_series {
    const char *label;   // in the legend; NULL leaves it out
    const double *x, *y; // not finite, or not positive on a logarithmic axis: the line breaks there
    int count;
    cr_plot_style style;
    int color; // index into the palette of CR_PLOT_COLORS, -1 = automatic
} cr_plot_series;

typedef struct cr_plot_line {
    double at;
    bool vertical;
    const char *label; // NULL = none
} cr_plot_line;

enum { CR_PLOT_COLORS = 8 };

typedef struct cr_plot {
    const char *id;                                   // unique in a page, an XML name: "plot"
    const char *title, *subtitle, *x_label, *y_label; // NULL = none
    bool log_x, log_y, reverse_x;
    double x_min, x_max, y_min, y_max; // NAN = automatic, y from the points inside the x range
    const cr_plot_series *series;
    int series_count;
    const cr_plot_line *lines; // an automatic range includes them
    int line_count;
    int width, height; // pixels: 720, 440
} cr_plot;

// An empty plot with automatic ranges.
cr_plot cr_plot_default(void);

// Writes one <svg> element. A plot without points gets its axes all the same.
void cr_plot_write(FILE *out, const cr_plot *plot);

// Writes count plots as one <svg> of `columns` columns; the id of the first plot serves all.
void cr_plot_write_panels(FILE *out, const cr_plot *plots, int count, int columns);

#endif
