#include "io/file/csv.h"

#include "io/file/file.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t size_limit = (size_t)1 << 30;

// One number, or several with blanks or commas between them.
static bool is_numbers(const char *text) {
    char *end;
    do {
        strtod(text, &end);
        if (end == text) return false;
        text = end + strspn(end, " ,");
    } while (*text);
    return true;
}

// A spreadsheet takes a cell that begins like this for a formula and runs it; after ' it is text.
static bool looks_like_formula(const char *text) {
    return *text && strchr("=+-@\t\r", *text) && !is_numbers(text);
}

void cr_csv_text(FILE *out, const char *text) {
    const char *mark = looks_like_formula(text) ? "'" : "";
    if (!strpbrk(text, ",;\"\r\n")) {
        fprintf(out, "%s%s", mark, text);
        return;
    }
    fprintf(out, "\"%s", mark);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void cr_csv_header(FILE *out, const char *const *names, int count) {
    for (int i = 0; i < count; i++) {
        if (i) fputc(',', out);
        cr_csv_text(out, names[i]);
    }
    fputc('\n', out);
}

void cr_csv_row(FILE *out, const double *values, int count) {
    for (int i = 0; i < count; i++) {
        if (i) fputc(',', out);
        fprintf(out, "%.17g", isnan(values[i]) ? fabs(values[i]) : values[i]);
    }
    fputc('\n', out);
}

typedef struct cell {
    const char *begin, *end;
} cell;

typedef struct line {
    const char *begin, *end; // without comment and line end
    const char *cursor;      // NULL after the last cell
    char separator;          // ' ' stands for any run of blanks and tabs
} line;

typedef struct reader {
    const char *path, *name;
    const char *next, *end; // what is left of the text
    int line_number, columns;
    cr_error *error;
} reader;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static const char *skip_blanks(const char *p, const char *end) {
    while (p < end && is_blank(*p)) p++;
    return p;
}

static const char *find_any(const char *p, const char *end, const char *wanted) {
    while (p < end && (!*p || !strchr(wanted, *p))) p++;
    return p;
}

static bool holds(const line *l, char c) {
    return memchr(l->begin, c, (size_t)(l->end - l->begin)) != NULL;
}

static bool next_line(reader *r, line *l) {
    if (r->next >= r->end) return false;
    const char *stop = find_any(r->next, r->end, "\r\n");
    l->begin = r->next;
    l->end = find_any(r->next, stop, "#");
    while (l->end > l->begin && is_blank(l->end[-1])) l->end--;
    l->separator = holds(l, ';') ? ';' : holds(l, ',') ? ',' : ' ';
    l->cursor = l->begin;
    bool two_byte_end = stop + 1 < r->end && stop[0] == '\r' && stop[1] == '\n';
    r->next = stop + (two_byte_end ? 2 : 1);
    r->line_number++;
    return true;
}

static bool next_cell(line *l, cell *c) {
    if (!l->cursor) return false;
    c->begin = skip_blanks(l->cursor, l->end);
    if (l->separator == ' ') {
        c->end = find_any(c->begin, l->end, " \t\v\f");
        l->cursor = c->end;
        return c->begin < l->end;
    }
    c->end = find_any(c->begin, l->end, (char[]){l->separator, '\0'});
    l->cursor = c->end < l->end ? c->end + 1 : NULL;
    while (c->end > c->begin && is_blank(c->end[-1])) c->end--;
    return true;
}

static bool read_number(cell c, double *value) {
    char *stop;
    if (c.begin == c.end || isspace((unsigned char)*c.begin)) return false;
    *value = strtod(c.begin, &stop);
    return stop == c.end;
}

static bool begins_like_number(cell c) {
    const char *p = c.begin;
    if (p < c.end && (*p == '+' || *p == '-')) p++;
    if (p < c.end && *p == '.') p++;
    return p < c.end && isdigit((unsigned char)*p);
}

static bool is_header(line l) {
    bool words = false;
    cell c;
    double ignored;
    while (next_cell(&l, &c)) {
        if (begins_like_number(c) || read_number(c, &ignored)) return false;
        if (c.begin < c.end) words = true;
    }
    return words;
}

// The cell as an error message may show it.
static const char *shown(cell c, char text[40]) {
    enum { LONGEST = 30 };
    if (c.begin == c.end) return "an empty cell";
    int length = (int)(c.end - c.begin < LONGEST ? c.end - c.begin : LONGEST);
    snprintf(text, 40, "\"%.*s%s\"", length, c.begin, c.end - c.begin > LONGEST ? "..." : "");
    for (char *p = text; *p; p++)
        if (iscntrl((unsigned char)*p)) *p = '?';
    return text;
}

static cr_status reject(const reader *r, const line *l, const char *at, const char *found,
                        const char *expected) {
    cr_file_place place = cr_file_place_at(r->name, r->line_number, (int)(at - l->begin) + 1);
    return cr_fail(r->error, CR_ERR_INPUT, place.text, "found %s, expected %s", found, expected);
}

static cr_status read_cell(const reader *r, const line *l, cell c, double *value) {
    char text[40];
    if (!read_number(c, value)) {
        bool decimal_comma = memchr(c.begin, ',', (size_t)(c.end - c.begin)) != NULL;
        return reject(r, l, c.begin, shown(c, text),
                      decimal_comma ? "a number with a decimal point" : "a number");
    }
    return isfinite(*value) ? CR_OK : reject(r, l, c.begin, shown(c, text), "a finite number");
}

static cr_status read_row(const reader *r, line l, double *row) {
    char found[64], expected[64], text[40];
    int count = 0;
    for (cell c; next_cell(&l, &c); count++) {
        if (count == r->columns) {
            snprintf(expected, sizeof expected, "only %d number%s in a row", count, count == 1 ? "" : "s");
            return reject(r, &l, c.begin, shown(c, text), expected);
        }
        cr_status status = read_cell(r, &l, c, &row[count]);
        if (status != CR_OK) return status;
    }
    if (count == r->columns) return CR_OK;
    snprintf(found, sizeof found, "%d number%s", count, count == 1 ? "" : "s");
    snprintf(expected, sizeof expected, "%d in every row", r->columns);
    return reject(r, &l, l.end, found, expected);
}

// Enough for every row and a wrong last one: a cell takes at least two bytes.
static size_t most_rows(const reader *r) {
    size_t by_size = (size_t)(r->end - r->next + 1) / (2 * (size_t)r->columns);
    size_t by_lines = 1;
    for (const char *p = r->next; p < r->end; p++) by_lines += *p == '\n' || *p == '\r';
    return (by_size < by_lines ? by_size : by_lines) + 1;
}

static cr_status read_rows(reader *r, double *values, int *rows) {
    bool header_allowed = true;
    *rows = 0;
    for (line l; next_line(r, &l);) {
        if (skip_blanks(l.begin, l.end) == l.end) continue;
        bool skip = header_allowed && is_header(l);
        header_allowed = false;
        if (skip) continue;
        cr_status status = read_row(r, l, values + (size_t)*rows * (size_t)r->columns);
        if (status != CR_OK) return status;
        ++*rows;
    }
    if (*rows) return CR_OK;
    return cr_fail(r->error, CR_ERR_INPUT, cr_file_place_at(r->name, 0, 0).text,
                   "found no numbers, expected rows of %d", r->columns);
}

static cr_status read_table(reader *r, cr_arena *arena, double **values, int *rows) {
    char *text;
    size_t length;
    cr_status status = cr_file_read_all(r->path, size_limit, arena, &text, &length, r->error);
    if (status != CR_OK) return status;
    bool marked = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
    r->next = text + (marked ? 3 : 0);
    r->end = text + length;
    *values = cr_arena_take(arena, most_rows(r), (size_t)r->columns * sizeof **values);
    if (!*values)
        return cr_fail(r->error, CR_ERR_MEMORY, cr_file_place_at(r->name, 0, 0).text,
                       "no memory for the table");
    return read_rows(r, *values, rows);
}

cr_status cr_csv_read(const char *path, int columns, cr_arena *arena, double **values, int *rows,
                      cr_error *error) {
    assert(columns > 0);
    reader r = {
        .path = path, .name = strcmp(path, "-") == 0 ? "stdin" : path, .columns = columns, .error = error};
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = read_table(&r, arena, values, rows);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
