#include "io/file/file.h"
#include "io/record/record_file.h"
#include "simulate/workers.h"
#include "sound/engine.h"
#include "sound/radiation.h"

#include <string.h>
#include <time.h>

// --- what sounds ----------------------------------------------------------------------------------------

static bool is_solo(const cr_sound_job *job, const char *name) {
    size_t length = job->solo ? strlen(job->solo) : 0; // NAME stands for its copies too
    return !job->solo || strcmp(name, job->solo) == 0 ||
           (strncmp(name, job->solo, length) == 0 && name[length] == '.');
}

static cr_status take_bodies(cr_sound_engine *e, cr_error *error) {
    const cr_sound_job *job = e->job;
    int count = cr_world_model_bodies(job->model), heard = 0;
    e->body = cr_command_take(job->command, (size_t)count, sizeof *e->body, error);
    if (!e->body) return error->status;
    for (int i = 0; i < count; i++) {
        bool solo = is_solo(job, cr_world_model_name(job->model, i));
        heard += solo;
        e->body[i] = (cr_sound_body){.def = &job->plan.bodies[i],
                                     .material = job->plan.matter[i].material,
                                     .damped = job->plan.matter[i].damped,
                                     .surface = job->plan.matter[i].surface,
                                     .mute = !solo};
        if (!e->body[i].def->modes || !solo) continue;
        int modes = cr_world_model_sounding(job->model, i);
        e->result->ringing += modes > 0; // those of small bodies may all lie too high
        e->result->modes += modes;
    }
    if (heard) return CR_OK;
    return cr_fail(error, CR_ERR_UNKNOWN, "--solo", "there is no body \"%s\"", job->solo);
}

// What the modes of a body radiate; bodies with the same modes share it.
static cr_status find_radiation(cr_sound_engine *e, int index, cr_error *error) {
    const cr_sound_job *job = e->job;
    const cr_modes *modes = e->body[index].def->modes;
    for (int i = 0; i < index; i++)
        if (e->body[i].radiation && e->body[i].def->modes->shape == modes->shape) {
            e->body[index].radiation = e->body[i].radiation;
            return CR_OK;
        }
    cr_radiation *radiation;
    cr_app_radiation air = {.command = job->command,
                            .progress = &e->progress,
                            .signals = &e->signals,
                            .name = cr_world_model_name(job->model, index),
                            .way = job->plan.sound.radiation};
    cr_status status = cr_app_radiate(&air, modes, &radiation, error);
    e->body[index].radiation = radiation;
    return status;
}

static cr_status take_radiation(cr_sound_engine *e, cr_error *error) {
    cr_status status = CR_OK;
    if (e->job->plan.sound.radiation == CR_RADIATE_NONE) return CR_OK;
    for (int i = 0; status == CR_OK && i < cr_world_model_bodies(e->job->model); i++) {
        if (!e->body[i].def->modes || e->body[i].mute) continue;
        status = find_radiation(e, i, error);
        const cr_radiation *radiation = e->body[i].radiation;
        for (int j = 0; status == CR_OK && j < radiation->count; j++)
            e->result->routes[radiation->mode[j].route]++;
    }
    return status;
}

// --- samples --------------------------------------------------------------------------------------------

static cr_status keep(void *context, const double *frames, int count, cr_error *error) {
    cr_sound_engine *e = context;
    return cr_render_store_add(&e->store, frames, count, error);
}

// Nobody else computes, shows how far it is, or serves signals.
static bool is_alone(const cr_sound_engine *e) {
    return !e->feed || cr_sound_feed_has_ended(e->feed);
}

static cr_status take_block(void *context, const double *const *channel, int frames) {
    cr_sound_engine *e = context;
    bool alone = is_alone(e);
    if (alone && cr_render_signals_arrived(&e->signals)) return CR_STOPPED;
    for (int i = 0; i < frames; i++)
        for (int c = 0; c < e->job->heard; c++) e->block[i * e->job->heard + c] = channel[c][i];
    cr_status status = cr_mixdown_add(&e->mixdown, e->block, frames, e->error);
    if (alone) cr_render_progress_show(&e->progress, (double)e->mixdown.frames / e->job->rate, e->duration);
    return status;
}

