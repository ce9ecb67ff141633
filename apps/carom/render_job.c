#include "render_job.h"
#include "io/audio.h"
#include "io/file.h"

#include <string.h>

// Options that stand for a change of the scene.
static const struct {
    const char *option, *path;
} changes[] = {{"--set", ""},
               {"-d", "output.duration="},
               {"-r", "output.rate="},
               {"--oversample", "output.oversample="},
               {"--seed", "output.seed="},
               {"--normalize", "output.normalize="}};

static const char *path_of_change(const char *option) {
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if (strcmp(changes[i].option, option) == 0) return changes[i].path;
    return NULL;
}

static cr_status read_changes(const cr_command *command, cr_scene_override **overrides, int *count,
                              cr_error *error) {
    *count = 0;
    *overrides = cr_command_take(command, (size_t)command->given_count + 1, sizeof **overrides, error);
    if (!*overrides) return error->status;
    for (int i = 0; i < command->given_count; i++) {
        const cr_given *given = &command->given[i];
        const char *path = path_of_change(given->option->name);
        if (!path) continue;
        size_t room = strlen(path) + strlen(given->value) + 1;
        char *assignment = cr_command_take(command, room, 1, error);
        if (!assignment) return error->status;
        snprintf(assignment, room, "%s%s", path, given->value);
        (*overrides)[(*count)++] = (cr_scene_override){assignment, given->option->name};
    }
    return CR_OK;
}

cr_status cr_render_load(const cr_command *command, const char *path, const char **text, cr_scene **scene,
                         cr_error *error) {
    const size_t longest = 64u << 20;
    cr_scene_override *overrides;
    int count;
    size_t length;
    char *content;
    cr_status status = read_changes(command, &overrides, &count, error);
    if (status == CR_OK) status = cr_file_read_all(path, longest, command->arena, &content, &length, error);
    if (status != CR_OK) return status;
    *text = content;
    const char *name = strcmp(path, "-") == 0 ? "stdin" : path;
    return cr_scene_parse(name, content, length, overrides, count, command->arena, scene, error);
}

// "scenes/bell.yaml" -> "bell.wav"
static cr_status choose_output(cr_render_job *job, cr_error *error) {
    job->output = cr_command_text(job->command, "-o", NULL);
    if (job->output) return CR_OK;
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

static cr_status build(cr_render_job *job, cr_error *error) {
    const cr_command *command = job->command;
    cr_status status = cr_render_load(command, job->path, &job->text, &job->scene, error);
    if (status != CR_OK) return status;
    job->settings = cr_scene_output_of(job->scene);
    job->rate = (int)lround(job->settings->rate);
    if ((double)job->rate != job->settings->rate)
        return cr_fail(error, CR_ERR_RANGE, job->path,
                       "output.rate: a sound file needs a whole number of Hz, got %g", job->settings->rate);
    status = cr_scene_build(job->scene, job->settings->rate * job->settings->oversample, command->arena,
                            &job->sim, &job->names, error);
    if (status != CR_OK) return status;
    job->channels = cr_sim_channels(job->sim);
    if (job->channels > 0) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, job->path, "nothing is heard: the scene has no pickups");
}

cr_status cr_render_job_read(const cr_command *command, cr_render_job *job, cr_error *error) {
    *job = (cr_render_job){.command = command,
                           .path = command->words[0],
                           .energy = cr_command_text(command, "--energy", NULL),
                           .contacts = cr_command_text(command, "--contacts", NULL),
                           .report = cr_command_text(command, "--report", NULL),
                           .json = cr_command_has(command, "--json"),
                           .keep_partial = cr_command_has(command, "--keep-partial")};
    cr_status status = choose_output(job, error);
    if (status == CR_OK) status = cr_audio_check_path(job->output, error);
    if (status == CR_OK) status = build(job, error);
    if (status == CR_OK) status = cr_render_probes_read(job, error);
    return status;
}
