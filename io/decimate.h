// From the rate of an oversampled simulation down to the rate of the sound file, by soxr. Output is aligned
// with input in time; the filter's delay is taken out.
#ifndef CAROM_IO_DECIMATE_H
#define CAROM_IO_DECIMATE_H

#include "carom/base.h"

typedef struct cr_decimate cr_decimate;

// `ratio` input frames for each output frame; 1 passes frames through. NULL with CR_ERR_MEMORY.
cr_decimate *cr_decimate_new(int channels, int ratio, cr_error *error);
void cr_decimate_free(cr_decimate *decimate);
// Takes `frames` interleaved frames and returns how many were written to `out`, which has room for `room`
// frames; frames / ratio + CR_DECIMATE_SPARE is always enough. Frames 0 asks for what is left at the end;
// call until it returns 0.
int cr_decimate_run(cr_decimate *decimate, const double *in, int frames, double *out, int room);

enum { CR_DECIMATE_SPARE = 4096 };

#endif