static void look(void *context, double time, int body, const cr_sounder *sounder) {
    cr_sound_engine *e = context;
    cr_sound_watch_look(&e->watch, time, body, sounder);
}

// Who shares the work once nobody else computes.
typedef struct helpers {
    const cr_sound_engine *engine;
    cr_world_workers pool;
} helpers;

static void each(void *context, int count, void (*task)(void *task_context, int i), void *task_context) {
    const helpers *h = context;
    bool alone = is_alone(h->engine);
    if (alone) h->pool.each(h->pool.context, count, task, task_context);
    for (int i = 0; i < count && !alone; i++) task(task_context, i);
}

static cr_status pass(cr_sound_engine *e, cr_error *error) {
    const cr_sound_job *job = e->job;
    cr_arena *arena = job->command->arena;
    cr_record_reader *reader[3];
    const cr_sound_sink sink = {e, take_block, e->watching ? look : NULL};
    for (int i = 0; i < 3; i++)
        if (!(reader[i] = cr_record_input_another(e->input, arena, error))) return error->status;
    cr_workers *pool = cr_workers_new(2, arena, error);
    if (!pool) return error->status;
    helpers shared = {e, cr_workers_of(pool)};
    const cr_world_workers workers = {&shared, each};
    const cr_sound_pass_def def = {.motion = reader[0],
                                   .contacts = reader[1],
                                   .awake = reader[2],
                                   .body = e->body,
                                   .model = job->model,
                                   .listeners = job->plan.listeners,
                                   .listener_count = job->plan.listener_count,
                                   .settle = job->plan.settle,
                                   .sound = job->plan.sound,
                                   .head = e->head,
                                   .rate = job->rate,
                                   .duration = e->duration,
                                   .workers = &workers};
    cr_status status = cr_sound_pass(&def, &sink, arena, &e->result->pass, error);
    e->helped += cr_workers_end(pool);
    return status;
}

cr_status cr_sound_engine_listen(cr_sound_engine *e, cr_error *error) {
    const cr_sound_job *job = e->job;
    cr_arena *arena = job->command->arena;
    cr_arena_mark mark = cr_arena_here(arena);
    e->mixdown = (cr_mixdown){.def = &e->audio,
                              .take = keep,
                              .context = e,
                              .heard = job->heard,
                              .frames_most = llround(e->duration * job->rate)};
    cr_render_store_free(&e->store);
    e->store = cr_render_store_default(job->channels);
    cr_status status = cr_mixdown_begin(&e->mixdown, arena)
                           ? pass(e, error)
                           : cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
    if (status == CR_STOPPED)
        status = cr_fail(error, CR_ERR_IO, job->output,
                         e->result->frames ? "interrupted; not all stems were written"
                                           : "interrupted; no file was written");
    if (status == CR_OK) status = cr_mixdown_end(&e->mixdown, error);
    cr_arena_rewind(arena, mark);
    if (status == CR_OK && !e->mixdown.finite)
        return cr_fail(error, CR_ERR_NUMERIC, job->source, "the sound became NaN or infinite");
    return status;
}

cr_status cr_sound_engine_prepare(cr_sound_engine *e, cr_error *error) {
    const cr_sound_job *job = e->job;
    cr_status status = take_bodies(e, error);
    if (status == CR_OK) status = take_radiation(e, error);
    if (status == CR_OK)
        status = cr_app_head(job->command, job->plan.listeners, job->plan.listener_count, job->rate, &e->head,
                             error);
    if (status != CR_OK) return status;
    e->block = cr_command_take(job->command, CR_STREAM_BLOCK * (size_t)job->heard, sizeof *e->block, error);
    return e->block ? CR_OK : error->status;
}

// --- the file -------------------------------------------------------------------------------------------

