// Reading the container of a .glb file and the arrays in it.
#ifndef CAROM_IO_GLB_READ_H
#define CAROM_IO_GLB_READ_H

#include "carom/base.h"
#include "io/json_read.h"

typedef struct cr_glb_file {
    char place[96]; // the path, for errors
    const cr_json_value *root;
    const unsigned char *binary; // NULL when it has none
    size_t size;
} cr_glb_file;

// Reads a file whole. Fails as cr_glb_read_modes does.
cr_status cr_glb_open(const char *path, cr_arena *arena, cr_glb_file *file, cr_error *error);

// An array of elements of 1 or 3 floats, all finite, by the index of its accessor; `what` names it in errors.
cr_status cr_glb_floats(const cr_glb_file *file, const cr_json_value *accessor, const char *what, int width,
                        cr_arena *arena, float **number, size_t *count, cr_error *error);
// An array of unsigned integers of any size, each below `limit`.
cr_status cr_glb_indices(const cr_glb_file *file, const cr_json_value *accessor, const char *what, int limit,
                         cr_arena *arena, int **index, size_t *count, cr_error *error);

#endif
