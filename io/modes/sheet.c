#include "io/file/text.h"
#include "io/modes/picture.h"
#include "io/plot/svg_internal.h"

enum { COLUMNS = 3, CELL_WIDTH = 280, PICTURE = 210, CELL_HEIGHT = PICTURE + 34 };

static void open_sheet(FILE *out, const cr_modes *modes, int count) {
    int rows = (count + COLUMNS - 1) / COLUMNS;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "role=\"img\" aria-label=\"mode shapes of ",
            COLUMNS * CELL_WIDTH, rows * CELL_HEIGHT, COLUMNS * CELL_WIDTH, rows * CELL_HEIGHT);
    cr_text_xml(out, modes->name);
    fputs("\" font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, "
          "sans-serif\">\n",
          out);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", COLUMNS * CELL_WIDTH,
            rows * CELL_HEIGHT);
}

cr_status cr_modes_sheet(FILE *out, const cr_modes *modes, int count, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    unsigned char *pixels = cr_arena_take(arena, CR_PICTURE_WIDTH, CR_PICTURE_HEIGHT);
    cr_status status = pixels ? CR_OK : cr_fail(error, CR_ERR_MEMORY, modes->name, "out of memory");
    cr_rgb palette[256] = {{0}};
    cr_svg_style style = {.size = 13.0, .color = CR_SVG_INK, .anchor = CR_SVG_MIDDLE};
    cr_modes_palette(palette);
    if (status == CR_OK) open_sheet(out, modes, count);
    for (int m = 0; m < count && status == CR_OK; m++) {
        int x = m % COLUMNS * CELL_WIDTH, y = m / COLUMNS * CELL_HEIGHT;
        char text[64];
        status = cr_modes_picture(modes, m, arena, pixels, error);
        fprintf(out, "<image x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" href=\"", x, y + 4, CELL_WIDTH,
                PICTURE);
        cr_png_uri(out, CR_PICTURE_WIDTH, CR_PICTURE_HEIGHT, pixels, palette);
        fputs("\"/>\n", out);
        snprintf(text, sizeof text, "%d: %.6g Hz", m + 1, modes->frequency[m]);
        cr_svg_text(out, x + 0.5 * CELL_WIDTH, y + PICTURE + 20.0, &style, text);
    }
    if (pixels) fputs("</svg>\n", out);
    cr_arena_rewind(arena, mark);
    return status;
}
