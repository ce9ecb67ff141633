#include "papers/drawing.h"

#include "io/file/text.h"

#include <stdlib.h>

static const char ink[] = "#1f2328", soft[] = "#5b6269", blue[] = "#0072b2", orange[] = "#d55e00";

static void begin(FILE *out, const char *id, int width, int height, const char *name) {
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"%s-0\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
        "%d\" "
        "role=\"img\" aria-label=\"%s\" font-family=\"system-ui, sans-serif\" font-size=\"15\" fill=\"none\" "
        "stroke-width=\"1.6\">\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
        id, width, height, width, height, name, width, height);
}

static void end(FILE *out) {
    fputs("</svg>\n", out);
}

static void line(FILE *out, double x0, double y0, double x1, double y1, const char *color) {
    fprintf(out, "<line x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\" stroke=\"%s\"/>\n", x0, y0, x1, y1, color);
}

static void path(FILE *out, const char *d, const char *color) {
    fprintf(out, "<path d=\"%s\" stroke=\"%s\"/>\n", d, color);
}

static void box(FILE *out, double x, double y, double width, double height, const char *fill) {
    fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"%s\" stroke=\"%s\"/>\n", x, y,
            width, height, fill, ink);
}

static void disc(FILE *out, double x, double y, double radius, const char *fill) {
    fprintf(out, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"%s\" stroke=\"%s\"/>\n", x, y, radius, fill,
            ink);
}

static void words(FILE *out, double x, double y, const char *text) {
    fprintf(out, "<text x=\"%g\" y=\"%g\" fill=\"%s\">", x, y, ink);
    cr_text_xml(out, text);
    fputs("</text>\n", out);
}

// An arrow along x or y.
static void arrow(FILE *out, double x0, double y0, double x1, double y1, const char *color) {
    double dx = x1 > x0 ? 7.0 : x1 < x0 ? -7.0 : 0.0, dy = y1 > y0 ? 7.0 : y1 < y0 ? -7.0 : 0.0;
    line(out, x0, y0, x1, y1, color);
    fprintf(out, "<path d=\"M%g %gL%g %gL%g %gz\" fill=\"%s\"/>\n", x1, y1, x1 - dx + 0.5 * dy,
            y1 - dy + 0.5 * dx, x1 - dx - 0.5 * dy, y1 - dy - 0.5 * dx, color);
}

// A spring from left to right.
static void spring(FILE *out, double x0, double x1, double y, const char *color) {
    enum { TURNS = 6 };
    double step = (x1 - x0) / (2 * TURNS + 2);
    fprintf(out, "<path stroke=\"%s\" d=\"M%g %gh%g", color, x0, y, step);
    for (int i = 0; i < 2 * TURNS; i++)
        fprintf(out, "L%g %g", x0 + (i + 1.5) * step, y + (i % 2 ? 9.0 : -9.0));
    fprintf(out, "L%g %gH%g\"/>\n", x1 - step, y, x1);
}

static void damper(FILE *out, double x0, double x1, double y, const char *color) {
    double mid = 0.5 * (x0 + x1);
    line(out, x0, y, mid - 12.0, y, color);
    fprintf(out, "<path stroke=\"%s\" d=\"M%g %gh24m-24 22h24m-24 -22v22\"/>\n", color, mid - 12.0, y - 11.0);
    line(out, mid + 2.0, y - 8.0, mid + 2.0, y + 8.0, color);
    line(out, mid + 2.0, y, x1, y, color);
}

// --- S4 ----------------------------------------------------------------------------------------------------

static void write_wall(FILE *out, double x, bool compressed) {
    box(out, x, 30.0, 220.0, 24.0, "#eceff2");
    if (compressed) path(out, "M440 54q20 -16 46 -16t46 16", soft);
}

