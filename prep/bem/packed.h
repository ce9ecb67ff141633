// The matrix of any surface for GMRES in half the memory, as a product takes as long as it takes to read it:
// whole numbers of 16 bits with a scale for each run of columns. What is rounded off is 2^-16 of the largest
// number of a run, far less than what GMRES leaves.
#ifndef CAROM_PREP_BEM_PACKED_H
#define CAROM_PREP_BEM_PACKED_H

#include "prep/bem/bem.h"

#include <stdint.h>

enum { CR_PACKED_RUN = 16 }; // columns

typedef struct cr_packed {
    int n, runs;   // rows and columns; runs of a row
    int16_t *part; // [n][runs][2][CR_PACKED_RUN]: real parts, imaginary parts
    float *scale;  // [n][runs]
    float *in[2];  // [runs][CR_PACKED_RUN]
} cr_packed;

// Bytes of the parts of n rows.
size_t cr_packed_bytes(int n);
// In room for so many; false when there is no memory for the rest.
bool cr_packed_take(cr_packed *packed, int n, void *room, cr_arena *arena);
// Row i from its real and imaginary parts.
void cr_packed_put(const cr_packed *packed, int i, const float *re, const float *im);
// out = in/2 - D in
void cr_packed_apply(const cr_packed *packed, const cr_complex *in, cr_complex *out);

#endif
