#include "io/audio/internal.h"

#include "base/random.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The kind of file that the ending stands for, or NULL.
static const cr_audio_kind *kind_of(const char *path) {
    static const cr_audio_kind *const kinds[] = {&cr_audio_kind_wav, &cr_audio_kind_flac,
                                                 &cr_audio_kind_vorbis, &cr_audio_kind_opus};
    if (cr_file_is_stream(path)) return &cr_audio_kind_stream;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (cr_file_ends_with(path, kinds[i]->ending)) return kinds[i];
    return NULL;
}

cr_status cr_audio_check_path(const char *path, cr_error *error) {
    if (kind_of(path)) return CR_OK;
    return cr_fail(error, CR_ERR_UNSUPPORTED, cr_file_place_at(path, 0, 0).text,
                   "the name of a sound file ends with .wav, .flac, .ogg or .opus");
}

cr_status cr_audio_check_bits(const char *path, int bits, cr_error *error) {
    const cr_audio_kind *kind = kind_of(path);
    if (!bits || !kind) return cr_audio_check_path(path, error);
    for (int i = 0; i < 4; i++)
        if (kind->bits[i] == bits) return CR_OK;
    if (!kind->bits[0])
        return cr_fail(error, CR_ERR_UNSUPPORTED, cr_file_place_at(path, 0, 0).text,
                       "%s has no number of bits; .wav and .flac have", kind->ending);
    return cr_fail(error, CR_ERR_UNSUPPORTED, cr_file_place_at(path, 0, 0).text,
                   "%s holds samples of 16 or 24 bits%s, not %d", kind->ending,
                   kind->bits[0] == 32 ? ", or floats of 32" : "", bits);
}

int cr_audio_quantised(cr_audio_out *audio, double sample) {
    const double full = audio->bits == 16 ? 32768.0 : 8388608.0; // 2^15, 2^23
    uint64_t state = audio->dither;
    double noise = 0.0;
    if (audio->bits == 16) noise = 0.5 * (cr_random_uniform(&state) + cr_random_uniform(&state));
    audio->dither = state;
    return (int)lrint(fmax(-full, fmin(full - 1.0, full * sample + noise)));
}

static cr_status fail_to_write(const cr_audio_out *audio, cr_error *error) {
    return cr_fail(error, audio->reason == ENOMEM ? CR_ERR_MEMORY : CR_ERR_IO, audio->place.text,
                   "cannot write: %s", strerror(audio->reason));
}

static cr_status open_file(cr_audio_out *audio, const char *path, const cr_audio_notes *notes,
                           cr_error *error) {
    audio->kind = kind_of(path);
    if (!audio->kind->holds(audio->channels, audio->rate))
        return cr_fail(error, CR_ERR_UNSUPPORTED, audio->place.text,
                       "the format cannot hold %d channels at %d Hz%s%s", audio->channels, audio->rate,
                       audio->kind->limits ? "; it takes " : "",
                       audio->kind->limits ? audio->kind->limits : "");
    if (!audio->bits) audio->bits = audio->kind->bits[0];
    audio->file = cr_file_create(path, error);
    if (!audio->file) return error->status;
    audio->stream = cr_file_stream(audio->file);
    return audio->kind->begin(audio, notes) ? CR_OK : fail_to_write(audio, error);
}

cr_audio_out *cr_audio_create(const char *path, int channels, int rate, const cr_audio_notes *notes,
                              cr_error *error) {
    return cr_audio_create_bits(path, channels, rate, 0, notes, error);
}

cr_audio_out *cr_audio_create_bits(const char *path, int channels, int rate, int bits,
                                   const cr_audio_notes *notes, cr_error *error) {
    cr_error unused;
    if (!error) error = &unused;
    if (cr_audio_check_bits(path, bits, error) != CR_OK) return NULL;
    cr_audio_out *audio = calloc(1, sizeof *audio);
    if (!audio) {
        cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
        return NULL;
    }
    audio->channels = channels;
    audio->rate = rate;
    audio->bits = bits;
    audio->dither = cr_random_seed(1);
    audio->place = cr_file_place_at(path, 0, 0);
    if (open_file(audio, path, notes, error) == CR_OK) return audio;
    cr_audio_discard(audio);
    return NULL;
}

static void count_clipped(cr_audio_out *audio, const double *samples, long long count) {
    bool clips = audio->kind->clips || audio->bits == 16 || audio->bits == 24;
    for (long long i = 0; clips && i < count; i++) audio->clipped += fabs(samples[i]) > 1.0;
}

cr_status cr_audio_write(cr_audio_out *audio, const double *samples, int frames, cr_error *error) {
    audio->frames += frames;
    if (audio->frames * audio->channels * audio->bits / 8 > audio->kind->bytes_most)
        return cr_fail(error, CR_ERR_UNSUPPORTED, audio->place.text,
                       "a WAV file holds at most 4 GiB; FLAC has no such limit");
    count_clipped(audio, samples, (long long)frames * audio->channels);
    return audio->kind->write(audio, samples, frames) ? CR_OK : fail_to_write(audio, error);
}

long long cr_audio_clipped(const cr_audio_out *audio) {
    return audio->clipped;
}

cr_status cr_audio_finish(cr_audio_out *audio, cr_error *error) {
    if (audio->finished) return CR_OK;
    audio->finished = audio->kind->end(audio);
    return audio->finished ? CR_OK : fail_to_write(audio, error);
}

cr_status cr_audio_commit(cr_audio_out *audio, cr_error *error) {
    cr_status status = cr_audio_finish(audio, error);
    audio->kind->drop(audio);
    if (status == CR_OK) status = cr_file_commit(audio->file, error);
    else cr_file_discard(audio->file);
    free(audio);
    return status;
}

void cr_audio_discard(cr_audio_out *audio) {
    if (!audio) return;
    audio->kind->drop(audio);
    cr_file_discard(audio->file);
    free(audio);
}
