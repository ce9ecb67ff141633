// The report as a page.
#include "io/plot/html.h"
#include "io/file/text.h"
#include "io/plot/player.h"
#include "papers/papers.h"
#include "papers/printed.h"

#include <string.h>

// --- texts -------------------------------------------------------------------------------------------------

static void write_text(FILE *out, const char *tag, const char *text) {
    fprintf(out, "<%s>", tag);
    cr_formula_html(out, text);
    fprintf(out, "</%s>\n", tag);
}

static void write_list(FILE *out, const char *tag, const char *const *texts, int count) {
    fprintf(out, "<%s>\n", tag);
    for (int i = 0; i < count; i++) write_text(out, "li", texts[i]);
    fprintf(out, "</%s>\n", tag);
}

// "S0 Table I: noncritical", and the address of its place.
static void write_heading(FILE *out, const cr_item *item, int number) {
    fprintf(out, "<h3 id=\"%s-%d\">%s ", item->paper->name, number, item->paper->name);
    cr_formula_html(out, item->what);
    fputs("</h3>\n", out);
}

// --- tables of one row per value ---------------------------------------------------------------------------

enum { TABLE_SHORT = 16 };

static bool is_plain(const cr_item *row) {
    return row->verdict == CR_VERDICT_AGREE || row->verdict == CR_VERDICT_FIGURE ||
           row->verdict == CR_VERDICT_PROPERTY || row->verdict == CR_VERDICT_OWN;
}

// What a table needs: its columns, and whether it is folded: long, and nothing to explain.
typedef struct table_shape {
    bool printed, reference, replayed, folded;
    int count;
    cr_notes notes, sources;
} table_shape;

static table_shape shape_of(const cr_item *table) {
    table_shape shape = {0};
    bool plain = true;
    for (const cr_item *row = table->next; row && row->kind == CR_ITEM_ROW; row = row->next) {
        cr_notes_take(&shape.notes, row->text);
        cr_notes_take(&shape.sources, row->source);
        shape.printed = shape.printed || row->printed;
        shape.reference = shape.reference || row->reference;
        shape.replayed = shape.replayed || isfinite(row->replayed);
        plain = plain && is_plain(row);
        shape.count++;
    }
    shape.folded = plain && shape.count > TABLE_SHORT;
    return shape;
}

static void write_value(FILE *out, const cr_item *row, double value) {
    char text[40];
    cr_item_value(row, value, text);
    fputs("<td class=\"number\">", out);
    cr_printed_number(out, isfinite(value) ? text : NULL);
    fputs("</td>", out);
}

static void write_row(FILE *out, const cr_item *row, const table_shape *shape) {
    char tolerance[40];
    int note = cr_notes_find(&shape->notes, row->text), source = cr_notes_find(&shape->sources, row->source);
    cr_item_tolerance(row, tolerance);
    cr_html_row_begin(out);
    fputs("<td>", out);
    cr_formula_html(out, row->what);
    fputs("</td>", out);
    if (shape->printed) {
        fputs("<td class=\"number\">", out);
        cr_printed_number(out, row->printed);
        fputs("</td>", out);
    }
    if (shape->reference) {
        fputs("<td class=\"number\">", out);
        cr_printed_number(out, row->reference);
        if (source && shape->sources.count > 1) fprintf(out, " <small>[%c]</small>", 'a' + source - 1);
        fputs("</td>", out);
    }
    write_value(out, row, row->ours);
    if (shape->replayed) write_value(out, row, row->replayed);
    fputs("<td class=\"number\">", out);
    cr_printed_number(out, isfinite(row->tolerance) ? tolerance : NULL);
    fprintf(out, "</td><td class=\"verdict %s\">%s %s", cr_printed_class(row->verdict),
            cr_printed_sign(row->verdict), cr_verdict_text(row->verdict));
    if (note) fprintf(out, " <small>(%d)</small>", note);
    fputs("</td>", out);
    cr_html_row_end(out);
}

static void write_head(FILE *out, const table_shape *shape) {
    cr_html_column columns[7];
    int count = 0;
    columns[count++] = (cr_html_column){"what", false};
    if (shape->printed) columns[count++] = (cr_html_column){"printed", true};
    if (shape->reference) columns[count++] = (cr_html_column){"reference", true};
    columns[count++] = (cr_html_column){"ours", true};
    if (shape->replayed) columns[count++] = (cr_html_column){"replayed", true};
    columns[count++] = (cr_html_column){"tolerance", true};
    columns[count++] = (cr_html_column){"verdict", false};
    cr_html_table_begin(out, NULL, columns, count);
}

