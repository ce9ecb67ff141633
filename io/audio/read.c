#include "io/audio/internal.h"

enum { FRAMES_MOST = 1 << 22, CHANNELS_MOST = 64 };

static cr_status read_frames(cr_audio_in *in, cr_arena *arena, const double **samples, cr_error *error) {
    double block[CR_AUDIO_IN_BLOCK];
    int channels = in->head.channels, count = (int)in->head.frames, done = 0, frames;
    double *mean = cr_arena_take(arena, (size_t)count + 1, sizeof *mean);
    if (!mean) return cr_fail(error, CR_ERR_MEMORY, "", "no memory for %d samples", count);
    while (done < count) {
        cr_status status = cr_audio_in_read(in, block, &frames, error);
        if (status != CR_OK) return status;
        if (!frames) return cr_fail(error, CR_ERR_INPUT, "", "ends after %d of %d samples", done, count);
        for (int i = 0; i < frames && done < count; i++, done++)
            for (int c = 0; c < channels; c++) mean[done] += block[i * channels + c] / channels;
    }
    *samples = mean;
    return CR_OK;
}

cr_status cr_audio_read(const char *path, cr_arena *arena, const double **samples, int *count,
                        cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_audio_in in;
    cr_status status = cr_audio_in_open(&in, path, error);
    if (status != CR_OK) return status;
    if (in.head.frames < 0 || in.head.frames > FRAMES_MOST || in.head.channels > CHANNELS_MOST)
        status = cr_fail(error, CR_ERR_INPUT, "", "has %lld samples in %d channels, more than %d in %d",
                         in.head.frames, in.head.channels, FRAMES_MOST, CHANNELS_MOST);
    else status = read_frames(&in, arena, samples, error);
    *count = (int)in.head.frames;
    cr_audio_in_close(&in);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
