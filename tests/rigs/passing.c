#include "passing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a test takes for granted.
static void need(bool granted, const char *reason) {
    if (granted) return;
    printf("sound pass: %s\n", reason);
    exit(1);
}

cr_scene_listener passing_microphone(cr_vec at, cr_ear *ear) {
    *ear = (cr_ear){.side = -1};
    return (cr_scene_listener){
        .kind = CR_LISTENER_ARRAY, .ears = ear, .ear_count = 1, .body = -1, .pose = {at, cr_quat_none}};
}

cr_scene_sound passing_bare(void) {
    return (cr_scene_sound){.ground = CR_NAN, .damping = CR_CONTACT_DAMPING_NONE, .seed = 1};
}

typedef struct between {
    cr_world_sink to;
    passing_contact *contact;
    void *context;
} between;

static cr_status pass_contact(void *context, const cr_world_contact *c) {
    const between *b = context;
    return b->contact(b->context, c, &b->to);
}

static cr_status pass_motion(void *context, const cr_world_motion *m) {
    const between *b = context;
    return b->to.motion(b->to.context, m);
}

static cr_status as_it_is(void *context, const cr_world_contact *c, const cr_world_sink *to) {
    (void)context;
    return to->contact(to->context, c);
}

void passing_record(world_rig *rig, cr_record_memory *r, double end) {
    passing_record_by(rig, r, end, as_it_is, NULL);
}

void passing_record_by(world_rig *rig, cr_record_memory *r, double end, passing_contact *contact,
                       void *context) {
    cr_record_head head;
    cr_record_out out = cr_record_memory_out(r);
    need(cr_record_head_of(rig->model, rig->world, rig->arena, &head, &rig->error) == CR_OK,
         rig->error.reason);
    cr_recorder *recorder = cr_recorder_new(&head, &out, rig->arena, &rig->error);
    between b = {cr_recorder_sink(recorder), contact, context};
    const cr_world_sink sink = {.context = &b, .motion = pass_motion, .contact = pass_contact};
    world_run(rig, end, &sink);
    need(cr_recorder_catch_up(recorder, rig->world, 0.0, &rig->error) == CR_OK, rig->error.reason);
    need(cr_recorder_flush(recorder, true, &rig->error) == CR_OK, rig->error.reason);
}

static cr_status take(void *context, const double *const *channel, int frames) {
    passing *h = context;
    for (int c = 0; c < h->channels; c++)
        memcpy(h->sample[c] + h->count, channel[c], (size_t)frames * sizeof(double));
    h->count += frames;
    return CR_OK;
}

void passing_listen(world_rig *rig, cr_record_memory *r, const cr_sound_body *body,
                    const cr_scene_sound *sound, const cr_scene_listener *listener, double duration,
                    passing *heard) {
    passing_listen_with(rig, r, body, sound, listener, duration, NULL, heard);
}

void passing_listen_with(world_rig *rig, cr_record_memory *r, const cr_sound_body *body,
                         const cr_scene_sound *sound, const cr_scene_listener *listener, double duration,
                         const cr_world_workers *workers, passing *heard) {
    cr_record_in in = cr_record_memory_in(r);
    cr_record_reader *reader[3];
    for (int i = 0; i < 3; i++) reader[i] = cr_record_reader_new(&in, "test.rec", rig->arena, &rig->error);
    const cr_sound_pass_def pass = {.motion = reader[0],
                                    .contacts = reader[1],
                                    .awake = reader[2],
                                    .body = body,
                                    .model = rig->model,
                                    .listeners = listener,
                                    .listener_count = 1,
                                    .sound = *sound,
                                    .rate = PASSING_RATE,
                                    .duration = duration,
                                    .workers = workers};
    const cr_sound_sink sink = {.context = heard, .block = take};
    memset(heard, 0, sizeof *heard);
    heard->channels = listener->ear_count;
    need(heard->channels <= PASSING_CHANNELS && duration <= PASSING_FRAMES / PASSING_RATE, "too much");
    need(cr_sound_pass(&pass, &sink, rig->arena, &heard->outcome, &rig->error) == CR_OK, rig->error.reason);
}

double passing_rms(const passing *heard, int channel, double from, double end) {
    int first = (int)(from * PASSING_RATE), last = (int)(end * PASSING_RATE);
    double sum = 0;
    for (int n = first; n < last; n++) sum += heard->sample[channel][n] * heard->sample[channel][n];
    return sqrt(sum / (last - first));
}
