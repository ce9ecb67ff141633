// Shapes with parameters drawn at random.
#ifndef CAROM_TEST_RANDOM_SHAPE_H
#define CAROM_TEST_RANDOM_SHAPE_H

#include "mesh_tools.h"

// What the surface of a shape must be: vertices - edges + faces.
int shape_euler(const char *name);

typedef struct random_shapes {
    int meshed, refused, bad;
    char what[400]; // about the first bad one, or about a refusal without a reason
    double quality, jacobian;
} random_shapes;

// Meshes `sets` sets of parameters, each within a factor 2.5 of its default; the same for the same seed.
random_shapes random_shape_run(const cr_shape_type *type, int sets, unsigned seed);

#endif
