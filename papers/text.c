// The report for a terminal and for programs.
#include "io/file/json_pairs.h"
#include "papers/papers.h"

#include <string.h>

static const char *or_dash(const char *text) {
    return text ? text : "-";
}

// Splits a long remark into lines.
static void write_wrapped(FILE *out, const char *text, int indent, int width) {
    while (*text) {
        int length = (int)strlen(text), cut = length;
        if (length > width)
            for (cut = width; cut > 0 && text[cut] != ' ';) cut--;
        if (cut == 0) cut = length;
        fprintf(out, "%*s%.*s\n", indent, "", cut, text);
        text += cut;
        text += strspn(text, " ");
    }
}

enum { REFERENCE = 2, COLUMNS = 6, CELL = 80 };

static void fill_cells(const cr_item *row, char cells[COLUMNS][CELL]) {
    char ours[40], tolerance[40];
    cr_item_ours(row, ours);
    cr_item_tolerance(row, tolerance);
    const char *const texts[COLUMNS] = {
        row->what, or_dash(row->printed),        or_dash(row->reference), ours,
        tolerance, cr_verdict_text(row->verdict)};
    for (int i = 0; i < COLUMNS; i++) snprintf(cells[i], CELL, "%s", texts[i]);
}

// A column of width 0 is left out.
static void write_line(FILE *out, const int *widths, const char *const *texts) {
    fprintf(out, "  %-*s", widths[0], texts[0]);
    for (int i = 1; i < COLUMNS - 1; i++)
        if (widths[i]) fprintf(out, "  %*s", widths[i], texts[i]);
    fprintf(out, "  %s\n", texts[COLUMNS - 1]);
}

// The rows of a table, in columns as wide as they need; returns what follows.
static const cr_item *write_rows(FILE *out, const cr_item *table) {
    static const char *const heads[COLUMNS] = {"", "printed", "reference", "ours", "tolerance", "verdict"};
    char cells[COLUMNS][CELL];
    int widths[COLUMNS];
    bool referenced = false;
    const cr_item *row, *before = table;
    if (!table->next || table->next->kind != CR_ITEM_ROW) return table->next;
    for (int i = 0; i < COLUMNS; i++) widths[i] = (int)strlen(heads[i]);
    for (row = table->next; row && row->kind == CR_ITEM_ROW; row = row->next) {
        fill_cells(row, cells);
        referenced = referenced || row->reference;
        for (int i = 0; i < COLUMNS; i++)
            if ((int)strlen(cells[i]) > widths[i]) widths[i] = (int)strlen(cells[i]);
    }
    if (!referenced) widths[REFERENCE] = 0;
    write_line(out, widths, heads);
    for (row = table->next; row && row->kind == CR_ITEM_ROW; row = row->next) {
        fill_cells(row, cells);
        const char *const texts[COLUMNS] = {cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]};
        bool repeated = before != table && before->text == row->text;
        write_line(out, widths, texts);
        if (row->text && !repeated) write_wrapped(out, row->text, 6, 96);
        before = row;
    }
    return row;
}

static void write_summary(FILE *out, const cr_item *first) {
    int counts[CR_VERDICT_COUNT], total = 0;
    cr_report_count(first, NULL, counts);
    for (int i = 0; i < CR_VERDICT_COUNT; i++) total += counts[i];
    fprintf(out, "\n%d values:", total);
    for (int i = 0; i < CR_VERDICT_COUNT; i++)
        fprintf(out, "%s %d %s", i ? "," : "", counts[i], cr_verdict_text((cr_verdict)i));
    fputc('\n', out);
}

void cr_report_text(FILE *out, const cr_item *first) {
    const cr_paper *paper = NULL;
    for (const cr_item *item = first; item;) {
        if (item->kind != CR_ITEM_TABLE) {
            item = item->next;
            continue;
        }
        if (item->paper != paper) {
            fprintf(out, "%s%s\n", paper ? "\n" : "", item->paper->name);
            write_wrapped(out, item->paper->title, 0, 110);
        }
        paper = item->paper;
        fprintf(out, "\n%s %s\n", item->paper->name, item->what);
        if (item->text) write_wrapped(out, item->text, 2, 108);
        item = write_rows(out, item);
    }
    write_summary(out, first);
}

static void put_counts(cr_json *json, const cr_item *first) {
    int counts[CR_VERDICT_COUNT];
    cr_report_count(first, NULL, counts);
    cr_json_key(json, "counts");
    cr_json_object_begin(json);
    for (int i = 0; i < CR_VERDICT_COUNT; i++)
        cr_json_pair_integer(json, cr_verdict_text((cr_verdict)i), counts[i]);
    cr_json_object_end(json);
}

void cr_report_json(FILE *out, const cr_item *first) {
    cr_json json = cr_json_on(out);
    const char *table = NULL;
    cr_json_object_begin(&json);
    put_counts(&json, first);
    cr_json_key(&json, "rows");
    cr_json_array_begin(&json);
    for (const cr_item *item = first; item; item = item->next) {
        if (item->kind == CR_ITEM_TABLE) table = item->what;
        if (item->kind != CR_ITEM_ROW) continue;
        cr_json_object_begin(&json);
        cr_json_pair_text(&json, "paper", item->paper->name);
        cr_json_pair_text(&json, "table", table);
        cr_json_pair_text(&json, "what", item->what);
        cr_json_pair_text(&json, "printed", item->printed);
        cr_json_pair_text(&json, "reference", item->reference);
        cr_json_pair(&json, "expected", item->expected);
        cr_json_pair(&json, "ours", item->ours);
        cr_json_pair(&json, "tolerance", item->tolerance);
        cr_json_pair_text(&json, "verdict", cr_verdict_text(item->verdict));
        cr_json_pair_text(&json, "remark", item->text);
        cr_json_object_end(&json);
    }
    cr_json_array_end(&json);
    cr_json_object_end(&json);
}
