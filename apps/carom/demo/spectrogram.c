#include "demo/demo.h"
#include "io/audio/audio.h"
#include "io/file/file.h"
#include "io/plot/spectrum.h"

typedef struct samples {
    const double *sample;
    int count;
} samples;

static cr_status read_samples(void *context, long long first, int frames, double *out, cr_error *error) {
    const samples *s = context;
    (void)error;
    for (int i = 0; i < frames; i++) {
        long long at = first + i;
        out[i] = at >= 0 && at < s->count ? s->sample[at] : 0.0;
    }
    return CR_OK;
}

cr_status cr_demo_spectrogram(const cr_command *command, const char *sound, const char *path,
                              cr_error *error) {
    samples s = {0};
    cr_audio_info info;
    cr_spectrum spectrum;
    cr_status status = cr_audio_read_info(sound, &info, error);
    if (status == CR_OK) status = cr_audio_read(sound, command->arena, &s.sample, &s.count, error);
    if (status != CR_OK) return status;
    const cr_spectrum_source source = {read_samples, &s, info.rate, s.count};
    status = cr_spectrum_analyse(&source, command->arena, &spectrum, error);
    cr_file_out *file = status == CR_OK ? cr_file_create(path, error) : NULL;
    if (!file) return error->status;
    cr_spectrum_write(cr_file_stream(file), &spectrum, NULL);
    return cr_file_commit(file, error);
}
