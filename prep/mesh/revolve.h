// Walls of revolution about z, from the axis or from a ring outwards. The number of cells around doubles and
// halves along the way as the radius asks for it, by rows of triangles.
#ifndef CAROM_PREP_REVOLVE_H
#define CAROM_PREP_REVOLVE_H

#include "form/wall_curve.h"
#include "prep/mesh/grid.h"

// Radius and height of the wall at s along it and w through it (0 inside, 1 outside).
typedef void (*cr_wall_map)(const void *context, double s, double w, double rz[2]);

typedef struct cr_revolve {
    cr_wall_map map;
    const void *context;
    const cr_shape_detail *detail;
    double edge;     // longest edge; 0: per_wall times the local thickness at most, shorter where it is bent
    double per_wall; // edge over local thickness
    double along, across; // edges along the profile, which are longer, and around over the rule's; 0: these
    int least_around;     // cells around, about; 0: from the edge alone
    double step;          // of s, to see how the wall bends
    double rim;           // s where it ends free
    double joint; // s where something is joined to it, at an inner corner: cells grow from there; 0: nowhere
    double last_layer, last_ring; // the outermost layer, as a share of the wall, and the ring of the cap as
                                  // in cr_disc; 0: alike
    double joint_first, joint_growth; // the first cell there over that at a rim, and how much faster cells
                                      // grow than from a rim; 0: as the rule has it
    double growth;                    // of layers, each over the one outside of it; 0: alike
    int layers;
    bool steady;                     // never doubles nor halves
    int rows;                        // of cr_cells_rows; 0: from the edge
    int around;                      // cells around, where the next rows begin; the first at -45 degrees
    int inside, outside, start, end; // groups
} cr_revolve;

// The rule for a wall that ends at s = last, with this thinnest thickness and middle surface area.
void cr_revolve_rule(cr_revolve *revolve, const cr_shape_detail *detail, double last, double wall,
                     double area);
// The edges asked for at s: along the profile and around.
void cr_revolve_edges(const cr_revolve *revolve, double s, double edge[2]);
// A quarter of the cells around a cap, 8 or 12, whichever comes closer from above to the most that is asked
// for up to s = last, by doubling.
int cr_revolve_quarter(const cr_revolve *revolve, double last);
// A disc round the axis, from s = 0 to `end` of parameter, with 4 quarter cells around.
void cr_cells_cap(cr_cells *cells, cr_revolve *revolve, double end, int quarter);
// A whole wall from the axis on: a cap of about the asked size, then rows between the stations, rising s at
// which a row ends. Up to the first of them the outside belongs to the group `hold`, and `end` is the group
// of the last.
void cr_cells_closed(cr_cells *cells, cr_revolve *revolve, const double *station, int count, int hold);
// Rows of cells from s = first to last.
void cr_cells_rows(cr_cells *cells, cr_revolve *revolve, double first, double last);
// A row that leads to fewer layers, which are alike; those after it have them.
void cr_cells_fewer_layers(cr_cells *cells, cr_revolve *revolve, double first, double last, int layers);

// From count knots (radius, height, thickness).
void cr_wall_curve_make(cr_wall_curve *curve, int count, double knot[][3]);
// A cr_wall_map for a curve.
void cr_wall_curve_map(const void *curve, double s, double w, double rz[2]);
// The same for a line that begins at its top: w = 0 stays inside.
void cr_wall_curve_upside_down(const void *curve, double s, double w, double rz[2]);

// Area of the surface half way through a wall, and its thinnest thickness.
void cr_wall_measure(cr_wall_map map, const void *context, double first, double last, double *area,
                     double *thinnest);

#endif
