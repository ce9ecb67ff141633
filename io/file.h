// Whole files in and out. An output file appears under its name complete or not at all: it is written under a
// temporary name in the same directory and renamed when everything has reached the disk.
#ifndef CAROM_IO_FILE_H
#define CAROM_IO_FILE_H

#include "carom/base.h"

#include <stdio.h>

typedef struct cr_file_out cr_file_out;

// Opens an output file; NULL with CR_ERR_IO or CR_ERR_MEMORY when that fails. "-" is the standard output;
// what exists and is no regular file (a device, a FIFO) is written directly. A symbolic link keeps pointing
// at its target. The caller ends it with one of the two functions below.
cr_file_out *cr_file_create(const char *path, cr_error *error);

// Where to write. It belongs to the file; do not close it. Write errors may wait for the commit.
FILE *cr_file_stream(cr_file_out *file);

// Makes the file appear under its name and frees the handle. CR_ERR_IO when any write failed: the temporary
// file is gone and an older file under that name is untouched.
cr_status cr_file_commit(cr_file_out *file, cr_error *error);

// Drops what was written and frees the handle; NULL is fine.
void cr_file_discard(cr_file_out *file);

// Reads a whole file ("-" is the standard input) into the arena, with a NUL after its `length` bytes.
// CR_ERR_IO, CR_ERR_MEMORY, or CR_ERR_INPUT when it is longer than `limit`; the arena is then as it was.
cr_status cr_file_read_all(const char *path, size_t limit, cr_arena *arena, char **text, size_t *length,
                           cr_error *error);

// By its name alone: "x.WAV" ends with ".wav", but ".wav" does not.
bool cr_file_ends_with(const char *path, const char *ending);
// "-", or what exists and is no regular file: it has no ending that tells what is written.
bool cr_file_is_stream(const char *path);

typedef struct cr_file_place {
    char text[96];
} cr_file_place;

// "path:line:column" for a cr_error; a long path loses its beginning, never the position. Line 0 leaves the
// position out, column 0 the column.
cr_file_place cr_file_place_at(const char *path, int line, int column);

#endif
