// The report as a page.
#include "io/plot/html.h"
#include "io/file/text.h"
#include "io/plot/player.h"
#include "papers/papers.h"

enum { TABLE_SHORT = 16, NOTES_MAX = 16 };

// What a table needs: its columns, its notes, and whether it is folded: long, and nothing to explain.
typedef struct table_shape {
    bool printed, reference, folded;
    int count;
    const char *notes[NOTES_MAX];
    int note_count;
} table_shape;

// Number of a remark among the notes, from 1; 0 when there is none.
static int note_of(const table_shape *shape, const char *text) {
    for (int i = 0; text && i < shape->note_count; i++)
        if (shape->notes[i] == text) return i + 1;
    return 0;
}

static table_shape shape_of(const cr_item *table) {
    table_shape shape = {0};
    bool plain = true;
    for (const cr_item *row = table->next; row && row->kind == CR_ITEM_ROW; row = row->next) {
        bool known = !row->text || note_of(&shape, row->text) > 0;
        if (!known && shape.note_count < NOTES_MAX) shape.notes[shape.note_count++] = row->text;
        shape.printed = shape.printed || row->printed;
        shape.reference = shape.reference || row->reference;
        plain = plain && (row->verdict == CR_VERDICT_OK || row->verdict == CR_VERDICT_BEYOND);
        shape.count++;
    }
    shape.folded = plain && shape.count > TABLE_SHORT;
    return shape;
}

static void write_number_text(FILE *out, const char *text) {
    fputs("<td class=\"number\">", out);
    cr_text_xml(out, text ? text : "\xE2\x80\x93");
    fputs("</td>", out);
}

static void write_verdict(FILE *out, cr_verdict verdict, int note) {
    static const cr_html_verdict signs[CR_VERDICT_COUNT] = {CR_HTML_OK, CR_HTML_OFF, CR_HTML_OK, CR_HTML_NOTE,
                                                            CR_HTML_NOTE};
    char detail[48];
    bool plain = verdict == CR_VERDICT_OK || verdict == CR_VERDICT_OFF;
    if (note) snprintf(detail, sizeof detail, "%s (%d)", cr_verdict_text(verdict), note);
    else snprintf(detail, sizeof detail, "%s", cr_verdict_text(verdict));
    cr_html_cell_verdict(out, signs[verdict], plain ? NULL : detail);
}

static void write_row(FILE *out, const cr_item *row, const table_shape *shape) {
    char ours[40], tolerance[40];
    cr_item_ours(row, ours);
    cr_item_tolerance(row, tolerance);
    cr_html_row_begin(out);
    cr_html_cell_text(out, row->what);
    if (shape->printed) write_number_text(out, row->printed);
    if (shape->reference) write_number_text(out, row->reference);
    write_number_text(out, isfinite(row->ours) ? ours : NULL);
    write_number_text(out, isfinite(row->tolerance) ? tolerance : NULL);
    write_verdict(out, row->verdict, note_of(shape, row->text));
    cr_html_row_end(out);
}

static void write_list(FILE *out, const char *tag, const char *const *texts, int count) {
    fprintf(out, "<%s>\n", tag);
    for (int i = 0; i < count; i++) {
        fputs("<li>", out);
        cr_text_xml(out, texts[i]);
        fputs("</li>\n", out);
    }
    fprintf(out, "</%s>\n", tag);
}

static void write_heading(FILE *out, const char *paper, const char *title) {
    fputs("<h3>", out);
    cr_text_xml(out, paper);
    fputs(" ", out);
    cr_text_xml(out, title);
    fputs("</h3>\n", out);
}

static void write_head(FILE *out, const table_shape *shape) {
    cr_html_column columns[6];
    int count = 0;
    columns[count++] = (cr_html_column){"what", false};
    if (shape->printed) columns[count++] = (cr_html_column){"printed", true};
    if (shape->reference) columns[count++] = (cr_html_column){"reference", true};
    columns[count++] = (cr_html_column){"ours", true};
    columns[count++] = (cr_html_column){"tolerance", true};
    columns[count++] = (cr_html_column){"verdict", false};
    cr_html_table_begin(out, NULL, columns, count);
}

// The table at `item` and its rows; returns what follows.
static const cr_item *write_table(FILE *out, const cr_item *item) {
    table_shape shape = shape_of(item);
    write_heading(out, item->paper->name, item->what);
    if (item->text) cr_html_paragraph(out, item->text);
    if (shape.count == 0) return item->next;
    if (shape.folded)
        fprintf(out, "<details><summary>%d values, all within tolerance</summary>\n", shape.count);
    write_head(out, &shape);
    for (item = item->next; item && item->kind == CR_ITEM_ROW; item = item->next)
        write_row(out, item, &shape);
    cr_html_table_end(out);
    if (shape.folded) fputs("</details>\n", out);
    if (shape.note_count) write_list(out, "ol", shape.notes, shape.note_count);
    return item;
}

