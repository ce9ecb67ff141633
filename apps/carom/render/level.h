// The level of a file, once the whole sound is known.
#ifndef CAROM_APPS_CAROM_RENDER_LEVEL_H
#define CAROM_APPS_CAROM_RENDER_LEVEL_H

#include "io/audio/audio.h"
#include "render/store.h"

typedef struct cr_render_level {
    // What is asked for.
    int channels, rate;
    double peak;     // of the samples
    double asked;    // LUFS; CR_NAN: none
    bool to_peak;    // else the peak comes to -1 dB of full scale
    double as_it_is; // else this factor
    // What came out.
    double gain;
    cr_loudness_level loudness; // of the file, when one was asked for
    bool limited;               // by the true peak
} cr_render_level;

// Finds the factor for the stored samples. `block` has room for CR_STREAM_BLOCK frames. CR_ERR_IO,
// CR_ERR_MEMORY.
cr_status cr_render_level_find(cr_render_level *level, const cr_render_store *store, double *block,
                               cr_error *error);
// Writes so many of them from `first` on, multiplied by `gain`.
cr_status cr_render_level_write(const cr_render_store *store, long long first, long long count, double gain,
                                double *block, cr_audio_out *audio, cr_error *error);

#endif
