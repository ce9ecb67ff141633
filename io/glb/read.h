// Reading the container of a .glb file and the arrays in it.
#ifndef CAROM_IO_GLB_READ_H
#define CAROM_IO_GLB_READ_H

#include "carom/base.h"
#include "carom/modes.h"
#include "io/file/json_read.h"

typedef struct cr_glb_file {
    char place[96]; // the path, for errors
    const cr_json_value *root;
    const unsigned char *binary; // NULL when it has none
    size_t size;
} cr_glb_file;

// Finds the parts of a file that is in memory, which must stay. Fails as cr_glb_read_modes does; `path` names
// it in errors.
cr_status cr_glb_parse(const unsigned char *bytes, size_t size, const char *path, cr_arena *arena,
                       cr_glb_file *file, cr_error *error);
// Reads a file whole first.
cr_status cr_glb_open(const char *path, cr_arena *arena, cr_glb_file *file, cr_error *error);

// An array of elements of 1 or 3 floats, all finite, by the index of its accessor; `what` names it in errors.
cr_status cr_glb_floats(const cr_glb_file *file, const cr_json_value *accessor, const char *what, int width,
                        cr_arena *arena, float **number, size_t *count, cr_error *error);
// An array of unsigned integers of any size, each below `limit`.
cr_status cr_glb_indices(const cr_glb_file *file, const cr_json_value *accessor, const char *what, int limit,
                         cr_arena *arena, int **index, size_t *count, cr_error *error);

// The first modal model of the file, see cr_glb_read_modes.
cr_status cr_glb_decode_modes(const cr_glb_file *file, cr_arena *arena, cr_modes *modes, cr_error *error);

#endif
