// Surfaces of triangles for tests: the skin of a cube and bands of a plane, put into space by a function,
// with flat or quadratic faces.
#ifndef CAROM_TEST_SURFACES_H
#define CAROM_TEST_SURFACES_H

#include "carom/form.h"

typedef struct surface {
    float *position;
    int vertices, triangles;
    int *triangle;
    int *middle; // NULL: flat faces
} surface;

// Where a point of the cube [-1, 1]^3 or the square [0, 1]^2 (z = 0) lies.
typedef cr_vec (*surface_map)(cr_vec p, const void *context);

// The skin of the cube with n faces along each edge, seen from outside; quadratic: n faces of twice as many
// points.
surface surface_cube(int n, bool quadratic, surface_map map, const void *context);
// The square with n by m faces; closed_x, closed_y: its opposite sides are one.
surface surface_square(int n, int m, bool closed_x, bool closed_y, bool quadratic, surface_map map,
                       const void *context);
void surface_free(surface *s);
cr_form *surface_form(const surface *s, cr_grid_def def, cr_arena *arena, cr_error *error);

// Maps: a ball (context: radius), a box (half extents, a cr_vec), a ring (radius and radius of the pipe).
cr_vec surface_ball(cr_vec p, const void *context);
cr_vec surface_box(cr_vec p, const void *context);
cr_vec surface_ring(cr_vec p, const void *context);

#endif
