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
// x if there were no contact force in the coming step.
double cr_three_level_free(const cr_stepper *stepper);
// One step of the given travel under the mean contact force f; v becomes the velocity at the new sample,
// exact in free flight. Returns the way over the last two steps.
double cr_three_level_advance(cr_stepper *stepper, double travel, double f);
// The travel of the coming step under the mean contact force f.
double cr_three_level_travel(const cr_stepper *stepper, double f);

#endif