// The table at `item` and its rows; returns what follows.
static const cr_item *write_table(FILE *out, const cr_item *item, int number) {
    table_shape shape = shape_of(item);
    write_heading(out, item, number);
    if (item->text) write_text(out, "p", item->text);
    if (item->columns) return cr_printed_html(out, item);
    if (shape.count == 0) return item->next;
    if (shape.folded)
        fprintf(out, "<details><summary>%d values, all within tolerance</summary>\n", shape.count);
    write_head(out, &shape);
    for (item = item->next; item && item->kind == CR_ITEM_ROW; item = item->next)
        write_row(out, item, &shape);
    cr_html_table_end(out);
    cr_notes_sources(out, &shape.sources);
    if (shape.folded) fputs("</details>\n", out);
    if (shape.notes.count) write_list(out, "ol", shape.notes.text, shape.notes.count);
    return item;
}

// --- figures and sounds ------------------------------------------------------------------------------------

static void write_figure(FILE *out, const cr_item *item, cr_sheet *sheet) {
    sheet->panel_count = sheet->curve_count = sheet->line_count = 0;
    sheet->data = item->data;
    cr_html_figure_begin(out);
    if (item->figure->write) item->figure->write(out);
    else {
        item->figure->draw(sheet);
        cr_sheet_write(out, sheet, item->figure);
    }
    write_text(out, "figcaption", item->figure->caption);
    cr_html_figure_end(out, NULL);
}

static cr_status write_sound(FILE *out, const cr_heard *h, cr_arena *arena, cr_error *error) {
    return cr_player_write_samples(out, h->samples, h->frames, h->channels, h->rate, h->gain, h->caption,
                                   arena, error);
}

// --- contents and counts -----------------------------------------------------------------------------------

// Calls for each paper of the report in turn, with its first item.
static void each_paper(FILE *out, const cr_item *first,
                       void (*write)(FILE *out, const cr_item *its, const cr_item *first)) {
    const cr_paper *last = NULL;
    for (const cr_item *item = first; item; item = item->next) {
        if (item->paper != last) write(out, item, first);
        last = item->paper;
    }
}

static void write_name(FILE *out, const cr_paper *paper) {
    fprintf(out, "%s: ", paper->name);
    cr_text_xml(out, paper->authors);
}

static void write_paper_head(FILE *out, const cr_item *its, const cr_item *first) {
    (void)first;
    fprintf(out, "<th scope=\"col\" class=\"number\"><a href=\"#%s\">%s</a></th>", its->paper->name,
            its->paper->name);
}

// One line per verdict, one column per paper and one for all.
static void write_counts(FILE *out, const cr_item *first) {
    fputs("<div class=\"wide\"><table>\n<thead><tr><th></th>", out);
    each_paper(out, first, write_paper_head);
    fputs("<th scope=\"col\" class=\"number\">all</th></tr></thead>\n<tbody>\n", out);
    for (int i = 0; i < CR_VERDICT_COUNT; i++) {
        int counts[CR_VERDICT_COUNT];
        const cr_paper *last = NULL;
        fprintf(out, "<tr><td class=\"%s\">%s %s</td>", cr_printed_class((cr_verdict)i),
                cr_printed_sign((cr_verdict)i), cr_verdict_text((cr_verdict)i));
        for (const cr_item *item = first; item; last = item->paper, item = item->next) {
            if (item->paper == last) continue;
            cr_report_count(first, item->paper, counts);
            fprintf(out, "<td class=\"number\">%d</td>", counts[i]);
        }
        cr_report_count(first, NULL, counts);
        fprintf(out, "<td class=\"number\">%d</td></tr>\n", counts[i]);
    }
    cr_html_table_end(out);
}

static void write_contents(FILE *out, const cr_item *its, const cr_item *first) {
    const cr_paper *paper = its->paper;
    int number = 0;
    (void)first;
    fprintf(out, "<details open=\"open\"><summary><a href=\"#%s\">", paper->name);
    write_name(out, paper);
    fputs("</a>, ", out);
    cr_text_xml(out, paper->heading);
    fputs("</summary>\n<ul>\n", out);
    for (; its && its->paper == paper; its = its->next) {
        if (its->kind != CR_ITEM_TABLE) continue;
        fprintf(out, "<li><a href=\"#%s-%d\">", paper->name, number++);
        cr_formula_html(out, its->what);
        fputs("</a></li>\n", out);
    }
    fprintf(out, "<li><a href=\"#%s-errata\">Errata</a></li>\n</ul></details>\n", paper->name);
}

