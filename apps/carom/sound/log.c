// Contacts that were logged elsewhere: bodies from a folder make a scene, the log becomes its recording.
#include "io/record/log.h"
#include "film/film.h"
#include "io/file/file.h"
#include "io/record/record_file.h"
#include "sound/job.h"
#include "sound/scratch.h"

#include <string.h>
#include <unistd.h>

static const double ringing = 1.0; // s, behind the end of the log

typedef struct log_job {
    const cr_command *command;
    const char *path, *folder;
    cr_contact_log log;
    cr_sound_job sound;
} log_job;

// --- bodies ---------------------------------------------------------------------------------------------

// A name that a scene takes.
static char *plain_name(const log_job *j, const char *name, cr_error *error) {
    size_t length = strlen(name);
    char *made = cr_command_take(j->command, length + 2, 1, error);
    for (size_t i = 0; made && i < length; i++)
        made[i] = (unsigned char)name[i] <= ' ' || strchr(".@,=:[]{}\"'", name[i]) ? '_' : name[i];
    if (made && strcmp(made, "ground") == 0) strcat(made, "_");
    return made;
}

// FOLDER/NAME and an ending if there is such a file, else NULL. Of "crate.7" that of "crate" will do.
static char *find_file(const log_job *j, const char *name, const char *ending, cr_error *error) {
    size_t room = strlen(j->folder) + strlen(name) + strlen(ending) + 2;
    char *path = cr_command_take(j->command, room, 1, error);
    const char *dot = strrchr(name, '.');
    if (!path || strchr(name, '/')) return NULL;
    snprintf(path, room, "%s/%s%s", j->folder, name, ending);
    if (access(path, F_OK) == 0) return path;
    if (!dot || dot == name) return NULL;
    snprintf(path, room, "%s/%.*s%s", j->folder, (int)(dot - name), name, ending);
    return access(path, F_OK) == 0 ? path : NULL;
}

static cr_status unknown_body(const log_job *j, const cr_log_body *body, cr_error *error) {
    return cr_fail(error, CR_ERR_INPUT, cr_file_place_at(j->path, body->line, 0).text,
                   "unknown body \"%.60s\": %.100s has neither %.60s.modes nor %.60s.yaml", body->name,
                   j->folder, body->name, body->name);
}

// The body as a change of an empty scene: what stands in NAME.yaml, or a file of modes.
static cr_status describe_body(const log_job *j, const cr_log_body *body, cr_scene_override *change,
                               cr_error *error) {
    const char *name = plain_name(j, body->name, error);
    if (!name) return error->status;
    char *modes = find_file(j, body->name, ".modes", error),
         *yaml = modes ? NULL : find_file(j, body->name, ".yaml", error), *text;
    size_t length;
    if (!modes && !yaml) return unknown_body(j, body, error);
    if (modes) length = strlen(text = strrchr(modes, '/') + 1);
    else {
        cr_status status =
            cr_file_read_all(yaml, CR_SCENE_BYTES_MOST, j->command->arena, &text, &length, error);
        if (status != CR_OK) return status;
    }
    size_t room = strlen(name) + length + 32;
    char *assignment = cr_command_take(j->command, room, 1, error);
    if (!assignment) return error->status;
    snprintf(assignment, room, modes ? "bodies.%s={file: \"%s\"}" : "bodies.%s=%s\n", name, text);
    *change = (cr_scene_override){assignment, modes ? modes : yaml};
    return CR_OK;
}

// Nobody says where bodies are at first that have no motion: they may stand within each other.
static cr_status let_overlap(const log_job *j, const cr_scene_override *body, cr_scene_override *change,
                             cr_error *error) {
    size_t length = strcspn(body->assignment, "="), room = length + 16;
    char *assignment = cr_command_take(j->command, room, 1, error);
    if (!assignment) return error->status;
    snprintf(assignment, room, "%.*s.filter=1", (int)length, body->assignment);
    *change = (cr_scene_override){assignment, body->origin};
    return CR_OK;
}

static cr_status name_apart(const log_job *j, const cr_scene_override *changes, cr_error *error) {
    for (int i = 0; i < j->log.bodies; i++)
        for (int k = 0; k < i; k++) {
            size_t length = strcspn(changes[i].assignment, "=");
            if (strncmp(changes[i].assignment, changes[k].assignment, length + 1) == 0)
                return cr_fail(error, CR_ERR_INPUT, cr_file_place_at(j->path, j->log.body[i].line, 0).text,
                               "\"%.60s\" and \"%.60s\" are the same name to a scene; rename one of them",
                               j->log.body[i].name, j->log.body[k].name);
        }
    return CR_OK;
}

