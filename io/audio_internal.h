// Shared by the files that write sound.
#ifndef CAROM_IO_AUDIO_INTERNAL_H
#define CAROM_IO_AUDIO_INTERNAL_H

#include "io/audio.h"
#include "io/file.h"

#include <sndfile.h>

typedef struct cr_audio_sink {
    FILE *stream;
    int reason; // errno of the first write that failed
} cr_audio_sink;

// libsndfile on a stream of stdio.
SF_VIRTUAL_IO cr_audio_virtual_io(void);
// The header of a WAV stream of 32-bit floats whose length is not known.
void cr_audio_stream_header(FILE *out, int channels, int rate);
// Samples as little-endian 32-bit floats; false when a write failed.
bool cr_audio_stream_samples(FILE *out, const double *samples, long long count);

#endif
