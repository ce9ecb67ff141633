// The level of the file, once the whole sound is known.
#include "render/job.h"

static const double full = CR_STREAM_FULL; // of the peak or the true peak

// Measures what the file will hold at this gain.
static cr_status measure(const cr_render_job *job, const cr_render_store *store, double gain, double *block,
                         cr_loudness_level *level, cr_error *error) {
    cr_loudness *loudness = cr_loudness_new(job->channels, job->rate, error);
    cr_status status = loudness ? CR_OK : error->status;
    for (long long frame = 0; frame < store->frames && status == CR_OK; frame += CR_STREAM_BLOCK) {
        long long left = store->frames - frame;
        int frames = left < CR_STREAM_BLOCK ? (int)left : CR_STREAM_BLOCK;
        status = cr_render_store_read(store, frame, frames, block, error);
        for (int i = 0; i < frames * job->channels; i++) block[i] *= gain;
        if (status == CR_OK) status = cr_loudness_add(loudness, block, frames, error);
    }
    if (status == CR_OK) status = cr_loudness_end(loudness, level, error);
    cr_loudness_free(loudness);
    return status;
}

// The gate of the measurement stands at a fixed level, so that the loudness does not simply follow the gain:
// measure and correct until it settles. The true peak follows the gain exactly.
static cr_status reach_loudness(const cr_render_job *job, const cr_render_store *store, double *block,
                                cr_render_outcome *o, cr_error *error) {
    enum { ROUNDS = 8 };
    const double settled = 0.005; // dB
    o->gain = 1.0 / o->peak;
    for (int round = 0;; round++) {
        cr_status status = measure(job, store, o->gain, block, &o->loudness, error);
        if (status != CR_OK) return status;
        double wanted = o->gain * pow(10.0, (job->loudness - o->loudness.lufs) / 20.0);
        double most = o->gain * full / o->loudness.true_peak;
        double next = fmin(wanted, most);
        o->loudness_limited = most < wanted;
        if (fabs(20.0 * log10(next / o->gain)) < settled || round == ROUNDS) return CR_OK;
        o->gain = next;
    }
}

cr_status cr_render_level(const cr_render_job *job, const cr_render_store *store, double *block,
                          cr_render_outcome *o, cr_error *error) {
    o->gain = 1.0;
    o->loudness.lufs = -HUGE_VAL;
    if (o->peak == 0.0) return CR_OK;
    if (isfinite(job->loudness)) return reach_loudness(job, store, block, o, error);
    if (job->settings->normalize == CR_NORMALIZE_PEAK) o->gain = full / o->peak;
    return CR_OK;
}
