// Triangles that make a surface: which lie beside each other, their normals and those of sides and corners,
// and the mass of what they enclose.
#ifndef CAROM_GEOM_FACES_H
#define CAROM_GEOM_FACES_H

#include "carom/space.h"

typedef struct cr_faces {
    int vertices, triangles, edges;
    int rims;              // edges of one triangle only: the surface has a rim there
    const float *position; // as given
    const int *triangle;
    int *beside;           // 3 per triangle: the one across the side from corner k to the next; -1: none
    int *edge;             // 3 per triangle: the number of that side
    cr_vec *normal;        // per triangle, unit; 0 without area
    cr_vec *vertex_normal; // per vertex: mean of the faces by their angle there, not of length 1
} cr_faces;

// Links triangles seen counter-clockwise from outside (arrays are not copied). CR_ERR_INPUT where an edge
// belongs to more than two triangles or they turn against each other there, and to only one unless `rims`
// allows it; the reason names the edge. CR_ERR_MEMORY.
cr_status cr_faces_link(const float *position, int vertices, const int *triangle, int triangles, bool rims,
                        cr_arena *arena, cr_faces *faces, cr_error *error);

// Cuts quadratic faces into `pieces`^2 flat ones each; middle: 3 vertices per triangle, in the middle of the
// side from corner k to the next. `cut` is linked. CR_ERR_MEMORY.
cr_status cr_faces_cut(const cr_faces *faces, const int *middle, int pieces, cr_arena *arena, cr_faces *cut,
                       cr_error *error);

void cr_faces_corners(const cr_faces *faces, int triangle, cr_vec corner[3]);
cr_vec cr_faces_vertex(const cr_faces *faces, int vertex);
double cr_faces_area(const cr_faces *faces);    // m^2
double cr_faces_longest(const cr_faces *faces); // edge, m
void cr_faces_bounds(const cr_faces *faces, cr_vec *low, cr_vec *high);

// The normal (any length) that decides the side of a point whose nearest point has these weights in this
// triangle: Baerentzen and Aanaes, IEEE Trans. Vis. Comput. Graph. 11, 243 (2005).
cr_vec cr_faces_side_normal(const cr_faces *faces, int triangle, const double weight[3]);

// The cosine of 30 degrees: faces that turn less towards each other are one smooth surface.
#define CR_FACES_SHARP 0.86602540378443865

// Whether the triangles on both sides of side 3 triangle + k of a closed surface turn by more.
bool cr_faces_sharp(const cr_faces *faces, int side);

// Curved parts of a closed surface of flat triangles. With unit normals n_i at corners x_i and weights w_i a
// triangle rises by sum over i < j of w_i w_j (x_j - x_i) . (n_j - n_i)/2, the parabolas through its sides.
typedef struct cr_bends {
    cr_vec *normal; // 3 per triangle: of the smooth part that it belongs to, at its corners
    bool *bent;     // per triangle; the others are flat
} cr_bends;

// Those that rise by at most `most` [m] are bent. False without memory.
bool cr_faces_bend(const cr_faces *faces, double most, cr_arena *arena, cr_bends *bends);
// m, at a place of a triangle.
double cr_faces_rise(const cr_faces *faces, const cr_bends *bends, int triangle, const double weight[3]);

typedef struct cr_bulk {
    double volume;     // m^3
    cr_vec centre;     // m
    double inertia[6]; // about the centre, of density 1: xx yy zz yz xz xy, m^5
} cr_bulk;

// What a closed surface encloses (divergence theorem), or, with wall > 0, a wall of that thickness [m] round
// it with round rims: volume A t + pi t^2 L / 8, up to curvature times thickness squared.
cr_bulk cr_faces_bulk(const cr_faces *faces, double wall);

#endif
