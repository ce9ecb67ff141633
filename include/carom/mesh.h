// Meshes of tetrahedra, or of beams: made from shapes (shape.h) or read from files (io/mesh/mesh_file.h), the
// input of prep.h.
#ifndef CAROM_MESH_H
#define CAROM_MESH_H

#include "carom/base.h"

CR_DECLARATIONS_BEGIN

// A named set of nodes, to hold or to support: a side of a shape, a physical group of a file.
typedef struct cr_mesh_group {
    char name[32];
    int count;
    int *node;
} cr_mesh_group;

// Nodes of a tetrahedron of order 2: corners 0..3, then the middles of the edges 01 12 20 03 13 23, on a
// straight line or on the curved edge. Positive volume: (p1-p0) x (p2-p0) . (p3-p0) > 0.
typedef struct cr_mesh {
    int order; // 1: 4 nodes per tetrahedron, 2: 10
    int nodes, tets;
    double *node; // 3 per node, m
    int *tet;     // 4 or 10 per tetrahedron
    int *region;  // per tetrahedron, index of its material; NULL: all 0
    int regions;  // 1 + the largest
    int groups;
    cr_mesh_group *group;
    // Where the tetrahedra are parts of bricks and wedges, all of them, these with the same nodes: a far
    // better element. 27 per brick, the node u + 3 v + 9 w at (u v w), each 0 1 2, of a right-handed cell; of
    // a wedge 18, corners and middles (01 12 20) of a triangle at w = 0, 1 and 2, then -1.
    int bricks;
    int *brick;
    // Of a frame of welded round rods: beams between two nodes each, on their axes, and no tetrahedra.
    int beams;
    int *beam;      // 2 per beam
    double *radius; // per beam, m
} cr_mesh;

static inline int cr_mesh_corners(const cr_mesh *mesh) {
    return mesh->order == 2 ? 10 : 4;
}

// After which turns a solid looks the same: any about z, or any at all. Modes of a cube come in groups as
// those of a ball do.
typedef enum cr_round { CR_ROUND_NOT, CR_ROUND_AXIS, CR_ROUND_BALL } cr_round;

// The surface of a mesh: faces that belong to one tetrahedron, seen counter-clockwise from outside.
typedef struct cr_mesh_surface {
    int faces;
    int *face; // 3 or 6 per face: corners, then the middles of 01 12 20
} cr_mesh_surface;

// The indices must be in range (cr_mesh_check). CR_ERR_MEMORY. The faces are the arena's.
cr_status cr_mesh_surface_find(const cr_mesh *mesh, cr_arena *arena, cr_mesh_surface *surface,
                               cr_error *error);

// How many pieces the mesh falls into: tetrahedra that hang together by faces are one piece, as two that
// touch at an edge only can turn against each other. `component` gets the piece of each tetrahedron, from 0
// in the order in which they appear; it may be NULL. The indices must be in range. CR_ERR_MEMORY.
cr_status cr_mesh_components(const cr_mesh *mesh, cr_arena *arena, int *count, int *component,
                             cr_error *error);

// What is wrong with a mesh, before anything is computed with it: indices out of range, positions that are
// not finite, inverted or flat elements, a face of three tetrahedra, nodes of no element, several components.
// CR_ERR_INPUT with the first finding: which element (counted from 1), where, and what to do about it.
cr_status cr_mesh_check(const cr_mesh *mesh, const char *place, cr_error *error);

// A mesh of order 1 from the corners of one of order 2, and of order 2 with straight edges from one of
// order 1; a middle joins a group when a face of the surface is in it. The input is not changed, the output
// shares nothing with it. CR_ERR_MEMORY.
cr_status cr_mesh_linear(const cr_mesh *mesh, cr_arena *arena, cr_mesh *linear, cr_error *error);
cr_status cr_mesh_quadratic(const cr_mesh *mesh, cr_arena *arena, cr_mesh *quadratic, cr_error *error);

// Smallest and largest coordinates.
void cr_mesh_bounds(const cr_mesh *mesh, double low[3], double high[3]);
// Of all tetrahedra, curved ones too, m^3.
double cr_mesh_volume(const cr_mesh *mesh);
// Of a face of its surface (cr_mesh_surface); a curved one as four flat triangles, m^2.
double cr_mesh_face_area(const cr_mesh *mesh, const int *face);

// Nodes of a named group, or of a side of the bounding box: "x-" "x+" "y-" "y+" "z-" "z+".
// CR_ERR_UNKNOWN with the names there are, CR_ERR_MEMORY. The nodes of a side are the arena's, those of a
// group stay the mesh's.
cr_status cr_mesh_group_find(const cr_mesh *mesh, const char *name, cr_arena *arena, cr_mesh_group *group,
                             cr_error *error);

CR_DECLARATIONS_END

#endif
