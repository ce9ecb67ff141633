// re + i im; not every compiler has CMPLX.
#ifndef CAROM_TESTS_COMPLEXES_H
#define CAROM_TESTS_COMPLEXES_H

#include <complex.h>
#include <string.h>

static inline double _Complex complex_of(double re, double im) {
    const double parts[2] = {re, im};
    double _Complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

#endif
