// Tetrahedra of 4 and 10 nodes: stiffness and consistent mass of one element, points inside it.
#ifndef CAROM_PREP_TET_H
#define CAROM_PREP_TET_H

#include "prep/fem/elastic.h"

enum { CR_TET_NODES = 10 };

typedef struct cr_tet_matrices {
    int nodes;                                      // 4 or 10
    double mass[CR_TET_NODES][CR_TET_NODES];        // per pair of nodes, kg
    double stiff[CR_TET_NODES][CR_TET_NODES][3][3]; // N/m; pairs with the second node <= the first
} cr_tet_matrices;

// The matrices of element `index`. CR_ERR_INPUT naming it when it is inverted or flat somewhere inside.
cr_status cr_tet_compute(const cr_mesh *mesh, int index, const cr_hooke *hooke, double density,
                         cr_tet_matrices *matrices, cr_error *error);

// A point inside an element.
typedef struct cr_tet_point {
    double weight; // its part of the volume, m^3
    double x[3];
    double value[CR_TET_NODES], gradient[CR_TET_NODES][3]; // of the shape functions; 1/m
} cr_tet_point;

// Points that integrate polynomials of degree 2 and of degree 5.
enum { CR_TET_FEW = 4, CR_TET_MANY = 14 };
// Point q of CR_TET_FEW or CR_TET_MANY in element `index`, which must not be inverted.
void cr_tet_sample(const cr_mesh *mesh, int index, int points, int q, cr_tet_point *point);

#endif
