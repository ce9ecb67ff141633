#ifndef CAROM_SCHEME_INTERNAL_H
#define CAROM_SCHEME_INTERNAL_H

#include "base/numeric.h"
#include "carom/scheme.h"
#include "scheme/scheme_list.h"

#define X(name) extern const cr_scheme cr_scheme_##name;
CR_SCHEME_LIST(X)
#undef X
#define X(name) extern const cr_correction cr_correction_##name;
CR_CORRECTION_LIST(X)
#undef X

// T + V - F x: the energy of a sample.
double cr_sample_energy(const cr_stepper *stepper);
// Three-level schemes: T + stored - F x between the last two samples.
double cr_interval_energy(const cr_stepper *stepper, double stored);
void cr_three_level_init(cr_stepper *stepper);
// Moves to x_next and sets v to the velocity at it, exact in free flight.
void cr_three_level_advance(cr_stepper *stepper, double x_next);

#endif
