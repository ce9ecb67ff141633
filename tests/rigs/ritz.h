// Free vibrations of boxes and round cylinders by Ritz's method with polynomials (Demarest 1971; Visscher,
// Migliori, Bell and Reinert 1991): nothing in common with finite elements but the material.
#ifndef CAROM_TESTS_RITZ_H
#define CAROM_TESTS_RITZ_H

#include "carom/prep.h"

typedef struct ritz_body {
    bool round;     // a cylinder along z
    double size[3]; // x y z; of a cylinder diameter, diameter, length; m
    cr_elastic elastic;
    int degree[3]; // of the polynomials along x y z; of a cylinder the first is that of x and y together
} ritz_body;

// The first `count` elastic frequencies, rising, from above. False: no memory, or LAPACK gave up.
bool ritz_frequencies(const ritz_body *body, int count, double *frequency);

#endif
