// Modes in closed form on the surface of a box, for bodies whose vibration is known.
#ifndef CAROM_TESTS_PLAIN_MODES_H
#define CAROM_TESTS_PLAIN_MODES_H

#include "carom/modes.h"

// A rod of length 1, mass 1 and wave speed 1 along x, 20 mm thick, with its first modes of length: the n-th
// at n/2 Hz. Without damping.
cr_modes rod_modes(int count, cr_arena *arena);

// A plate x by y by z of steel, simply supported at its four sides, with all modes below fmax; bending moves
// its faces sideways too (-z grad w). cells: of the surface's grid along x and y.
cr_modes plate_modes(double x, double y, double z, double fmax, double zeta, const int cells[2],
                     cr_arena *arena);

#endif
