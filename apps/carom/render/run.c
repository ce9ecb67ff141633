#include "io/audio/audio.h"
#include "io/audio/decimate.h"
#include "render/block.h"
#include "render/report.h"
#include "render/trace.h"
#include "term/progress.h"
#include "term/signals.h"

#include <stdlib.h>
#include <time.h>

enum { BLOCK = CR_RENDER_BLOCK };

typedef struct engine {
    const cr_render_job *job;
    cr_render_outcome *outcome;
    cr_render_signals signals;
    cr_render_trace trace;
    cr_audio_out *audio;
    cr_file_out *report;
    cr_decimate *decimate;
    cr_render_store store;
    cr_render_fold fold;
    cr_render_tail tail;
    bool stores; // samples wait for their scale, or for the report
    double *steps, *block;
    long long frames_most, quiet; // frames
    long long step;
    bool finite;
} engine;

static cr_status open_outputs(engine *e, cr_error *error) {
    const cr_render_job *job = e->job;
    char comment[1024];
    snprintf(comment, sizeof comment, "scene %016llx, seed %llu%s%s", cr_scene_hash(job->scene),
             job->settings->seed, job->note ? ", " : "", job->note ? job->note : "");
    const cr_audio_notes notes = {"carom " CAROM_VERSION, job->settings->title, comment};
    e->audio = cr_audio_create(job->output, job->channels, job->rate, &notes, error);
    if (!e->audio) return error->status;
    if (job->report) e->report = cr_file_create(job->report, error);
    if (job->report && !e->report) return error->status;
    return cr_render_trace_open(&e->trace, job, error);
}

static cr_status prepare(engine *e, cr_error *error) {
    const cr_render_job *job = e->job;
    const cr_scene_output *settings = job->settings;
    size_t channels = (size_t)job->heard, steps = BLOCK * (size_t)settings->oversample;
    double longest = settings->automatic_duration ? CR_RENDER_AUTOMATIC_MOST : settings->duration;
    e->frames_most = llround(longest * job->rate);
    e->stores = settings->normalize == CR_NORMALIZE_PEAK || job->report || isfinite(job->loudness);
    e->store = cr_render_store_default(job->channels);
    e->finite = true;
    e->steps = cr_command_take(job->command, steps * channels, sizeof *e->steps, error);
    e->block = cr_command_take(job->command, (BLOCK + 1) * channels, sizeof *e->block, error);
    if (!e->steps || !e->block) return error->status;
    cr_status status = cr_render_tail_plan(&e->tail, job, e->frames_most, error);
    if (status != CR_OK) return status;
    e->decimate = cr_decimate_new(job->heard, settings->oversample, error);
    return e->decimate ? open_outputs(e, error) : error->status;
}

// Fewer than asked for when a signal arrives; returns how many.
static int run_steps(engine *e, int steps) {
    enum { PATIENCE = 256 }; // steps between looks at the signals
    int most = cr_render_trace_interval(&e->trace, PATIENCE), done = 0;
    while (done < steps) {
        int now = steps - done < most ? steps - done : most;
        cr_sim_run(e->job->sim, now, e->steps + (size_t)done * (size_t)e->job->heard);
        done += now;
        e->step += now;
        cr_render_trace_note(&e->trace, e->step);
        if (e->step % PATIENCE == 0 && cr_render_signals_arrived(&e->signals)) break;
    }
    return done;
}

// Follows the peak, and for how long the sound has been 80 dB below it.
static void listen(engine *e, const double *frame, int frames) {
    for (int i = 0; i < frames; i++) {
        double level = 0.0;
        for (int c = 0; c < e->job->channels; c++) {
            double sample = frame[i * e->job->channels + c];
            e->finite = e->finite && isfinite(sample);
            level = fmax(level, fabs(sample));
        }
        e->outcome->peak = fmax(e->outcome->peak, level);
        bool heard = e->outcome->peak > 0.0;
        e->quiet = heard && level < CR_RENDER_QUIET * e->outcome->peak ? e->quiet + 1 : 0;
    }
}

static cr_status pass_on(engine *e, const double *frame, int frames, cr_error *error) {
    listen(e, frame, frames);
    e->outcome->frames += frames;
    if (!e->finite) return CR_OK;
    return e->stores ? cr_render_store_add(&e->store, frame, frames, error)
                     : cr_audio_write(e->audio, frame, frames, error);
}

// What belongs to the end waits there.
static cr_status take_frames(engine *e, int frames, cr_error *error) {
    const cr_render_job *job = e->job;
    long long taken = e->outcome->frames + e->tail.kept, left = e->frames_most - taken,
              early = e->tail.first - taken;
    if (frames > left) frames = (int)left;
    cr_render_fold_add(&e->fold, e->block, frames, job->heard);
    if (job->mono) cr_render_mix(e->block, frames, job->heard);
    int first = early < 0 ? 0 : early < frames ? (int)early : frames;
    cr_render_tail_keep(&e->tail, e->block + (size_t)first * (size_t)job->channels, frames - first);
    return pass_on(e, e->block, first, error);
}

