#include "render/block.h"

#include <string.h>

void cr_render_fold_add(cr_render_fold *fold, const double *frames, int count, int channels) {
    for (int i = 0; i < count; i++) {
        double sum = 0.0, squares = 0.0;
        for (int c = 0; c < channels; c++) {
            double sample = frames[i * channels + c];
            sum += sample;
            squares += sample * sample;
        }
        fold->apart += squares / channels;
        fold->together += sum * sum / ((double)channels * channels);
    }
}

double cr_render_fold_loss(const cr_render_fold *fold) {
    if (!(fold->apart > 0.0)) return 0.0;
    return fold->together > 0.0 ? fmax(10.0 * log10(fold->apart / fold->together), 0.0) : HUGE_VAL;
}

void cr_render_mix(double *frames, int count, int channels) {
    for (int i = 0; i < count; i++) {
        double sum = 0.0;
        for (int c = 0; c < channels; c++) sum += frames[i * channels + c];
        frames[i] = sum / channels;
    }
}

cr_status cr_render_tail_plan(cr_render_tail *tail, const cr_render_job *job, long long frames_most,
                              cr_error *error) {
    const double usual = 0.01; // s
    double fade = job->settings->fade;
    bool automatic = isnan(fade);
    long long most = automatic ? frames_most / 2 : frames_most,
              frames = llround((automatic ? usual : fade) * job->rate);
    if (frames > most) frames = most;
    *tail = (cr_render_tail){.first = frames_most - frames,
                             .frames = (int)frames,
                             .channels = job->channels,
                             .automatic = automatic};
    size_t room = (size_t)tail->frames * (size_t)tail->channels + 1;
    tail->sample = cr_command_take(job->command, room, sizeof *tail->sample, error);
    return tail->sample ? CR_OK : error->status;
}

void cr_render_tail_keep(cr_render_tail *tail, const double *frames, int count) {
    size_t width = (size_t)tail->channels, used = (size_t)tail->kept * width;
    memcpy(tail->sample + used, frames, (size_t)count * width * sizeof *frames);
    tail->kept += count;
}

bool cr_render_tail_fade(cr_render_tail *tail, double peak) {
    int samples = tail->kept * tail->channels;
    double level = 0.0;
    for (int i = 0; i < samples; i++) level = fmax(level, fabs(tail->sample[i]));
    bool died = tail->automatic && !(level > CR_RENDER_QUIET * fmax(peak, level));
    if (died || !samples || tail->kept < tail->frames) return false;
    for (int i = 0; i < samples; i++)
        tail->sample[i] *= 0.5 + 0.5 * cos(cr_pi * (i / tail->channels + 1) / tail->frames);
    return true;
}
