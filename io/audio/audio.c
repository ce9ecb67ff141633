#include "io/audio/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The kind of file that the ending stands for, or NULL.
static const cr_audio_kind *kind_of(const char *path) {
    static const cr_audio_kind *const kinds[] = {&cr_audio_kind_wav, &cr_audio_kind_flac};
    if (cr_file_is_stream(path)) return &cr_audio_kind_stream;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (cr_file_ends_with(path, kinds[i]->ending)) return kinds[i];
    return NULL;
}

cr_status cr_audio_check_path(const char *path, cr_error *error) {
    if (kind_of(path)) return CR_OK;
    return cr_fail(error, CR_ERR_UNSUPPORTED, cr_file_place_at(path, 0, 0).text,
                   "the name of a sound file ends with .wav or .flac");
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
                       "the format cannot hold %d channels at %d Hz", audio->channels, audio->rate);
    audio->file = cr_file_create(path, error);
    if (!audio->file) return error->status;
    audio->stream = cr_file_stream(audio->file);
    return audio->kind->begin(audio, notes) ? CR_OK : fail_to_write(audio, error);
}

cr_audio_out *cr_audio_create(const char *path, int channels, int rate, const cr_audio_notes *notes,
                              cr_error *error) {
    cr_error unused;
    if (!error) error = &unused;
    if (cr_audio_check_path(path, error) != CR_OK) return NULL;
    cr_audio_out *audio = calloc(1, sizeof *audio);
    if (!audio) {
        cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
        return NULL;
    }
    audio->channels = channels;
    audio->rate = rate;
    audio->place = cr_file_place_at(path, 0, 0);
    if (open_file(audio, path, notes, error) == CR_OK) return audio;
    cr_audio_discard(audio);
    return NULL;
}

static void count_clipped(cr_audio_out *audio, const double *samples, long long count) {
    for (long long i = 0; audio->kind->clips && i < count; i++) audio->clipped += fabs(samples[i]) > 1.0;
}

cr_status cr_audio_write(cr_audio_out *audio, const double *samples, int frames, cr_error *error) {
    audio->frames += frames;
    if (4 * audio->frames * audio->channels > audio->kind->bytes_most)
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
