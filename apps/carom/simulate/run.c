#include "io/record/record_file.h"
#include "simulate/outbox.h"
#include "simulate/workers.h"
#include "term/progress.h"
#include "term/signals.h"

#include "command.h"

#include <string.h>
#include <time.h>

// Energies are noted, and the ends of a run looked for, so often [s]; nothing of the motion depends on it.
// States are saved more and more seldom, from the first to the second of the others [s of the clock].
static const double interval = 1e-3, first_save = 0.1, between_saves = 5.0;

typedef struct engine {
    const cr_simulate_job *job;
    cr_simulate_outcome *outcome;
    cr_render_signals signals;
    cr_render_progress progress;
    cr_workers *workers;
    cr_world *world;
    cr_record_file *file;
    cr_record_drive drive; // of the model
    cr_outbox *outbox;     // before the recorder; NULL: it is told at once
    cr_world_sink record;  // of these; their times begin after the settling
    double pause;          // s of the clock, from the last save to the next
    double saved;          // s of the clock
    double *last;          // s, when each body moved last
    double touching;       // s, of all contact points since the last look
    double contacts;       // so many at once, on the mean
    double since;          // s, the last look
} engine;

// --- what the world tells -------------------------------------------------------------------------------

static cr_status take_motion(void *context, const cr_world_motion *motion) {
    engine *e = context;
    cr_world_motion shifted = *motion;
    e->last[motion->body] = motion->t1;
    shifted.t0 -= e->job->plan.settle;
    shifted.t1 -= e->job->plan.settle;
    return e->record.motion(e->record.context, &shifted);
}

static cr_status take_contact(void *context, const cr_world_contact *contact) {
    engine *e = context;
    cr_world_contact shifted = *contact;
    e->touching += contact->t1 - contact->t0;
    shifted.t0 -= e->job->plan.settle;
    shifted.t1 -= e->job->plan.settle;
    return e->record.contact(e->record.context, &shifted);
}

static bool find_driven(const void *context, int body, double time, cr_pose *pose) {
    const engine *e = context;
    return e->drive.at(e->drive.context, body, time + e->job->plan.settle, pose);
}

static int count_awake(const engine *e, double time) {
    int awake = 0;
    for (int i = 0; i < cr_world_model_bodies(e->job->model); i++)
        awake += e->last[i] > time - 2.0 * interval;
    return awake;
}

static bool go_on(void *context, double time) {
    engine *e = context;
    const cr_simulate_job *job = e->job;
    double t = time - job->plan.settle, began = e->outcome->resumed;
    char text[64] = "settling";
    if (cr_render_signals_arrived(&e->signals)) return false;
    if (t > began) {
        double left = (cr_render_clock() - e->progress.began) * (job->end - t) / (t - began);
        snprintf(text, sizeof text, "%.3f s, %d awake, %.0f contacts, %.0f s left", t, count_awake(e, time),
                 e->contacts, fmin(left, 1e6));
    }
    cr_render_progress_stage(&e->progress, NULL, text, fmax(t, 0.0) / job->end);
    return true;
}

// --- begin and end --------------------------------------------------------------------------------------

static cr_status make_world(engine *e, cr_error *error) {
    const cr_simulate_job *job = e->job;
    cr_arena *arena = job->command->arena;
    e->last =
        cr_command_take(job->command, (size_t)cr_world_model_bodies(job->model), sizeof *e->last, error);
    if (!e->last) return error->status;
    e->world = cr_world_new(job->model, cr_arena_allocator(arena), error);
    if (!e->world) return error->status;
    if (job->threads < 2) return CR_OK;
    e->workers = cr_workers_new(job->threads, arena, error);
    if (!e->workers) return error->status;
    cr_world_workers workers = cr_workers_of(e->workers);
    cr_world_set_workers(e->world, &workers);
    return CR_OK;
}

static cr_status settle(engine *e, cr_error *error) {
    const cr_world_sink watch = {.context = e, .progress = go_on};
    double time = e->job->plan.settle;
    return time > 0.0 ? cr_world_run(e->world, time, &watch, error) : CR_OK;
}

static const char *form_name(const cr_simulate_job *job, int body) {
    const cr_body_def *def = &job->plan.bodies[body];
    return def->part_count == 1 ? def->parts[0].form->type->name : "parts";
}

