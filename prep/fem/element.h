// The finite elements of a mesh: its bricks of 27 and wedges of 18 nodes where it has them, else its
// tetrahedra of 4 and 10. Stiffness and consistent mass of one element, points inside it.
#ifndef CAROM_PREP_ELEMENT_H
#define CAROM_PREP_ELEMENT_H

#include "prep/fem/elastic.h"

enum { CR_ELEMENT_NODES = 27, CR_ELEMENT_CORNERS = 8 };

typedef struct cr_element {
    int nodes; // 4, 10, 18 or 27
    const int *node;
    int region;
} cr_element;

// Regions are told by tetrahedra: a mesh with several is computed by them.
static inline bool cr_mesh_is_bricks(const cr_mesh *mesh) {
    return mesh->bricks > 0 && !mesh->region;
}

int cr_mesh_elements(const cr_mesh *mesh);
cr_element cr_element_at(const cr_mesh *mesh, int index);
// Its corners, as places in element.node.
int cr_element_corners(const cr_element *element, int corner[CR_ELEMENT_CORNERS]);

// The corners amid which node `a` of it lies, itself for a corner; as places in element.node.
int cr_element_parents(const cr_element *element, int a, int parent[CR_ELEMENT_CORNERS]);

// Elements around each node: their numbers at start[node] .. start[node + 1].
typedef struct cr_around {
    size_t *start;
    int *element;
} cr_around;

// Of all nodes of the elements, or of their corners only. False: no memory.
bool cr_elements_around(const cr_mesh *mesh, bool corners, cr_arena *arena, cr_around *around);

typedef struct cr_element_matrices {
    int nodes;
    double mass[CR_ELEMENT_NODES][CR_ELEMENT_NODES];        // per pair of nodes, kg
    double stiff[CR_ELEMENT_NODES][CR_ELEMENT_NODES][3][3]; // N/m; pairs with the second node <= the first
} cr_element_matrices;

// The matrices of element `index`. CR_ERR_INPUT naming it when it is inverted or flat somewhere inside.
cr_status cr_element_compute(const cr_mesh *mesh, int index, const cr_hooke *hooke, double density,
                             cr_element_matrices *matrices, cr_error *error);

// A point inside an element.
typedef struct cr_element_point {
    double weight; // its part of the volume, m^3
    double x[3];
    double value[CR_ELEMENT_NODES], gradient[CR_ELEMENT_NODES][3]; // of the shape functions; 1/m
} cr_element_point;

// Where the strains of an element are best: points that integrate linear strains; where squares of quadratic
// ones can be integrated; and its middle.
typedef enum cr_element_points { CR_POINTS_BEST, CR_POINTS_SQUARE, CR_POINTS_MIDDLE } cr_element_points;
enum { CR_BEST_MOST = 8 };

int cr_element_points_count(const cr_element *element, cr_element_points points);
// Point q of them in the element, which must not be inverted.
void cr_element_sample(const cr_mesh *mesh, const cr_element *element, cr_element_points points, int q,
                       cr_element_point *point);

#endif
