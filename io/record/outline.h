// Outlines of surfaces, seen from far away.
#ifndef CAROM_IO_RECORD_OUTLINE_H
#define CAROM_IO_RECORD_OUTLINE_H

#include "io/record/mesh_form.h"

#include <stdio.h>

// Which triangle lies across each edge.
typedef struct cr_outline {
    const cr_form_mesh *mesh;
    int *across;  // 3 per triangle: edge k from corner k to the next; -1: none
    bool *front;  // scratch: of each triangle, it faces the eye
    int *next;    // scratch: 3 per triangle, edges of the outline that begin at the same vertex
    int *leaving; // scratch: of each vertex, an edge of the outline that begins there; -1: none
} cr_outline;

// All of it is the arena's. CR_ERR_MEMORY.
cr_status cr_outline_make(const cr_form_mesh *mesh, cr_arena *arena, cr_outline *outline, cr_error *error);

// A view: pixel = at + scale (right, -up).
typedef struct cr_view {
    cr_vec right, up, towards; // unit, in space; towards the eye
    double scale, at[2];
} cr_view;

// Writes the data of an SVG path: closed loops about what is seen of the surface in the pose. Points nearer
// than a pixel to the last are left out. False, with nothing written, when nothing is seen.
bool cr_outline_put(FILE *out, cr_outline *outline, const cr_pose *pose, const cr_view *view);

#endif
