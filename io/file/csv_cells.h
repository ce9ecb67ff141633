// Tables of text and numbers, line by line: the first line has the names of the columns, cells may be quoted.
#ifndef CAROM_IO_CSV_CELLS_H
#define CAROM_IO_CSV_CELLS_H

#include "carom/base.h"

enum { CR_CSV_CELLS = 64 }; // in a line, at most

typedef struct cr_csv_table {
    const char *path; // in errors
    char *next, *end;
    char separator; // ; or , or a tab, as the first line has it
    int line;       // of the cells, from 1
    int columns;    // of the first line
    char *cell[CR_CSV_CELLS];
    cr_error *error;
} cr_csv_table;

// The names of the columns become the cells. `text` has a NUL behind its `length` bytes and is changed: cells
// are parts of it, unquoted. CR_ERR_INPUT when there is none.
cr_status cr_csv_table_begin(cr_csv_table *table, const char *path, char *text, size_t length,
                             cr_error *error);
// The column of a name; -1: there is none.
int cr_csv_table_column(const cr_csv_table *table, const char *name);
// The next line with as many cells as columns; blank lines and those that begin with # are passed over.
// CR_RESTING: there are no more. CR_ERR_INPUT with place "path:line".
cr_status cr_csv_table_next(cr_csv_table *table);
// A cell as a finite number. CR_ERR_INPUT.
cr_status cr_csv_table_number(const cr_csv_table *table, int column, const char *name, double *value);
// Fails at the line of the cells.
cr_status cr_csv_table_fail(const cr_csv_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
