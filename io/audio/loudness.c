#include "io/audio/loudness.h"

#include <ebur128.h>
#include <stdlib.h>

enum { CHANNELS_MOST = 64 };

struct cr_loudness {
    ebur128_state *state;
    int channels, rate;
    long long frames;
};

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
}

cr_loudness *cr_loudness_new(int channels, int rate, cr_error *error) {
    if (rate < CR_LOUDNESS_RATE_LEAST || channels > CHANNELS_MOST) {
        cr_fail(error, CR_ERR_UNSUPPORTED, "loudness", "needs %d Hz or more and at most %d channels",
                CR_LOUDNESS_RATE_LEAST, CHANNELS_MOST);
        return NULL;
    }
    cr_loudness *made = calloc(1, sizeof *made);
    if (made)
        made->state =
            ebur128_init((unsigned)channels, (unsigned long)rate, EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK);
    if (!made || !made->state) {
        no_memory(error);
        cr_loudness_free(made);
        return NULL;
    }
    made->channels = channels;
    made->rate = rate;
    for (int i = 0; i < channels; i++) ebur128_set_channel(made->state, (unsigned)i, EBUR128_LEFT);
    return made;
}

void cr_loudness_free(cr_loudness *loudness) {
    if (!loudness) return;
    if (loudness->state) ebur128_destroy(&loudness->state);
    free(loudness);
}

cr_status cr_loudness_add(cr_loudness *loudness, const double *samples, int frames, cr_error *error) {
    loudness->frames += frames;
    bool good = ebur128_add_frames_double(loudness->state, samples, (size_t)frames) == EBUR128_SUCCESS;
    return good ? CR_OK : no_memory(error);
}

static cr_status add_silence(cr_loudness *loudness, long long frames, cr_error *error) {
    const double silence[CHANNELS_MOST * 16] = {0.0};
    cr_status status = CR_OK;
    while (frames > 0 && status == CR_OK) {
        int now = frames < 16 ? (int)frames : 16;
        status = cr_loudness_add(loudness, silence, now, error);
        frames -= now;
    }
    return status;
}

// Silence at the end fills the window of a short sound, and brings the last samples through the interpolator
// of the true peak.
cr_status cr_loudness_end(cr_loudness *loudness, cr_loudness_level *level, cr_error *error) {
    enum { INTERPOLATOR = 64 };
    const long long window = (loudness->rate + 5) / 10 * 4; // frames; 0.4 s as libebur128 counts them
    *level = (cr_loudness_level){-HUGE_VAL, 0.0, loudness->frames >= window};
    cr_status status = CR_OK;
    if (level->integrated) {
        if (ebur128_loudness_global(loudness->state, &level->lufs)) return no_memory(error);
    } else {
        status = add_silence(loudness, window - loudness->frames, error);
        if (status == CR_OK) ebur128_loudness_momentary(loudness->state, &level->lufs);
    }
    if (status == CR_OK) status = add_silence(loudness, INTERPOLATOR, error);
    for (int i = 0; i < loudness->channels; i++) {
        double peak = 0.0;
        ebur128_true_peak(loudness->state, (unsigned)i, &peak);
        level->true_peak = fmax(level->true_peak, peak);
    }
    return status;
}
