// The discrete Fourier transform of a power of two of complex numbers, in place.
#ifndef CAROM_BASE_FOURIER_H
#define CAROM_BASE_FOURIER_H

#include "carom/base.h"

typedef struct cr_fourier {
    int size;           // a power of two
    const double *turn; // cos and sin of 2 pi k/size, k < size/2, interleaved
} cr_fourier;

// Tables for a size of a power of two (anything else is a mistake of the caller), in the arena.
// CR_ERR_MEMORY.
cr_status cr_fourier_plan(cr_fourier *fourier, int size, cr_arena *arena, cr_error *error);

// z[k] <- sum_j z[j] exp(-2 pi i j k/size); z holds real and imaginary parts in turn. No allocation.
void cr_fourier_forward(const cr_fourier *fourier, double *z);
// The same with exp(+2 pi i j k/size), not divided by the size.
void cr_fourier_backward(const cr_fourier *fourier, double *z);

// Several sequences side by side, one in each lane.
enum { CR_FOURIER_LANES = 8 };
typedef struct cr_fourier_lanes {
    float re[CR_FOURIER_LANES], im[CR_FOURIER_LANES];
} cr_fourier_lanes;

// cr_fourier_forward of all lanes, in floats.
void cr_fourier_forward_lanes(const cr_fourier *fourier, cr_fourier_lanes *z);

#endif
