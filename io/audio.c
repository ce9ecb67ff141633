#include "io/audio_internal.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

struct cr_audio_out {
    cr_file_out *file;
    SNDFILE *sound; // NULL: a stream written by hand
    cr_audio_sink sink;
    cr_file_place place;
    int channels;
    bool clips;           // what is beyond full scale is lost
    long long bytes_most; // of samples
    long long bytes, clipped;
};

static bool ends_with(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

static bool is_stream(const char *path) {
    struct stat info;
    return strcmp(path, "-") == 0 || (stat(path, &info) == 0 && !S_ISREG(info.st_mode));
}

static int format_of(const char *path) {
    if (ends_with(path, ".wav")) return SF_FORMAT_WAV | SF_FORMAT_FLOAT;
    if (ends_with(path, ".flac")) return SF_FORMAT_FLAC | SF_FORMAT_PCM_24;
    return 0;
}

cr_status cr_audio_check_path(const char *path, cr_error *error) {
    if (is_stream(path) || format_of(path)) return CR_OK;
    return cr_fail(error, CR_ERR_UNSUPPORTED, cr_file_place_at(path, 0, 0).text,
                   "the name of a sound file ends with .wav or .flac");
}

static void set_notes(SNDFILE *sound, const cr_audio_notes *notes) {
    const struct {
        int kind;
        const char *text;
    } all[] = {
        {SF_STR_SOFTWARE, notes->software}, {SF_STR_TITLE, notes->title}, {SF_STR_COMMENT, notes->comment}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].text && *all[i].text) sf_set_string(sound, all[i].kind, all[i].text);
}

static cr_status fail_to_write(const cr_audio_out *audio, cr_error *error) {
    const char *reason = audio->sink.reason ? strerror(audio->sink.reason) : sf_strerror(audio->sound);
    return cr_fail(error, CR_ERR_IO, audio->place.text, "cannot write: %s", reason);
}

static cr_status open_sound(cr_audio_out *audio, SF_INFO *format, const cr_audio_notes *notes,
                            cr_error *error) {
    if (!sf_format_check(format))
        return cr_fail(error, CR_ERR_UNSUPPORTED, audio->place.text,
                       "the format cannot hold %d channels at %d Hz", format->channels, format->samplerate);
    SF_VIRTUAL_IO io = cr_audio_virtual_io();
    audio->sound = sf_open_virtual(&io, SFM_WRITE, format, &audio->sink);
    if (!audio->sound) return fail_to_write(audio, error);
    sf_command(audio->sound, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE); // it would hold the time of day
    sf_command(audio->sound, SFC_SET_CLIPPING, NULL, SF_TRUE);
    if (notes) set_notes(audio->sound, notes);
    return CR_OK;
}

static cr_status open_file(cr_audio_out *audio, const char *path, int rate, const cr_audio_notes *notes,
                           cr_error *error) {
    const long long wav_most = 0xFFFFFFFFll - 65536;
    bool stream = is_stream(path);
    SF_INFO format = {.samplerate = rate, .channels = audio->channels, .format = format_of(path)};
    audio->clips = (format.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_FLAC;
    audio->bytes_most = stream || audio->clips ? INT64_MAX : wav_most;
    audio->file = cr_file_create(path, error);
    if (!audio->file) return error->status;
    audio->sink.stream = cr_file_stream(audio->file);
    if (!stream) return open_sound(audio, &format, notes, error);
    cr_audio_stream_header(audio->sink.stream, audio->channels, rate);
    return CR_OK;
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
    audio->place = cr_file_place_at(path, 0, 0);
    if (open_file(audio, path, rate, notes, error) == CR_OK) return audio;
    cr_audio_discard(audio);
    return NULL;
}

static void count_clipped(cr_audio_out *audio, const double *samples, long long count) {
    for (long long i = 0; audio->clips && i < count; i++) audio->clipped += fabs(samples[i]) > 1.0;
}

cr_status cr_audio_write(cr_audio_out *audio, const double *samples, int frames, cr_error *error) {
    long long count = (long long)frames * audio->channels;
    audio->bytes += 4 * count;
    if (audio->bytes > audio->bytes_most)
        return cr_fail(error, CR_ERR_UNSUPPORTED, audio->place.text,
                       "a WAV file holds at most 4 GiB; FLAC has no such limit");
    count_clipped(audio, samples, count);
    if (audio->sound) {
        if (sf_writef_double(audio->sound, samples, frames) == frames && !audio->sink.reason) return CR_OK;
    } else {
        if (cr_audio_stream_samples(audio->sink.stream, samples, count)) return CR_OK;
        audio->sink.reason = errno ? errno : EIO;
    }
    return fail_to_write(audio, error);
}

long long cr_audio_clipped(const cr_audio_out *audio) {
    return audio->clipped;
}

static int close_sound(cr_audio_out *audio) {
    int trouble = audio->sound ? sf_close(audio->sound) : 0;
    audio->sound = NULL;
    return trouble;
}

cr_status cr_audio_commit(cr_audio_out *audio, cr_error *error) {
    int trouble = close_sound(audio);
    cr_status status = CR_OK;
    if (audio->sink.reason) status = fail_to_write(audio, error);
    else if (trouble)
        status = cr_fail(error, CR_ERR_IO, audio->place.text, "cannot write: %s", sf_error_number(trouble));
    if (status == CR_OK) status = cr_file_commit(audio->file, error);
    else cr_file_discard(audio->file);
    free(audio);
    return status;
}

void cr_audio_discard(cr_audio_out *audio) {
    if (!audio) return;
    close_sound(audio);
    cr_file_discard(audio->file);
    free(audio);
}
