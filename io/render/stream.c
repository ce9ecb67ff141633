#include "io/render/stream.h"
#include "io/render/block.h"
#include "io/render/decimate.h"

enum { BLOCK = CR_STREAM_BLOCK, PATIENCE = CR_STREAM_PATIENCE };

typedef struct stream {
    cr_sim *sim;
    const cr_audio_def *def;
    const cr_stream_watch *watch;
    cr_stream_outcome *outcome;
    cr_decimate *decimate;
    cr_render_fold fold;
    cr_render_tail tail;
    int heard, channels; // of the simulation, of the sound
    double *steps, *block;
    long long frames_most, quiet; // frames
    long long step;
} stream;

static cr_status prepare(stream *s, cr_arena *arena, cr_error *error) {
    const cr_audio_def *def = s->def;
    size_t heard = (size_t)s->heard, steps = BLOCK * (size_t)def->oversample;
    double longest = def->automatic_duration ? CR_AUDIO_AUTOMATIC_MOST : def->duration;
    s->frames_most = llround(longest * def->rate);
    s->steps = cr_arena_take(arena, steps * heard, sizeof *s->steps);
    s->block = cr_arena_take(arena, (BLOCK + 1) * heard, sizeof *s->block);
    if (!s->steps || !s->block || !cr_render_tail_plan(&s->tail, def, s->channels, s->frames_most, arena))
        return cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
    s->decimate = cr_decimate_new(s->heard, def->oversample, error);
    return s->decimate ? CR_OK : error->status;
}

static void note(const stream *s) {
    if (s->watch->note) s->watch->note(s->watch->context, s->step);
}

static bool is_stopped(const stream *s) {
    return s->watch->stopped && s->watch->stopped(s->watch->context);
}

// Fewer than asked for when it is stopped; returns how many.
static int run_steps(stream *s, int steps) {
    int most = s->watch->interval ? s->watch->interval : PATIENCE, done = 0;
    while (done < steps) {
        int now = steps - done < most ? steps - done : most;
        cr_sim_run(s->sim, now, s->steps + (size_t)done * (size_t)s->heard);
        done += now;
        s->step += now;
        note(s);
        if (s->step % PATIENCE == 0 && is_stopped(s)) break;
    }
    return done;
}

// Follows the peak, and for how long the sound has been 80 dB below it.
static void listen(stream *s, const double *frame, int frames) {
    cr_stream_outcome *o = s->outcome;
    for (int i = 0; i < frames; i++) {
        double level = 0.0;
        for (int c = 0; c < s->channels; c++) {
            double sample = frame[i * s->channels + c];
            o->finite = o->finite && isfinite(sample);
            level = fmax(level, fabs(sample));
        }
        o->peak = fmax(o->peak, level);
        bool heard = o->peak > 0.0;
        s->quiet = heard && level < CR_RENDER_QUIET * o->peak ? s->quiet + 1 : 0;
    }
}

static cr_status pass_on(stream *s, const double *frame, int frames, cr_error *error) {
    listen(s, frame, frames);
    s->outcome->frames += frames;
    return s->outcome->finite ? s->watch->take(s->watch->context, frame, frames, error) : CR_OK;
}

// What belongs to the end waits there.
static cr_status take_frames(stream *s, int frames, cr_error *error) {
    long long taken = s->outcome->frames + s->tail.kept, left = s->frames_most - taken,
              early = s->tail.first - taken;
    if (frames > left) frames = (int)left;
    cr_render_fold_add(&s->fold, s->block, frames, s->heard);
    if (s->def->mono) cr_render_mix(s->block, frames, s->heard);
    int first = early < 0 ? 0 : early < frames ? (int)early : frames;
    cr_render_tail_keep(&s->tail, s->block + (size_t)first * (size_t)s->channels, frames - first);
    return pass_on(s, s->block, first, error);
}

static cr_status take_tail(stream *s, cr_error *error) {
    if (cr_render_tail_fade(&s->tail, s->outcome->peak))
        s->outcome->faded = (double)s->tail.frames / s->def->rate;
    s->outcome->mono_loss = cr_render_fold_loss(&s->fold);
    return pass_on(s, s->tail.sample, s->tail.kept, error);
}

// The filter of the decimation holds the end of the sound back until it has seen what follows: the simulation
// goes on for that long, but nothing of it is written down.
static cr_status take_rest(stream *s, cr_error *error) {
    const int block = BLOCK * s->def->oversample;
    cr_status status = CR_OK;
    s->frames_most = s->step / s->def->oversample;
    for (int left = cr_decimate_delay(s->decimate); left > 0 && status == CR_OK; left -= block) {
        int steps = left < block ? left : block;
        cr_sim_run(s->sim, steps, s->steps);
        status = take_frames(s, cr_decimate_run(s->decimate, s->steps, steps, s->block), error);
    }
    return status;
}

static bool has_ended(stream *s) {
    const double silence = 0.5; // s
    cr_stream_outcome *o = s->outcome;
    if (is_stopped(s)) o->end = CR_AUDIO_STOPPED;
    else if (s->def->automatic_duration && (double)s->quiet >= silence * s->def->rate &&
             cr_sim_time(s->sim) >= cr_sim_excited_until(s->sim))
        o->end = CR_AUDIO_SILENT;
    else return !o->finite || o->summary.warnings.not_finite > 0;
    return true;
}

static cr_status simulate(stream *s, cr_error *error) {
    const long long steps_most = s->frames_most * s->def->oversample;
    const int block = BLOCK * s->def->oversample;
    cr_status status = CR_OK;
    s->outcome->end = s->def->automatic_duration ? CR_AUDIO_LIMIT : CR_AUDIO_FULL;
    note(s);
    while (s->step < steps_most && status == CR_OK && !has_ended(s)) {
        int steps = run_steps(s, steps_most - s->step < block ? (int)(steps_most - s->step) : block);
        status = take_frames(s, cr_decimate_run(s->decimate, s->steps, steps, s->block), error);
        s->outcome->summary = cr_sim_summarise(s->sim);
        s->outcome->effort = cr_network_effort(cr_sim_network(s->sim));
        if (s->watch->progress) s->watch->progress(s->watch->context);
    }
    if (status == CR_OK) status = take_rest(s, error);
    return status == CR_OK ? take_tail(s, error) : status;
}

cr_status cr_stream_run(cr_sim *sim, const cr_audio_def *def, const cr_stream_watch *watch, cr_arena *arena,
                        cr_stream_outcome *outcome, cr_error *error) {
    stream s = {.sim = sim, .def = def, .watch = watch, .outcome = outcome, .heard = cr_sim_channels(sim)};
    cr_error here;
    s.channels = def->mono ? 1 : s.heard;
    *outcome = (cr_stream_outcome){.finite = true};
    cr_status status = prepare(&s, arena, error ? error : &here);
    if (status == CR_OK) status = simulate(&s, error ? error : &here);
    cr_decimate_free(s.decimate);
    return status;
}
