// Surfaces for tests of boundary elements.
#ifndef CAROM_RIGS_BEM_SURFACES_H
#define CAROM_RIGS_BEM_SURFACES_H

#include "prep/bem/surface.h"

// A sphere of 20 4^level triangles stretched along x, y, z: the icosahedron, cut and put on the sphere,
// scaled to have the area 4 pi before it is stretched.
cr_bem_surface bem_sphere(cr_arena *arena, int level, const double axis[3]);
// A body of revolution about z: its profile (radius, height), from axis to axis or closed on itself (the last
// point is the first), outside on the right. Radii are scaled so that cross-sections keep their areas. Where
// the profile goes down or inwards, diagonals go the other way, so that the two faces of a wall mirror each
// other.
cr_bem_surface bem_revolve(cr_arena *arena, double (*profile)[2], int points, int sectors, bool symmetric);
// Points along a straight line of a profile, from where it ends so far; the number of points then.
int bem_profile_line(double (*profile)[2], int points, double radius, double height, int steps);

#endif
