// Meshes out of blocks of hexahedra. Blocks that touch need the same points where they touch; corners that
// coincide become one, which also closes a block on itself and makes wedges of hexahedra with a collapsed
// side. Each hexahedron is cut into tetrahedra from its corner that comes first, each quadrilateral from its
// own: neighbours agree whatever way their blocks lie (Dompierre, Labbe, Vallet, Camarero 1999).
// Middles of edges come from the mapping of the block: they lie on the exact geometry.
#ifndef CAROM_PREP_GRID_H
#define CAROM_PREP_GRID_H

#include "base/array.h"
#include "carom/shape.h"
#include "prep/mesh/mesh_faces.h"

enum { CR_CELLS_GROUP_MAX = 8, CR_BRICK_NODES = 27, CR_BRICK_NONE = -1 };

// Where the point (u v w), each 0..1, of a block lies.
typedef void (*cr_block_map)(const void *context, const double u[3], double x[3]);

// Sides of a block, and of a hexahedron.
typedef enum cr_side { CR_U0, CR_U1, CR_V0, CR_V1, CR_W0, CR_W1 } cr_side;

typedef struct cr_cell_block {
    int n[3]; // hexahedra along u v w
    cr_block_map map;
    const void *context;
    int group[6]; // of each side: what cr_cells_group gave, or several of them added; 0: none
} cr_cell_block;

typedef struct cr_cells_corner {
    double x[3];
    int next; // corner of the same slot
    int rank; // cuts start at the corner of the lowest rank, of these at the lowest number
} cr_cells_corner;
typedef struct cr_cells_middle {
    double x[3];
} cr_cells_middle;
typedef struct cr_cells_tet {
    int at[10]; // 4 corners, then 6 edges
} cr_cells_tet;
typedef struct cr_cells_brick {
    int node[CR_BRICK_NODES]; // as cr_mesh.brick, the middle of an edge as CR_BRICK_NONE - 1 - edge
} cr_cells_brick;
typedef struct cr_cells_member {
    int groups; // bits
    int node;   // corner, or -1 - edge
} cr_cells_member;

typedef struct cr_cells {
    cr_status status; // of the first failure: everything after it does nothing
    const char *name;
    cr_arena *scratch;
    cr_error *error;
    double near; // corners closer than this are one
    CR_ARRAY(cr_cells_tet) tets;
    CR_ARRAY(cr_cells_brick) bricks;
    bool odd; // some cell is neither a brick nor a wedge
    CR_ARRAY(cr_cells_corner) corners;
    int *slot; // first corner, -1: none
    size_t slot_mask;
    cr_pairs edges;
    CR_ARRAY(cr_cells_middle) middles; // by edge
    int groups;
    char group[CR_CELLS_GROUP_MAX][32];
    CR_ARRAY(cr_cells_member) members;
    int planned; // hexahedra so far
    // For the shape to set: cuts alternate from cell to cell. A grid with even numbers of cells is then its
    // own mirror image, and two equal sides with as many cells are alike, so that modes which come in pairs
    // stay pairs. `first` is the number of the next block's first cell in the grid of all blocks.
    bool alternate;
    int first[3];
} cr_cells;

// Begins a mesh. `wall` is its thinnest part [m]: points a millionth of it apart are one.
void cr_cells_begin(cr_cells *cells, const char *name, double wall, cr_arena *arena, cr_error *error);
// A name for nodes: a bit, the same one for the same name.
int cr_cells_group(cr_cells *cells, const char *name);
void cr_cells_block(cr_cells *cells, const cr_cell_block *block);
// The nodes of a cell, after its tetrahedra were made; false: it is neither a brick nor a wedge.
bool cr_brick_find(const cr_cells *cells, const int corner[8], bool mirrored, int node[CR_BRICK_NODES]);
// Turns everything so far about z.
void cr_cells_turn(cr_cells *cells, double angle);
// The mesh, into the arena; gives back everything else. Must be called once after cr_cells_begin.
cr_status cr_cells_end(cr_cells *cells, int order, cr_arena *arena, cr_mesh *mesh);

// How many cells of at most `edge` along `length`.
int cr_cells_along(double length, double edge);

// Narrow cells along the free edges of a wall: what bends and twists it is stress across the wall there,
// which fades within a third of its thickness.
typedef struct cr_rims {
    int cells, rim; // of all, and at each end; 0: cells are alike
    double width;   // of a rim, as a part of the whole
    double growth;  // of its cells, each over the one before; 0: alike
    bool bare[2];   // no rim at this end
} cr_rims;

// The cells along `length` from edge to edge of a wall of this thickness: at most `edge`, each made `finer`
// times as many. Only where these are wide, and left to the rule, there are rims.
cr_rims cr_rims_of(const cr_shape_detail *detail, double length, double edge, double thickness, double finer);
// Where the share u of the cells ends, as a share of the length.
double cr_rims_place(const cr_rims *rims, double u);

// The same of cells alike but for the last, which has the width `last`, as a part of the whole; 0: alike.
double cr_last_place(int cells, double last, double u);

// `count` cells, made `finer` times as many.
int cr_cells_finer(int count, double finer);
// As many cells or one more, so that they are even.
int cr_cells_even(int count);
// Of a detail: how many times as many along the axis, and along all for a shape that is not aligned.
double cr_rule_finer(const cr_shape_detail *detail, int axis);
double cr_rule_finest(const cr_shape_detail *detail);
// The detail without that, for shapes that make their cells finer themselves.
cr_shape_detail cr_rule_alone(const cr_shape_detail *detail);

// The rule: the longest edge along a wall of this thickness and area [m^2], and the layers through it.
double cr_rule_edge(const cr_shape_detail *detail, double thickness, double area);
// The edge along a bend of this radius in the middle of the wall.
double cr_rule_bent(const cr_shape_detail *detail, double edge, double thickness, double radius);
// The same round the section of a pipe.
double cr_rule_pipe(const cr_shape_detail *detail, double edge, double thickness, double radius);
// The edge where it may be longer by the rule: not than waves allow, nor where it is given.
double cr_rule_longer(const cr_shape_detail *detail, double edge, double longer);
// The edge across at this distance from a free edge: the first cell is about as wide as the wall is thick.
double cr_rule_rim(const cr_shape_detail *detail, double thickness, double distance);
int cr_rule_layers(const cr_shape_detail *detail, int layers);
// The layers through a wall that is bent, with cells of this edge along the bend: to be rounded.
double cr_rule_bent_layers(double thickness, double edge);
// The layers of a wall that has one by the rule, through it along an axis; -1: along none.
int cr_rule_wall_layers(const cr_shape_detail *detail, int axis);
// The edge for the shortest wavelength that matters.
double cr_rule_wave(double wavelength);
// The same for solid bodies, from their smallest and largest extent and their volume [m^3]; it is left to
// the shape to make cells finer.
double cr_rule_solid(const cr_shape_detail *detail, double smallest, double largest, double volume);

#endif