static void draw_s4_1(FILE *out) {
    begin(out, "s4-fig-1", 640, 220, "A mass below a wall");
    write_wall(out, 60.0, false);
    disc(out, 170.0, 62.0, 32.0, "#dbeaf5");
    line(out, 50.0, 54.0, 290.0, 54.0, orange);
    words(out, 24.0, 59.0, "y_c");
    line(out, 120.0, 30.0, 220.0, 30.0, blue);
    arrow(out, 260.0, 54.0, 260.0, 30.0, blue);
    words(out, 290.0, 46.0, "y \xE2\x88\x92 y_c");
    arrow(out, 170.0, 190.0, 170.0, 110.0, ink);
    words(out, 180.0, 160.0, "v");
    write_wall(out, 376.0, true);
    path(out, "M452 56q34 -18 68 0a36 36 0 1 1 -68 0z", ink);
    words(out, 400.0, 130.0, "both are compressed");
    end(out);
}

const cr_figure cr_s4_fig_1 = {
    .id = "s4-fig-1",
    .caption = "S4 Fig. 1. A mass meets a wall. Left, how the model sees it: the penetration $y - y_c$ of a "
               "mass that "
               "keeps its shape. Right, what it stands for: mass and wall are compressed.",
    .write = draw_s4_1,
};

static void write_stencil(FILE *out, double y, const char *name, int points, bool momentum) {
    static const char *const labels[] = {"n-1", "n", "n+1"};
    words(out, 20.0, y + 5.0, name);
    line(out, 150.0, y, 560.0, y, soft);
    for (int i = 0; i < 3; i++) {
        double x = 230.0 + 130.0 * i;
        line(out, x, y - 6.0, x, y + 6.0, soft);
        words(out, x - 12.0, y + 30.0, labels[i]);
        if (i < 3 - points) continue;
        disc(out, x, y, 7.0, blue);
        if (momentum) box(out, x - 6.0, y - 28.0, 12.0, 12.0, orange);
    }
}

static void draw_s4_2(FILE *out) {
    begin(out, "s4-fig-2", 640, 230, "Temporal stencils");
    write_stencil(out, 50.0, "three-point", 3, false);
    write_stencil(out, 150.0, "two-point", 2, true);
    disc(out, 220.0, 208.0, 6.0, blue);
    words(out, 232.0, 213.0, "y");
    box(out, 280.0, 202.0, 12.0, 12.0, orange);
    words(out, 300.0, 213.0, "q");
    end(out);
}

const cr_figure cr_s4_fig_2 = {
    .id = "s4-fig-2",
    .caption = "S4 Fig. 2. What a step uses: the three-point scheme (7) one variable at three instants, the "
               "two-point scheme (8) two variables at two.",
    .write = draw_s4_2,
};

// --- S2 ----------------------------------------------------------------------------------------------------

static void write_gearbox(FILE *out, double y, const char *letter, bool damped) {
    words(out, 20.0, y + 5.0, letter);
    arrow(out, 70.0, y, 150.0, y, ink);
    words(out, 90.0, y - 12.0, "z, F_z");
    box(out, 150.0, y - 28.0, 90.0, 56.0, "#eceff2");
    words(out, 180.0, y + 5.0, "g(z)");
    line(out, 240.0, y, 290.0, y, ink);
    words(out, 243.0, y - 34.0, "x, F_x");
    line(out, 290.0, y - 24.0, 290.0, y + 24.0, ink);
    spring(out, 290.0, 430.0, damped ? y - 18.0 : y, blue);
    words(out, 440.0, damped ? y - 14.0 : y + 5.0, "K");
    if (damped) {
        damper(out, 290.0, 430.0, y + 18.0, orange);
        words(out, 440.0, y + 24.0, "D");
    }
    line(out, 430.0, y - 30.0, 430.0, y + 30.0, ink);
}

static void draw_s2_1(FILE *out) {
    begin(out, "s2-fig-1", 640, 220, "A gearbox with a spring, and with a spring and a damper");
    write_gearbox(out, 55.0, "(a)", false);
    write_gearbox(out, 160.0, "(b)", true);
    end(out);
}

