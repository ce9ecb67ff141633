// A surface as modes have it.
#ifndef CAROM_RIGS_BEM_MODES_H
#define CAROM_RIGS_BEM_MODES_H

#include "bem_surfaces.h"
#include "carom/modes.h"

// So many modes, still without frequencies and shapes, on the surface times `scale` moved along x. Twice when
// `copies` is 2, the second half as large and seen from inside. `at` gets the corner each vertex came from.
cr_modes bem_modes(int count, const cr_bem_surface *surface, double scale, double x, int copies,
                   cr_arena *arena, double (**at)[3]);

#endif
