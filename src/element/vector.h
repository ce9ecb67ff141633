// Points of a grid in vectors.
#ifndef CAROM_ELEMENT_VECTOR_H
#define CAROM_ELEMENT_VECTOR_H

#include "carom/element.h"

// Points of a vector; of the longest that a kernel has, of doubles and of floats; of a port in rows.
enum {
    CR_GRID_VECTOR = 4,
    CR_GRID_WIDE = 8,
    CR_GRID_LONG = 16,
    CR_PORT_ROWS = CR_GRID_VECTOR * CR_GRID_VECTOR
};

// Points side by side, anywhere in memory.
typedef double cr_vector
    __attribute__((vector_size(CR_GRID_VECTOR * sizeof(double)), aligned(sizeof(double)), may_alias));

// Compiled into each clone, with its instructions; never called, so that vectors may be arguments and
// results.
#define CR_INTO_CLONES static inline __attribute__((always_inline))
#pragma GCC diagnostic ignored "-Wpsabi"

// For writing.
static inline cr_vector *cr_vector_to(double *a) {
    return (cr_vector *)(void *)a;
}

static inline const cr_vector *cr_vector_at(const double *a) {
    return (const cr_vector *)(const void *)a;
}

#endif