static void write_figure(FILE *out, const cr_item *item, cr_sheet *sheet) {
    sheet->panel_count = sheet->curve_count = sheet->line_count = 0;
    sheet->data = item->data;
    item->figure->draw(sheet);
    cr_html_figure_begin(out);
    cr_sheet_write(out, sheet, item->figure);
    cr_html_figure_end(out, item->figure->caption);
}

static cr_status write_sound(FILE *out, const cr_heard *h, cr_arena *arena, cr_error *error) {
    return cr_player_write_samples(out, h->samples, h->frames, h->channels, h->rate, h->gain, h->caption,
                                   arena, error);
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
    fprintf(out, "<td><a href=\"#%s\">", paper->name);
    cr_text_xml(out, paper->heading);
    fputs("</a></td>", out);
    for (int i = 0; i < CR_VERDICT_COUNT; i++) fprintf(out, "<td class=\"number\">%d</td>", counts[i]);
    cr_html_row_end(out);
}

static void write_errata(FILE *out, const cr_paper *paper, const cr_item *first) {
    (void)first;
    write_heading(out, paper->name, "");
    write_list(out, "ul", paper->errata, paper->errata_count);
}

static const char *const meanings[CR_VERDICT_COUNT] = {
    "ok: our value agrees with the printed one, within one unit of its last digit unless the table says "
    "otherwise.",
    "off: it does not.",
    "beyond the paper: the paper prints no number; ours agrees with a reference computed independently.",
    "not reproducible: the printed number does not follow from what the paper describes. The reason is "
    "given, and our value is held to the one on record.",
    "not computable: there is no number, or it depends on something that only the authors had."};

static void write_summary(FILE *out, const cr_item *first) {
    const cr_html_column heads[] = {{"paper", false},
                                    {cr_verdict_text(CR_VERDICT_OK), true},
                                    {cr_verdict_text(CR_VERDICT_OFF), true},
                                    {cr_verdict_text(CR_VERDICT_BEYOND), true},
                                    {cr_verdict_text(CR_VERDICT_NOT_REPRODUCIBLE), true},
                                    {cr_verdict_text(CR_VERDICT_NOT_COMPUTABLE), true}};
    char total[160];
    int counts[CR_VERDICT_COUNT], values = 0, figures = 0;
    cr_report_count(first, NULL, counts);
    for (int i = 0; i < CR_VERDICT_COUNT; i++) values += counts[i];
    for (const cr_item *item = first; item; item = item->next) figures += item->kind == CR_ITEM_FIGURE;
    snprintf(total, sizeof total, "%d values and %d figures; %s.", values, figures,
             counts[CR_VERDICT_OFF] ? "some values are off" : "no value is off");
    cr_html_section(out, "What was checked");
    cr_html_paragraph(out, total);
    cr_html_table_begin(out, NULL, heads, 1 + CR_VERDICT_COUNT);
    each_paper(out, first, write_counts);
    cr_html_table_end(out);
    write_list(out, "ul", meanings, CR_VERDICT_COUNT);
    cr_html_section(out, "Errata found on the way");
    each_paper(out, first, write_errata);
}

cr_status cr_report_html(FILE *out, const cr_item *first, cr_sheet *sheet, cr_arena *arena, cr_error *error) {
    const cr_paper *paper = NULL;
    cr_status status = CR_OK;
    cr_html_begin(out, "The papers, recomputed",
                  "Every table and figure of the papers behind Carom's contact laws and schemes, computed "
                  "anew by the library and set beside what was printed.");
    write_summary(out, first);
    for (const cr_item *item = first; item && status == CR_OK;) {
        if (item->paper != paper) {
            paper = item->paper;
            fprintf(out, "<div id=\"%s\"></div>\n", paper->name);
            cr_html_section(out, paper->heading);
            cr_html_paragraph(out, paper->title);
            cr_html_paragraph(out, paper->about);
        }
        if (item->kind == CR_ITEM_TABLE) {
            item = write_table(out, item);
            continue;
        }
        if (item->kind == CR_ITEM_SOUND) status = write_sound(out, item->heard, arena, error);
        else write_figure(out, item, sheet);
        item = item->next;
    }
    cr_html_end(out);
    return status;
}
