#include "io/audio/audio.h"
#include "render/apart.h"
#include "render/level.h"
#include "render/report.h"
#include "render/trace.h"
#include "term/progress.h"
#include "term/signals.h"

#include <stdlib.h>
#include <time.h>

enum { BLOCK = CR_STREAM_BLOCK };

typedef struct engine {
    const cr_render_job *job;
    cr_render_outcome *outcome;
    cr_render_signals signals;
    cr_render_progress progress;
    cr_render_trace trace;
    cr_audio_out *audio;
    cr_file_out *report;
    cr_render_apart apart;
    cr_render_store store;
    double *block;
    bool stores; // samples wait for their scale, or for the report
    bool finite;
} engine;

static cr_audio_out *create_audio(const cr_render_job *job, cr_error *error) {
    char comment[1024];
    snprintf(comment, sizeof comment, "scene %016llx, seed %llu%s%s", cr_scene_hash(job->scene),
             job->settings->seed, job->note ? ", " : "", job->note ? job->note : "");
    const cr_audio_notes notes = {"carom " CAROM_VERSION, job->settings->title, comment};
    return cr_audio_create_bits(job->output, job->channels, job->rate, (int)job->bits, &notes, error);
}

static cr_status open_outputs(engine *e, cr_error *error) {
    const cr_render_job *job = e->job;
    if (!job->kept) e->audio = create_audio(job, error);
    if (!job->kept && !e->audio) return error->status;
    if (job->report) e->report = cr_file_create(job->report, error);
    if (job->report && !e->report) return error->status;
    return cr_render_trace_open(&e->trace, job, error);
}

static cr_status prepare(engine *e, cr_error *error) {
    const cr_render_job *job = e->job;
    e->stores =
        job->audio.normalize == CR_NORMALIZE_PEAK || job->report || isfinite(job->loudness) || job->ears;
    e->store = cr_render_store_default(job->channels);
    e->block = cr_command_take(job->command, BLOCK * (size_t)job->channels, sizeof *e->block, error);
    cr_status status = e->block ? cr_render_apart_begin(&e->apart, job, error) : error->status;
    return status == CR_OK ? open_outputs(e, error) : status;
}

static double time_of(const engine *e) {
    return e->apart.parts ? cr_render_parts_time(e->apart.parts) : cr_sim_time(e->job->sim);
}

static void note(void *context, long long step) {
    engine *e = context;
    cr_render_trace_note(&e->trace, step);
}

static bool is_stopped(void *context) {
    const engine *e = context;
    return cr_render_signals_arrived(&e->signals);
}

static void show_progress(void *context) {
    engine *e = context;
    const cr_audio_def *audio = &e->job->audio;
    cr_render_progress_show(&e->progress, time_of(e), audio->automatic_duration ? HUGE_VAL : audio->duration);
}

static cr_status take(void *context, const double *frames, int count, cr_error *error) {
    engine *e = context;
    if (e->job->kept) return cr_render_store_add(e->job->kept, frames, count, error);
    return e->stores ? cr_render_store_add(&e->store, frames, count, error)
                     : cr_audio_write(e->audio, frames, count, error);
}

static cr_status simulate(engine *e, cr_error *error) {
    const cr_render_job *job = e->job;
    const cr_stream_watch watch = {.ears = job->ears,
                                   .parts = e->apart.parts,
                                   .interval = cr_render_trace_interval(&e->trace, CR_STREAM_PATIENCE),
                                   .note = note,
                                   .stopped = is_stopped,
                                   .progress = show_progress,
                                   .take = take,
                                   .context = e};
    cr_stream_outcome sound;
    cr_render_outcome *o = e->outcome;
    e->progress = cr_render_progress_begin(!job->quiet);
    clock_t begin = clock();
    cr_status status = cr_stream_run(job->sim, &job->audio, &watch, job->command->arena, &sound, error);
    o->cpu_seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    cr_render_progress_end(&e->progress);
    o->summary = sound.summary;
    o->effort = sound.effort;
    o->end = sound.end;
    o->frames = sound.frames;
    o->duration = (double)sound.frames / job->rate;
    o->peak = sound.peak;
    o->mono_loss = sound.mono_loss;
    o->faded = sound.faded;
    e->finite = sound.finite;
    return status;
}

