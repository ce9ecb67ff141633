#include "simulate/job.h"

#include "io/file/file.h"
#include "naming.h"
#include "render/solve.h"
#include "simulate/workers.h"

#include <string.h>

static cr_status name_checkpoint(cr_simulate_job *job, cr_error *error) {
    static const char ending[] = ".checkpoint";
    size_t room = strlen(job->output) + sizeof ending;
    char *name = cr_command_take(job->command, room, 1, error);
    if (!name) return error->status;
    snprintf(name, room, "%s%s", job->output, ending);
    job->checkpoint = name;
    return CR_OK;
}

static cr_status read_options(cr_simulate_job *job, cr_error *error) {
    const cr_command *command = job->command;
    long threads = 1;
    job->output = cr_command_text(command, "-o", NULL);
    job->checkpoint = cr_command_text(command, "--checkpoint", NULL);
    job->motion = cr_command_text(command, "--motion", NULL);
    job->contacts = cr_command_text(command, "--contacts", NULL);
    job->anim = cr_command_text(command, "--anim", NULL);
    job->report = cr_command_text(command, "--report", NULL);
    job->rate = 100.0;
    cr_status status = cr_command_number(command, "--rate", &job->rate, error);
    if (status == CR_OK && !(job->rate > 0.0 && job->rate <= 1e6))
        status = cr_fail(error, CR_ERR_RANGE, "--rate", "needs above 0 to 1e6 Hz, got %g", job->rate);
    if (status == CR_OK)
        status = cr_command_integer(command, "--threads", 1, CR_WORKERS_MOST, &threads, error);
    job->threads = (int)threads;
    if (status == CR_OK && !job->output) job->output = cr_name_after(command, job->path, ".rec", error);
    if (status == CR_OK && !job->output) status = error->status;
    if (status == CR_OK) status = cr_name_check("-o", job->output, ".rec", error);
    if (status == CR_OK) status = cr_name_check("--motion", job->motion, ".csv", error);
    if (status == CR_OK) status = cr_name_check("--contacts", job->contacts, ".csv", error);
    if (status == CR_OK) status = cr_name_check("--anim", job->anim, ".glb", error);
    if (status == CR_OK && !job->checkpoint) status = name_checkpoint(job, error);
    return status;
}

// The scene and, as comments behind it, its changes: a recording knows what it is of.
static cr_status keep_text(cr_simulate_job *job, const cr_render_source *source, cr_error *error) {
    size_t room = source->length + 2;
    for (int i = 0; i < source->change_count; i++) room += strlen(source->changes[i].assignment) + 16;
    char *text = cr_command_take(job->command, room, 1, error), *end = text;
    if (!text) return error->status;
    memcpy(text, source->text, source->length);
    end += source->length;
    if (source->length && end[-1] != '\n') *end++ = '\n';
    for (int i = 0; i < source->change_count; i++)
        end += snprintf(end, room - (size_t)(end - text), "# --set %s\n", source->changes[i].assignment);
    job->text = text;
    return CR_OK;
}

cr_status cr_simulate_job_build(cr_simulate_job *job, const cr_render_source *source, cr_error *error) {
    const double automatic_most = 60.0;
    const cr_command *command = job->command;
    cr_status status = keep_text(job, source, error);
    if (status == CR_OK) status = cr_render_source_parse(command, source, NULL, 0, &job->scene, error);
    if (status != CR_OK) return status;
    if (!cr_scene_has_bodies(job->scene))
        return cr_fail(error, CR_ERR_UNSUPPORTED, job->path,
                       "the scene has elements, not bodies in space; `carom render` runs it");
    status = cr_render_solve(command, job->scene, false, error);
    if (status == CR_OK) status = cr_scene_world(job->scene, command->arena, &job->model, &job->plan, error);
    job->end = isnan(job->plan.duration) ? automatic_most : job->plan.duration;
    return status;
}

cr_status cr_simulate_job_read(const cr_command *command, cr_simulate_job *job, cr_error *error) {
    cr_render_source source;
    *job = (cr_simulate_job){.command = command, .path = command->words[0]};
    cr_status status = read_options(job, error);
    if (status == CR_OK) status = cr_render_source_read(command, job->path, &source, error);
    return status == CR_OK ? cr_simulate_job_build(job, &source, error) : status;
}
