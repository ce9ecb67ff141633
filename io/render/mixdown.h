// What happens to frames on their way from where they are made to the file: the mono mix, the fade at the
// end, and what is measured of them.
#ifndef CAROM_IO_RENDER_MIXDOWN_H
#define CAROM_IO_RENDER_MIXDOWN_H

#include "io/render/block.h"

typedef struct cr_mixdown {
    const cr_audio_def *def;
    // Where they go, before any gain; none go once they are not finite.
    cr_status (*take)(void *context, const double *frames, int count, cr_error *error);
    void *context;
    int heard, channels;   // as they come, as they go
    long long frames_most; // more are not taken
    cr_render_fold fold;
    cr_render_tail tail;
    long long frames; // that went on
    long long quiet;  // frames for which the sound has been 80 dB below its peak
    double peak;
    double faded; // s, at the end
    bool finite;
} cr_mixdown;

// For frames of `heard` channels. False when there is no memory.
bool cr_mixdown_begin(cr_mixdown *mixdown, cr_arena *arena);
// The next frames, which are changed. What `take` fails with.
cr_status cr_mixdown_add(cr_mixdown *mixdown, double *frames, int count, cr_error *error);
// What was kept back for the fade.
cr_status cr_mixdown_end(cr_mixdown *mixdown, cr_error *error);

#endif
