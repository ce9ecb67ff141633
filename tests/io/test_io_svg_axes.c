// Axes and legend: labels never touch, numbers are written as readers expect, the legend keeps clear of the
// data.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "plot_text.h"

static cr_plot plot_of(const cr_plot_series *series, int count) {
    cr_plot plot = cr_plot_default();
    plot.title = "Title";
    plot.series = series;
    plot.series_count = count;
    return plot;
}

// Labels below the area, from the first group centred on its ticks: no two may touch.
static void check_tick_spacing(const char *text, const char *name) {
    const double character = 6.2;
    const char *p = strstr(text, "text-anchor=\"middle\">"), *end = strstr(p, "</g>");
    double last_right = -1e9;
    int count = 0;
    for (; (p = strstr(p, "<text x=\"")) && p < end; p++, count++) {
        double x = strtod(p + 9, NULL), width = 0.0;
        bool tag = false;
        for (const char *c = strchr(p, '>') + 1; strncmp(c, "</text>", 7) != 0; c++) {
            if (*c == '<') tag = true;
            if (!tag && ((unsigned char)*c & 0xC0) != 0x80) width += character;
            if (*c == '>') tag = false;
        }
        CHECK(x - 0.5 * width > last_right, "%s: labels touch at %g", name, x);
        last_right = x + 0.5 * width;
    }
    CHECK(count >= 1, "%s: %d labels", name, count);
}

static void test_ticks(void) {
    const double ranges[][2] = {{0, 1},       {-3, 8e5},  {1e-9, 3e-7}, {1.0001, 1.0002},
                                {2e-6, 5e-5}, {0.3, 0.7}, {1, 1e12},    {1e-200, 1e200}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        for (int width = 160; width <= 1600; width += 120)
            for (int log = 0; log < 2; log++) {
                cr_plot_series series = {NULL, ranges[i], ranges[i], 2, CR_PLOT_LINE, -1};
                cr_plot plot = plot_of(&series, 1);
                plot.width = width, plot.log_x = log;
                char name[64], *text = draw(&plot, 1, 1);
                snprintf(name, sizeof name, "%g to %g, %d px, log %d", ranges[i][0], ranges[i][1], width,
                         log);
                check_tick_spacing(text, name);
                free(text);
            }
}

static void test_labels(void) {
    const double tiny[] = {0, 2e-4}, decades[] = {1e-5, 1};
    cr_plot_series linear = {NULL, tiny, tiny, 2, CR_PLOT_LINE, -1},
                   log = {NULL, decades, decades, 2, CR_PLOT_LINE, -1};
    cr_plot plot = plot_of(&linear, 1);
    char *text = draw(&plot, 1, 1);
    CHECK(occurrences(text, ">\xC3\x97"
                            "10<tspan dy=\"-4\" font-size=\"8.25\">\xE2\x88\x92"
                            "6</tspan>") == 2,
          "common factor");
    CHECK(strstr(text, ">200</text>"), "labels in millionths");
    free(text);
    plot = plot_of(&log, 1);
    plot.log_x = true;
    text = draw(&plot, 1, 1);
    CHECK(strstr(text, ">10<tspan dy=\"-4\" font-size=\"8.25\">\xE2\x88\x92"
                       "5</tspan>"),
          "power of ten");
    free(text);
}

static double legend_left(const char *text, double *top) {
    const char *box = strstr(text, "<rect rx=");
    if (!box) return (double)NAN;
    *top = strtod(strstr(box, " y=\"") + 4, NULL);
    return strtod(strstr(box, " x=\"") + 4, NULL);
}

static void test_legend(void) {
    double x[100], rising[100], falling[100], top;
    for (int i = 0; i < 100; i++) x[i] = i, rising[i] = i, falling[i] = -i;
    cr_plot_series series[10];
    for (int i = 0; i < 10; i++) series[i] = (cr_plot_series){"curve", x, rising, 100, CR_PLOT_LINE, -1};
    cr_plot plot = plot_of(series, 1);
    char *text = draw(&plot, 1, 1);
    CHECK(legend_left(text, &top) < 360.0 && top < 220.0, "above a rising curve, to the left");
    free(text);
    series[0].y = falling;
    text = draw(&plot, 1, 1);
    CHECK(legend_left(text, &top) > 360.0 && top < 220.0, "above a falling curve, to the right");
    free(text);
    plot.series_count = 10;
    text = draw(&plot, 1, 1);
    CHECK(isnan(legend_left(text, &top)) && occurrences(text, ">curve</text>") == 10, "many series: in rows");
    free(text);
}

static void test_range_from_zero(void) {
    const double x[] = {0.02, 1}, y[] = {3, 4};
    cr_plot_series series = {NULL, x, y, 2, CR_PLOT_LINE, -1};
    cr_plot plot = plot_of(&series, 1);
    char *text = draw(&plot, 1, 1), wanted[32];
    double left = strtod(strstr(strstr(text, "<clipPath"), " x=\"") + 4, NULL) + 1.0;
    snprintf(wanted, sizeof wanted, "<text x=\"%g\"", left);
    const char *label = strstr(text, wanted);
    CHECK(label && strncmp(strchr(label, '>'), ">0<", 3) == 0, "the axis begins at zero, %g", left);
    free(text);
}

int main(void) {
    test_ticks();
    test_labels();
    test_legend();
    test_range_from_zero();
    return test_summary();
}
