// The report for a terminal and for programs.
#include "io/json.h"
#include "reproduce.h"

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

static void write_row(FILE *out, const cr_item *row) {
    char ours[40], tolerance[24] = "-";
    cr_item_ours(row, ours);
    if (isfinite(row->tolerance)) snprintf(tolerance, sizeof tolerance, "%.3g", row->tolerance);
    fprintf(out, "  %-44s %10s %19s %19s %9s  %s\n", row->what, or_dash(row->printed), or_dash(row->reference),
            ours, tolerance, cr_verdict_text(row->verdict));
    if (row->text) write_wrapped(out, row->text, 6, 96);
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
    for (const cr_item *item = first; item; item = item->next) {
        if (item->kind == CR_ITEM_FIGURE) continue;
        if (item->kind == CR_ITEM_ROW) {
            write_row(out, item);
            continue;
        }
        if (item->paper != paper) {
            fprintf(out, "%s%s\n", paper ? "\n" : "", item->paper->name);
            write_wrapped(out, item->paper->title, 0, 110);
        }
        paper = item->paper;
        fprintf(out, "\n%s %s\n", item->paper->name, item->what);
        if (item->text) write_wrapped(out, item->text, 2, 108);
        fprintf(out, "  %-44s %10s %19s %19s %9s  %s\n", "", "printed", "reference", "ours", "tolerance",
                "verdict");
    }
    write_summary(out, first);
}

static void put_string(cr_json *json, const char *key, const char *text) {
    cr_json_key(json, key);
    cr_json_string(json, text);
}

static void put_number(cr_json *json, const char *key, double value) {
    cr_json_key(json, key);
    cr_json_number(json, value);
}

static void put_counts(cr_json *json, const cr_item *first) {
    int counts[CR_VERDICT_COUNT];
    cr_report_count(first, NULL, counts);
    cr_json_key(json, "counts");
    cr_json_object_begin(json);
    for (int i = 0; i < CR_VERDICT_COUNT; i++) {
        cr_json_key(json, cr_verdict_text((cr_verdict)i));
        cr_json_integer(json, counts[i]);
    }
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
        put_string(&json, "paper", item->paper->name);
        put_string(&json, "table", table);
        put_string(&json, "what", item->what);
        put_string(&json, "printed", item->printed);
        put_string(&json, "reference", item->reference);
        put_number(&json, "expected", item->expected);
        put_number(&json, "ours", item->ours);
        put_number(&json, "tolerance", item->tolerance);
        put_string(&json, "verdict", cr_verdict_text(item->verdict));
        put_string(&json, "remark", item->text);
        cr_json_object_end(&json);
    }
    cr_json_array_end(&json);
    cr_json_object_end(&json);
}