static cr_status make_scene(log_job *j, cr_error *error) {
    static const char empty[] = "carom: 1\nbodies: {}\n";
    cr_render_source source;
    size_t room = strlen(j->folder) + 16;
    char *name = cr_command_take(j->command, room, 1, error);
    int count = j->log.bodies;
    cr_scene_override *changes = cr_command_take(j->command, 2 * (size_t)count, sizeof *changes, error);
    if (!name || !changes) return error->status;
    snprintf(name, room, "%s/objects", j->folder); // files that bodies name are beside it
    cr_status status = cr_render_source_given(j->command, name, empty, &source, error);
    for (int i = 0; i < count && status == CR_OK; i++) {
        status = describe_body(j, &j->log.body[i], &changes[i], error);
        if (status == CR_OK) status = let_overlap(j, &changes[i], &changes[count + i], error);
    }
    if (status == CR_OK) status = name_apart(j, changes, error);
    if (status == CR_OK) status = cr_render_source_prepend(j->command, changes, 2 * count, &source, error);
    if (status == CR_OK)
        status = cr_render_source_parse(j->command, &source, NULL, 0, &j->sound.scene, error);
    return status == CR_OK ? cr_sound_job_build(&j->sound, error) : status;
}

// --- the recording --------------------------------------------------------------------------------------

// The bodies as they stand, without the modes that contact would feel: these are in the log already.
static cr_status make_head(const log_job *j, double end, cr_record_head *head, cr_error *error) {
    cr_world *world = cr_world_new(j->sound.model, cr_allocator_default(), error);
    if (!world) return error->status;
    cr_status status = cr_record_head_of(j->sound.model, world, j->command->arena, head, error);
    cr_world_free(world);
    if (status != CR_OK) return status;
    cr_record_body *body = cr_command_take(j->command, (size_t)head->bodies, sizeof *body, error);
    if (!body) return error->status;
    for (int i = 0; i < head->bodies; i++) {
        body[i] = head->body[i];
        body[i].modes = 0;
    }
    head->body = body;
    head->start = j->log.start;
    head->step = cr_contact_log_step(&j->log, end);
    return CR_OK;
}

static cr_status write_recording(const log_job *j, cr_error *error) {
    double end = j->log.end + ringing;
    cr_record_head head;
    cr_status status = make_head(j, end, &head, error);
    if (status != CR_OK) return status;
    cr_record_file *file = cr_record_file_create(j->sound.recording, NULL, &head, j->command->arena, error);
    if (!file) return error->status;
    status = cr_contact_log_record(&j->log, &head, cr_record_file_recorder(file), end, error);
    if (status == CR_OK) return cr_record_file_commit(file, error);
    cr_record_file_discard(file);
    return status;
}

int cr_sound_of_log(const cr_command *command) {
    log_job j = {.command = command,
                 .path = cr_command_text(command, "--contacts", NULL),
                 .folder = cr_command_text(command, "--objects", NULL)};
    const char *motion = cr_command_text(command, "--motion", NULL);
    cr_error error = {0};
    cr_sound_scratch scratch;
    cr_sound_result result;
    j.sound = (cr_sound_job){.command = command, .source = j.path, .recording = scratch.recording};
    cr_status status = cr_sound_job_open(&j.sound, &error);
    if (status == CR_OK) status = cr_contact_log_read(j.path, command->arena, &j.log, &error);
    if (status == CR_OK && motion)
        status = cr_contact_log_read_motion(motion, command->arena, &j.log, &error);
    if (status == CR_OK) status = make_scene(&j, &error);
    if (status != CR_OK || (status = cr_sound_scratch_make(&scratch, &error)) != CR_OK)
        return cr_command_fail(command, &error);
    status = write_recording(&j, &error);
    if (status == CR_OK) status = cr_sound_run(&j.sound, &result, &error);
    if (status == CR_OK) status = cr_film_job_run(&j.sound, result.duration, &error);
    cr_sound_scratch_drop(&scratch);
    if (status != CR_OK) return cr_command_fail(command, &error);
    cr_sound_tell(&j.sound, &result);
    return CR_EXIT_OK;
}
