// Bodies one by one: a pass for each with all others mute, faded and scaled as the whole was.
#include "folder.h"
#include "sound/engine.h"

#include <string.h>

static bool can_be_heard(const cr_sound_engine *e, int index) {
    const cr_sound_body *body = &e->body[index];
    bool clicks = e->job->plan.sound.clicks && cr_world_model_mass(e->job->model, index) < HUGE_VAL;
    return !body->mute && (body->def->modes || clicks);
}

// FOLDER/NAME with the ending of the whole; standard output is WAV.
static char *name_stem(const cr_sound_job *job, const char *body, cr_error *error) {
    const char *ending = strcmp(job->output, "-") == 0 ? ".wav" : strrchr(job->output, '.');
    size_t folder = strlen(job->stems), room = folder + strlen(body) + 16;
    char *path = cr_command_take(job->command, room, 1, error);
    if (!path) return NULL;
    snprintf(path, room, "%s/%s%s", job->stems, body, ending ? ending : ".wav");
    for (char *c = path + folder + 1; *c; c++)
        if (*c == '/') *c = '_';
    return path;
}

static cr_status make_stem(cr_sound_engine *e, int index, cr_error *error) {
    const cr_sound_job *job = e->job;
    long long clipped;
    char *path = name_stem(job, cr_world_model_name(job->model, index), error);
    if (!path) return error->status;
    for (int i = 0; i < cr_world_model_bodies(job->model); i++) e->body[i].mute = i != index;
    cr_status status = cr_sound_engine_listen(e, error);
    if (status != CR_OK) return status;
    e->result->stems++;
    return cr_sound_engine_write(e, path, &clipped, error);
}

cr_status cr_sound_engine_stems(cr_sound_engine *e, cr_error *error) {
    const cr_sound_job *job = e->job;
    const cr_sound_outcome whole = e->result->pass;
    size_t bodies = (size_t)cr_world_model_bodies(job->model), length = strlen(job->stems);
    bool *heard = cr_command_take(job->command, bodies, sizeof *heard, error);
    char *folder = cr_command_take(job->command, length + 1, 1, error);
    if (!heard || !folder) return error->status;
    memcpy(folder, job->stems, length);
    cr_status status =
        length ? cr_folder_make(folder, error) : cr_fail(error, CR_ERR_INPUT, "--stems", "needs a folder");
    for (size_t i = 0; i < bodies; i++) heard[i] = can_be_heard(e, (int)i);
    e->audio.fade = e->result->faded;
    for (size_t i = 0; i < bodies && status == CR_OK; i++)
        if (heard[i]) status = make_stem(e, (int)i, error);
    e->result->pass = whole;
    return status;
}
