// Loudness of a sound by ITU-R BS.1770 and EBU R 128, and its true peak, by libebur128. Every channel counts
// with the same weight.
#ifndef CAROM_IO_LOUDNESS_H
#define CAROM_IO_LOUDNESS_H

#include "carom/base.h"

enum { CR_LOUDNESS_RATE_LEAST = 8000 }; // Hz; below, the weighting filter has no room

typedef struct cr_loudness cr_loudness;

typedef struct cr_loudness_level {
    double lufs;      // LUFS; -INFINITY: silence, or all of it below the gate at -70 LUFS
    double true_peak; // full scale is 1
    bool integrated;  // gated, over the whole; false: shorter than 0.4 s, taken as 0.4 s with silence added
} cr_loudness_level;

// NULL when that fails: CR_ERR_UNSUPPORTED (rate, more than 64 channels), CR_ERR_MEMORY.
cr_loudness *cr_loudness_new(int channels, int rate, cr_error *error);
// Adds interleaved frames. CR_ERR_MEMORY.
cr_status cr_loudness_add(cr_loudness *loudness, const double *samples, int frames, cr_error *error);
// What was added so far; nothing can be added afterwards. CR_ERR_MEMORY.
cr_status cr_loudness_end(cr_loudness *loudness, cr_loudness_level *level, cr_error *error);
// NULL is fine.
void cr_loudness_free(cr_loudness *loudness);

#endif
