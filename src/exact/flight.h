// Free flight of a mass under a constant force, and where contact holds on its way.
#ifndef CAROM_EXACT_FLIGHT_H
#define CAROM_EXACT_FLIGHT_H

#include "carom/law.h"

typedef struct cr_flight {
    double x, v, a; // depth, rate and acceleration now
} cr_flight;

// The same flight t later; earlier if t < 0.
static inline cr_flight cr_flight_at(cr_flight f, double t) {
    return (cr_flight){f.x + t * (f.v + 0.5 * f.a * t), f.v + f.a * t, f.a};
}

// Time until the mass, leaving or outside, meets x = 0 on its way in; infinite if it never does.
double cr_flight_time_in(cr_flight flight);
// Time until the mass, inside and leaving, passes x = 0 on its way out; infinite if it turns before.
double cr_flight_time_out(cr_flight flight);
// The time nearest to `begin` at which contact holds, on the way from there to `end`, which may lie before
// it; HUGE_VAL if there is none.
double cr_flight_contact(cr_flight flight, const cr_law *law, double begin, double end);

#endif