static const char *const meanings[CR_VERDICT_COUNT] = {
    "agree: our value is the printed one, within one unit of its last digit unless the table says otherwise.",
    ("disagree, explained: it is not, and it is known why. Where a column or line \"replayed\" stands, our "
     "program did as the paper must have done, and that value is the printed one."),
    "disagree, unexplained: it is not, and what was tried is told.",
    "figure value: of a figure that carries no numbers; held to a reference, whose source the table names.",
    "property: what the paper says in words, or what must hold: a conservation law, an identity, a bound.",
    "own result: what goes on from the paper; held to a reference like a figure's.",
    "off: not what the reference has. There must be none.",
    "not comparable: there is no number, or it depends on something that only the authors had."};

static void write_summary(FILE *out, const cr_item *first) {
    char total[400];
    int counts[CR_VERDICT_COUNT], others = 0, figures = 0;
    cr_report_count(first, NULL, counts);
    for (int i = CR_VERDICT_FIGURE; i < CR_VERDICT_COUNT; i++) others += counts[i];
    for (const cr_item *item = first; item; item = item->next) figures += item->kind == CR_ITEM_FIGURE;
    int agree = counts[CR_VERDICT_AGREE], explained = counts[CR_VERDICT_EXPLAINED],
        unexplained = counts[CR_VERDICT_UNEXPLAINED];
    snprintf(total, sizeof total,
             "Of %d printed values %d agree, %d disagree and are explained, %d disagree unexplained. Beside "
             "them stand %d values that are not printed and %d figures.",
             agree + explained + unexplained, agree, explained, unexplained, others, figures);
    cr_html_section(out, "What was checked");
    fputs("<p class=\"headline\">", out);
    cr_text_xml(out, total);
    fputs("</p>\n", out);
    write_counts(out, first);
    write_list(out, "ul", meanings, CR_VERDICT_COUNT);
    cr_html_section(out, "Contents");
    fputs("<nav>\n", out);
    each_paper(out, first, write_contents);
    fputs("</nav>\n", out);
}

// --- a paper -----------------------------------------------------------------------------------------------

static void begin_paper(FILE *out, const cr_paper *paper) {
    fprintf(out, "<h2 id=\"%s\">", paper->name);
    write_name(out, paper);
    fputs("<br/><small>", out);
    cr_text_xml(out, paper->heading);
    fputs("</small></h2>\n", out);
    write_text(out, "p", paper->title);
    write_text(out, "p", paper->about);
}

// Those that are known, and those that the program has measured.
static void write_errata(FILE *out, const cr_paper *paper, const cr_item *first) {
    fprintf(out, "<h3 id=\"%s-errata\">%s Errata found on the way</h3>\n<ul>\n", paper->name, paper->name);
    for (int i = 0; i < paper->errata_count; i++) write_text(out, "li", paper->errata[i]);
    for (const cr_item *item = first; item; item = item->next)
        if (item->kind == CR_ITEM_ERRATUM && item->paper == paper) write_text(out, "li", item->text);
    fputs("</ul>\n", out);
}

static cr_status write_paper(FILE *out, const cr_item **at, cr_sheet *sheet, cr_arena *arena,
                             cr_error *error) {
    const cr_item *item = *at, *first = item;
    const cr_paper *paper = item->paper;
    cr_status status = CR_OK;
    int number = 0;
    begin_paper(out, paper);
    while (item && item->paper == paper && status == CR_OK) {
        if (item->kind == CR_ITEM_TABLE) {
            item = write_table(out, item, number++);
            continue;
        }
        if (item->kind == CR_ITEM_SOUND) status = write_sound(out, item->heard, arena, error);
        if (item->kind == CR_ITEM_FIGURE) write_figure(out, item, sheet);
        item = item->next;
    }
    write_errata(out, paper, first);
    *at = item;
    return status;
}

cr_status cr_report_html(FILE *out, const cr_item *first, cr_sheet *sheet, cr_arena *arena, cr_error *error) {
    cr_status status = CR_OK;
    cr_html_begin(out, "The papers, recomputed",
                  "Every table and figure of the papers behind Carom's contact laws and schemes, computed "
                  "anew by the library and set beside what was printed.");
    write_summary(out, first);
    for (const cr_item *item = first; item && status == CR_OK;)
        status = write_paper(out, &item, sheet, arena, error);
    cr_html_end(out);
    return status;
}
