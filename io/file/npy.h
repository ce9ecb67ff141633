// Arrays of numbers as NumPy reads them (.npy, format version 1.0).
#ifndef CAROM_IO_NPY_H
#define CAROM_IO_NPY_H

#include "carom/base.h"

#include <stdio.h>

typedef struct cr_npy {
    FILE *out;
    int columns; // 0: one axis
    long long rows;
} cr_npy;

// Begins an array at the start of the stream, row by row; columns 0 makes an array of one axis, one number
// per row. Write errors stay in the stream.
cr_npy cr_npy_begin(FILE *out, int columns);
void cr_npy_row(cr_npy *npy, const double *values);
// Writes the number of rows into the header. CR_ERR_IO when the stream cannot go back, as a pipe.
cr_status cr_npy_end(cr_npy *npy, cr_error *error);

// A whole array in one file, which appears complete or not at all.
cr_status cr_npy_write(const char *path, const double *values, long long rows, int columns, cr_error *error);

enum { CR_NPY_AXES = 8 };

typedef struct cr_npy_info {
    char type[16]; // "<f8"
    bool column_major;
    int axes;
    long long shape[CR_NPY_AXES];
} cr_npy_info;

// CR_ERR_IO when the file cannot be read, CR_ERR_INPUT when it is no .npy file of numbers.
cr_status cr_npy_read_info(const char *path, cr_npy_info *info, cr_error *error);

#endif
