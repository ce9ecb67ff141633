#define _XOPEN_SOURCE 700 // clock_gettime

#include "sound/beside.h"

#include "simulate/workers.h"
#include "sound/engine.h"

#include <time.h>

// The side of the sound: its memory, errors and time are its own.
typedef struct side {
    cr_command command;
    cr_sound_job job;
    cr_sound_engine engine;
    cr_sound_feed feed;
    cr_status status;
    cr_error error;
    double seconds; // of its thread
} side;

static double thread_seconds(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *hear(void *context) {
    side *s = context;
    double begun = thread_seconds();
    s->status = cr_sound_engine_open(&s->engine, &s->error);
    if (s->status == CR_OK) s->status = cr_sound_engine_hear(&s->engine, &s->error);
    s->seconds = thread_seconds() - begun;
    if (s->status != CR_OK) cr_sound_feed_leave(&s->feed);
    return NULL;
}

static cr_status prepare(side *s, cr_error *error) {
    cr_render_signals_hold(&s->engine.signals);
    clock_t begun = clock();
    cr_status status = cr_sound_engine_prepare(&s->engine, error);
    s->engine.helped = (double)(clock() - begun) / CLOCKS_PER_SEC;
    cr_render_progress_end(&s->engine.progress);
    cr_render_signals_release(&s->engine.signals);
    return status;
}

static cr_status run(side *s, const cr_simulate_job *motion, cr_simulate_outcome *moved, cr_error *error) {
    cr_simulate_job told = *motion;
    pthread_t thread;
    cr_status status = prepare(s, error);
    if (status != CR_OK) return status;
    bool started = cr_thread_begin(&thread, hear, s);
    told.reader = (cr_simulate_reader){&s->feed, cr_sound_feed_grow};
    status = cr_simulate_run(&told, moved, error);
    if (status == CR_OK) cr_simulate_warn(motion, moved);
    cr_render_signals_hold(&s->engine.signals);
    // A run that ended because the sound had failed has nothing to tell.
    bool heard = cr_sound_feed_end(&s->feed, status != CR_OK);
    if (started) pthread_join(thread, NULL);
    else if (status == CR_OK) hear(s);
    cr_render_progress_end(&s->engine.progress);
    s->engine.result->cpu_seconds = s->seconds + s->engine.helped;
    if (s->status != CR_OK && (status == CR_OK || !heard)) {
        *error = s->error;
        status = s->status;
    }
    if (status == CR_OK) status = cr_sound_engine_finish(&s->engine, error);
    cr_render_signals_release(&s->engine.signals);
    return status;
}

cr_status cr_sound_beside(const cr_sound_job *job, const cr_simulate_job *motion, cr_sound_result *result,
                          cr_simulate_outcome *moved, cr_error *error) {
    side s = {.command = *job->command, .job = *job};
    s.command.arena = cr_arena_new(cr_arena_allocator(job->command->arena));
    if (!s.command.arena) return cr_fail(error, CR_ERR_MEMORY, "sound", "out of memory");
    s.job.command = &s.command;
    s.engine = cr_sound_engine_new(&s.job, result, &s.error);
    s.engine.feed = &s.feed;
    cr_sound_feed_begin(&s.feed);
    cr_status status = run(&s, motion, moved, error);
    cr_sound_engine_free(&s.engine);
    cr_sound_feed_free(&s.feed);
    cr_arena_free(s.command.arena);
    return status;
}
