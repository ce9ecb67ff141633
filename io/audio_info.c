#include "io/audio.h"
#include "io/file.h"

#include <sndfile.h>
#include <stdlib.h>

enum { BLOCK = 8192, CHANNELS_MOST = 1024 };

typedef struct sums {
    double peak, square;
    double sum[CHANNELS_MOST];
    bool finite;
} sums;

static void add_block(sums *s, const double *samples, long long count, int channels) {
    for (long long i = 0; i < count; i++) {
        s->finite = s->finite && isfinite(samples[i]);
        s->peak = fmax(s->peak, fabs(samples[i]));
        s->square += samples[i] * samples[i];
        s->sum[i % channels] += samples[i];
    }
}

static cr_status measure(SNDFILE *sound, sums *s, cr_audio_info *info, cr_error *error) {
    double samples[BLOCK];
    long long got;
    cr_status status = CR_OK;
    cr_loudness *loudness = cr_loudness_new(info->channels, info->rate, error);
    if (!loudness && error->status != CR_ERR_UNSUPPORTED) return error->status;
    while (status == CR_OK && (got = sf_readf_double(sound, samples, BLOCK / info->channels)) > 0) {
        add_block(s, samples, got * info->channels, info->channels);
        if (loudness) status = cr_loudness_add(loudness, samples, (int)got, error);
        info->frames += got;
    }
    info->loudness.lufs = CR_NAN;
    if (loudness && status == CR_OK) status = cr_loudness_end(loudness, &info->loudness, error);
    cr_loudness_free(loudness);
    double n = info->frames ? (double)info->frames : 1.0;
    info->duration = (double)info->frames / info->rate;
    info->peak = s->peak;
    info->rms = sqrt(s->square / (n * info->channels));
    info->finite = s->finite;
    for (int c = 0; c < info->channels; c++) info->offset = fmax(info->offset, fabs(s->sum[c] / n));
    return status;
}

static const char *name_of_format(int command, int format, SF_FORMAT_INFO *found) {
    *found = (SF_FORMAT_INFO){.format = format};
    return sf_command(NULL, command, found, sizeof *found) == 0 && found->name ? found->name : "unknown";
}

static void read_texts(SNDFILE *sound, const SF_INFO *format, cr_audio_info *info) {
    SF_FORMAT_INFO major, minor;
    const struct {
        int kind;
        char *text;
    } all[] = {
        {SF_STR_SOFTWARE, info->software}, {SF_STR_TITLE, info->title}, {SF_STR_COMMENT, info->comment}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *text = sf_get_string(sound, all[i].kind);
        snprintf(all[i].text, CR_AUDIO_TEXT, "%s", text ? text : "");
    }
    snprintf(info->format, CR_AUDIO_TEXT, "%s, %s",
             name_of_format(SFC_GET_FORMAT_INFO, format->format & SF_FORMAT_TYPEMASK, &major),
             name_of_format(SFC_GET_FORMAT_INFO, format->format & SF_FORMAT_SUBMASK, &minor));
}

static cr_status measure_sound(SNDFILE *sound, const SF_INFO *format, cr_audio_info *info, cr_error *error) {
    info->channels = format->channels;
    info->rate = format->samplerate;
    sums *s = calloc(1, sizeof *s);
    if (!s || format->channels > CHANNELS_MOST) {
        free(s);
        return cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
    }
    s->finite = true;
    read_texts(sound, format, info);
    cr_status status = measure(sound, s, info, error);
    free(s);
    return status;
}

cr_status cr_audio_read_info(const char *path, cr_audio_info *info, cr_error *error) {
    SF_INFO format = {0};
    cr_error unused;
    if (!error) error = &unused;
    *info = (cr_audio_info){.format = ""};
    FILE *file;
    cr_status status = cr_file_open(path, &file, error);
    if (status != CR_OK) return status;
    SNDFILE *sound = sf_open_fd(fileno(file), SFM_READ, &format, SF_FALSE);
    status = sound ? measure_sound(sound, &format, info, error)
                   : cr_fail(error, CR_ERR_INPUT, cr_file_place_at(path, 0, 0).text, "not a sound file: %s",
                             sf_strerror(NULL));
    if (sound) sf_close(sound);
    fclose(file);
    return status;
}
