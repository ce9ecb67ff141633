// One voice for one chunk: run, look at what came out, fade, add to the mix, notice that it is over.
#include "rt/rt_internal.h"

void cr_rt_voice_reset(cr_rt_voice *v) {
    cr_arena_restore(v->arena, v->snapshot);
    v->state = CR_RT_IDLE;
    v->ramp_count = v->pending_count = 0;
    v->loudness = v->peak = 0.0;
    v->frames = v->quiet = 0;
    v->closing = false;
    for (int c = 0; c < v->channels; c++) v->last[c] = 0.0;
}

void cr_rt_voice_start(cr_rt_voice *v, int note, double level) {
    v->state = CR_RT_PLAYING;
    v->note = note;
    v->level = (cr_ramp){.now = level, .goal = level};
}

static void turn_knobs(cr_rt_voice *v) {
    for (int i = 0; i < v->ramp_count; i++) {
        cr_rt_knob_ramp *r = &v->ramps[i];
        cr_sim_turn(v->sim, r->knob, r->target, cr_ramp_next(&r->ramp));
    }
    for (int i = v->ramp_count - 1; i >= 0; i--)
        if (v->ramps[i].ramp.left == 0) v->ramps[i] = v->ramps[--v->ramp_count];
}

// Frame by frame while a knob turns.
static void run(cr_rt_voice *v, double *out) {
    for (int n = 0; n < CR_RT_CHUNK;) {
        int frames = v->ramp_count ? 1 : CR_RT_CHUNK - n;
        turn_knobs(v);
        cr_sim_run(v->sim, frames, out + n * v->channels);
        n += frames;
    }
}

// Level, and the fade of a voice that is about to start again. Returns the peak before them, or infinity if
// something is wrong with the voice.
static double shape(cr_rt_voice *v, double *out, double ceiling) {
    double peak = 0.0;
    bool good = true;
    for (int n = 0; n < CR_RT_CHUNK; n++) {
        double level = cr_ramp_next(&v->level);
        if (v->state == CR_RT_ENDING) level *= 1.0 - (n + 1.0) / CR_RT_CHUNK;
        for (int c = 0; c < v->channels; c++) {
            double *sample = &out[n * v->channels + c];
            peak = cr_max(peak, fabs(*sample));
            *sample *= level;
            good = good && fabs(*sample) <= ceiling;
        }
    }
    return good ? peak : HUGE_VAL;
}

// In place of a chunk that is no sound: from the last good frame to zero. The voice is as built again.
static void contain(cr_rt *e, cr_rt_voice *v, double *out) {
    for (int n = 0; n < CR_RT_CHUNK; n++)
        for (int c = 0; c < v->channels; c++)
            out[n * v->channels + c] = v->last[c] * (1.0 - (n + 1.0) / CR_RT_CHUNK);
    cr_rt_add(&e->contained, 1);
}

static void mix(cr_rt *e, cr_rt_voice *v, const double *out) {
    int channels = e->def.channels;
    for (int n = 0; n < CR_RT_CHUNK; n++)
        for (int c = 0; c < channels; c++) {
            int from = v->channels == 1 ? 0 : c;
            if (from < v->channels) e->mix[n * channels + c] += out[n * v->channels + from];
        }
    for (int c = 0; c < v->channels; c++) v->last[c] = out[(CR_RT_CHUNK - 1) * v->channels + c];
}

// A voice that never sounded is given ten times as long: something may be on its way to it.
static bool is_over(const cr_rt *e, const cr_rt_voice *v) {
    if (v->closing && v->level.left == 0) return true;
    bool quiet = v->peak > 0.0 ? (double)v->quiet >= e->def.silence_time * e->def.rate
                               : (double)v->quiet >= 10.0 * e->def.silence_time * e->def.rate;
    return quiet && v->ramp_count == 0 && cr_sim_time(v->sim) >= cr_sim_excited_until(v->sim);
}

static void listen(const cr_rt *e, cr_rt_voice *v, double peak) {
    v->frames += CR_RT_CHUNK;
    v->peak = cr_max(v->peak, peak);
    v->loudness = peak * fabs(v->level.now);
    v->quiet = peak <= e->def.silence_level * v->peak ? v->quiet + CR_RT_CHUNK : 0;
}

void cr_rt_voice_play(cr_rt *e, cr_rt_voice *v) {
    double *out = e->scratch;
    cr_network *network = cr_sim_network(v->sim);
    run(v, out);
    bool sane = cr_network_flush(network, CR_RT_TINY) && cr_network_trouble(network).not_finite == 0;
    double peak = shape(v, out, e->def.ceiling);
    bool good = sane && peak < HUGE_VAL, again = v->state == CR_RT_ENDING;
    if (!good) contain(e, v, out);
    mix(e, v, out);
    listen(e, v, peak);
    if (again) {
        cr_rt_apply_pending(e, v);
    } else if (!good || is_over(e, v)) {
        cr_rt_voice_reset(v);
    }
}
