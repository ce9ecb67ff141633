// Shapes that need no mesh file, meshed by structured and swept grids. Shapes are a table
// (prep/mesh/shape_list.h): a new shape is one file and one line.
#ifndef CAROM_SHAPE_H
#define CAROM_SHAPE_H

#include "carom/mesh.h"

CR_DECLARATIONS_BEGIN

enum { CR_SHAPE_PARAM_MAX = 24 };

// How fine: from the rule of docs/modes.md where a value is 0.
typedef struct cr_shape_detail {
    int order;         // of the elements, 1 or 2
    double edge;       // longest edge along the surface, m; 0: from the rule
    int layers;        // elements through the wall; 0: from the rule
    double wavelength; // shortest bending or shear wavelength that matters, m; 0: unknown
    // How many times as many cells as by the rule along x, y and z, 1 or more; 0: 1. Shapes that are not
    // `aligned` take the largest every way.
    double finer[3];
    bool held; // at a place of its surface, at whose edge the stress grows without bound
} cr_shape_detail;

typedef struct cr_shape_type {
    const char *name, *doc;
    const cr_param *params;
    int param_count;
    // Meshes the shape; parameters in the order of the table.
    cr_status (*mesh)(const double *value, const cr_shape_detail *detail, cr_arena *arena, cr_mesh *mesh,
                      cr_error *error);
    // Its thinnest wall [m], from which the rule starts.
    double (*wall)(const double *value);
    bool aligned; // cells lie along x, y and z
    cr_round round;
} cr_shape_type;

const cr_shape_type *const *cr_shape_types(int *count);
// NULL and a reason with the nearest name when there is no such shape.
const cr_shape_type *cr_shape_find(const char *name, cr_error *error);

// The mesh of a shape: `value` as cr_param_defaults and cr_param_set leave it. CR_ERR_RANGE when values do
// not fit each other (a tube whose wall is thicker than its radius), CR_ERR_MEMORY. Everything is the
// arena's.
cr_status cr_shape_mesh(const cr_shape_type *type, const double *value, const cr_shape_detail *detail,
                        cr_arena *arena, cr_mesh *mesh, cr_error *error);

CR_DECLARATIONS_END

#endif
