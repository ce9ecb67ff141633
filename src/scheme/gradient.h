// The scalar equation of the discrete-gradient schemes: travel d with d - reach + c f(d) = 0.
#ifndef CAROM_SCHEME_GRADIENT_H
#define CAROM_SCHEME_GRADIENT_H

#include "carom/law.h"

typedef struct cr_gradient_step {
    const cr_law *law;
    double from;       // depth at the start
    double reach;      // travel without contact force
    double compliance; // travel per unit force
    double span;       // time that the travel takes
} cr_gradient_step;

// Solves for the travel. f = mean elastic force + damper, S4 (7), (8); *elastic is the first part. The
// equation is increasing in d, so that the bracketed Newton always finds its one root.
double cr_gradient_solve(const cr_gradient_step *step, double *force, double *elastic, int *iterations);

#endif
