// Vectors as arrays.
#ifndef CAROM_PREP_BEM_VECTOR_H
#define CAROM_PREP_BEM_VECTOR_H

#include <math.h>

static inline double cr_dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cr_cross3(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void cr_sub3(const double a[3], const double b[3], double c[3]) {
    for (int i = 0; i < 3; i++) c[i] = a[i] - b[i];
}

static inline double cr_length3(const double a[3]) {
    return sqrt(cr_dot3(a, a));
}

#endif