static cr_status begin_file(engine *e, cr_error *error) {
    const cr_simulate_job *job = e->job;
    cr_arena *arena = job->command->arena;
    cr_record_head head;
    cr_status status = cr_record_head_of(job->model, e->world, arena, &head, error);
    if (status != CR_OK) return status;
    cr_record_body *bodies = cr_command_take(job->command, (size_t)head.bodies, sizeof *bodies, error);
    if (!bodies) return error->status;
    memcpy(bodies, head.body, (size_t)head.bodies * sizeof *bodies);
    for (int i = 0; i < head.bodies; i++) bodies[i].form = form_name(job, i);
    head.body = bodies;
    head.note = "carom " CAROM_VERSION;
    head.scene = job->text;
    head.start = 0.0;
    e->file = cr_record_file_create(job->output, job->checkpoint, &head, arena, error);
    return e->file ? CR_OK : error->status;
}

// Goes on with a run of the same scene that was interrupted; CR_STOPPED: there is none.
static cr_status resume(engine *e, cr_error *error) {
    const cr_simulate_job *job = e->job;
    cr_arena *arena = job->command->arena;
    char part[4200];
    const unsigned char *state;
    size_t count;
    if (!cr_record_file_can_resume(job->output, job->checkpoint)) return CR_STOPPED;
    snprintf(part, sizeof part, "%s.part", job->output);
    cr_record_input *begun = cr_record_open(part, arena, error);
    if (!begun) return CR_STOPPED;
    const cr_record_head *head = cr_record_reader_head(cr_record_input_reader(begun));
    bool same = strcmp(head->scene, job->text) == 0;
    cr_record_close(begun); // before its lock is taken: a lock goes with any handle of the file
    if (same)
        e->file = cr_record_file_resume(job->output, job->checkpoint, head, arena, &state, &count, error);
    if (!e->file || cr_world_restore(e->world, state, count, error) != CR_OK) {
        cr_record_file_leave(e->file);
        e->file = NULL;
        return same ? error->status : CR_STOPPED;
    }
    e->outcome->resumed = cr_world_time(e->world) - job->plan.settle;
    return CR_OK;
}

static cr_status begin_outbox(engine *e, cr_error *error) {
    const cr_world_model *model = e->job->model;
    int most = 0;
    for (int i = 0; i < cr_world_model_bodies(model); i++) {
        int modes = cr_world_model_modes(model, i);
        most = modes > most ? modes : most;
    }
    e->outbox = cr_outbox_new(e->file, &e->job->reader, most, e->job->command->arena, error);
    if (!e->outbox) return error->status;
    e->record = cr_outbox_sink(e->outbox);
    return CR_OK;
}

static cr_status begin(engine *e, cr_error *error) {
    cr_status status = make_world(e, error);
    if (status == CR_OK) status = resume(e, error);
    if (status == CR_STOPPED) {
        status = settle(e, error);
        if (status == CR_OK) status = begin_file(e, error);
    }
    e->saved = cr_render_clock();
    if (status != CR_OK) return status;
    e->drive = cr_record_drive_of(e->job->model);
    const cr_record_drive shifted = {e, find_driven};
    cr_recorder_follow(cr_record_file_recorder(e->file), &shifted);
    e->record = cr_recorder_sink(cr_record_file_recorder(e->file));
    return e->job->threads > 1 || e->job->reader.grown ? begin_outbox(e, error) : CR_OK;
}

// --- the run --------------------------------------------------------------------------------------------

static cr_status save(engine *e, cr_error *error) {
    e->saved = cr_render_clock();
    e->pause = fmin(2.0 * e->pause, between_saves);
    cr_status status = e->outbox ? cr_outbox_drain(e->outbox, error) : CR_OK;
    return status == CR_OK ? cr_record_file_checkpoint_world(e->file, e->world, error) : status;
}

static cr_status note_energy(engine *e, double t, cr_error *error) {
    const cr_world_energy *energy = &e->outcome->energy;
    if (e->outbox) return cr_outbox_energy(e->outbox, t, energy);
    return cr_recorder_energy(cr_record_file_recorder(e->file), t, energy, error);
}

// What the recording failed with, if it did.
static void explain(engine *e, cr_error *error) {
    if (e->outbox) cr_outbox_drain(e->outbox, error);
    else cr_recorder_trouble(cr_record_file_recorder(e->file), error);
}

static int find_beyond(const engine *e) {
    for (int i = 0; i < cr_world_model_bodies(e->job->model); i++) {
        bool moves = isfinite(cr_world_model_mass(e->job->model, i));
        cr_vec at = cr_world_body(e->world, i).pose.at;
        if (moves && !(cr_vec_length(at) <= e->job->plan.bounds)) return i;
    }
    return -1;
}

static double stored(const cr_world_energy *energy) {
    return energy->kinetic + energy->vibration + energy->springs;
}

