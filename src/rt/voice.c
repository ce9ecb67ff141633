// One voice for one chunk: run, look at what came out, fade, add to the mix, notice that it is over.
#include "rt/rt_internal.h"

void cr_rt_voice_reset(cr_rt_voice *v) {
    cr_arena_restore(v->arena, v->snapshot);
    v->state = CR_RT_IDLE;
    v->ramp_count = v->pending_count = 0;
    v->loudness = v->heard = v->peak = 0.0;
    v->frames = v->quiet = 0;
    v->closing = false;
    for (int c = 0; c < v->channels; c++) v->last[c] = 0.0;
}

void cr_rt_voice_start(cr_rt *e, cr_rt_voice *v, int note, double level) {
    cr_sim_align(v->sim, (long)(e->now % CR_RT_CHUNK));
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
static void run(cr_rt_voice *v, int frames, double *out) {
    for (int n = 0; n < frames;) {
        int piece = v->ramp_count ? 1 : frames - n;
        turn_knobs(v);
        cr_sim_run(v->sim, piece, out + n * v->channels);
        n += piece;
    }
}

// Level, and the fade of a voice that is about to start again. Returns the peak before them, or infinity if
// something is wrong with the voice.
static double shape(cr_rt_voice *v, int frames, double *out, double ceiling) {
    double peak = 0.0, *end = out + frames * v->channels;
    bool good = true, ends = v->state == CR_RT_ENDING;
    while (out < end) { // all frames of the same level at once
        double *last = ends || v->level.left ? out + v->channels : end, level = cr_ramp_next(&v->level);
        if (ends) level *= (double)--v->fade_left / CR_RT_CHUNK;
        for (; out < last; out++) {
            peak = cr_max(peak, fabs(*out));
            *out *= level;
            good = good && fabs(*out) <= ceiling;
        }
    }
    return good ? peak : HUGE_VAL;
}

// In place of frames that are no sound: from the last good one to zero. The voice is as built again.
static void contain(cr_rt *e, cr_rt_voice *v, int frames, double *out) {
    for (int n = 0; n < frames; n++)
        for (int c = 0; c < v->channels; c++)
            out[n * v->channels + c] = v->last[c] * (1.0 - (n + 1.0) / frames);
    cr_rt_add(&e->contained, 1);
}

static void mix(cr_rt *e, cr_rt_voice *v, int at, int frames, const double *out) {
    int channels = e->def.channels, width = v->channels, heard = width == 1 ? channels : width;
    double *mix = e->mix + at * channels;
    for (int c = 0; c < heard; c++) {
        const double *from = width == 1 ? out : out + c;
        for (int n = 0; n < frames; n++) mix[n * channels + c] += from[n * width];
    }
    for (int c = 0; c < v->channels; c++) v->last[c] = out[(frames - 1) * v->channels + c];
}

// A voice that never sounded is given ten times as long: something may be on its way to it.
static bool is_over(const cr_rt *e, const cr_rt_voice *v) {
    if (v->closing && v->level.left == 0) return true;
    bool quiet = v->peak > 0.0 ? (double)v->quiet >= e->def.silence_time * e->def.rate
                               : (double)v->quiet >= 10.0 * e->def.silence_time * e->def.rate;
    if (cr_network_striking(cr_sim_network(v->sim))) return false;
    return quiet && v->ramp_count == 0 && cr_sim_time(v->sim) >= cr_sim_excited_until(v->sim);
}

static void listen(const cr_rt *e, cr_rt_voice *v, int frames, double peak, bool chunk_ends) {
    v->frames += frames;
    v->peak = cr_max(v->peak, peak);
    v->heard = cr_max(v->heard, peak);
    v->quiet = peak <= e->def.silence_level * v->peak ? v->quiet + frames : 0;
    if (!chunk_ends) return;
    v->loudness = v->heard * fabs(v->level.now);
    v->heard = 0.0;
}

// Frames between which the voice does not start again.
static void play(cr_rt *e, cr_rt_voice *v, int from, int frames) {
    double *out = e->scratch;
    cr_network *network = cr_sim_network(v->sim);
    bool chunk_ends = from + frames == CR_RT_CHUNK;
    run(v, frames, out);
    bool sane = cr_network_flush(network, CR_RT_TINY) && cr_network_trouble(network).not_finite == 0;
    double peak = shape(v, frames, out, e->def.ceiling);
    bool good = sane && peak < HUGE_VAL;
    if (!good) contain(e, v, frames, out);
    else v->shown = cr_max(v->shown, peak);
    mix(e, v, from, frames, out);
    listen(e, v, frames, peak, chunk_ends);
    if (v->state == CR_RT_ENDING) {
        if (good && v->fade_left > 0) return;
        e->now = e->chunk + from + frames;
        cr_rt_apply_pending(e, v);
    } else if (!good || (chunk_ends && is_over(e, v))) {
        cr_rt_voice_reset(v);
    }
}

void cr_rt_voice_play(cr_rt *e, cr_rt_voice *v, int from, int frames) {
    for (int end = from + frames; from < end && v->state != CR_RT_IDLE;) {
        bool starts_again = v->state == CR_RT_ENDING && v->fade_left < end - from;
        int piece = starts_again ? v->fade_left : end - from;
        play(e, v, from, piece);
        from += piece;
    }
}
