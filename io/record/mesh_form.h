// Triangles of forms, for pictures: not for contact.
#ifndef CAROM_IO_RECORD_MESH_FORM_H
#define CAROM_IO_RECORD_MESH_FORM_H

#include "carom/form.h"

// Counter-clockwise seen from outside, in the frame of the form.
typedef struct cr_form_mesh {
    int vertices, triangles;
    const float *position; // 3 per vertex, m
    const int *triangle;   // 3 per triangle
} cr_form_mesh;

bool cr_form_has_bounds(const cr_form *form);
// The surface of a form with bounds, from its distance on a grid, as coarse as keeps its volume within 4 %,
// but for walls too thin for the finest. All of it is the arena's. CR_ERR_MEMORY.
cr_status cr_form_triangulate(const cr_form *form, cr_arena *arena, cr_form_mesh *mesh, cr_error *error);
// A square of the surface of a form without bounds, about its point nearest to `centre`, of the given half
// width.
cr_status cr_form_square(const cr_form *form, cr_vec centre, double half, cr_arena *arena, cr_form_mesh *mesh,
                         cr_error *error);
// Volume inside of closed triangles, m^3.
double cr_form_mesh_volume(const cr_form_mesh *mesh);

#endif
