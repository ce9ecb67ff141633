#include "io/audio/internal.h"

enum { FRAMES_MOST = 1 << 22, CHANNELS_MOST = 64 };

typedef struct channel {
    double sum, square;
} channel;

static double variance(const channel *c, int count) {
    double mean = c->sum / count;
    return fmax(c->square / count - mean * mean, 0.0);
}

static void add(channel *c, double sample) {
    c->sum += sample;
    c->square += sample * sample;
}

// Channels against each other, as of a stereo file with one of them reversed, leave nothing of the mean.
static cr_status check_mean(const cr_audio_in *in, const channel *each, const double *mean, int count,
                            cr_error *error) {
    const double nothing = 1e-6; // of the power: -60 dB
    channel all = {0};
    double power = 0.0;
    for (int i = 0; i < count; i++) add(&all, mean[i]);
    for (int c = 0; c < in->head.channels; c++) power += variance(&each[c], count) / in->head.channels;
    if (variance(&all, count) >= nothing * power) return CR_OK;
    return cr_fail(
        error, CR_ERR_INPUT, in->place.text,
        "its %d channels cancel each other in their mean; give one alone, as from `sox FILE NEW.wav "
        "remix 1`",
        in->head.channels);
}

static cr_status read_frames(cr_audio_in *in, cr_arena *arena, const double **samples, cr_error *error) {
    double block[CR_AUDIO_IN_BLOCK];
    channel each[CHANNELS_MOST] = {{0}};
    int channels = in->head.channels, count = (int)in->head.frames, done = 0, frames;
    double *mean = cr_arena_take(arena, (size_t)count + 1, sizeof *mean);
    if (!mean) return cr_fail(error, CR_ERR_MEMORY, in->place.text, "no memory for %d samples", count);
    while (done < count) {
        cr_status status = cr_audio_in_read(in, block, &frames, error);
        if (status != CR_OK) return status;
        if (!frames)
            return cr_fail(error, CR_ERR_INPUT, in->place.text, "ends after %d of %d samples", done, count);
        for (int i = 0; i < frames && done < count; i++, done++)
            for (int c = 0; c < channels; c++) {
                double sample = block[i * channels + c];
                if (!isfinite(sample))
                    return cr_fail(error, CR_ERR_INPUT, in->place.text,
                                   "sample %d of channel %d is no number", done + 1, c + 1);
                add(&each[c], sample);
                mean[done] += sample / channels;
            }
    }
    *samples = mean;
    return check_mean(in, each, mean, count, error);
}

static cr_status check_length(const char *path, const cr_file_place *place, cr_error *error) {
    cr_audio_bytes bytes;
    cr_status status = cr_audio_count_bytes(path, &bytes, error);
    if (status != CR_OK || !bytes.missing) return status;
    return cr_fail(error, CR_ERR_INPUT, place->text, "cut off: %lld of %lld bytes; copy it again",
                   bytes.there, bytes.there + bytes.missing);
}

cr_status cr_audio_read(const char *path, cr_arena *arena, const double **samples, int *count,
                        cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_audio_in in;
    cr_status status = cr_audio_in_open(&in, path, error);
    if (status != CR_OK) return status;
    if (in.head.frames < 0 || in.head.frames > FRAMES_MOST || in.head.channels > CHANNELS_MOST)
        status =
            cr_fail(error, CR_ERR_INPUT, in.place.text, "has %lld samples in %d channels, more than %d in %d",
                    in.head.frames, in.head.channels, FRAMES_MOST, CHANNELS_MOST);
    else status = check_length(path, &in.place, error);
    if (status == CR_OK) status = read_frames(&in, arena, samples, error);
    *count = (int)in.head.frames;
    cr_audio_in_close(&in);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}
