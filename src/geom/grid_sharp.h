// The distance of a closed surface near its sharp edges, where no spline is good: that of its triangles, with
// edges and corners rounded.
//
// The surface is drawn in by `round` (every plane by as much) and its distance taken less `round`: planes
// stay where they are, convex edges and corners get that radius, hollow ones stay sharp. Triangles of curved
// parts are bent (cr_faces_bend).
#ifndef CAROM_GEOM_GRID_SHARP_H
#define CAROM_GEOM_GRID_SHARP_H

#include "carom/form.h"
#include "geom/faces.h"
#include "geom/skin.h"

// Triangles of faces as large as a cell, whose diagonals turn by a quarter, rise by 0.03 cells.
#define CR_GRID_RISE 0.05

typedef struct cr_grid_sharp {
    double round, cell; // m
    cr_faces given;     // the triangles as they are
    cr_faces drawn;     // and drawn in by `round`
    const cr_skin *given_skin, *drawn_skin, *edge_skin;
    cr_bends bends;       // of the given ones
    const bool *plane;    // per triangle: its smooth part, up to sharp edges, lies in a plane
    const bool *plane_at; // per vertex: that of all its triangles does
    const bool *on_edge;  // per vertex: of a sharp edge
    const int *edge;      // 3 per sharp side: one end, and twice the other
} cr_grid_sharp;

// For a closed surface, which is copied into the arena; *sharp is NULL where there is no sharp edge. round:
// m, or negative: as large as the cell of the grid and the surface allow. CR_ERR_MEMORY.
cr_status cr_grid_sharp_new(const cr_faces *faces, double cell, double wall, double round, cr_arena *arena,
                            const cr_grid_sharp **sharp, cr_error *error);

cr_near cr_grid_sharp_near(const cr_grid_sharp *sharp, cr_vec p);
// The distance of the nearest sharp edge, m, and the unit vector from it.
double cr_grid_sharp_away(const cr_grid_sharp *sharp, cr_vec p, cr_vec *from);

#endif
