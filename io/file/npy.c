#include "io/file/npy.h"

#include "io/file/file.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

enum { HEADER = 128, PREAMBLE = 10 };

static const char *host_type(void) {
    const uint16_t one = 1;
    return *(const unsigned char *)&one ? "<f8" : ">f8";
}

// 128 bytes, whatever the number of rows.
static void write_header(const cr_npy *npy) {
    char header[HEADER + 1], shape[64];
    unsigned char length = HEADER - PREAMBLE;
    snprintf(shape, sizeof shape, npy->columns ? "(%lld, %d)" : "(%lld,)", npy->rows, npy->columns);
    int used = snprintf(header, sizeof header,
                        "%cNUMPY%c%c%c%c{'descr': '%s', 'fortran_order': False, 'shape': %s, }", '\x93', 1, 0,
                        length, 0, host_type(), shape);
    memset(header + used, ' ', (size_t)(HEADER - used));
    header[HEADER - 1] = '\n';
    fwrite(header, 1, HEADER, npy->out);
}

cr_npy cr_npy_begin(FILE *out, int columns) {
    cr_npy npy = {out, columns, 0};
    write_header(&npy);
    return npy;
}

void cr_npy_row(cr_npy *npy, const double *values) {
    fwrite(values, sizeof *values, npy->columns ? (size_t)npy->columns : 1, npy->out);
    npy->rows++;
}

cr_status cr_npy_end(cr_npy *npy, cr_error *error) {
    if (fseeko(npy->out, 0, SEEK_SET) != 0)
        return cr_fail(error, CR_ERR_IO, "npy", "cannot write the number of rows: %s", strerror(errno));
    write_header(npy);
    if (fseeko(npy->out, 0, SEEK_END) != 0)
        return cr_fail(error, CR_ERR_IO, "npy", "cannot write the number of rows: %s", strerror(errno));
    return CR_OK;
}

cr_status cr_npy_write(const char *path, const double *values, long long rows, int columns, cr_error *error) {
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    cr_npy npy = {cr_file_stream(file), columns, rows};
    write_header(&npy);
    fwrite(values, sizeof *values, (size_t)rows * (columns ? (size_t)columns : 1), npy.out);
    return cr_file_commit(file, error);
}