static cr_status check(const engine *e, cr_error *error) {
    const cr_render_outcome *o = e->outcome;
    if (!e->finite || o->summary.warnings.not_finite > 0)
        return cr_fail(error, CR_ERR_NUMERIC, e->job->path, "the state became NaN or infinite at %.6g s",
                       time_of(e));
    if (o->end != CR_AUDIO_STOPPED) return CR_OK;
    if (!e->job->keep_partial || o->frames == 0)
        return cr_fail(error, CR_ERR_IO, e->job->output,
                       "interrupted after %.3g s of sound; no file was written", o->duration);
    cr_render_signals_serve();
    return CR_OK;
}

static cr_status write_stored(engine *e, cr_error *error) {
    const cr_render_job *job = e->job;
    cr_render_outcome *o = e->outcome;
    cr_render_level level = {.channels = job->channels,
                             .rate = job->rate,
                             .peak = o->peak,
                             .asked = job->loudness,
                             .to_peak = job->audio.normalize == CR_NORMALIZE_PEAK,
                             .as_it_is = cr_render_job_scale(job)};
    cr_status status = cr_render_level_find(&level, &e->store, e->block, error);
    o->gain = level.gain;
    o->loudness = level.loudness;
    o->loudness_limited = level.limited;
    if (status != CR_OK) return status;
    return cr_render_level_write(&e->store, 0, e->store.frames, level.gain, e->block, e->audio, error);
}

static cr_status commit(engine *e, cr_error *error) {
    cr_status status = cr_audio_finish(e->audio, error);
    if (status == CR_OK) status = cr_render_trace_commit(&e->trace, error);
    if (status == CR_OK && e->report) {
        status = cr_file_commit(e->report, error);
        e->report = NULL;
    }
    if (status != CR_OK) return status;
    status = cr_audio_commit(e->audio, error);
    e->audio = NULL;
    return status;
}

static cr_status finish(engine *e, cr_error *error) {
    cr_status status = check(e, error);
    if (e->job->kept) return status;
    if (status == CR_OK && e->stores) status = write_stored(e, error);
    e->outcome->clipped = cr_audio_clipped(e->audio);
    if (status == CR_OK && e->report)
        status = cr_render_report(e->job, e->outcome, &e->store, &e->trace, cr_file_stream(e->report), error);
    if (status == CR_OK) status = commit(e, error);
    if (status == CR_OK && e->outcome->end == CR_AUDIO_STOPPED)
        status = cr_fail(error, CR_ERR_IO, e->job->output, "interrupted; the first %.3g s were kept",
                         e->outcome->duration);
    return status;
}

cr_status cr_render_job_run(const cr_render_job *job, cr_render_outcome *outcome, cr_error *error) {
    engine e = {.job = job, .outcome = outcome, .trace = {.job = job}};
    *outcome = (cr_render_outcome){.gain = 1.0};
    cr_render_signals_hold(&e.signals);
    cr_status status = prepare(&e, error);
    if (status == CR_OK) status = simulate(&e, error);
    if (status == CR_OK) status = finish(&e, error);
    if (status == CR_OK && outcome->peak == 0.0)
        status = cr_render_explain_silence(job, e.apart.parts, outcome, error);
    cr_render_apart_end(&e.apart);
    cr_render_trace_discard(&e.trace);
    cr_file_discard(e.report);
    cr_audio_discard(e.audio);
    cr_render_store_free(&e.store);
    cr_render_signals_release(&e.signals);
    return status;
}

cr_status cr_render_job_write_kept(const cr_render_job *job, long long first, double gain,
                                   cr_render_outcome *outcome, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(job->command->arena);
    double *block = cr_command_take(job->command, BLOCK * (size_t)job->channels, sizeof *block, error);
    cr_audio_out *audio = block ? create_audio(job, error) : NULL;
    cr_status status = audio ? CR_OK : error->status;
    outcome->gain = gain;
    if (status == CR_OK)
        status = cr_render_level_write(job->kept, first, outcome->frames, gain, block, audio, error);
    if (status == CR_OK) outcome->clipped = cr_audio_clipped(audio);
    if (status == CR_OK) status = cr_audio_commit(audio, error);
    else cr_audio_discard(audio);
    cr_arena_rewind(job->command->arena, mark);
    return status;
}
