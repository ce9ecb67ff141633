#include "render/job.h"
#include "io/audio/audio.h"
#include "io/audio/loudness.h"
#include "naming.h"
#include "render/air.h"
#include "render/solve.h"
#include "render/table.h"

#include <string.h>

int cr_render_check_usage(const cr_command *command) {
    if (command->word_count == 0) return cr_command_usage(command, "SCENE", "needs a scene file");
    if (cr_command_has(command, "--loudness") && cr_command_has(command, "--normalize"))
        return cr_command_usage(command, "--loudness", "sets the level; leave --normalize out");
    const char *level = cr_command_has(command, "--loudness")    ? "--loudness"
                        : cr_command_has(command, "--normalize") ? "--normalize"
                                                                 : NULL;
    if (level && strcmp(cr_command_text(command, "--gain", "each"), "each") != 0)
        return cr_command_usage(command, level, "sets the level of each file; leave --gain out");
    return CR_EXIT_OK;
}

cr_status cr_render_job_choose_gain(cr_render_job *job, cr_error *error) {
    static const char *const words[] = {"each", "set", "none"};
    const cr_command *command = job->command;
    const char *given = cr_command_text(command, "--gain", NULL);
    int word = given ? cr_name_find("gain", given, words, 3, error) : CR_GAIN_EACH;
    if (word < 0)
        return cr_fail(error, CR_ERR_UNKNOWN, "--gain", "needs set, each or none, got \"%.80s\"", given);
    job->gain = (cr_render_gain)word;
    if (given || cr_command_has(command, "--loudness") || cr_command_has(command, "--normalize"))
        return CR_OK;
    cr_scene *scene;
    cr_arena_mark mark = cr_arena_here(command->arena);
    cr_status status = cr_render_source_parse(command, &job->source, NULL, 0, &scene, error);
    if (status == CR_OK && cr_scene_output_of(scene)->normalize == CR_NORMALIZE_PEAK) job->gain = CR_GAIN_SET;
    cr_arena_rewind(command->arena, mark);
    return status;
}

double cr_render_gain_of(double peak) {
    return peak > 0.0 ? CR_STREAM_FULL / peak : 1.0;
}

cr_status cr_render_job_choose_output(cr_render_job *job, cr_error *error) {
    job->output = cr_command_text(job->command, "-o", NULL);
    if (!job->output) job->output = cr_name_after(job->command, job->path, ".wav", error);
    return job->output ? cr_audio_check_bits(job->output, (int)job->bits, error) : error->status;
}

cr_status cr_render_read_loudness(const cr_command *command, double *loudness, cr_error *error) {
    const double least = -60.0, most = 0.0;
    *loudness = CR_NAN;
    if (!cr_command_has(command, "--loudness")) return CR_OK;
    cr_status status = cr_command_number(command, "--loudness", loudness, error);
    if (status != CR_OK || (*loudness >= least && *loudness <= most)) return status;
    return cr_fail(error, CR_ERR_RANGE, "--loudness", "needs %g to %g LUFS, got %g", least, most, *loudness);
}

cr_status cr_render_read_bits(const cr_command *command, long *bits, cr_error *error) {
    *bits = 0;
    cr_status status = cr_command_integer(command, "--bits", 16, 32, bits, error);
    if (status != CR_OK || *bits % 8 == 0) return status;
    return cr_fail(error, CR_ERR_RANGE, "--bits", "needs 16, 24 or 32, got %ld", *bits);
}

cr_status cr_render_choose_rate(const cr_scene *scene, double loudness, int *rate, cr_error *error) {
    double asked = cr_scene_output_of(scene)->rate;
    *rate = (int)lround(asked);
    if ((double)*rate != asked) {
        char reason[80];
        snprintf(reason, sizeof reason, "a sound file needs a whole number of Hz, got %g", asked);
        return cr_scene_refuse(scene, "output.rate", CR_ERR_RANGE, reason, error);
    }
    if (isfinite(loudness) && *rate < CR_LOUDNESS_RATE_LEAST)
        return cr_fail(error, CR_ERR_RANGE, "--loudness", "needs a sound of %d Hz or more, got %d Hz",
                       CR_LOUDNESS_RATE_LEAST, *rate);
    return CR_OK;
}

cr_status cr_render_job_build(cr_render_job *job, const cr_scene_override *more, int more_count,
                              cr_error *error) {
    const cr_command *command = job->command;
    cr_status status = cr_render_source_parse(command, &job->source, more, more_count, &job->scene, error);
    if (status != CR_OK) return status;
    if (cr_scene_has_bodies(job->scene))
        return cr_fail(error, CR_ERR_UNSUPPORTED, job->path,
                       "a scene of bodies in space; `carom render` alone renders it");
    job->settings = cr_scene_output_of(job->scene);
    job->audio = cr_audio_def_of(job->scene);
    job->audio.mono = job->mono;
    if (job->gain != CR_GAIN_EACH) job->audio.normalize = CR_NORMALIZE_NONE;
    status = cr_render_choose_rate(job->scene, job->loudness, &job->rate, error);
    if (status == CR_OK) status = cr_render_solve(command, job->scene, job->quiet, error);
    bool listeners = cr_scene_has_listeners(job->scene);
    if (status == CR_OK && listeners) status = cr_render_air_solve(job, error);
    if (status != CR_OK) return status;
    status = cr_scene_build_steps(job->scene, job->audio.rate, &job->audio.oversample, command->arena,
                                  &job->sim, &job->names, error);
    if (status != CR_OK) return status;
    job->heard = cr_sim_channels(job->sim);
    if (listeners) status = cr_render_air_open(job, error);
    if (status != CR_OK) return status;
    job->channels = job->mono && job->heard > 0 ? 1 : job->heard;
    if (job->channels > 0) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, job->path, "nothing is heard: the scene has no pickups");
}

double cr_render_job_scale(const cr_render_job *job) {
    return job->ears ? 1.0 / job->air.sound.full_scale : 1.0;
}

cr_status cr_render_job_open(const cr_command *command, cr_render_job *job, cr_error *error) {
    *job = (cr_render_job){.command = command,
                           .path = command->words[0],
                           .energy = cr_command_text(command, "--energy", NULL),
                           .contacts = cr_command_text(command, "--contacts", NULL),
                           .report = cr_command_text(command, "--report", NULL),
                           .mono = cr_command_has(command, "--mono"),
                           .keep_partial = cr_command_has(command, "--keep-partial")};
    cr_status status = cr_render_read_loudness(command, &job->loudness, error);
    if (status == CR_OK) status = cr_render_read_bits(command, &job->bits, error);
    if (status == CR_OK) status = cr_render_read_threads(command, &job->threads, error);
    if (status == CR_OK) status = cr_render_table_check(job->energy, error);
    if (status == CR_OK) status = cr_render_table_check(job->contacts, error);
    return status == CR_OK ? cr_render_source_read(command, job->path, &job->source, error) : status;
}

cr_status cr_render_job_complete(cr_render_job *job, cr_error *error) {
    cr_status status = cr_render_job_choose_output(job, error);
    if (status == CR_OK) status = cr_render_job_build(job, NULL, 0, error);
    if (status == CR_OK) status = cr_render_probes_read(job, error);
    return status;
}
