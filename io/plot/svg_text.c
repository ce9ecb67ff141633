#include "io/file/text.h"
#include "io/plot/svg_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double character_width(char c) {
    if (c & 0x80) return 0.66;
    if (strchr("iljtfrI.,:;'|!()[]{}/ -", c)) return 0.37;
    if (strchr("mwMW@%", c)) return 0.92;
    if (c >= 'A' && c <= 'Z') return 0.69;
    return 0.62;
}

double cr_svg_text_width(const char *text, double size) {
    double width = 0.0;
    while (text && *text) {
        int length = cr_text_character(text);
        width += character_width(*text);
        text += length ? length : 1;
    }
    return width * size;
}

void cr_svg_exponent(char text[16], int exponent) {
    if (exponent < 0) snprintf(text, 16, CR_SVG_MINUS "%u", 0u - (unsigned)exponent);
    else snprintf(text, 16, "%d", exponent);
}

void cr_svg_coordinate(FILE *out, double pixels) {
    long hundredths = lround(100.0 * pixels);
    if (hundredths < 0) fputc('-', out);
    hundredths = labs(hundredths);
    long whole = hundredths / 100, rest = hundredths % 100;
    if (rest == 0) fprintf(out, "%ld", whole);
    else if (rest % 10 == 0) fprintf(out, "%ld.%ld", whole, rest / 10);
    else fprintf(out, "%ld.%02ld", whole, rest);
}

void cr_svg_attribute(FILE *out, const char *name, double pixels) {
    fprintf(out, " %s=\"", name);
    cr_svg_coordinate(out, pixels);
    fputc('"', out);
}

void cr_svg_line(FILE *out, double x1, double y1, double x2, double y2) {
    fputs("<line", out);
    cr_svg_attribute(out, "x1", x1);
    cr_svg_attribute(out, "y1", y1);
    cr_svg_attribute(out, "x2", x2);
    cr_svg_attribute(out, "y2", y2);
    fputs("/>\n", out);
}

static void write_position(FILE *out, double x, double y, bool upwards) {
    if (!upwards) {
        cr_svg_attribute(out, "x", x);
        cr_svg_attribute(out, "y", y);
        return;
    }
    fputs(" transform=\"translate(", out);
    cr_svg_coordinate(out, x);
    fputc(' ', out);
    cr_svg_coordinate(out, y);
    fputs(") rotate(-90)\"", out);
}

// Text that is too wide gets smaller letters first, then narrower ones.
void cr_svg_text(FILE *out, double x, double y, const cr_svg_style *style, const char *text) {
    static const char *const anchors[] = {"start", "middle", "end"};
    const double smallest = 0.8;
    double width = cr_svg_text_width(text, style->size) * (style->bold ? CR_SVG_BOLD : 1.0);
    double shrink = style->room > 0.0 && width > style->room ? style->room / width : 1.0;
    double size = style->size * fmax(shrink, smallest);
    fputs("<text", out);
    write_position(out, x, y, style->upwards);
    cr_svg_attribute(out, "font-size", size);
    fprintf(out, " fill=\"%s\"", style->color);
    if (style->anchor != CR_SVG_START) fprintf(out, " text-anchor=\"%s\"", anchors[style->anchor]);
    if (style->bold) fputs(" font-weight=\"600\"", out);
    if (style->halo)
        fputs(" stroke=\"#fff\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"", out);
    if (shrink < smallest) {
        cr_svg_attribute(out, "textLength", style->room);
        fputs(" lengthAdjust=\"spacingAndGlyphs\"", out);
    }
    fputc('>', out);
    cr_text_xml(out, text);
    fputs("</text>\n", out);
}
