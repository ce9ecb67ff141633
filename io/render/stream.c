#include "io/render/stream.h"
#include "io/render/decimate.h"
#include "io/render/mixdown.h"

enum { BLOCK = CR_STREAM_BLOCK, PATIENCE = CR_STREAM_PATIENCE };

typedef struct stream {
    cr_sim *sim;
    const cr_audio_def *def;
    const cr_stream_watch *watch;
    cr_stream_outcome *outcome;
    cr_decimate *decimate;
    cr_mixdown mixdown;
    int heard; // channels of the simulation, or of the ears
    int lag;   // steps
    double *steps, *block;
    long long step, steps_most;
    bool resting; // what follows the end is taken
} stream;

static cr_status prepare(stream *s, cr_arena *arena, cr_error *error) {
    const cr_audio_def *def = s->def;
    size_t heard = (size_t)s->heard, steps = BLOCK * (size_t)def->oversample + (size_t)s->lag;
    double longest = def->automatic_duration ? CR_AUDIO_AUTOMATIC_MOST : def->duration;
    s->mixdown = (cr_mixdown){.def = def,
                              .take = s->watch->take,
                              .context = s->watch->context,
                              .heard = s->heard,
                              .frames_most = llround(longest * def->rate)};
    s->steps = cr_arena_take(arena, steps * heard, sizeof *s->steps);
    s->block = cr_arena_take(arena, ((size_t)(BLOCK + s->lag) + 1) * heard, sizeof *s->block);
    if (!s->steps || !s->block || !cr_mixdown_begin(&s->mixdown, arena))
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

static int play_parts(const stream *s, int steps, double *frames) {
    const cr_stream_watch *watch = s->watch;
    return cr_render_parts_run(watch->parts, steps, s->resting ? steps : s->steps_most - s->step,
                               s->resting ? NULL : watch->stopped, watch->context, frames);
}

static int play(const stream *s, int steps, double *frames) {
    const cr_stream_ears *ears = s->watch->ears;
    if (s->watch->parts) return play_parts(s, steps, frames);
    if (ears) return ears->run(ears->context, steps, frames);
    cr_sim_run(s->sim, steps, frames);
    return steps;
}

// How many steps at once; parts look themselves whether they are stopped, and then bring nothing.
static int stride(const stream *s, int steps) {
    if (s->watch->parts) return steps;
    return s->watch->interval ? s->watch->interval : PATIENCE;
}

// Fewer than asked for when it is stopped; returns how many frames came.
static int run_steps(stream *s, int steps) {
    int most = stride(s, steps), frames = 0;
    for (int done = 0; done < steps;) {
        int now = steps - done < most ? steps - done : most;
        int came = play(s, now, s->steps + (size_t)frames * (size_t)s->heard);
        if (!came && s->watch->parts) break;
        frames += came;
        done += now;
        s->step += now;
        note(s);
        if (s->step % PATIENCE == 0 && is_stopped(s)) break;
    }
    return frames;
}

static void summarise(const stream *s) {
    const cr_render_parts *parts = s->watch->parts;
    s->outcome->summary = parts ? cr_render_parts_summarise(parts) : cr_sim_summarise(s->sim);
    s->outcome->effort = parts ? cr_render_parts_effort(parts) : cr_network_effort(cr_sim_network(s->sim));
}

static cr_status hand_on(stream *s, int frames, cr_error *error) {
    return cr_mixdown_add(&s->mixdown, s->block, cr_decimate_run(s->decimate, s->steps, frames, s->block),
                          error);
}

// The filter of the decimation, and ears, hold the end of the sound back until it has seen what follows: the
// simulation goes on for that long, but nothing of it is written down.
static cr_status take_rest(stream *s, cr_error *error) {
    const int block = BLOCK * s->def->oversample;
    cr_status status = CR_OK;
    cr_sim_follow(s->sim, NULL, NULL);
    s->resting = true;
    s->mixdown.frames_most = s->step / s->def->oversample;
    for (int left = cr_decimate_delay(s->decimate) + s->lag; left > 0 && status == CR_OK; left -= block)
        status = hand_on(s, play(s, left < block ? left : block, s->steps), error);
    return status;
}

static double time_of(const stream *s) {
    return s->watch->parts ? cr_render_parts_time(s->watch->parts) : cr_sim_time(s->sim);
}

static bool has_ended(stream *s) {
    const double silence = 0.5; // s
    cr_stream_outcome *o = s->outcome;
    if (is_stopped(s)) o->end = CR_AUDIO_STOPPED;
    else if (s->def->automatic_duration && (double)s->mixdown.quiet >= silence * s->def->rate &&
             time_of(s) >= cr_sim_excited_until(s->sim))
        o->end = CR_AUDIO_SILENT;
    else return !s->mixdown.finite || o->summary.warnings.not_finite > 0;
    return true;
}

static cr_status simulate(stream *s, cr_error *error) {
    const int block = BLOCK * s->def->oversample;
    cr_status status = CR_OK;
    s->steps_most = s->mixdown.frames_most * s->def->oversample;
    s->outcome->end = s->def->automatic_duration ? CR_AUDIO_LIMIT : CR_AUDIO_FULL;
    note(s);
    while (s->step < s->steps_most && status == CR_OK && !has_ended(s)) {
        int steps = s->steps_most - s->step < block ? (int)(s->steps_most - s->step) : block;
        status = hand_on(s, run_steps(s, steps), error);
        if (s->step) summarise(s);
        if (s->watch->progress) s->watch->progress(s->watch->context);
    }
    if (status == CR_OK) status = take_rest(s, error);
    return status == CR_OK ? cr_mixdown_end(&s->mixdown, error) : status;
}

cr_status cr_stream_run(cr_sim *sim, const cr_audio_def *def, const cr_stream_watch *watch, cr_arena *arena,
                        cr_stream_outcome *outcome, cr_error *error) {
    const cr_stream_ears *ears = watch->ears;
    stream s = {.sim = sim,
                .def = def,
                .watch = watch,
                .outcome = outcome,
                .heard = ears ? ears->channels : cr_sim_channels(sim),
                .lag = ears ? ears->lag : 0};
    cr_error here;
    *outcome = (cr_stream_outcome){.finite = true};
    cr_status status = prepare(&s, arena, error ? error : &here);
    if (status == CR_OK) status = simulate(&s, error ? error : &here);
    cr_decimate_free(s.decimate);
    outcome->frames = s.mixdown.frames;
    outcome->peak = s.mixdown.peak;
    outcome->faded = s.mixdown.faded;
    outcome->finite = s.mixdown.finite;
    outcome->mono_loss = cr_render_fold_loss(&s.mixdown.fold);
    return status;
}
