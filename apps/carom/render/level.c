#include "render/level.h"

#include "io/render/stream.h"

static const double full = CR_STREAM_FULL; // of the peak or the true peak

// Stored samples at this gain, from a frame on.
static cr_status read_scaled(const cr_render_store *store, long long frame, int frames, double gain,
                             double *block, cr_error *error) {
    cr_status status = cr_render_store_read(store, frame, frames, block, error);
    for (int i = 0; i < frames * store->channels; i++) block[i] *= gain;
    return status;
}

// Measures what the file will hold at this gain.
static cr_status measure(const cr_render_level *level, const cr_render_store *store, double gain,
                         double *block, cr_loudness_level *reached, cr_error *error) {
    cr_loudness *loudness = cr_loudness_new(level->channels, level->rate, error);
    cr_status status = loudness ? CR_OK : error->status;
    int frames = 0;
    for (long long frame = 0; frame < store->frames && status == CR_OK; frame += frames) {
        long long left = store->frames - frame;
        frames = left < CR_STREAM_BLOCK ? (int)left : CR_STREAM_BLOCK;
        status = read_scaled(store, frame, frames, gain, block, error);
        if (status == CR_OK) status = cr_loudness_add(loudness, block, frames, error);
    }
    if (status == CR_OK) status = cr_loudness_end(loudness, reached, error);
    cr_loudness_free(loudness);
    return status;
}

// The gate of the measurement stands at a fixed level, so that the loudness does not simply follow the gain:
// measure and correct until it settles. The true peak follows the gain exactly.
static cr_status reach_loudness(cr_render_level *level, const cr_render_store *store, double *block,
                                cr_error *error) {
    enum { ROUNDS = 8 };
    const double settled = 0.005; // dB
    level->gain = 1.0 / level->peak;
    for (int round = 0;; round++) {
        cr_status status = measure(level, store, level->gain, block, &level->loudness, error);
        if (status != CR_OK) return status;
        double wanted = level->gain * pow(10.0, (level->asked - level->loudness.lufs) / 20.0);
        double most = level->gain * full / level->loudness.true_peak;
        double next = fmin(wanted, most);
        level->limited = most < wanted;
        if (fabs(20.0 * log10(next / level->gain)) < settled || round == ROUNDS) return CR_OK;
        level->gain = next;
    }
}

cr_status cr_render_level_find(cr_render_level *level, const cr_render_store *store, double *block,
                               cr_error *error) {
    level->gain = level->as_it_is;
    level->loudness.lufs = -HUGE_VAL;
    if (level->peak == 0.0) return CR_OK;
    if (isfinite(level->asked)) return reach_loudness(level, store, block, error);
    if (level->to_peak) level->gain = full / level->peak;
    return CR_OK;
}

cr_status cr_render_level_write(const cr_render_store *store, long long first, long long count, double gain,
                                double *block, cr_audio_out *audio, cr_error *error) {
    cr_status status = CR_OK;
    int frames = 0;
    for (long long done = 0; done < count && status == CR_OK; done += frames) {
        long long left = count - done;
        frames = left < CR_STREAM_BLOCK ? (int)left : CR_STREAM_BLOCK;
        status = read_scaled(store, first + done, frames, gain, block, error);
        if (status == CR_OK) status = cr_audio_write(audio, block, frames, error);
    }
    return status;
}
