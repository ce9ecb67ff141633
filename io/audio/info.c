#include "io/audio/internal.h"

#include <stdint.h>
#include <string.h>

typedef struct sums {
    double peak, square;
    double sum[CR_AUDIO_IN_BLOCK]; // of a channel
    bool finite;
} sums;

static void add_block(sums *s, const double *samples, int count, int channels) {
    for (int i = 0; i < count; i++) {
        s->finite = s->finite && isfinite(samples[i]);
        s->peak = fmax(s->peak, fabs(samples[i]));
        s->square += samples[i] * samples[i];
        s->sum[i % channels] += samples[i];
    }
}

static void conclude(const sums *s, cr_audio_info *info) {
    double n = info->frames ? (double)info->frames : 1.0;
    info->duration = (double)info->frames / info->rate;
    info->peak = s->peak;
    info->rms = sqrt(s->square / (n * info->channels));
    info->finite = s->finite;
    for (int c = 0; c < info->channels; c++) info->offset = fmax(info->offset, fabs(s->sum[c] / n));
}

static cr_status measure(cr_audio_in *in, cr_audio_info *info, cr_error *error) {
    double samples[CR_AUDIO_IN_BLOCK];
    sums s = {.finite = true};
    int frames = 1;
    cr_loudness *loudness = cr_loudness_new(info->channels, info->rate, error);
    if (!loudness && error->status != CR_ERR_UNSUPPORTED) return error->status;
    cr_status status = CR_OK;
    while (status == CR_OK && frames) {
        status = cr_audio_in_read(in, samples, &frames, error);
        if (status != CR_OK) break;
        add_block(&s, samples, frames * info->channels, info->channels);
        if (loudness && frames) status = cr_loudness_add(loudness, samples, frames, error);
        info->frames += frames;
    }
    info->loudness.lufs = CR_NAN;
    if (loudness && status == CR_OK) status = cr_loudness_end(loudness, &info->loudness, error);
    cr_loudness_free(loudness);
    conclude(&s, info);
    return status;
}

// A stream leaves the count open: the largest number there is.
static bool misses_frames(const cr_audio_head *head, const cr_audio_info *info) {
    return head->frames < INT64_MAX && info->frames < head->frames;
}

cr_status cr_audio_read_info(const char *path, cr_audio_info *info, cr_error *error) {
    cr_error unused;
    cr_audio_in in;
    cr_audio_bytes bytes;
    *info = (cr_audio_info){.format = ""};
    cr_status status = cr_audio_in_open(&in, path, error);
    if (status != CR_OK) return status;
    info->channels = in.head.channels;
    info->rate = in.head.rate;
    memcpy(info->format, in.head.format, sizeof info->format);
    memcpy(info->software, in.head.software, sizeof info->software);
    memcpy(info->title, in.head.title, sizeof info->title);
    memcpy(info->comment, in.head.comment, sizeof info->comment);
    status = measure(&in, info, error ? error : &unused);
    cr_audio_in_close(&in);
    if (status == CR_OK) status = cr_audio_count_bytes(path, &bytes, error);
    info->cut_off = status == CR_OK && (bytes.missing || misses_frames(&in.head, info));
    return status;
}