static cr_status take_tail(engine *e, cr_error *error) {
    if (cr_render_tail_fade(&e->tail, e->outcome->peak))
        e->outcome->faded = (double)e->tail.frames / e->job->rate;
    e->outcome->mono_loss = cr_render_fold_loss(&e->fold);
    return pass_on(e, e->tail.sample, e->tail.kept, error);
}

// The filter of the decimation holds the end of the sound back until it has seen what follows: the simulation
// goes on for that long, but nothing of it is written down.
static cr_status take_rest(engine *e, cr_error *error) {
    const int block = BLOCK * e->job->settings->oversample;
    cr_status status = CR_OK;
    e->frames_most = e->step / e->job->settings->oversample;
    for (int left = cr_decimate_delay(e->decimate); left > 0 && status == CR_OK; left -= block) {
        int steps = left < block ? left : block;
        cr_sim_run(e->job->sim, steps, e->steps);
        status = take_frames(e, cr_decimate_run(e->decimate, e->steps, steps, e->block), error);
    }
    return status;
}

static bool has_ended(engine *e) {
    const double silence = 0.5; // s
    const cr_render_job *job = e->job;
    if (cr_render_signals_arrived(&e->signals)) e->outcome->end = CR_RENDER_INTERRUPTED;
    else if (job->settings->automatic_duration && (double)e->quiet >= silence * job->rate &&
             cr_sim_time(job->sim) >= cr_sim_excited_until(job->sim))
        e->outcome->end = CR_RENDER_SILENT;
    else return !e->finite || e->outcome->summary.warnings.not_finite > 0;
    return true;
}

static cr_status simulate(engine *e, cr_error *error) {
    const cr_render_job *job = e->job;
    const long long steps_most = e->frames_most * job->settings->oversample;
    const int block = BLOCK * job->settings->oversample;
    const double total = job->settings->automatic_duration ? HUGE_VAL : job->settings->duration;
    cr_render_progress progress = cr_render_progress_begin(!job->quiet);
    cr_status status = CR_OK;
    clock_t begin = clock();
    e->outcome->end = job->settings->automatic_duration ? CR_RENDER_LIMIT : CR_RENDER_FULL;
    cr_render_trace_note(&e->trace, 0);
    while (e->step < steps_most && status == CR_OK && !has_ended(e)) {
        int steps = run_steps(e, steps_most - e->step < block ? (int)(steps_most - e->step) : block);
        status = take_frames(e, cr_decimate_run(e->decimate, e->steps, steps, e->block), error);
        e->outcome->summary = cr_sim_summarise(job->sim);
        e->outcome->effort = cr_network_effort(cr_sim_network(job->sim));
        cr_render_progress_show(&progress, cr_sim_time(job->sim), total);
    }
    if (status == CR_OK) status = take_rest(e, error);
    if (status == CR_OK) status = take_tail(e, error);
    e->outcome->cpu_seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    e->outcome->duration = (double)e->outcome->frames / job->rate;
    cr_render_progress_end(&progress);
    return status;
}

static cr_status check(const engine *e, cr_error *error) {
    const cr_render_outcome *o = e->outcome;
    if (!e->finite || o->summary.warnings.not_finite > 0)
        return cr_fail(error, CR_ERR_NUMERIC, e->job->path, "the state became NaN or infinite at %.6g s",
                       cr_sim_time(e->job->sim));
    if (o->end != CR_RENDER_INTERRUPTED) return CR_OK;
    if (!e->job->keep_partial || o->frames == 0)
        return cr_fail(error, CR_ERR_IO, e->job->output,
                       "interrupted after %.3g s of sound; no file was written", o->duration);
    cr_render_signals_serve();
    return CR_OK;
}

static cr_status write_stored(engine *e, cr_error *error) {
    cr_status status = cr_render_level(e->job, &e->store, e->block, e->outcome, error);
    for (long long frame = 0; frame < e->store.frames && status == CR_OK; frame += BLOCK) {
        int frames = e->store.frames - frame < BLOCK ? (int)(e->store.frames - frame) : BLOCK;
        status = cr_render_store_read(&e->store, frame, frames, e->block, error);
        for (int i = 0; i < frames * e->job->channels; i++) e->block[i] *= e->outcome->gain;
        if (status == CR_OK) status = cr_audio_write(e->audio, e->block, frames, error);
    }
    return status;
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
    if (status == CR_OK && e->stores) status = write_stored(e, error);
    e->outcome->clipped = cr_audio_clipped(e->audio);
    if (status == CR_OK && e->report)
        status = cr_render_report(e->job, e->outcome, &e->store, &e->trace, cr_file_stream(e->report), error);
    if (status == CR_OK) status = commit(e, error);
    if (status == CR_OK && e->outcome->end == CR_RENDER_INTERRUPTED)
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
    if (status == CR_OK && outcome->peak == 0.0) status = cr_render_explain_silence(job, outcome, error);
    cr_render_trace_discard(&e.trace);
    cr_file_discard(e.report);
    cr_audio_discard(e.audio);
    cr_decimate_free(e.decimate);
    cr_render_store_free(&e.store);
    cr_render_signals_release(&e.signals);
    return status;
}
