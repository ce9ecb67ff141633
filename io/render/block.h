// Frames on their way from the simulation to the file: what a mono sum would lose, --mono, and the fade.
#ifndef CAROM_IO_RENDER_BLOCK_H
#define CAROM_IO_RENDER_BLOCK_H

#include "carom/audio.h"

#define CR_RENDER_QUIET 1e-4 // of the peak: 80 dB below it, the sound has died away

// Power of the channels, and of their mean.
typedef struct cr_render_fold {
    double apart, together;
} cr_render_fold;

void cr_render_fold_add(cr_render_fold *fold, const double *frames, int count, int channels);
// How much quieter the mean of the channels is than they are [dB]: 0 when they are alike, 3.01 when two have
// nothing in common, HUGE_VAL when they cancel. 0 for silence.
double cr_render_fold_loss(const cr_render_fold *fold);
// Replaces the channels of each frame by their mean.
void cr_render_mix(double *frames, int count, int channels);

// The end of the sound, kept until it is known whether it has died away.
typedef struct cr_render_tail {
    long long first; // frame at which it begins
    int frames, kept, channels;
    bool automatic; // fades only what has not died away
    double *sample; // frames x channels
} cr_render_tail;

// For a sound of so many channels that ends after `frames_most` frames unless it dies away before. False when
// there is no memory.
bool cr_render_tail_plan(cr_render_tail *tail, const cr_audio_def *def, int channels, long long frames_most,
                         cr_arena *arena);
void cr_render_tail_keep(cr_render_tail *tail, const double *frames, int count);
// Lets the whole of it fall to 0 as half a period of a cosine. False when it needs none: it is not whole, or
// has died away against `peak`, its own included.
bool cr_render_tail_fade(cr_render_tail *tail, double peak);

#endif
