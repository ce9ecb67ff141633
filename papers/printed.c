// Tables in the papers' own shape: each line has what is printed, ours below it, and what ours gives when
// done as the paper must have done it.
#include "papers/printed.h"

#include "io/file/text.h"

#include <stdlib.h>
#include <string.h>

int cr_notes_find(const cr_notes *notes, const char *text) {
    for (int i = 0; text && i < notes->count; i++)
        if (notes->text[i] == text) return i + 1;
    return 0;
}

void cr_notes_take(cr_notes *notes, const char *text) {
    if (!text || cr_notes_find(notes, text) || notes->count == CR_NOTES_MAX) return;
    notes->text[notes->count++] = text;
}

void cr_notes_sources(FILE *out, const cr_notes *sources) {
    if (sources->count == 0) return;
    fputs("<p class=\"source\">Reference: ", out);
    for (int i = 0; i < sources->count; i++) {
        if (i) fputs("; ", out);
        if (sources->count > 1) fprintf(out, "[%c] ", 'a' + i);
        cr_formula_html(out, sources->text[i]);
    }
    fputs("</p>\n", out);
}

static void write_signed(FILE *out, const char *number, int length) {
    for (int i = 0; i < length; i++)
        if (number[i] == '-') fputs("\xE2\x88\x92", out);
        else if (number[i] == '<') fputs("&lt;", out);
        else if (number[i] == '>') fputs("&gt;", out);
        else fputc(number[i], out);
}

void cr_printed_number(FILE *out, const char *text) {
    const char *e = text ? strchr(text, 'e') : NULL;
    if (!text) {
        fputs("\xE2\x80\x93", out);
        return;
    }
    if (!e) {
        write_signed(out, text, (int)strlen(text));
        return;
    }
    write_signed(out, text, (int)(e - text));
    fputs("\xC3\x97"
          "10<sup>",
          out);
    char exponent[16];
    int length = snprintf(exponent, sizeof exponent, "%d", atoi(e + 1));
    write_signed(out, exponent, length);
    fputs("</sup>", out);
}

const char *cr_printed_class(cr_verdict verdict) {
    static const char *const classes[CR_VERDICT_COUNT] = {"ok", "note", "off", "ok",
                                                          "ok", "ok",   "off", "note"};
    return classes[verdict];
}

const char *cr_printed_sign(cr_verdict verdict) {
    static const char *const check = "\xE2\x9C\x93", *const cross = "\xE2\x9C\x97",
                             *const dot = "\xE2\x80\xA2", *const wave = "\xE2\x89\x88";
    const char *const signs[CR_VERDICT_COUNT] = {check, wave, cross, dot, dot, dot, cross, dot};
    return signs[verdict];
}

const char *const cr_layer_names[CR_LAYERS] = {"printed", "reference", "ours", "replayed"};

static bool in_line(const cr_item *cell, const cr_item *line) {
    return cell && cell->kind == CR_ITEM_ROW && cell->line == line->line;
}

const cr_item *cr_printed_cell(const cr_item *line, int column) {
    const cr_item *cell = line;
    while (in_line(cell, line) && cell->column != column) cell = cell->next;
    return in_line(cell, line) ? cell : NULL;
}

bool cr_printed_has(const cr_item *line, cr_layer layer) {
    bool printed = false, reference = false, replayed = false;
    for (const cr_item *cell = line; in_line(cell, line); cell = cell->next) {
        printed = printed || cell->printed;
        reference = reference || cell->reference;
        replayed = replayed || isfinite(cell->replayed);
    }
    const bool has[CR_LAYERS] = {printed, reference && !printed, true, replayed};
    return has[layer];
}

void cr_printed_text(const cr_item *cell, cr_layer layer, char text[40]) {
    const char *given = layer == CR_LAYER_PRINTED ? cell->printed : cell->reference;
    if (layer == CR_LAYER_OURS || layer == CR_LAYER_REPLAYED)
        cr_item_value(cell, layer == CR_LAYER_OURS ? cell->ours : cell->replayed, text);
    else snprintf(text, 40, "%s", given ? given : "-");
}

static void write_cell(FILE *out, const cr_item *cell, cr_layer layer, const cr_notes *notes) {
    char text[40];
    int note = cr_notes_find(notes, cell->text);
    bool ours = layer == CR_LAYER_OURS;
    cr_printed_text(cell, layer, text);
    if (ours) fprintf(out, "<td class=\"number %s\">", cr_printed_class(cell->verdict));
    else fputs("<td class=\"number\">", out);
    cr_printed_number(out, strcmp(text, "-") == 0 ? NULL : text);
    if (ours)
        fprintf(out, " <b title=\"%s\">%s</b>", cr_verdict_text(cell->verdict),
                cr_printed_sign(cell->verdict));
    if (ours && note && cell->verdict != CR_VERDICT_AGREE) fprintf(out, "<sup>%d</sup>", note);
    fputs("</td>", out);
}

static void write_line(FILE *out, const cr_item *line, int columns, const cr_notes *notes) {
    int shown = 0, first = 1;
    for (int layer = 0; layer < CR_LAYERS; layer++) shown += cr_printed_has(line, (cr_layer)layer);
    for (int layer = 0; layer < CR_LAYERS; layer++) {
        if (!cr_printed_has(line, (cr_layer)layer)) continue;
        fprintf(out, "<tr class=\"%s\">", cr_layer_names[layer]);
        if (first) {
            fprintf(out, "<th scope=\"rowgroup\" rowspan=\"%d\">", shown);
            cr_formula_html(out, line->line);
            fputs("</th>", out);
        }
        first = 0;
        fprintf(out, "<td>%s</td>", cr_layer_names[layer]);
        for (int column = 0; column < columns; column++) {
            const cr_item *cell = cr_printed_cell(line, column);
            if (cell) write_cell(out, cell, (cr_layer)layer, notes);
            else fputs("<td class=\"number\">\xE2\x80\x93</td>", out);
        }
        fputs("</tr>\n", out);
    }
}

static int write_head(FILE *out, const cr_item *table) {
    int columns = 0;
    fputs("<div class=\"wide\"><table class=\"grid\">\n<thead><tr><th></th><th></th>", out);
    for (; table->columns[columns]; columns++) {
        fputs("<th scope=\"col\" class=\"number\">", out);
        cr_formula_html(out, table->columns[columns]);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
    return columns;
}

const cr_item *cr_printed_html(FILE *out, const cr_item *table) {
    cr_notes notes = {.count = 0}, sources = {.count = 0};
    int columns = write_head(out, table);
    const cr_item *row = table->next;
    for (; row && row->kind == CR_ITEM_ROW; row = row->next) {
        if (row->verdict != CR_VERDICT_AGREE) cr_notes_take(&notes, row->text);
        cr_notes_take(&sources, row->source);
    }
    row = table->next;
    for (const char *line = NULL; row && row->kind == CR_ITEM_ROW; row = row->next) {
        if (row->line == line) continue;
        line = row->line;
        write_line(out, row, columns, &notes);
    }
    fputs("</tbody>\n</table></div>\n", out);
    cr_notes_sources(out, &sources);
    if (notes.count) fputs("<ol>\n", out);
    for (int i = 0; i < notes.count; i++) {
        fputs("<li>", out);
        cr_formula_html(out, notes.text[i]);
        fputs("</li>\n", out);
    }
    if (notes.count) fputs("</ol>\n", out);
    return row;
}