cr_status cr_sound_engine_write(cr_sound_engine *e, const char *path, long long *clipped, cr_error *error) {
    const cr_sound_job *job = e->job;
    char comment[128];
    snprintf(comment, sizeof comment, "scene %016llx", cr_scene_hash(job->scene));
    const cr_audio_notes notes = {"carom " CAROM_VERSION, job->settings->title, comment};
    cr_audio_out *audio = cr_audio_create_bits(path, job->channels, job->rate, (int)job->bits, &notes, error);
    if (!audio) return error->status;
    cr_status status =
        cr_render_level_write(&e->store, 0, e->store.frames, e->result->level.gain, e->block, audio, error);
    *clipped = cr_audio_clipped(audio);
    if (status == CR_OK) return cr_audio_commit(audio, error);
    cr_audio_discard(audio);
    return status;
}

static cr_status write_page(cr_sound_engine *e, cr_error *error) {
    cr_file_out *file = cr_file_create(e->job->report, error);
    if (!file) return error->status;
    e->watching = false;
    cr_status status = cr_sound_engine_report(e, cr_file_stream(file), error);
    if (status == CR_OK) return cr_file_commit(file, error);
    cr_file_discard(file);
    return status;
}

cr_status cr_sound_engine_finish(cr_sound_engine *e, cr_error *error) {
    const cr_sound_job *job = e->job;
    cr_sound_result *r = e->result;
    r->frames = e->mixdown.frames;
    r->duration = (double)r->frames / job->rate;
    r->peak = e->mixdown.peak;
    r->mono_loss = cr_render_fold_loss(&e->mixdown.fold);
    r->faded = e->mixdown.faded;
    r->level = (cr_render_level){.channels = job->channels,
                                 .rate = job->rate,
                                 .peak = e->mixdown.peak,
                                 .asked = job->loudness,
                                 .to_peak = job->settings->normalize == CR_NORMALIZE_PEAK,
                                 .as_it_is = 1.0 / job->plan.sound.full_scale};
    cr_status status = cr_render_level_find(&r->level, &e->store, e->block, error);
    if (status == CR_OK) status = cr_sound_engine_write(e, job->output, &r->clipped, error);
    if (status == CR_OK && job->report) status = write_page(e, error);
    return status == CR_OK && job->stems ? cr_sound_engine_stems(e, error) : status;
}

cr_sound_engine cr_sound_engine_new(const cr_sound_job *job, cr_sound_result *result, cr_error *error) {
    *result = (cr_sound_result){0};
    return (cr_sound_engine){.job = job,
                             .result = result,
                             .error = error,
                             .audio = job->audio,
                             .progress = cr_render_progress_begin(true)};
}

void cr_sound_engine_free(cr_sound_engine *e) {
    cr_render_store_free(&e->store);
    cr_record_close(e->input);
}

cr_status cr_sound_engine_hear(cr_sound_engine *e, cr_error *error) {
    const cr_sound_job *job = e->job;
    cr_status status = CR_OK;
    e->watching = job->report;
    if (e->watching) {
        double start = cr_record_reader_head(cr_record_input_reader(e->input))->start;
        status = cr_sound_watch_make(&e->watch, job->command, job->model, e->body, start, e->duration, error);
    }
    return status == CR_OK ? cr_sound_engine_listen(e, error) : status;
}

cr_status cr_sound_run(const cr_sound_job *job, cr_sound_result *result, cr_error *error) {
    cr_sound_engine e = cr_sound_engine_new(job, result, error);
    cr_render_signals_hold(&e.signals);
    clock_t begun = clock();
    cr_status status = cr_sound_engine_open(&e, error);
    if (status == CR_OK) status = cr_sound_engine_prepare(&e, error);
    if (status == CR_OK) status = cr_sound_engine_hear(&e, error);
    result->cpu_seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    cr_render_progress_end(&e.progress);
    if (status == CR_OK) status = cr_sound_engine_finish(&e, error);
    cr_sound_engine_free(&e);
    cr_render_signals_release(&e.signals);
    return status;
}
