#include "io/file/csv_cells.h"

#include "io/file/file.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cr_status cr_csv_table_fail(const cr_csv_table *table, const char *format, ...) {
    char reason[288];
    va_list values;
    va_start(values, format);
    vsnprintf(reason, sizeof reason, format, values);
    va_end(values);
    for (char *c = reason; *c; c++)
        if (iscntrl((unsigned char)*c)) *c = '?';
    return cr_fail(table->error, CR_ERR_INPUT, cr_file_place_at(table->path, table->line, 0).text, "%s",
                   reason);
}

// A cell up to its separator, without blanks around it; the place behind the separator, NULL at the end.
static char *take_plain(char *from, char *end, char separator, char **cell) {
    char *stop = from;
    while (stop < end && *stop != separator) stop++;
    char *next = stop < end ? stop + 1 : NULL, *last = stop;
    while (from < last && (*from == ' ' || *from == '\t')) from++;
    while (last > from && (last[-1] == ' ' || last[-1] == '\t')) last--;
    *last = '\0';
    *cell = from;
    return next;
}

// One in quotes, two of which within are one; NULL in *cell: they do not end, or something follows them.
static char *take_quoted(char *from, char *end, char separator, char **cell) {
    char *to = from, *at = from + 1;
    *cell = NULL;
    for (; at < end; at++) {
        if (*at == '"' && at + 1 < end && at[1] == '"') at++;
        else if (*at == '"') break;
        *to++ = *at;
    }
    if (at >= end) return NULL;
    at++;
    if (at < end && *at != separator) return NULL;
    *to = '\0';
    *cell = from;
    return at < end ? at + 1 : NULL;
}

// What a table of ours has before text that a spreadsheet would run.
static char *without_mark(char *cell) {
    return cell[0] == '\'' && cell[1] && strchr("=+-@\t", cell[1]) ? cell + 1 : cell;
}

static cr_status split(cr_csv_table *table, char *from, char *end, int *count) {
    *count = 0;
    while (from) {
        char *cell;
        if (*count == CR_CSV_CELLS) return cr_csv_table_fail(table, "has more than %d cells", CR_CSV_CELLS);
        bool quoted = from < end && *from == '"';
        from = quoted ? take_quoted(from, end, table->separator, &cell)
                      : take_plain(from, end, table->separator, &cell);
        if (!cell) return cr_csv_table_fail(table, "a quote that does not end with its cell");
        table->cell[(*count)++] = without_mark(cell);
    }
    return CR_OK;
}

// The next line that has anything; false at the end.
static bool take_line(cr_csv_table *table, char **from, char **end) {
    while (table->next < table->end) {
        char *begin = table->next, *stop = begin;
        while (stop < table->end && *stop != '\n' && *stop != '\r') stop++;
        bool two = stop + 1 < table->end && stop[0] == '\r' && stop[1] == '\n';
        table->next = stop + (two ? 2 : 1);
        table->line++;
        *from = begin;
        *end = stop;
        while (begin < stop && (*begin == ' ' || *begin == '\t')) begin++;
        if (begin < stop && *begin != '#') return true;
    }
    return false;
}

cr_status cr_csv_table_begin(cr_csv_table *table, const char *path, char *text, size_t length,
                             cr_error *error) {
    char *from, *end;
    bool marked = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
    *table =
        (cr_csv_table){.path = path, .next = text + (marked ? 3 : 0), .end = text + length, .error = error};
    if (!take_line(table, &from, &end)) return cr_csv_table_fail(table, "holds no table");
    size_t size = (size_t)(end - from);
    table->separator = memchr(from, ';', size) ? ';' : memchr(from, ',', size) ? ',' : '\t';
    return split(table, from, end, &table->columns);
}

int cr_csv_table_column(const cr_csv_table *table, const char *name) {
    int i = 0;
    while (i < table->columns && strcmp(table->cell[i], name) != 0) i++;
    return i < table->columns ? i : -1;
}

cr_status cr_csv_table_next(cr_csv_table *table) {
    char *from, *end;
    int count;
    if (!take_line(table, &from, &end)) return CR_RESTING;
    cr_status status = split(table, from, end, &count);
    if (status != CR_OK || count == table->columns) return status;
    return cr_csv_table_fail(table, "has %d cells, the first line %d", count, table->columns);
}

cr_status cr_csv_table_number(const cr_csv_table *table, int column, const char *name, double *value) {
    const char *cell = table->cell[column];
    char *stop;
    *value = strtod(cell, &stop);
    if (stop == cell || *stop)
        return cr_csv_table_fail(table, "%s: needs a number, got \"%.30s\"%s", name, cell,
                                 strchr(cell, ',') ? "; decimals have a point before them" : "");
    if (isfinite(*value)) return CR_OK;
    return cr_csv_table_fail(table, "%s: needs a finite number, got \"%.30s\"", name, cell);
}
