#include "papers/papers.h"

#include <assert.h>

cr_plot *cr_sheet_panel(cr_sheet *sheet, const char *title, const char *x_label, const char *y_label) {
    assert(sheet->panel_count < CR_SHEET_PANELS);
    cr_plot *panel = &sheet->panels[sheet->panel_count++];
    *panel = cr_plot_default();
    panel->title = title;
    panel->x_label = x_label;
    panel->y_label = y_label;
    panel->series = &sheet->series[sheet->curve_count];
    panel->lines = &sheet->lines[sheet->line_count];
    return panel;
}

cr_curve *cr_sheet_curve(cr_sheet *sheet, const char *label, cr_plot_style style, int color) {
    assert(sheet->panel_count > 0 && sheet->curve_count < CR_SHEET_CURVES);
    cr_curve *curve = &sheet->curves[sheet->curve_count];
    curve->count = 0;
    sheet->series[sheet->curve_count++] = (cr_plot_series){label, curve->x, curve->y, 0, style, color};
    sheet->panels[sheet->panel_count - 1].series_count++;
    return curve;
}

void cr_sheet_line(cr_sheet *sheet, double at, bool vertical, const char *label) {
    assert(sheet->panel_count > 0 && sheet->line_count < CR_SHEET_LINES);
    sheet->lines[sheet->line_count++] = (cr_plot_line){at, vertical, label};
    sheet->panels[sheet->panel_count - 1].line_count++;
}

void cr_curve_add(cr_curve *curve, double x, double y) {
    if (curve->count == CR_SHEET_POINTS) return;
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y;
}

void cr_sheet_write(FILE *out, cr_sheet *sheet, const cr_figure *figure) {
    for (int i = 0; i < sheet->curve_count; i++) sheet->series[i].count = sheet->curves[i].count;
    sheet->panels[0].id = figure->id;
    cr_plot_write_panels(out, sheet->panels, sheet->panel_count, figure->columns);
}
