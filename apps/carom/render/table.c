#include "render/table.h"

#include "io/file/csv.h"

static bool is_npy(const char *path) {
    return cr_file_ends_with(path, ".npy");
}

cr_status cr_render_table_check(const char *path, cr_error *error) {
    if (!path || cr_file_is_stream(path) || is_npy(path) || cr_file_ends_with(path, ".csv")) return CR_OK;
    return cr_fail(error, CR_ERR_UNSUPPORTED, cr_file_place_at(path, 0, 0).text,
                   "the name of a table ends with .csv or .npy");
}

cr_status cr_render_table_open(cr_render_table *table, const char *path, const char *const *names, int count,
                               cr_error *error) {
    *table = (cr_render_table){.file = cr_file_create(path, error), .is_npy = is_npy(path), .columns = count};
    if (!table->file) return error->status;
    if (table->is_npy) table->npy = cr_npy_begin(cr_file_stream(table->file), count);
    else cr_csv_header(cr_file_stream(table->file), names, count);
    return CR_OK;
}

void cr_render_table_row(cr_render_table *table, const double *values) {
    if (table->is_npy) cr_npy_row(&table->npy, values);
    else cr_csv_row(cr_file_stream(table->file), values, table->columns);
}

cr_status cr_render_table_commit(cr_render_table *table, cr_error *error) {
    if (!table->file) return CR_OK;
    cr_status status = table->is_npy ? cr_npy_end(&table->npy, error) : CR_OK;
    if (status == CR_OK) status = cr_file_commit(table->file, error);
    else cr_file_discard(table->file);
    table->file = NULL;
    return status;
}

void cr_render_table_discard(cr_render_table *table) {
    cr_file_discard(table->file);
    table->file = NULL;
}
