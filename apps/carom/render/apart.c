#define _XOPEN_SOURCE 700 // sysconf

#include "render/apart.h"

#include <string.h>
#include <unistd.h>

// Other verbs that render have no such option, and one thread.
static bool is_known(const cr_command *command, const char *option) {
    const cr_verb *verb = command->verb;
    for (int i = 0; i < verb->option_count; i++)
        if (strcmp(verb->options[i].name, option) == 0) return true;
    return false;
}

cr_status cr_render_read_threads(const cr_command *command, int *threads, cr_error *error) {
    *threads = 0;
    if (!is_known(command, "--threads")) return CR_OK;
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count > CR_WORKERS_MOST) count = CR_WORKERS_MOST;
    cr_status status = cr_command_integer(command, "--threads", 1, CR_WORKERS_MOST, &count, error);
    *threads = (int)count;
    return status;
}

static bool is_watched(const cr_render_job *job) {
    return job->energy || job->contacts || job->report || job->probe_count || job->ears;
}

cr_status cr_render_apart_begin(cr_render_apart *apart, const cr_render_job *job, cr_error *error) {
    cr_arena *arena = job->command->arena;
    const cr_audio_def *audio = &job->audio;
    *apart = (cr_render_apart){0};
    if (!job->threads || is_watched(job) || cr_sim_count_parts(job->sim) < 2) return CR_OK;
    cr_status status =
        cr_scene_build_parts(job->scene, audio->rate * audio->oversample, arena, &apart->sims, error);
    if (status != CR_OK || apart->sims.count < 2) return status;
    int threads = job->threads < apart->sims.count ? job->threads : apart->sims.count;
    if (threads > 1 && !(apart->workers = cr_workers_new(threads, arena, error))) return error->status;
    if (apart->workers) apart->crowd = cr_workers_of(apart->workers);
    apart->parts = cr_render_parts_new(&apart->sims, CR_STREAM_BLOCK * audio->oversample,
                                       apart->workers ? &apart->crowd : NULL, arena, error);
    return apart->parts ? CR_OK : error->status;
}

void cr_render_apart_end(cr_render_apart *apart) {
    cr_workers_end(apart->workers);
    apart->workers = NULL;
}