// What is looked at between two stretches. True: it has come to its end.
static bool look(engine *e, double t, cr_status *status, cr_error *error) {
    const cr_simulate_job *job = e->job;
    cr_simulate_outcome *o = e->outcome;
    o->energy = cr_world_ledger(e->world);
    o->energy_greatest = fmax(o->energy_greatest, stored(&o->energy));
    *status = note_energy(e, t, error);
    if (t > e->since) e->contacts = e->touching / (t - e->since);
    e->since = t;
    e->touching = 0.0;
    o->duration = t;
    o->beyond = find_beyond(e);
    if (o->beyond >= 0) o->end = CR_SIMULATE_BOUNDS;
    else if (job->plan.at_rest && cr_world_at_rest(e->world)) o->end = CR_SIMULATE_REST;
    else if (t >= job->end) o->end = isnan(job->plan.duration) ? CR_SIMULATE_LIMIT : CR_SIMULATE_DURATION;
    else return *status != CR_OK;
    return true;
}

static bool is_unwanted(const engine *e) {
    return cr_render_signals_arrived(&e->signals) || (e->outbox && !cr_outbox_wanted(e->outbox));
}

static cr_status simulate(engine *e, cr_error *error) {
    const cr_simulate_job *job = e->job;
    const cr_world_sink sink = {
        .context = e, .motion = take_motion, .contact = take_contact, .progress = go_on};
    cr_status status = CR_OK;
    double from = cr_world_time(e->world) - job->plan.settle;
    long long stretch = (long long)floor(from / interval + 1e-9);
    e->since = from;
    for (bool ended = false; status == CR_OK && !ended;) {
        double t = fmin(interval * (double)++stretch, job->end);
        if (t <= from) continue; // of a stretch that was begun
        status = cr_world_run(e->world, job->plan.settle + t, &sink, error);
        if (status == CR_ERR_IO) explain(e, error);
        bool stopped = status == CR_STOPPED && cr_world_time(e->world) == job->plan.settle + t;
        if (stopped) status = CR_OK; // at the very end of the stretch, which is looked at all the same
        if (status == CR_OK) ended = look(e, t, &status, error);
        if (stopped && status == CR_OK && !ended) status = CR_STOPPED;
        if (status == CR_OK && !ended && cr_render_clock() - e->saved > e->pause) status = save(e, error);
        if (status == CR_OK && is_unwanted(e)) status = CR_STOPPED;
    }
    return status;
}

// What interrupts a run lets it be gone on with; what is wrong with it does not.
static cr_status finish(engine *e, cr_status status, cr_error *error) {
    const cr_simulate_job *job = e->job;
    bool sound = status == CR_OK || status == CR_STOPPED;
    cr_status told = e->outbox ? cr_outbox_drain(e->outbox, sound ? error : NULL) : CR_OK;
    if (sound && told != CR_OK) status = told;
    cr_outbox_end(e->outbox);
    e->outbox = NULL;
    // what is left of steps that are under way
    if (status == CR_OK)
        status = cr_recorder_catch_up(cr_record_file_recorder(e->file), e->world, job->plan.settle, error);
    if (status == CR_OK) {
        status = cr_record_file_commit(e->file, error);
        e->file = NULL;
        return status;
    }
    if (status == CR_ERR_NUMERIC) {
        cr_record_file_discard(e->file);
        e->file = NULL;
    }
    if (status != CR_STOPPED) return status;
    double t = cr_world_time(e->world) - job->plan.settle;
    status = save(e, error);
    cr_record_file_leave(e->file);
    e->file = NULL;
    if (status != CR_OK) return status;
    return cr_fail(error, CR_ERR_IO, job->passing ? job->path : job->output, "interrupted after %.4g s; %s",
                   t,
                   job->passing ? "nothing is kept: carom simulate would go on from there"
                                : "the same command goes on from there");
}

cr_status cr_simulate_run(const cr_simulate_job *job, cr_simulate_outcome *outcome, cr_error *error) {
    engine e = {
        .job = job, .outcome = outcome, .pause = first_save, .progress = cr_render_progress_begin(true)};
    *outcome = (cr_simulate_outcome){.beyond = -1};
    cr_render_signals_hold(&e.signals);
    clock_t begun = clock();
    cr_status status = begin(&e, error);
    if (status == CR_OK) status = finish(&e, simulate(&e, error), error);
    else if (status == CR_STOPPED)
        status = cr_fail(error, CR_ERR_IO, job->output, "interrupted while it settled; nothing was written");
    outcome->cpu_seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    cr_render_progress_end(&e.progress);
    if (e.world) outcome->stats = cr_world_statistics(e.world);
    cr_outbox_end(e.outbox);
    cr_record_file_leave(e.file);
    cr_world_free(e.world);
    cr_workers_end(e.workers);
    cr_render_signals_release(&e.signals);
    return status;
}
