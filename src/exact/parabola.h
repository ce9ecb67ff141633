// Free flight of a mass under a constant force, and where contact holds on its way.
#ifndef CAROM_EXACT_PARABOLA_H
#define CAROM_EXACT_PARABOLA_H

#include "carom/law.h"

typedef struct cr_parabola {
    double x, v, a; // depth, rate and acceleration now
} cr_parabola;

// The same flight t later; earlier if t < 0.
static inline cr_parabola cr_parabola_at(cr_parabola f, double t) {
    return (cr_parabola){f.x + t * (f.v + 0.5 * f.a * t), f.v + f.a * t, f.a};
}

// Time until the mass, leaving or outside, meets x = 0 on its way in; infinite if it never does.
double cr_parabola_time_in(cr_parabola flight);
// Time until the mass, inside and leaving, passes x = 0 on its way out; infinite if it turns before.
double cr_parabola_time_out(cr_parabola flight);
// The time nearest to `begin` at which contact holds, on the way from there to `end`, which may lie before
// it; HUGE_VAL if there is none.
double cr_parabola_contact(cr_parabola flight, const cr_law *law, double begin, double end);

#endif
