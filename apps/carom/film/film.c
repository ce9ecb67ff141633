#include "film/film.h"

#include "command.h"
#include "io/film/film.h"
#include "io/record/record_file.h"
#include "simulate/workers.h"
#include "term/progress.h"
#include "term/signals.h"

#include <string.h>

cr_status cr_film_job_check(const cr_command *command, cr_error *error) {
    const char *video = cr_command_text(command, "--video", NULL),
               *picture = cr_command_text(command, "--picture", NULL),
               *output = cr_command_text(command, "-o", "");
    if (video && strcmp(output, "-") == 0)
        return cr_fail(error, CR_ERR_UNSUPPORTED, "--video", "needs a sound file; name one with -o");
    cr_status status = video ? cr_film_check_path(video, true, error) : CR_OK;
    return status == CR_OK && picture ? cr_film_check_path(picture, false, error) : status;
}

const char *cr_film_is_asked(const cr_command *command) {
    if (cr_command_has(command, "--video")) return "--video";
    return cr_command_has(command, "--picture") ? "--picture" : NULL;
}

typedef struct crew {
    cr_film_sink file;
    cr_render_progress progress;
    cr_render_signals signals;
    double rate, duration;
    long pictures;
} crew;

static cr_status pass_on(void *context, const unsigned char *pixels, int width, int height, cr_error *error) {
    crew *c = context;
    if (cr_render_signals_arrived(&c->signals))
        return cr_fail(error, CR_ERR_IO, "film", "interrupted; no film was written");
    cr_render_progress_show(&c->progress, (double)++c->pictures / c->rate, c->duration);
    return c->file.picture(c->file.context, pixels, width, height, error);
}

static cr_status shoot(const cr_film_def *def, const char *path, const char *sound, cr_arena *arena,
                       cr_error *error) {
    const cr_scene_camera *camera = &def->plan->camera;
    crew c = {.progress = cr_render_progress_begin(true), .rate = camera->rate, .duration = def->duration};
    cr_film_file *file =
        cr_film_create(path, camera->width, camera->height, camera->rate, sound, arena, error);
    if (!file) return error->status;
    c.file = cr_film_sink_of(file);
    cr_render_signals_hold(&c.signals);
    const cr_film_sink sink = {&c, pass_on};
    cr_status status = cr_film_shoot(def, &sink, arena, error);
    cr_render_progress_end(&c.progress);
    if (status == CR_OK) status = cr_film_commit(file, error);
    else cr_film_discard(file);
    cr_render_signals_release(&c.signals);
    return status;
}

cr_status cr_film_job_run(const cr_sound_job *job, double duration, cr_error *error) {
    enum { THREADS = 2 };
    const cr_command *command = job->command;
    const char *video = cr_command_text(command, "--video", NULL),
               *picture = cr_command_text(command, "--picture", NULL);
    if (!cr_film_is_asked(command)) return CR_OK;
    cr_record_input *input = cr_record_open(job->recording, command->arena, error);
    if (!input) return error->status;
    cr_workers *workers = cr_workers_new(THREADS, command->arena, error);
    cr_status status = workers ? CR_OK : error->status;
    if (status == CR_OK) {
        const cr_world_workers crowd = cr_workers_of(workers);
        const cr_film_workers each = {crowd.context, crowd.each};
        const cr_film_def def = {.reader = cr_record_input_reader(input),
                                 .plan = &job->plan,
                                 .duration = duration,
                                 .workers = &each};
        const cr_film_sink still = {(void *)picture, cr_film_write_picture};
        if (picture) status = cr_film_still(&def, &still, command->arena, error);
        if (status == CR_OK && video) status = shoot(&def, video, job->output, command->arena, error);
    }
    cr_workers_end(workers);
    cr_record_close(input);
    return status;
}
