// Both passes of a scene of bodies: motion into a recording that is only kept until its sound is made.
#include "film/film.h"
#include "render/job.h"
#include "simulate/job.h"
#include "simulate/workers.h"
#include "sound/beside.h"
#include "sound/scratch.h"

static const char *unfit(const cr_command *command) {
    static const char *const of_elements[] = {"--oversample", "--variations", "--energy", "--contacts",
                                              "--probe"};
    for (size_t i = 0; i < sizeof of_elements / sizeof *of_elements; i++)
        if (cr_command_has(command, of_elements[i])) return of_elements[i];
    return NULL;
}

static cr_status one_by_one(const cr_sound_job *job, const cr_simulate_job *motion, cr_sound_result *result,
                            cr_simulate_outcome *moved, cr_error *error) {
    cr_status status = cr_simulate_run(motion, moved, error);
    if (status != CR_OK) return status;
    cr_simulate_warn(motion, moved);
    return cr_sound_run(job, result, error);
}

// Where the end of the motion is the end of the sound, that is known first.
static cr_status render(const cr_sound_job *job, const cr_simulate_job *motion, cr_sound_result *result,
                        cr_simulate_outcome *moved, cr_error *error) {
    int threads;
    cr_status status = cr_render_read_threads(job->command, &threads, error);
    if (status != CR_OK) return status;
    bool beside = threads > 1 && !job->audio.automatic_duration;
    status = (beside ? cr_sound_beside : one_by_one)(job, motion, result, moved, error);
    return status == CR_OK ? cr_film_job_run(job, result->duration, error) : status;
}

static cr_status prepare(const cr_command *command, const cr_render_source *source, const cr_sound_scratch *s,
                         cr_sound_job *job, cr_simulate_job *motion, cr_error *error) {
    *job = (cr_sound_job){.command = command, .source = command->words[0], .recording = s->recording};
    long threads = 1;
    cr_status status = cr_sound_job_open(job, error);
    if (status == CR_OK)
        status = cr_command_integer(command, "--threads", 1, CR_WORKERS_MOST, &threads, error);
    *motion = (cr_simulate_job){.command = command,
                                .path = command->words[0],
                                .output = s->recording,
                                .checkpoint = s->checkpoint,
                                .passing = true,
                                .threads = (int)threads};
    if (status == CR_OK) status = cr_simulate_job_build(motion, source, error);
    job->scene = motion->scene;
    job->model = motion->model;
    job->plan = motion->plan;
    return status == CR_OK ? cr_sound_job_format(job, error) : status;
}

int cr_sound_render(const cr_command *command, const cr_render_source *source) {
    cr_error error = {0};
    cr_simulate_job motion;
    cr_simulate_outcome moved;
    cr_sound_job job;
    cr_sound_result result;
    cr_sound_scratch s;
    const char *not_here = unfit(command);
    if (not_here)
        return cr_command_usage(command, not_here, "is for scenes of elements; this one has bodies");
    cr_status status = cr_sound_scratch_make(&s, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    status = prepare(command, source, &s, &job, &motion, &error);
    if (status == CR_OK) status = render(&job, &motion, &result, &moved, &error);
    cr_sound_scratch_drop(&s);
    if (status != CR_OK) return cr_command_fail(command, &error);
    cr_sound_tell(&job, &result);
    return CR_EXIT_OK;
}
