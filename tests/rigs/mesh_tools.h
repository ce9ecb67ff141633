// What the tests ask of a mesh: volume, area, how it hangs together, how well its elements are shaped.
#ifndef CAROM_TEST_MESH_TOOLS_H
#define CAROM_TEST_MESH_TOOLS_H

#include "carom/shape.h"
#include "io/mesh/mesh_file.h"

// Volume of the curved elements, exact: their Jacobian is a cubic.
double mesh_volume(const cr_mesh *mesh);
// Second moments of the volume about the origin: integrals of xx yy zz xy xz yz.
void mesh_moments(const cr_mesh *mesh, double moment[6]);
// Area of the curved surface, by a rule whose error is far below that of the geometry.
double mesh_area(const cr_mesh *mesh, const cr_mesh_surface *surface);
// Vertices - edges + faces of the surface, edges that have not exactly two faces, and faces that do not meet
// their neighbour the other way round.
typedef struct mesh_topology {
    int euler, open_edges, turned_edges;
} mesh_topology;
bool mesh_topology_find(const cr_mesh *mesh, const cr_mesh_surface *surface, cr_arena *arena,
                        mesh_topology *topology);
// The worst of three times the radius of the inner sphere over that of the outer one: 1 for a regular
// tetrahedron, 0 for a flat one.
double mesh_quality(const cr_mesh *mesh);
// The smallest Jacobian of any element anywhere sampled (a fine lattice), over that of its straight element.
double mesh_least_jacobian(const cr_mesh *mesh);
// The smallest Jacobian at a corner of a brick, over that in its middle; wedges are left out.
double mesh_least_brick_jacobian(const cr_mesh *mesh);
// Volume that closed surfaces enclose.
double triangles_volume(const cr_triangles *triangles);
// The longest edge.
double mesh_longest_edge(const cr_mesh *mesh);

#endif
