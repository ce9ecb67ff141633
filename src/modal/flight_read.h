// The loops of flights. What they give is heard and bounded, never fed back, so that they may fuse
// operations.
#ifndef CAROM_MODAL_FLIGHT_READ_H
#define CAROM_MODAL_FLIGHT_READ_H

#include "modal/flight.h"

// Rows of the type that the loops are for; k1, k2: coefficients of the recursion.
typedef struct cr_flight_modes {
    const void *p, *r, *k1, *k2, *m11, *m12, *m22;
} cr_flight_modes;

typedef struct cr_flight_loops {
    // CR_FLIGHT readings of sum a r for n modes.
    void (*read)(const cr_flight_modes *modes, int n, const void *a, double *out);
    // The same of sum a r - b p.
    void (*read_both)(const cr_flight_modes *modes, int n, cr_tap_shape rows, double *out);
    // sum size (|p| + |r|), which is at least sum size sqrt(p^2 + r^2)
    double (*amplitude)(const cr_flight_modes *modes, int n, const void *size);
} cr_flight_loops;

// The best that this processor has.
const cr_flight_loops *cr_flight_loops_for(bool single);

#endif
