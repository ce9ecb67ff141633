// One run of a scene in memory.
#include "papers/s3/s3.h"

#include <string.h>
#include <time.h>

typedef struct run {
    cr_rows *rows;
    const cr_s3_wish *wish;
    cr_s3_trial *trial;
    cr_arena *arena; // given back when the trial is over
    cr_scene *scene;
    cr_world_model *model;
    cr_scene_plan plan;
    cr_world *world;
    cr_world_sink record; // of the recorder, whose times begin after the settling
    cr_record_memory memory;
    cr_error *error;
} run;

static cr_status take_motion(void *context, const cr_world_motion *motion) {
    const run *r = context;
    cr_world_motion shifted = *motion;
    shifted.t0 -= r->plan.settle;
    shifted.t1 -= r->plan.settle;
    return r->record.motion(r->record.context, &shifted);
}

static cr_status take_contact(void *context, const cr_world_contact *contact) {
    const run *r = context;
    cr_world_contact shifted = *contact;
    shifted.t0 -= r->plan.settle;
    shifted.t1 -= r->plan.settle;
    return r->record.contact(r->record.context, &shifted);
}

// A text has several lines, a name has none.
static cr_status load(run *r, const char *scene) {
    cr_scene_override change[CR_S3_CHANGES];
    char path[1024];
    int count = 0;
    for (; count < CR_S3_CHANGES && r->wish->changes[count]; count++)
        change[count] = (cr_scene_override){r->wish->changes[count], NULL};
    cr_status status;
    if (strchr(scene, '\n'))
        status =
            cr_scene_parse("S3", scene, strlen(scene), change, count, r->rows->arena, &r->scene, r->error);
    else {
        if (!r->rows->means->scenes)
            return cr_fail(r->error, CR_ERR_IO, scene, "the scenes that came with the program are not found");
        snprintf(path, sizeof path, "%.900s/%.100s.yaml", r->rows->means->scenes, scene);
        status = cr_scene_load(path, change, count, r->rows->arena, &r->scene, r->error);
    }
    if (status == CR_OK) status = r->rows->means->resolve(r->rows->means->context, r->scene, r->error);
    return status == CR_OK ? cr_scene_world(r->scene, r->arena, &r->model, &r->plan, r->error) : status;
}

static cr_status simulate(run *r) {
    cr_record_head head;
    const cr_record_out out = cr_record_memory_out(&r->memory);
    const cr_world_sink sink = {.context = r, .motion = take_motion, .contact = take_contact};
    double end = r->plan.settle + r->plan.duration;
    r->world = cr_world_new(r->model, cr_allocator_default(), r->error);
    if (!r->world) return r->error->status;
    clock_t begun = clock();
    cr_status status = cr_world_run(r->world, r->plan.settle, NULL, r->error);
    if (status == CR_OK) status = cr_record_head_of(r->model, r->world, r->arena, &head, r->error);
    if (status != CR_OK) return status;
    head.start = 0.0;
    cr_recorder *recorder = cr_recorder_new(&head, &out, r->arena, r->error);
    if (!recorder) return r->error->status;
    r->record = cr_recorder_sink(recorder);
    status = cr_world_run(r->world, end, &sink, r->error);
    r->trial->cpu = (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (status == CR_OK) status = cr_recorder_catch_up(recorder, r->world, r->plan.settle, r->error);
    if (status == CR_OK) status = cr_recorder_flush(recorder, true, r->error);
    r->trial->duration = r->plan.duration;
    r->trial->stats = cr_world_statistics(r->world);
    return status;
}

static cr_status analyse(run *r) {
    const cr_s3_recording recording = {
        .in = cr_record_memory_in(&r->memory),
        .model = r->model,
        .plan = &r->plan,
        .wish = r->wish,
        .watched = r->wish->watched ? cr_world_model_body(r->model, r->wish->watched) : -1,
        .arena = r->arena};
    cr_record_reader *reader = cr_record_reader_new(&recording.in, "S3", r->arena, r->error);
    if (!reader) return r->error->status;
    cr_status status =
        cr_record_pieces(reader, r->trial->duration, r->trial->piece, CR_S3_PIECES, r->arena, r->error);
    if (status == CR_OK && recording.watched >= 0) status = cr_s3_weigh(&recording, r->trial, r->error);
    if (status == CR_OK && r->wish->spread) status = cr_s3_spread(&recording, r->trial, r->error);
    if (status == CR_OK && r->wish->sound)
        status = cr_s3_hear(&recording, r->rows->arena, r->trial, r->error);
    return status;
}

const cr_s3_trial *cr_s3_try(cr_rows *rows, const char *scene, const cr_s3_wish *wish) {
    cr_error error = {0}; // a pass that succeeds may leave one
    if (rows->error.status != CR_OK) return NULL;
    run r = {.rows = rows,
             .wish = wish,
             .trial = cr_arena_take(rows->arena, 1, sizeof *r.trial),
             .arena = cr_arena_new(cr_allocator_default()),
             .error = &error};
    cr_status status = r.trial && r.arena ? CR_OK : cr_fail(r.error, CR_ERR_MEMORY, "S3", "out of memory");
    if (status == CR_OK) status = load(&r, scene);
    if (status == CR_OK) status = simulate(&r);
    if (status == CR_OK) status = analyse(&r);
    cr_record_memory_free(&r.memory);
    cr_world_free(r.world);
    cr_arena_free(r.arena);
    if (status != CR_OK) rows->error = error;
    return status == CR_OK ? r.trial : NULL;
}

void cr_s3_play(cr_rows *rows, const cr_s3_trial *trial, double gain, const char *caption) {
    cr_heard *h = cr_arena_take(rows->arena, 1, sizeof *h);
    if (!h) {
        cr_fail(&rows->error, CR_ERR_MEMORY, "S3", "out of memory");
        return;
    }
    *h = trial->heard;
    if (gain > 0.0) h->gain = gain;
    snprintf(h->caption, sizeof h->caption, "%s", caption);
    cr_rows_sound(rows, h);
}
