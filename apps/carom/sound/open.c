// The recording that is heard, whole or while it is written.
#include "io/record/record_file.h"
#include "sound/engine.h"

#include <limits.h>
#include <string.h>

static cr_status check_bodies(const cr_sound_engine *e, cr_error *error) {
    const cr_sound_job *job = e->job;
    const cr_record_head *head = cr_record_reader_head(cr_record_input_reader(e->input));
    int count = cr_world_model_bodies(job->model);
    if (head->bodies != count)
        return cr_fail(error, CR_ERR_INPUT, job->recording, "has %d bodies, its scene %d", head->bodies,
                       count);
    for (int i = 0; i < count; i++) {
        const char *name = cr_world_model_name(job->model, i);
        if (strcmp(head->body[i].name, name) != 0)
            return cr_fail(error, CR_ERR_INPUT, job->recording, "body %d is \"%s\", in its scene \"%s\"",
                           i + 1, head->body[i].name, name);
    }
    return CR_OK;
}

// While it is written it has another name, and is there once it has its first bytes. Where it came to its end
// meanwhile it has its own.
static cr_record_input *open_growing(const cr_sound_engine *e, cr_error *error) {
    char part[4200];
    const cr_record_growth growth = {e->feed, cr_sound_feed_reach};
    snprintf(part, sizeof part, "%s.part", e->job->recording);
    cr_record_input *input = NULL;
    cr_status status = cr_sound_feed_reach(e->feed, 1);
    if (status == CR_OK) input = cr_record_open_growing(part, &growth, e->job->command->arena, error);
    if (input) return input;
    if (status == CR_OK) status = cr_sound_feed_reach(e->feed, ULLONG_MAX);
    if (status == CR_OK) return cr_record_open(e->job->recording, e->job->command->arena, error);
    cr_fail(error, status, e->job->recording, "%s", cr_status_text(status));
    return NULL;
}

cr_status cr_sound_engine_open(cr_sound_engine *e, cr_error *error) {
    const cr_sound_job *job = e->job;
    cr_record_summary summary = {0};
    bool grows = e->feed && !cr_sound_feed_has_ended(e->feed);
    e->input = grows ? open_growing(e, error) : cr_record_open(job->recording, job->command->arena, error);
    if (!e->input) return error->status;
    cr_record_reader *reader = cr_record_input_reader(e->input);
    cr_status status = grows ? CR_OK : cr_record_summarise(reader, &summary, error);
    if (status != CR_OK) return status;
    e->duration = job->audio.automatic_duration ? summary.end - summary.start : job->audio.duration;
    if (!(e->duration > 0.0))
        return cr_fail(error, CR_ERR_INPUT, job->recording, "holds no time, and no duration is given");
    return check_bodies(e, error);
}
