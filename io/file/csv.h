// Tables of numbers as text: comma-separated out, any common separator in.
#ifndef CAROM_IO_CSV_H
#define CAROM_IO_CSV_H

#include "carom/base.h"

#include <stdio.h>

// One cell, quoted where it holds a comma, a semicolon, a quote or a line end. Text that begins with = + - @
// or a tab and is no number gets a ' before it, so that no spreadsheet runs it as a formula.
void cr_csv_text(FILE *out, const char *text);
// A line of column names, each as cr_csv_text writes it.
void cr_csv_header(FILE *out, const char *const *names, int count);
// A line of numbers with 17 digits, which read back as the same numbers.
void cr_csv_row(FILE *out, const double *values, int count);

// Reads rows of exactly `columns` finite numbers from a file ("-" is the standard input) into the arena, row
// after row. Cells are separated by semicolons, else by commas, else by blanks or tabs. Comments from # to
// the end of the line, blank lines and one line of words before the numbers are skipped. CR_ERR_INPUT with
// place "path:line:column" at the first cell that is wrong, or when there is no row at all; CR_ERR_IO and
// CR_ERR_MEMORY as in cr_file_read_all. After an error the arena is as it was; otherwise it also keeps the
// text.
cr_status cr_csv_read(const char *path, int columns, cr_arena *arena, double **values, int *rows,
                      cr_error *error);

#endif
