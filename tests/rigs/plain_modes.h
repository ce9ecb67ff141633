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

// The same with sides that cannot turn but move up and down, so that corners do: the modes that bend it both
// ways.
cr_modes guided_modes(double x, double y, double z, double fmax, double zeta, const int cells[2],
                      cr_arena *arena);

// A bar x by y by z of this mass along x, clamped at its low end, with its first modes of bending along z,
// the lowest at f [Hz], damping ratio damping[0] + damping[1] w/2; bending moves its faces along x too (-z
// w'). cells: of the surface's grid along x.
cr_modes clamped_modes(double x, double y, double z, double mass, double f, const double damping[2],
                       int count, int cells, cr_arena *arena);

// A block x by y by z of this mass that is free, or held, with one mode: all of its surface moves along one
// axis (0 to 2) as a body of the modal mass would.
cr_modes sway_modes(double x, double y, double z, double mass, int axis, double modal_mass, double f,
                    double zeta, cr_arena *arena);

#endif
