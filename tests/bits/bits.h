// Scenes run by two builds of the same sources, one of them without libyaml and without a solver for modes:
// the first writes down what these two made of a scene, the second reads it.
#ifndef CAROM_TESTS_BITS_H
#define CAROM_TESTS_BITS_H

#include "io/scene/internal.h"

#include <stdio.h>

// One line per node, children behind their parent: "DEPTH KIND QUOTED KEY-BYTES TEXT-BYTES", and after the
// end of the line the key and the text.
void bits_write_tree(const cr_scene_node *root, FILE *out);

// Where a scene comes from, and the directory of what is handed on.
typedef struct bits_place {
    const char *directory, *scene;
} bits_place;

// What the two builds do in their own way (native.c, wasm.c).
cr_status bits_load(const bits_place *at, cr_arena *arena, cr_scene **scene, cr_error *error);
cr_status bits_solve(void *at, const char *name, const struct cr_solid_def *solid, cr_arena *arena,
                     struct cr_modes *modes, cr_error *error);

// DIRECTORY/SCENE[.ELEMENT].ENDING, with SCENE in one word; element may be NULL.
typedef struct bits_path {
    char text[512];
} bits_path;
bits_path bits_path_of(const bits_place *at, const char *element, const char *ending);

#endif
