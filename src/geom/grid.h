// The signed distance of a surface as a sparse grid of cubic B-splines: bricks of 8^3 cells near the surface,
// and distances at the bricks' corners for what lies further away.
//
// In a brick f(x) = sum of c_ijk b(x - i) b(y - j) b(z - k) over 4^3 coefficients, with the local
// quasi-interpolant c = (-1, 8, -1)/6 in each direction of the values at the nodes: 4th order, second
// derivatives continuous (de Boor, A Practical Guide to Splines, ch. XII). A closed surface has one field,
// its signed distance. A wall has the signed distance psi to its middle surface, which is smooth through the
// wall, and, if it has a rim, the distance s beyond it, measured along the surface: phi = |(psi, max(s, 0))|
// - wall/2.
#ifndef CAROM_GEOM_GRID_H
#define CAROM_GEOM_GRID_H

#include "carom/form.h"
#include "geom/faces.h"
#include "geom/grid_sharp.h"
#include "geom/skin.h"

enum {
    CR_GRID_VERSION = 3,               // of what is computed: another one, other grids for the same surface
    CR_GRID_BRICK = 8,                 // cells along a side of a brick
    CR_GRID_NODES = CR_GRID_BRICK + 3, // coefficients along it: one more below, two above
    CR_GRID_CUBE = CR_GRID_NODES * CR_GRID_NODES * CR_GRID_NODES,
    CR_GRID_BAND = 5,       // cells from the surface within which bricks exist
    CR_GRID_FEATURES = 256, // at most, the surface included
    CR_GRID_CURVE = 128     // points of a curve, at most
};

// Where points that slide on the surface begin, and the plane in which they are counted.
typedef struct cr_grid_seed {
    cr_vec at, normal;
    int side; // of a wall; 0: none
} cr_grid_seed;

// A bent line through points [m], count >= 2.
typedef struct cr_grid_curve {
    int first, count;
} cr_grid_curve;

typedef struct cr_grid {
    cr_vec low;        // corner of the first brick, m
    double cell, half; // m; half the wall, 0: the surface is closed
    int n[3];          // bricks along x, y, z
    int fields, bricks;
    const int *index;             // by brick, z fastest; -1: none here
    const float *coefficient;     // [brick][field][CR_GRID_CUBE]
    const float *corner;          // distances at the (n + 1)^3 corners of bricks, unsigned for a wall
    cr_vec inner_low, inner_high; // bounds of the surface
    cr_grid_seed *seed;
    int seeds;
    double spacing;       // m, of the seeds
    cr_grid_curve *curve; // per feature of the form
    cr_vec *point;        // of all curves
    int points;
    const cr_grid_sharp *sharp; // of a closed surface with sharp edges; NULL: none
} cr_grid;

static inline size_t cr_grid_at(const int n[3], int x, int y, int z) {
    return ((size_t)x * (size_t)n[1] + (size_t)y) * (size_t)n[2] + (size_t)z;
}

extern const cr_form_type cr_form_grid;

cr_near cr_grid_near(const cr_grid *grid, cr_vec p, int side);
// Whether p is in a brick, where the distance is exact; elsewhere it is a bound.
bool cr_grid_holds(const cr_grid *grid, cr_vec p);
// The point of the surface near p, by Newton's steps along the normal.
cr_vec cr_grid_settle(const cr_grid *grid, cr_vec p, int side);

// The least thickness of what the triangles enclose, seen from the middles of some of them; at most the least
// extent.
double cr_grid_thinnest(const cr_faces *faces, const cr_skin *skin);
// The cell that the definition asks for, or what suits the surface.
double cr_grid_cell(const cr_faces *faces, const cr_grid_def *def, double wall);
// How often to cut curved faces: into pieces of an eighth of a cell, so that the grid does not see facets.
int cr_grid_pieces(const cr_faces *faces, double cell);

// Fills bricks and corners. CR_ERR_MEMORY, CR_ERR_RANGE when `most` bytes are not enough.
cr_status cr_grid_build(cr_grid *grid, const cr_faces *faces, double most, cr_arena *arena, cr_error *error);

// Lines, circles, curves and corners of its sharp edges and rims, and one surface; *left_out: whether some
// found no room. CR_ERR_MEMORY.
cr_status cr_grid_features(cr_form *form, cr_grid *grid, const cr_faces *faces, cr_arena *arena,
                           bool *left_out, cr_error *error);

// Puts seeds all over the surface, but for vertices with a degree, those of sharp edges, and for planes
// between sharp edges, which touch with these. False without memory.
bool cr_grid_scatter(cr_grid *grid, const cr_faces *faces, const int *degree, cr_arena *arena);
// Points that slide, see cr_form_ops.
cr_vec cr_grid_place(const cr_grid *grid, double u, double v);
void cr_grid_sample(const cr_grid *grid, int sample, double *u, double *v);
void cr_grid_keep(const cr_grid *grid, double *u, double *v);

#endif
