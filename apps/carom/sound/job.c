#include "sound/job.h"

#include "film/film.h"
#include "io/audio/audio.h"
#include "naming.h"
#include "render/job.h"
#include "render/solve.h"

cr_status cr_sound_job_format(cr_sound_job *job, cr_error *error) {
    job->settings = cr_scene_output_of(job->scene);
    job->audio = cr_audio_def_of(job->scene);
    job->audio.mono = cr_command_has(job->command, "--mono");
    job->heard = cr_sound_pass_channels(job->plan.listeners, job->plan.listener_count);
    job->channels = job->audio.mono ? 1 : job->heard;
    return cr_render_choose_rate(job->scene, job->loudness, &job->rate, error);
}

cr_status cr_sound_job_open(cr_sound_job *job, cr_error *error) {
    const cr_command *command = job->command;
    job->output = cr_command_text(command, "-o", NULL);
    job->solo = cr_command_text(command, "--solo", NULL);
    job->stems = cr_command_text(command, "--stems", NULL);
    job->report = cr_command_text(command, "--report", NULL);
    if (!job->output) job->output = cr_name_after(command, job->source, ".wav", error);
    cr_status status = job->output ? cr_audio_check_path(job->output, error) : error->status;
    if (status == CR_OK) status = cr_film_job_check(command, error);
    if (status == CR_OK) status = cr_render_read_bits(command, &job->bits, error);
    if (status == CR_OK) status = cr_audio_check_bits(job->output, (int)job->bits, error);
    return status == CR_OK ? cr_render_read_loudness(command, &job->loudness, error) : status;
}

cr_status cr_sound_job_build(cr_sound_job *job, cr_error *error) {
    const cr_command *command = job->command;
    cr_status status = cr_render_solve(command, job->scene, false, error);
    if (status == CR_OK) status = cr_scene_world(job->scene, command->arena, &job->model, &job->plan, error);
    return status == CR_OK ? cr_sound_job_format(job, error) : status;
}
