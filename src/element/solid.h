// The surface of a solid: points on it, and where it is struck and heard when nobody says so.
#ifndef CAROM_ELEMENT_SOLID_H
#define CAROM_ELEMENT_SOLID_H

#include "carom/element.h"
#include "carom/modes.h"
#include "carom/space.h"

// A point of the surface, between the corners of a triangle.
typedef struct cr_solid_spot {
    int corner[3];
    double weight[3]; // of the corners, sum 1
    double position[3], normal[3];
} cr_solid_spot;

// The point of the surface nearest to relative coordinates 0..1 of the bounding box. On an edge or a corner
// the normal is the mean of those around it, each by its angle there.
void cr_solid_nearest(const cr_modes *modes, const double *where, cr_solid_spot *spot);

void cr_solid_find_places(const cr_modes *modes, cr_element_places *places);

static inline double cr_dot3(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cr_cross3(const double *a, const double *b, double *c) {
    for (int i = 0; i < 3; i++) c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

// Corners of a triangle [m].
void cr_solid_triangle(const cr_modes *modes, int triangle, cr_vec corner[3]);
void cr_solid_bounds(const cr_modes *modes, double low[3], double high[3]);

#endif
