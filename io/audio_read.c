#include "io/audio.h"
#include "io/file.h"

#include <sndfile.h>

enum { FRAMES_MOST = 1 << 22, CHANNELS_MOST = 64 };

static cr_status read_frames(SNDFILE *sound, const SF_INFO *format, cr_arena *arena, const double **samples,
                             cr_error *error) {
    int channels = format->channels, count = (int)format->frames;
    double *mean = cr_arena_take(arena, (size_t)count + 1, sizeof *mean), frame[CHANNELS_MOST];
    if (!mean) return cr_fail(error, CR_ERR_MEMORY, "", "no memory for %d samples", count);
    for (int i = 0; i < count; i++) {
        if (sf_readf_double(sound, frame, 1) != 1)
            return cr_fail(error, CR_ERR_INPUT, "", "ends after %d of %d samples", i, count);
        for (int c = 0; c < channels; c++) mean[i] += frame[c] / channels;
    }
    *samples = mean;
    return CR_OK;
}

cr_status cr_audio_read(const char *path, cr_arena *arena, const double **samples, int *count,
                        cr_error *error) {
    SF_INFO format = {0};
    FILE *file;
    cr_status status = cr_file_open(path, &file, error);
    if (status != CR_OK) return status;
    SNDFILE *sound = sf_open_fd(fileno(file), SFM_READ, &format, SF_FALSE);
    cr_arena_mark mark = cr_arena_here(arena);
    if (!sound)
        status = cr_fail(error, CR_ERR_IO, cr_file_place_at(path, 0, 0).text, "cannot read it: %s",
                         sf_strerror(NULL));
    else if (format.frames > FRAMES_MOST || format.channels > CHANNELS_MOST)
        status = cr_fail(error, CR_ERR_INPUT, "", "has %lld samples in %d channels, more than %d in %d",
                         (long long)format.frames, format.channels, FRAMES_MOST, CHANNELS_MOST);
    else status = read_frames(sound, &format, arena, samples, error);
    *count = (int)format.frames;
    if (sound) sf_close(sound);
    fclose(file);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
