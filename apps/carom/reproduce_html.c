// The report as a page.
#include "io/html.h"
#include "io/text.h"
#include "reproduce.h"

static const cr_html_column columns[] = {{"what", false},       {"printed", true}, {"reference", true},
                                         {"ours", true},        {"tolerance", true}, {"verdict", false}};
enum { COLUMN_COUNT = sizeof columns / sizeof *columns };

static void write_number_text(FILE *out, const char *text) {
    fputs("<td class=\"number\">", out);
    cr_text_xml(out, text ? text : "\xE2\x80\x93");
    fputs("</td>", out);
}

static void write_verdict(FILE *out, cr_verdict verdict) {
    switch (verdict) {
    case CR_VERDICT_OK: cr_html_cell_verdict(out, CR_HTML_OK, NULL); break;
    case CR_VERDICT_BEYOND: cr_html_cell_verdict(out, CR_HTML_OK, cr_verdict_text(verdict)); break;
    case CR_VERDICT_OFF: cr_html_cell_verdict(out, CR_HTML_OFF, NULL); break;
    default: cr_html_cell_verdict(out, CR_HTML_NOTE, cr_verdict_text(verdict)); break;
    }
}

static void write_row(FILE *out, const cr_item *row) {
    char ours[40];
    cr_item_ours(row, ours);
    cr_html_row_begin(out);
    fputs("<td>", out);
    cr_text_xml(out, row->what);
    if (row->text) {
        fputs("<br/><small>", out);
        cr_text_xml(out, row->text);
        fputs("</small>", out);
    }
    fputs("</td>", out);
    write_number_text(out, row->printed);
    write_number_text(out, row->reference);
    write_number_text(out, isfinite(row->ours) ? ours : NULL);
    cr_html_cell_number(out, row->tolerance, 3);
    write_verdict(out, row->verdict);
    cr_html_row_end(out);
}

static void write_heading(FILE *out, const char *paper, const char *title) {
    fputs("<h3>", out);
    cr_text_xml(out, paper);
    fputs(" ", out);
    cr_text_xml(out, title);
    fputs("</h3>\n", out);
}

// The table at `item` and its rows; returns what follows.
static const cr_item *write_table(FILE *out, const cr_item *item) {
    write_heading(out, item->paper->name, item->what);
    if (item->text) cr_html_paragraph(out, item->text);
    cr_html_table_begin(out, NULL, columns, COLUMN_COUNT);
    for (item = item->next; item && item->kind == CR_ITEM_ROW; item = item->next) write_row(out, item);
    cr_html_table_end(out);
    return item;
}

static void write_figure(FILE *out, const cr_figure *figure, cr_sheet *sheet) {
    sheet->panel_count = sheet->curve_count = sheet->line_count = 0;
    figure->draw(sheet);
    cr_html_figure_begin(out);
    cr_sheet_write(out, sheet, figure);
    cr_html_figure_end(out, figure->caption);
}

// Calls for each paper of the report in turn.
static void each_paper(FILE *out, const cr_item *first,
                       void (*write)(FILE *out, const cr_paper *paper, const cr_item *first)) {
    const cr_paper *last = NULL;
    for (const cr_item *item = first; item; item = item->next) {
        if (item->paper != last) write(out, item->paper, first);
        last = item->paper;
    }
}

static void write_counts(FILE *out, const cr_paper *paper, const cr_item *first) {
    int counts[CR_VERDICT_COUNT];
    cr_report_count(first, paper, counts);
    cr_html_row_begin(out);
    fprintf(out, "<td><a href=\"#%s\">%s</a></td>", paper->name, paper->name);
    for (int i = 0; i < CR_VERDICT_COUNT; i++) fprintf(out, "<td class=\"number\">%d</td>", counts[i]);
    cr_html_row_end(out);
}

static void write_errata(FILE *out, const cr_paper *paper, const cr_item *first) {
    (void)first;
    write_heading(out, paper->name, "");
    fputs("<ul>\n", out);
    for (int i = 0; i < paper->errata_count; i++) {
        fputs("<li>", out);
        cr_text_xml(out, paper->errata[i]);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
}

static void write_summary(FILE *out, const cr_item *first) {
    const cr_html_column heads[] = {{"paper", false},
                                    {cr_verdict_text(CR_VERDICT_OK), true},
                                    {cr_verdict_text(CR_VERDICT_OFF), true},
                                    {cr_verdict_text(CR_VERDICT_BEYOND), true},
                                    {cr_verdict_text(CR_VERDICT_NOT_REPRODUCIBLE), true},
                                    {cr_verdict_text(CR_VERDICT_NOT_COMPUTABLE), true}};
    cr_html_section(out, "What was checked");
    cr_html_table_begin(out, NULL, heads, 1 + CR_VERDICT_COUNT);
    each_paper(out, first, write_counts);
    cr_html_table_end(out);
    cr_html_paragraph(out,
                      "ok: our value agrees with the printed one, within one unit of its last digit unless "
                      "the table says otherwise. off: it does not. beyond the paper: the paper prints no "
                      "number; ours agrees with a reference that was computed independently. not "
                      "reproducible: the printed number does not follow from the paper's own description; "
                      "the reason is given, and ours is held to the reference. not computable: the number "
                      "depends on something that only the authors had.");
    cr_html_section(out, "Errata found on the way");
    each_paper(out, first, write_errata);
}

void cr_report_html(FILE *out, const cr_item *first, cr_sheet *sheet) {
    const cr_paper *paper = NULL;
    cr_html_begin(out, "The papers, recomputed",
                  "Every table and figure of the papers behind Carom's contact laws and schemes, computed "
                  "anew by the library and set beside what was printed.");
    write_summary(out, first);
    for (const cr_item *item = first; item;) {
        if (item->paper != paper) {
            paper = item->paper;
            fprintf(out, "<div id=\"%s\"></div>\n", paper->name);
            cr_html_section(out, paper->name);
            cr_html_paragraph(out, paper->title);
            cr_html_paragraph(out, paper->about);
        }
        if (item->kind == CR_ITEM_TABLE) {
            item = write_table(out, item);
            continue;
        }
        write_figure(out, item->figure, sheet);
        item = item->next;
    }
    cr_html_end(out);
}
