// Plots and the page that holds them: well formed, free of NaN, honest about the data, small.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/plot/html.h"
#include "plot_text.h"

#include <ctype.h>

// The end of a tag, quotes respected; NULL when it does not end or an attribute holds a bare '<' or '&'.
static const char *tag_end(const char *p) {
    char quote = 0;
    for (; *p; p++) {
        if (quote && (*p == '<' || (*p == '&' && !strchr(p, ';')))) return NULL;
        if (quote) quote = *p == quote ? 0 : quote;
        else if (*p == '"' || *p == '\'') quote = *p;
        else if (*p == '>') return p;
    }
    return NULL;
}

static size_t name_length(const char *p) {
    size_t n = 0;
    while (isalnum((unsigned char)p[n])) n++;
    return n;
}

static bool entity_is_known(const char *p) {
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(p, known[i], strlen(known[i])) == 0) return true;
    return false;
}

// Every tag is closed in order and every & begins an entity.
static bool well_formed(const char *text) {
    enum { DEEPEST = 32 };
    const char *open[DEEPEST];
    int depth = 0;
    for (const char *p = text; *p; p++) {
        if (*p == '&' && !entity_is_known(p)) return false;
        if (*p != '<' || p[1] == '!') continue;
        const char *end = tag_end(p);
        if (!end) return false;
        if (p[1] == '/') {
            size_t n = name_length(p + 2);
            if (!depth || n != name_length(open[depth - 1]) || strncmp(p + 2, open[depth - 1], n) != 0)
                return false;
            depth--;
        } else if (end[-1] != '/') {
            if (depth == DEEPEST) return false;
            open[depth++] = p + 1;
        }
        p = end;
    }
    return depth == 0;
}

static bool holds_word(const char *text, const char *word) {
    size_t n = strlen(word);
    for (const char *p = text; (p = strstr(p, word)); p += n) {
        bool begins = p == text || !isalpha((unsigned char)p[-1]), ends = !isalpha((unsigned char)p[n]);
        if (begins && ends) return true;
    }
    return false;
}

static void check_sane(const char *text, const char *name) {
    CHECK(well_formed(text), "%s is not well formed:\n%s", name, text);
    CHECK(!holds_word(text, "nan") && !holds_word(text, "inf"), "%s holds nan or inf", name);
    CHECK(strlen(text) > 500 && strncmp(text, "<svg ", 5) == 0, "%s: %zu bytes", name, strlen(text));
}

static cr_plot plot_of(const cr_plot_series *series, int count) {
    cr_plot plot = cr_plot_default();
    plot.title = "Title";
    plot.series = series;
    plot.series_count = count;
    return plot;
}

static void check_all_axes(cr_plot plot, const char *name) {
    for (int i = 0; i < 8; i++) {
        plot.log_x = i & 1, plot.log_y = i & 2, plot.reverse_x = i & 4;
        char *text = draw(&plot, 1, 1);
        check_sane(text, name);
        free(text);
    }
}

