#include "io/file/text.h"
#include "io/plot/spectrum.h"
#include "io/plot/svg_internal.h"

enum {
    LEFT = 76,
    TOP = 40,
    BELOW = 52,
    BAR_GAP = 14,
    BAR_WIDTH = 12,
    BESIDE = 84,
    WIDTH = LEFT + CR_SPECTRUM_WIDTH + BESIDE,
    HEIGHT = TOP + CR_SPECTRUM_HEIGHT + BELOW,
};

static const double range = 90.0;      // dB shown below the loudest point
static const double faintest = -150.0; // dB, where colours end at the latest

static void write_opening(FILE *out, const char *title) {
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" ",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    fputs("role=\"img\" aria-label=\"", out);
    cr_text_xml(out, title ? title : "spectrogram");
    fputs("\" font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, "
          "sans-serif\">\n",
          out);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT);
}

static void write_image(FILE *out, const cr_spectrum *s) {
    unsigned char pixels[CR_SPECTRUM_WIDTH * CR_SPECTRUM_HEIGHT];
    cr_rgb palette[256];
    const float per_dB = (float)(255.0 / range), top = (float)fmax(s->loudest, faintest);
    for (int i = 0; i < 256; i++) palette[i] = cr_spectrum_color(i / 255.0);
    for (int i = 0; i < CR_SPECTRUM_WIDTH * CR_SPECTRUM_HEIGHT; i++) {
        float value = 255.0f + per_dB * (s->level[i] - top);
        pixels[i] = (unsigned char)(value > 0.0f ? value + 0.5f : 0.5f);
    }
    fprintf(out, "<image x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" href=\"", LEFT, TOP, CR_SPECTRUM_WIDTH,
            CR_SPECTRUM_HEIGHT);
    cr_png_uri(out, CR_SPECTRUM_WIDTH, CR_SPECTRUM_HEIGHT, pixels, palette);
    fputs("\"/>\n", out);
}

static void write_bar(FILE *out, const cr_spectrum *s) {
    enum { STEPS = 50, LABELS = 3 };
    const double step = (double)CR_SPECTRUM_HEIGHT / STEPS, left = LEFT + CR_SPECTRUM_WIDTH + BAR_GAP;
    fputs("<g class=\"shades\">\n", out); // a dark page turns other colours round
    for (int i = 0; i < STEPS; i++) {     // each covers the lower part of the one before: no seams
        cr_rgb c = cr_spectrum_color(1.0 - (i + 0.5) / STEPS);
        fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%g\" fill=\"#%02x%02x%02x\"/>\n", left,
                TOP + i * step, BAR_WIDTH, CR_SPECTRUM_HEIGHT - i * step, c.r, c.g, c.b);
    }
    fputs("</g>\n", out);
    cr_svg_style style = {.size = 11.0, .color = CR_SVG_MUTED};
    for (int i = 0; i <= LABELS; i++) {
        char text[32];
        double level = fmax(s->loudest, faintest) - i * range / LABELS;
        snprintf(text, sizeof text, "%s%.0f dB", level <= -0.5 ? CR_SVG_MINUS : "", fabs(level));
        cr_svg_text(out, left + BAR_WIDTH + 5.0, TOP + 4.0 + (double)i * CR_SPECTRUM_HEIGHT / LABELS, &style,
                    text);
    }
}

void cr_spectrum_write(FILE *out, const cr_spectrum *spectrum, const char *title) {
    cr_plot plot = cr_plot_default();
    plot.x_label = "time [s]";
    plot.y_label = "frequency [Hz]";
    cr_svg_panel panel = {.out = out,
                          .plot = &plot,
                          .id = "spectrum",
                          .frame = {0, 0, WIDTH, HEIGHT},
                          .area = {LEFT, TOP, LEFT + CR_SPECTRUM_WIDTH, TOP + CR_SPECTRUM_HEIGHT}};
    panel.x = (cr_svg_axis){.high = spectrum->duration, .from = panel.area.left, .to = panel.area.right};
    panel.y = (cr_svg_axis){.log = true,
                            .vertical = true,
                            .low = log10(spectrum->low),
                            .high = log10(spectrum->high),
                            .from = panel.area.bottom,
                            .to = panel.area.top};
    cr_svg_set_ticks(&panel.x);
    cr_svg_set_ticks(&panel.y);
    write_opening(out, title);
    cr_svg_style heading = {.size = 15.0, .color = CR_SVG_INK, .bold = true};
    if (title) cr_svg_text(out, 16.0, 26.0, &heading, title);
    write_image(out, spectrum);
    write_bar(out, spectrum);
    cr_svg_write_axes(&panel);
    fputs("</svg>\n", out);
}