const cr_figure cr_s2_fig_1 = {
    .id = "s2-fig-1",
    .caption =
        "S2 Fig. 1. The nonlinearity is geometry: a gearbox of ratio $g(z)$ before a linear spring (a), "
        "$F_z = g(z) K \\int_0^z g dz$, and before a linear spring and damper (b). With $g(z) = C z^{1/4}$ "
        "the "
        "spring gives Hertz's $k z^{3/2}$, and the damper $\\lambda z^{1/2}$, not $z^{3/2}$.",
    .write = draw_s2_1,
};

static void draw_s2_2(FILE *out) {
    begin(out, "s2-fig-2", 640, 240, "Local deformation of a sphere on a plate and of two spheres");
    words(out, 20.0, 30.0, "(a)");
    disc(out, 170.0, 100.0, 76.0, "none");
    line(out, 50.0, 162.0, 290.0, 162.0, ink);
    path(out, "M50 162H122q48 14 96 0H290", blue);
    arrow(out, 170.0, 204.0, 170.0, 178.0, orange);
    words(out, 180.0, 204.0, "z");
    words(out, 252.0, 84.0, "R");
    words(out, 340.0, 30.0, "(b)");
    disc(out, 480.0, 70.0, 56.0, "none");
    disc(out, 480.0, 168.0, 56.0, "none");
    path(out, "M440 120q40 2 80 0", blue);
    words(out, 548.0, 70.0, "R_1");
    words(out, 548.0, 172.0, "R_2");
    end(out);
}

const cr_figure cr_s2_fig_2 = {
    .id = "s2-fig-2",
    .caption =
        "S2 Fig. 2. A sphere on a plate (a) and two spheres (b) are deformed alike where they touch if "
        "$1/R = 1/R_1 + 1/R_2$: the difference goes with $z^2$.",
    .write = draw_s2_2,
};

// --- S1 ----------------------------------------------------------------------------------------------------

static void draw_s1_1(cr_sheet *sheet) {
    cr_sheet_panel(sheet, "[\xCE\xB7]\xE2\x82\x8A", "\xCE\xB7", "[\xCE\xB7]\xE2\x82\x8A")->height = 300;
    cr_curve *curve = cr_sheet_curve(sheet, NULL, CR_PLOT_LINE, CR_BLUE);
    for (int i = -10; i <= 10; i++) cr_curve_add(curve, 0.1 * i, 0.05 * (i + abs(i)));
}

const cr_figure cr_s1_fig_1 = {
    .id = "s1-fig-1",
    .columns = 1,
    .caption = "S1 Figure 1. The positive part, (2): $[\\eta]_+ = (\\eta + |\\eta|)/2$.",
    .draw = draw_s1_1,
};

static void draw_s1_2(FILE *out) {
    begin(out, "s1-fig-2", 640, 230, "A string, a bridge and a body");
    path(out, "M40 50Q330 62 430 62T600 50", blue);
    disc(out, 40.0, 50.0, 4.0, blue);
    disc(out, 600.0, 50.0, 4.0, blue);
    words(out, 60.0, 38.0, "string u(x, t)");
    path(out, "M430 64v6l-9 4l18 7l-18 7l18 7l-9 4v8", orange);
    words(out, 448.0, 90.0, "K_1, K_3");
    box(out, 404.0, 107.0, 52.0, 36.0, "#dbeaf5");
    words(out, 424.0, 130.0, "w");
    words(out, 330.0, 130.0, "bridge, M");
    line(out, 404.0, 150.0, 456.0, 150.0, soft);
    path(out, "M120 170H560L500 205H60z", ink);
    words(out, 140.0, 194.0, "body v(x, y, t)");
    arrow(out, 480.0, 170.0, 480.0, 146.0, soft);
    words(out, 488.0, 163.0, "rattles");
    end(out);
}

const cr_figure cr_s1_fig_2 = {
    .id = "s1-fig-2",
    .caption = "S1 Figure 2. The tromba marina, (32): a string, joined by a spring with $K_1$ and $K_3$ to "
               "the bridge, a "
               "mass that touches the body, a plate, and leaves it.",
    .write = draw_s1_2,
};
