// The report for a terminal and for programs.
#include "io/file/json_pairs.h"
#include "papers/printed.h"

#include <string.h>

static const char *or_dash(const char *text) {
    return text ? text : "-";
}

// Splits a long text into lines.
static void write_wrapped(FILE *out, const char *formulas, int indent, int width) {
    char room[CR_FORMULA_ROOM];
    const char *text = cr_formula_plain(formulas, room);
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

enum { REFERENCE = 2, REPLAYED = 4, COLUMNS = 7, CELL = 80 };

static void fill_cells(const cr_item *row, char cells[COLUMNS][CELL]) {
    char ours[40], replayed[40], tolerance[40], room[CR_FORMULA_ROOM];
    cr_item_value(row, row->ours, ours);
    cr_item_value(row, row->replayed, replayed);
    cr_item_tolerance(row, tolerance);
    const char *const texts[COLUMNS] = {cr_formula_plain(row->what, room),
                                        or_dash(row->printed),
                                        or_dash(row->reference),
                                        ours,
                                        replayed,
                                        tolerance,
                                        cr_verdict_text(row->verdict)};
    for (int i = 0; i < COLUMNS; i++) snprintf(cells[i], CELL, "%s", texts[i]);
}

// A column of width 0 is left out.
static void write_line(FILE *out, const int *widths, const char *const *texts) {
    fprintf(out, "  %-*s", widths[0], texts[0]);
    for (int i = 1; i < COLUMNS - 1; i++)
        if (widths[i]) fprintf(out, "  %*s", widths[i], texts[i]);
    fprintf(out, "  %s\n", texts[COLUMNS - 1]);
}

static void find_widths(const cr_item *table, const char *const *heads, int widths[COLUMNS]) {
    char cells[COLUMNS][CELL];
    bool referenced = false, replayed = false;
    for (int i = 0; i < COLUMNS; i++) widths[i] = (int)strlen(heads[i]);
    for (const cr_item *row = table->next; row && row->kind == CR_ITEM_ROW; row = row->next) {
        fill_cells(row, cells);
        referenced = referenced || row->reference;
        replayed = replayed || isfinite(row->replayed);
        for (int i = 0; i < COLUMNS; i++)
            if ((int)strlen(cells[i]) > widths[i]) widths[i] = (int)strlen(cells[i]);
    }
    if (!referenced) widths[REFERENCE] = 0;
    if (!replayed) widths[REPLAYED] = 0;
}

// What is to say of a row, and where its reference comes from, unless that was written for one before.
static void write_remarks(FILE *out, const cr_item *row, cr_notes *told) {
    char text[300];
    if (!cr_notes_find(told, row->text) && row->text) write_wrapped(out, row->text, 6, 96);
    if (!cr_notes_find(told, row->source) && row->source) {
        snprintf(text, sizeof text, "reference: %s", row->source);
        write_wrapped(out, text, 6, 96);
    }
    cr_notes_take(told, row->text);
    cr_notes_take(told, row->source);
}

// The rows of a table, in columns as wide as they need; returns what follows.
static const cr_item *write_rows(FILE *out, const cr_item *table) {
    static const char *const heads[COLUMNS] = {"",         "printed",   "reference", "ours",
                                               "replayed", "tolerance", "verdict"};
    char cells[COLUMNS][CELL];
    int widths[COLUMNS];
    cr_notes told = {.count = 0};
    const cr_item *row;
    if (!table->next || table->next->kind != CR_ITEM_ROW) return table->next;
    find_widths(table, heads, widths);
    write_line(out, widths, heads);
    for (row = table->next; row && row->kind == CR_ITEM_ROW; row = row->next) {
        fill_cells(row, cells);
        const char *const texts[COLUMNS] = {cells[0], cells[1], cells[2], cells[3],
                                            cells[4], cells[5], cells[6]};
        write_line(out, widths, texts);
        write_remarks(out, row, &told);
    }
    return row;
}

// --- tables in the paper's own shape -----------------------------------------------------------------------

static char sign_of(cr_verdict verdict) {
    static const char signs[CR_VERDICT_COUNT] = {'=', '~', '!', '=', '=', '=', '!', ' '};
    return signs[verdict];
}

enum { GRID_COLUMNS = 16 };

// Columns of a table and how wide they are.
typedef struct grid {
    int count, width[GRID_COLUMNS];
} grid;

static void write_layer(FILE *out, const cr_item *line, const grid *g, cr_layer layer, bool first) {
    char room[CR_FORMULA_ROOM];
    fprintf(out, "  %-28s%-10s", first ? cr_formula_plain(line->line, room) : "", cr_layer_names[layer]);
    for (int column = 0; column < g->count; column++) {
        const cr_item *cell = cr_printed_cell(line, column);
        char text[40] = "-";
        if (cell) cr_printed_text(cell, layer, text);
        fprintf(out, "%*s %c", g->width[column], text,
                cell && layer == CR_LAYER_OURS ? sign_of(cell->verdict) : ' ');
    }
    fputc('\n', out);
}

static void write_layers(FILE *out, const cr_item *line, const grid *g) {
    bool first = true;
    for (int layer = 0; layer < CR_LAYERS; layer++) {
        if (!cr_printed_has(line, (cr_layer)layer)) continue;
        write_layer(out, line, g, (cr_layer)layer, first);
        first = false;
    }
}

static const cr_item *write_grid(FILE *out, const cr_item *table) {
    const int least = 14;
    grid g = {.count = 0};
    char room[CR_FORMULA_ROOM];
    cr_notes told = {.count = 0};
    const cr_item *row = table->next;
    fprintf(out, "  %-38s", "");
    for (; g.count < GRID_COLUMNS && table->columns[g.count]; g.count++) {
        const char *name = cr_formula_plain(table->columns[g.count], room);
        g.width[g.count] = (int)strlen(name) > least ? (int)strlen(name) : least;
        fprintf(out, "%*s  ", g.width[g.count], name);
    }
    fputc('\n', out);
    for (const char *line = NULL; row && row->kind == CR_ITEM_ROW; row = row->next) {
        if (row->line == line) continue;
        line = row->line;
        write_layers(out, row, &g);
    }
    for (row = table->next; row && row->kind == CR_ITEM_ROW; row = row->next) {
        bool disagrees = row->verdict == CR_VERDICT_EXPLAINED || row->verdict == CR_VERDICT_UNEXPLAINED ||
                         row->verdict == CR_VERDICT_OFF;
        if (disagrees)
            fprintf(out, "    %c %s: %s\n", sign_of(row->verdict), cr_formula_plain(row->what, room),
                    cr_verdict_text(row->verdict));
        if (row->verdict != CR_VERDICT_AGREE) write_remarks(out, row, &told);
    }
    return row;
}

// --- the whole ---------------------------------------------------------------------------------------------

static void write_summary(FILE *out, const cr_item *first) {
    int counts[CR_VERDICT_COUNT], printed = 0, others = 0;
    cr_report_count(first, NULL, counts);
    for (int i = 0; i < CR_VERDICT_COUNT; i++)
        *(i <= CR_VERDICT_UNEXPLAINED ? &printed : &others) += counts[i];
    fprintf(out, "\n%d printed values: %d agree, %d disagree, explained, %d disagree, unexplained\n", printed,
            counts[CR_VERDICT_AGREE], counts[CR_VERDICT_EXPLAINED], counts[CR_VERDICT_UNEXPLAINED]);
    fprintf(out, "%d others:", others);
    for (int i = CR_VERDICT_FIGURE; i < CR_VERDICT_COUNT; i++)
        fprintf(out, "%s %d %s", i > CR_VERDICT_FIGURE ? "," : "", counts[i], cr_verdict_text((cr_verdict)i));
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
            fprintf(out, "%s%s: %s\n", paper ? "\n" : "", item->paper->name, item->paper->authors);
            write_wrapped(out, item->paper->title, 0, 110);
        }
        paper = item->paper;
        char room[CR_FORMULA_ROOM];
        fprintf(out, "\n%s %s\n", item->paper->name, cr_formula_plain(item->what, room));
        if (item->text) write_wrapped(out, item->text, 2, 108);
        item = item->columns ? write_grid(out, item) : write_rows(out, item);
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

static void put_formula(cr_json *json, const char *key, const char *text) {
    char room[CR_FORMULA_ROOM];
    cr_json_pair_text(json, key, cr_formula_plain(text, room));
}

static void put_row(cr_json *json, const cr_item *item, const char *table) {
    cr_json_object_begin(json);
    cr_json_pair_text(json, "paper", item->paper->name);
    put_formula(json, "table", table);
    put_formula(json, "what", item->what);
    cr_json_pair_text(json, "printed", item->printed);
    cr_json_pair_text(json, "reference", item->reference);
    cr_json_pair_text(json, "source", item->source);
    cr_json_pair(json, "expected", item->expected);
    cr_json_pair(json, "ours", item->ours);
    cr_json_pair(json, "replayed", item->replayed);
    cr_json_pair(json, "tolerance", item->tolerance);
    cr_json_pair_text(json, "verdict", cr_verdict_text(item->verdict));
    put_formula(json, "remark", item->text);
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
        if (item->kind == CR_ITEM_ROW) put_row(&json, item, table);
    }
    cr_json_array_end(&json);
    cr_json_object_end(&json);
}
