// Bending modes of a uniform beam, in closed form. Modes count from 1; a free beam also has its two rigid
// motions, translation (-1) and rotation (0).
#ifndef CAROM_ELEMENT_BEAM_H
#define CAROM_ELEMENT_BEAM_H

#include "carom/element.h"

enum { CR_BEAM_TRANSLATION = -1, CR_BEAM_ROTATION = 0 };

// The n-th root of cos(b) cosh(b) = 1: wavenumber times length of a free or clamped beam.
double cr_beam_root(int n);
// Shape at x = 0..1 with a mean square of 1.
double cr_beam_shape(cr_edge edge, int n, double x);

// Over the unit length: bend = int phi''^2, cross = -int phi phi'', slope = int phi'^2.
typedef struct cr_beam_integrals {
    double bend, cross, slope;
} cr_beam_integrals;
cr_beam_integrals cr_beam_integrate(cr_edge edge, int n);

// Angular frequency squared of bending waves with wavenumber k: c^2 = E/rho, r the radius of gyration of the
// section, shear = E/(kappa G). Timoshenko's theory, lower branch.
double cr_beam_timoshenko(double c, double r, double shear, double k);

#endif
