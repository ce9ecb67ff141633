// A rough surface that passes under a contact: its height is a motion brought in from outside, whose work is
// taken from the body that rolls or from the hand that pulls.
#ifndef CAROM_SURFACE_TRACK_H
#define CAROM_SURFACE_TRACK_H

#include "carom/surface.h"

typedef struct cr_track {
    const cr_rough *surface; // NULL: smooth
    double speed;            // m/s
    double inertia;          // kg that the work of the surface slows down; 0: the hand keeps the speed
    double radius;           // m, of what rolls; 0: it slides
    double out_of_round;     // m
    double off_centre;       // m
    double imbalance;        // its mass times off_centre [kg m]
    double position, angle;  // m, rad
    double height;           // now [m]
    double debt;             // work that the motion could not pay when it came to a stop [J]
} cr_track;

// Whether there is anything but an even, smooth surface.
static inline bool cr_track_acts(const cr_track *t) {
    return t->surface || t->out_of_round != 0.0 || t->off_centre != 0.0;
}

// What one step of length h brings: change of height and its first moment.
typedef struct cr_track_step {
    double rise, moment;
} cr_track_step;

void cr_track_start(cr_track *track);
cr_track_step cr_track_advance(cr_track *track, double h);
// Mean force over the coming step by which a mass off its centre pulls as it turns [N].
double cr_track_pull(const cr_track *track, double h);
// Takes work from the motion along the surface, which stops when it is used up; what is still missing becomes
// a debt. Returns what the hand has to add [J].
double cr_track_pay(cr_track *track, double work);
// Of the motion, less the debt [J].
double cr_track_energy(const cr_track *track);

#endif
