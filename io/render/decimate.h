// From the rate of an oversampled simulation down to the rate of the sound file, by linear-phase filters
// whose delay is taken out: flat within 1e-6 up to 0.913 of half the output's rate, down by 130 dB from half
// of it on.
#ifndef CAROM_IO_RENDER_DECIMATE_H
#define CAROM_IO_RENDER_DECIMATE_H

#include "carom/base.h"

typedef struct cr_decimate cr_decimate;

// `ratio` input frames for each output frame; 1 passes frames through. NULL with CR_ERR_MEMORY; nothing is
// allocated later.
cr_decimate *cr_decimate_new(int channels, int ratio, cr_error *error);
void cr_decimate_free(cr_decimate *decimate);
// Takes `frames` interleaved frames and returns how many were written to `out`, at most frames / ratio + 1.
// Output frame i stands where input frame (i + 1) ratio - 1 stood, and comes cr_decimate_delay input frames
// after it. Before the first frame the input is continued point-symmetrically about it, so that a value that
// rests, or moves uniformly, is right from the first frame on.
int cr_decimate_run(cr_decimate *decimate, const double *in, int frames, double *out);
// Input frames that have to follow the last one for its output frame to come; nothing is assumed of them.
int cr_decimate_delay(const cr_decimate *decimate);

#endif
