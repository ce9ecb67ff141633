// Rows of numbers into a file as they come: .npy by the ending, else comma-separated text with a line of
// names.
#ifndef CAROM_APPS_CAROM_RENDER_TABLE_H
#define CAROM_APPS_CAROM_RENDER_TABLE_H

#include "io/file/file.h"
#include "io/file/npy.h"

typedef struct cr_render_table {
    cr_file_out *file; // NULL: none
    bool is_npy;
    cr_npy npy;
    int columns;
} cr_render_table;

// CR_ERR_UNSUPPORTED when neither the ending says what to write nor the file is a stream, which takes text;
// NULL is fine.
cr_status cr_render_table_check(const char *path, cr_error *error);
// CR_ERR_IO or CR_ERR_MEMORY.
cr_status cr_render_table_open(cr_render_table *table, const char *path, const char *const *names, int count,
                               cr_error *error);
void cr_render_table_row(cr_render_table *table, const double *values);
// Both end the table and accept one that was never opened.
cr_status cr_render_table_commit(cr_render_table *table, cr_error *error);
void cr_render_table_discard(cr_render_table *table);

#endif
