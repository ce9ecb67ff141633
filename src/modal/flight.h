// Many samples of a body on which nothing acts: readings of its taps by a recursion of two terms per mode,
//     w(n+1) = (m11 + m22) w(n) - (m11 m22 + m12^2) w(n-1),    w = A r
// and the state at the end by the power of the turn, so that the recursion's rounding ends with the block.
#ifndef CAROM_MODAL_FLIGHT_H
#define CAROM_MODAL_FLIGHT_H

#include "modal/resonator.h"

enum { CR_FLIGHT = 64 }; // samples

// Tables for blocks of CR_FLIGHT samples of level 0, and room for the readings of every tap.
cr_status cr_flight_prepare(cr_resonator *body, cr_arena *arena, cr_error *error);

// --- while it runs: neither allocates nor blocks

// The greatest displacement of tap k in the coming block in the direction of `sign`, by the amplitudes of its
// modes, which cannot grow, and the parabola of the rigid motion.
double cr_flight_reach(const cr_resonator *body, int tap, double sign);
// A block. The changes of tap k over its samples are then in body->taps[k].flight.
void cr_flight_run(cr_resonator *body);

#endif