static void test_degenerate_data(void) {
    const double nan = (double)NAN;
    const struct {
        const char *name;
        int count;
        double x[4], y[4];
    } cases[] = {
        {"nothing", 0, {0}, {0}},
        {"one point", 1, {2}, {3}},
        {"the origin", 1, {0}, {0}},
        {"all equal", 4, {1, 1, 1, 1}, {7, 7, 7, 7}},
        {"constant", 4, {1, 2, 3, 4}, {-5, -5, -5, -5}},
        {"all missing", 4, {nan, 1, HUGE_VAL, 2}, {1, nan, 1, -HUGE_VAL}},
        {"not positive", 4, {-1, 0, -2, -3}, {-1, 0, -2, -3}},
        {"enormous", 4, {-1.7e308, 1.7e308, 1e299, -1e299}, {1e308, -1e308, 1e300, -1e300}},
        {"minute", 4, {5e-324, 1e-323, 1e-310, 1e-300}, {5e-324, 5e-324, 5e-324, 5e-324}},
        {"nearly equal", 4, {1, 1 + 1e-15, 1, 1 - 1e-15}, {1e6, 1e6 + 1e-9, 1e6, 1e6}},
        {"wide", 4, {1e-300, 1, 1e300, 1}, {1e-200, 1e-100, 1e100, 1e200}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int style = CR_PLOT_LINE; style <= CR_PLOT_STEPS; style++) {
            cr_plot_series series = {"s", cases[i].x, cases[i].y, cases[i].count, (cr_plot_style)style, -1};
            check_all_axes(plot_of(&series, 1), cases[i].name);
        }
    check_all_axes(plot_of(NULL, 0), "no series");
}

static void test_odd_limits(void) {
    const double limits[][4] = {{1, 1, 2, 2},
                                {3, 1, 5, -5},
                                {-1, 0, 0, 0},
                                {1, 1 + 2.3e-16, 1e-308, 1e-307},
                                {1e299, (double)NAN, (double)NAN, -1e299}};
    static const double x[] = {1, 2, 3}, y[] = {4, 5, 6};
    cr_plot_series series = {NULL, x, y, 3, CR_PLOT_LINE, -1};
    cr_plot_line lines[] = {
        {(double)NAN, true, "missing"}, {-1, false, "below"}, {2, true, "two"}, {1e9, true, "far"}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        cr_plot plot = plot_of(&series, 1);
        plot.x_min = limits[i][0], plot.x_max = limits[i][1], plot.y_min = limits[i][2],
        plot.y_max = limits[i][3];
        plot.lines = lines, plot.line_count = 4;
        check_all_axes(plot, "odd limits");
        plot.width = plot.height = -5;
        check_all_axes(plot, "smallest size");
    }
}

static void test_escaping(void) {
    static const double x[] = {0, 1};
    cr_plot_series series = {"<b> & \"q\" 'a' \xFF", x, x, 2, CR_PLOT_LINE, -1};
    cr_plot plot = plot_of(&series, 1);
    plot.title = "a < b & c";
    plot.subtitle = "x > \x01 y";
    plot.x_label = "<x>";
    plot.y_label = "]]>";
    char *text = draw(&plot, 1, 1);
    check_sane(text, "escaping");
    CHECK(strstr(text, ">a &lt; b &amp; c</text>"), "title");
    CHECK(strstr(text, "&lt;b&gt; &amp; &quot;q&quot; &#39;a&#39; \xEF\xBF\xBD"), "label");
    CHECK(strstr(text, "x &gt; \xEF\xBF\xBD y"), "control characters");
    free(text);
}

static void test_breaks(void) {
    const double x[] = {1, 2, 3, 4, 5, 6, 7}, y[] = {1, 2, (double)NAN, 3, HUGE_VAL, 2, 1};
    cr_plot_series series = {"s", x, y, 7, CR_PLOT_LINE, -1};
    cr_plot plot = plot_of(&series, 1);
    char *text = draw(&plot, 1, 1);
    const char *path = strstr(strstr(text, "<path"), " d=\"");
    CHECK(path, "a path");
    int moves = 0, dots = 0;
    for (const char *p = path + 4; *p != '"'; p++) moves += *p == 'M', dots += *p == 'h';
    CHECK(moves == 3 && dots == 1, "%d pieces, %d lone points", moves, dots);
    free(text);
}

static void test_many_points(void) {
    enum { COUNT = 200000 };
    double *x = malloc(COUNT * sizeof *x), *y = malloc(COUNT * sizeof *y);
    for (int i = 0; i < COUNT; i++) x[i] = i, y[i] = sin(0.37 * i);
    y[123456] = 50.0;
    for (int style = CR_PLOT_LINE; style <= CR_PLOT_STEPS; style++) {
        cr_plot_series series = {"s", x, y, COUNT, (cr_plot_style)style, -1};
        cr_plot plot = plot_of(&series, 1);
        plot.y_min = 0.0, plot.y_max = 50.0;
        char *text = draw(&plot, 1, 1);
        check_sane(text, "many points");
        CHECK(strlen(text) < 600000, "style %d: %zu bytes", style, strlen(text));
        CHECK(style != CR_PLOT_LINE || strlen(text) < 80000, "a line takes %zu bytes", strlen(text));
        char *top = strstr(text, "<clipPath"), wanted[16];
        double clip_top = strtod(strstr(top, " y=\"") + 4, NULL);
        snprintf(wanted, sizeof wanted, " %g", clip_top + 1.0);
        CHECK(style != CR_PLOT_LINE || strstr(strstr(text, " d=\""), wanted), "the single peak is drawn at%s",
              wanted);
        free(text);
    }
    free(x);
    free(y);
}

static void test_two_decimals(void) {
    double x[50], y[50];
    for (int i = 0; i < 50; i++) x[i] = i / 7.0, y[i] = exp(i / 9.0);
    cr_plot_series series = {"s", x, y, 50, CR_PLOT_LINE_POINTS, -1};
    cr_plot plot = plot_of(&series, 1);
    char *text = draw(&plot, 1, 1);
    for (const char *p = text; (p = strchr(p, '.')); p++) {
        int digits = 0;
        while (isdigit((unsigned char)p[1 + digits])) digits++;
        CHECK(digits <= 2, "%.12s", p);
    }
    free(text);
}

static void test_panels(void) {
    static const double x[] = {0, 1};
    cr_plot_series series = {"s", x, x, 2, CR_PLOT_LINE, -1};
    cr_plot plots[4];
    for (int i = 0; i < 4; i++) {
        plots[i] = plot_of(&series, 1);
        plots[i].width = 300, plots[i].height = 200, plots[i].id = "four";
    }
    char *text = draw(plots, 4, 2);
    check_sane(text, "panels");
    CHECK(strstr(text, "width=\"600\" height=\"400\" viewBox=\"0 0 600 400\""), "size of the whole");
    CHECK(occurrences(text, "<svg ") == 1 && occurrences(text, "<clipPath id=\"four-") == 4,
          "one svg, four clips");
    CHECK(occurrences(text, "id=\"four-3\"") == 1 && occurrences(text, "url(#four-3)") == 1, "unique ids");
    free(text);
}

static void test_page(void) {
    static const cr_html_column columns[] = {{"what <is>", false}, {"value", true}, {"verdict", false}};
    cr_plot plot = plot_of(NULL, 0);
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    cr_html_begin(out, "A & B", "lead <script>");
    cr_html_section(out, "One");
    cr_html_paragraph(out, "text");
    cr_html_table_begin(out, "caption", columns, 3);
    cr_html_row_begin(out);
    cr_html_cell_text(out, "a<b");
    cr_html_cell_number(out, -1.5e-9, 3);
    cr_html_cell_verdict(out, CR_HTML_OFF, "by 2 %");
    cr_html_row_end(out);
    cr_html_table_end(out);
    cr_html_figure_begin(out);
    cr_plot_write(out, &plot);
    cr_html_figure_end(out, "Figure 1");
    cr_html_end(out);
    fclose(out);
    CHECK(well_formed(text), "the page is well formed");
    CHECK(!strstr(text, "<script") && !strstr(text, "src=") && !strstr(text, "href=") &&
              !strstr(text, "@import"),
          "self-contained");
    CHECK(strstr(text, "<title>A &amp; B</title>") && strstr(text, "lead &lt;script&gt;"), "escaped");
    CHECK(strstr(text, "\xE2\x88\x92"
                       "1.5\xC3\x97"
                       "10<sup>\xE2\x88\x92"
                       "9</sup>"),
          "powers of ten");
    CHECK(strstr(text, "<td class=\"verdict off\">\xE2\x9C\x97 off <small>by 2 %</small></td>"),
          "verdict in words");
    free(text);
}

int main(void) {
    test_degenerate_data();
    test_odd_limits();
    test_escaping();
    test_breaks();
    test_many_points();
    test_two_decimals();
    test_panels();
    test_page();
    return test_summary();
}
