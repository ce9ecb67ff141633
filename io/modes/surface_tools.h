// The surface of a solid as pictures and exports need it.
#ifndef CAROM_IO_SURFACE_TOOLS_H
#define CAROM_IO_SURFACE_TOOLS_H

#include "carom/modes.h"

// Outward unit normals, 3 per vertex: of the triangles around it, each with its area. 0 where there is none.
void cr_modes_normals(const cr_modes *modes, float *normal);
// Diagonal of the box around the vertices, m; its middle.
double cr_modes_extent(const cr_modes *modes, double middle[3]);
// The largest displacement of a shape, in its unit.
double cr_modes_largest(const cr_modes *modes, int mode);

#endif
