// Faces and edges of the tetrahedra of a mesh, each matched with its neighbours.
#ifndef CAROM_PREP_MESH_FACES_H
#define CAROM_PREP_MESH_FACES_H

#include "carom/mesh.h"

#include <stdint.h>

// Corners and middles (01 12 20) of the four faces of a tetrahedron, seen from outside.
extern const int cr_tet_face[4][6];
// Ends of the six edges, in the order of the middles.
extern const int cr_tet_edge[6][2];

// A face: corners in rising order, and whose it is: 4 tetrahedron + face.
typedef struct cr_face {
    int corner[3];
    int owner;
} cr_face;

// All faces of all tetrahedra, equal ones beside each other, the owners of equal ones rising.
// O(n log n). NULL when there is no memory or a mesh of more than INT_MAX/4 tetrahedra.
cr_face *cr_mesh_faces(const cr_mesh *mesh, cr_arena *arena);

// Whether two neighbours in the list of faces are the same face.
static inline bool cr_face_same(const cr_face *a, const cr_face *b) {
    return a->corner[0] == b->corner[0] && a->corner[1] == b->corner[1] && a->corner[2] == b->corner[2];
}

// The faces from `first` on that are the same, of `count`.
int cr_face_run(const cr_face *face, int count, int first);

// A table from pairs of numbers (i < j) to a number, given in order of appearance.
typedef struct cr_pairs {
    uint64_t *key; // 1 + (i, j) packed; 0: free
    int *value;
    size_t mask;
    int count;
    cr_arena *arena;
} cr_pairs;

bool cr_pairs_init(cr_pairs *pairs, cr_arena *arena, size_t expected);
// The number of the pair {i, j}, a new one (count - 1 afterwards) when it was not there; -1: no memory.
int cr_pairs_add(cr_pairs *pairs, int i, int j);
// The number of the pair, -1 when it is not there.
int cr_pairs_find(const cr_pairs *pairs, int i, int j);

#endif
