// Friction by bristles that bend, yield and slide: elasto-plastic, with sticking, creep before sliding and a
// force that falls with speed.
#ifndef CAROM_NETWORK_BRISTLE_H
#define CAROM_NETWORK_BRISTLE_H

#include "carom/network.h"

typedef struct cr_bristle {
    const cr_bristle_law *law;
    double stiffness, damping; // N/m, kg/s of the bristles
    double normal;             // N
    double h;
} cr_bristle;

typedef struct cr_bristle_outcome {
    double force; // opposes the way
    double way, bend;
    double loss;
} cr_bristle_outcome;

// One step: `reach` is the way without friction, `compliance` what a unit of force takes off it.
cr_bristle_outcome cr_bristle_step(const cr_bristle *b, double bend, double reach, double compliance);

#endif
