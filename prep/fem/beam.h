// A round beam between two nodes: stretched, twisted, bent in two planes with shear and rotary inertia
// (Timoshenko).
#ifndef CAROM_PREP_BEAM_H
#define CAROM_PREP_BEAM_H

#include "carom/prep.h"

enum { CR_BEAM_SIZE = 12 }; // shift and turn of one node, then of the other

typedef struct cr_beam_matrices {
    double stiff[CR_BEAM_SIZE][CR_BEAM_SIZE], mass[CR_BEAM_SIZE][CR_BEAM_SIZE];
} cr_beam_matrices;

// From `from` to `to` [m]. Where the material is not the same in all directions the beam has it along x, as
// wood with its grain along each rod.
void cr_beam_compute(const double from[3], const double to[3], double radius, const cr_elastic *elastic,
                     cr_beam_matrices *matrices);

#endif
