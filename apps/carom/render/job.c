#include "render/job.h"
#include "io/audio/audio.h"
#include "io/audio/loudness.h"
#include "render/solve.h"
#include "render/table.h"

#include <string.h>

int cr_render_check_usage(const cr_command *command) {
    if (command->word_count == 0) return cr_command_usage(command, "SCENE", "needs a scene file");
    if (cr_command_has(command, "--loudness") && cr_command_has(command, "--normalize"))
        return cr_command_usage(command, "--loudness", "sets the level; leave --normalize out");
    return CR_EXIT_OK;
}

// "scenes/bell.yaml" -> "bell.wav"
static cr_status name_output(cr_render_job *job, cr_error *error) {
    const char *slash = strrchr(job->path, '/'), *base = slash ? slash + 1 : job->path;
    if (strcmp(base, "-") == 0) base = "scene";
    const char *dot = strrchr(base, '.');
    int length = dot && dot > base ? (int)(dot - base) : (int)strlen(base);
    char *name = cr_command_take(job->command, (size_t)length + 5, 1, error);
    if (!name) return error->status;
    snprintf(name, (size_t)length + 5, "%.*s.wav", length, base);
    job->output = name;
    return CR_OK;
}

cr_status cr_render_job_choose_output(cr_render_job *job, cr_error *error) {
    job->output = cr_command_text(job->command, "-o", NULL);
    cr_status status = job->output ? CR_OK : name_output(job, error);
    return status == CR_OK ? cr_audio_check_path(job->output, error) : status;
}

static cr_status read_loudness(cr_render_job *job, cr_error *error) {
    const double least = -60.0, most = 0.0;
    const cr_command *command = job->command;
    job->loudness = CR_NAN;
    if (!cr_command_has(command, "--loudness")) return CR_OK;
    cr_status status = cr_command_number(command, "--loudness", &job->loudness, error);
    if (status != CR_OK || (job->loudness >= least && job->loudness <= most)) return status;
    return cr_fail(error, CR_ERR_RANGE, "--loudness", "needs %g to %g LUFS, got %g", least, most,
                   job->loudness);
}

cr_status cr_render_job_build(cr_render_job *job, const cr_scene_override *more, int more_count,
                              cr_error *error) {
    const cr_command *command = job->command;
    cr_status status = cr_render_source_parse(command, &job->source, more, more_count, &job->scene, error);
    if (status != CR_OK) return status;
    if (cr_scene_has_bodies(job->scene))
        return cr_fail(error, CR_ERR_UNSUPPORTED, job->path,
                       "a scene of bodies in space has no sound yet; `carom simulate` runs it");
    job->settings = cr_scene_output_of(job->scene);
    job->audio = cr_audio_def_of(job->scene);
    job->audio.mono = job->mono;
    job->rate = (int)lround(job->settings->rate);
    if ((double)job->rate != job->settings->rate)
        return cr_fail(error, CR_ERR_RANGE, job->path,
                       "output.rate: a sound file needs a whole number of Hz, got %g", job->settings->rate);
    if (isfinite(job->loudness) && job->rate < CR_LOUDNESS_RATE_LEAST)
        return cr_fail(error, CR_ERR_RANGE, "--loudness", "needs a sound of %d Hz or more, got %d Hz",
                       CR_LOUDNESS_RATE_LEAST, job->rate);
    status = cr_render_solve(command, job->scene, job->quiet, error);
    if (status != CR_OK) return status;
    status = cr_scene_build(job->scene, job->settings->rate * job->settings->oversample, command->arena,
                            &job->sim, &job->names, error);
    if (status != CR_OK) return status;
    job->heard = cr_sim_channels(job->sim);
    job->channels = job->mono && job->heard > 0 ? 1 : job->heard;
    if (job->channels > 0) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, job->path, "nothing is heard: the scene has no pickups");
}

cr_status cr_render_job_open(const cr_command *command, cr_render_job *job, cr_error *error) {
    *job = (cr_render_job){.command = command,
                           .path = command->words[0],
                           .energy = cr_command_text(command, "--energy", NULL),
                           .contacts = cr_command_text(command, "--contacts", NULL),
                           .report = cr_command_text(command, "--report", NULL),
                           .mono = cr_command_has(command, "--mono"),
                           .keep_partial = cr_command_has(command, "--keep-partial")};
    cr_status status = read_loudness(job, error);
    if (status == CR_OK) status = cr_render_table_check(job->energy, error);
    if (status == CR_OK) status = cr_render_table_check(job->contacts, error);
    return status == CR_OK ? cr_render_source_read(command, job->path, &job->source, error) : status;
}

cr_status cr_render_job_read(const cr_command *command, cr_render_job *job, cr_error *error) {
    cr_status status = cr_render_job_open(command, job, error);
    if (status == CR_OK) status = cr_render_job_choose_output(job, error);
    if (status == CR_OK) status = cr_render_job_build(job, NULL, 0, error);
    if (status == CR_OK) status = cr_render_probes_read(job, error);
    return status;
}
