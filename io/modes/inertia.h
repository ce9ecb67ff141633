// Principal axes of an inertia, and mass, centre and inertia of what a closed surface encloses.
#ifndef CAROM_IO_INERTIA_H
#define CAROM_IO_INERTIA_H

#include "carom/base.h"

// Inertia is xx yy zz yz xz xy, as in cr_modes; the quaternion x y z w turns the principal axes into the axes
// of the body.
void cr_inertia_principal(const double inertia[6], double moment[3], double quaternion[4]);
void cr_inertia_from_principal(const double moment[3], const double quaternion[4], double inertia[6]);

// The same inertia in other axes, which a rotation, or a rotation and a mirror, takes these to.
void cr_inertia_turn(double inertia[6], double turn[3][3]);

// Of density 1: `volume` is positive when triangles are seen counter-clockwise from outside, and centre and
// inertia (about the centre) are finite only then.
void cr_inertia_of_surface(const float *position, const int *triangle, int triangles, double *volume,
                           double centre[3], double inertia[6]);

#endif
