// A ball in a helical half-pipe by the equations of a ball on that surface, without a world: it rolls or
// slips, flies where a piece of the channel ends and lands on the next.
#ifndef CAROM_TESTS_CHUTE_H
#define CAROM_TESTS_CHUTE_H

#include "carom/world.h"

// A channel in pieces, each lower by `drop` than where the one above it ends; a ball and how they meet.
typedef struct ride {
    double helix, pitch, channel, wall, radius;
    int pieces;
    double turns, drop; // of one piece; between two
    double from;        // the angle along the helix from where turns are counted
    cr_grip grip;
} ride;

// a: along the helix, phi: how far the ball is up the outer side; their speeds; w: angular velocity.
typedef struct motion {
    double a, phi, da, dphi;
    cr_vec w;
} motion;

// A ball that rolls along the bottom.
motion chute_rolling(const ride *r, double a, double speed);
cr_vec chute_centre(const ride *r, const motion *m);
cr_vec chute_velocity(const ride *r, const motion *m);
// Speeds after each turn; prints how the ball lies, spins and slipped.
void chute_speeds(const ride *r, motion m, int turns, double *speed);

#endif
