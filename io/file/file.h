// Whole files in and out. An output file appears under its name complete or not at all: it is written under a
// temporary name in the same directory and renamed when everything has reached the disk. What a killed
// program left there goes when it is a day old.
#ifndef CAROM_IO_FILE_H
#define CAROM_IO_FILE_H

#include "carom/base.h"

#include <stdint.h>
#include <stdio.h>

// So many GiB, or an eighth of what can be addressed where that is less: limits of what is read.
#define CR_FILE_GIB(count) (SIZE_MAX > UINT32_MAX ? (size_t)(UINT64_C(count) << 30) : SIZE_MAX / 8)

typedef struct cr_file_out cr_file_out;

// Opens an output file; NULL with CR_ERR_IO or CR_ERR_MEMORY when that fails. "-" is the standard output;
// what exists and is no regular file (a device, a FIFO whose reader comes within a second) is written
// directly. A symbolic link keeps pointing at its target, which is made where it is not there. The caller
// ends it with one of the two functions below.
cr_file_out *cr_file_create(const char *path, cr_error *error);

// Where to write. It belongs to the file; do not close it. Write errors may wait for the commit.
FILE *cr_file_stream(cr_file_out *file);

// Makes the file appear under its name and frees the handle. CR_ERR_IO when any write failed: the temporary
// file is gone and an older file under that name is untouched.
cr_status cr_file_commit(cr_file_out *file, cr_error *error);

// Drops what was written and frees the handle; NULL is fine.
void cr_file_discard(cr_file_out *file);

// The path with symbolic links followed, also of a link whose target is not there yet; the caller frees it.
// NULL with errno: ELOOP, ENOMEM, a folder that cannot be searched.
char *cr_file_target(const char *path);

// Opens a regular file to read; the caller closes it. CR_ERR_IO, also for what may have no end or never
// begin: a device, a FIFO, a socket; and for a folder; CR_ERR_MEMORY.
cr_status cr_file_open(const char *path, FILE **file, cr_error *error);
// The same as a descriptor; takes no memory.
cr_status cr_file_descriptor(const char *path, int *descriptor, cr_error *error);

// Reads a whole regular file into the arena, with a NUL after its `length` bytes. What is open already may be
// a stream: "-", the standard input, and the likes of /dev/stdin and /dev/fd/63.
// CR_ERR_IO, CR_ERR_MEMORY, or CR_ERR_INPUT when it is longer than `limit`; the arena is then as it was.
cr_status cr_file_read_all(const char *path, size_t limit, cr_arena *arena, char **text, size_t *length,
                           cr_error *error);

// By its name alone: "x.WAV" ends with ".wav", but ".wav" does not.
bool cr_file_ends_with(const char *path, const char *ending);
// "-", or what exists and is no regular file: it has no ending that tells what is written.
bool cr_file_is_stream(const char *path);

// Names of temporary files and folders: of this process, a new one for each attempt; and whether one is such.
enum { CR_FILE_TEMPORARY = 48 };
void cr_file_temporary_name(char name[CR_FILE_TEMPORARY], int attempt);
bool cr_file_is_temporary(const char *name);
// Removes from a folder what has such a name, is a day old, belongs to this user, and whose process has
// ended: files, and folders with the files in them. Links are not followed. Of a crowded folder only some
// thousand names are looked at.
void cr_file_sweep(const char *folder);

typedef struct cr_file_place {
    char text[96];
} cr_file_place;

// "path:line:column" for a cr_error; a long path loses its beginning, never the position. Line 0 leaves the
// position out, column 0 the column.
cr_file_place cr_file_place_at(const char *path, int line, int column);

#endif
