// Bodies at random whose modes Ritz's method knows: what finite elements say of their own error is held
// against the error.
#ifndef CAROM_TESTS_RANDOM_BODY_H
#define CAROM_TESTS_RANDOM_BODY_H

typedef struct random_bodies {
    int modes;        // compared
    int unbound;      // the error is larger than the estimate
    int loose;        // the estimate is more than five times the error
    int inaccurate;   // the error is larger than what was asked for
    double low, high; // smallest and largest ratio of estimate and error
} random_bodies;

// One body of the seed: a box, isotropic or orthotropic, or a cylinder, solved to `accuracy` (a part of the
// frequency) as `carom modal` does; adds to the counts, and prints a line.
void random_body_run(unsigned seed, int modes, double accuracy, random_bodies *counts);

#endif
