// One step of the reference in contact.
#ifndef CAROM_EXACT_LOCATED_STEP_H
#define CAROM_EXACT_LOCATED_STEP_H

#include "carom/exact.h"

typedef struct cr_located_state {
    double x, v, lost; // lost: energy that the damper took
} cr_located_state;

typedef struct cr_located_rate {
    double v, a, power;
} cr_located_rate;

cr_located_rate cr_located_rates(const cr_located *sim, cr_located_state s);
// One extrapolated step. Returns the column at which it converged, or 0, and *to as it was, if it did not.
int cr_located_step(const cr_located *sim, cr_located_state from, double length, cr_located_state *to);
// The motion inside such a step: a part of it may need more than one.
cr_located_state cr_located_after(const cr_located *sim, cr_located_state from, double length);

#endif
