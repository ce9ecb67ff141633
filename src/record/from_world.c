#include "record/recorder.h"
#include "world/world_internal.h"

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "recording", "out of memory");
}

static cr_status describe(const cr_world_model *model, const cr_world *world, int i, cr_arena *arena,
                          cr_record_body *about, cr_error *error) {
    const cr_body *body = CR_ARRAY_AT(&model->bodies, i);
    size_t modes = (size_t)body->modes;
    double *frequency = cr_arena_take(arena, modes, sizeof *frequency);
    double *shape = cr_arena_take(arena, modes, sizeof *shape);
    double *rate = cr_arena_take(arena, modes, sizeof *rate);
    if (!frequency || !shape || !rate) return no_memory(error);
    for (size_t m = 0; m < modes; m++) frequency[m] = body->w[m] / (2.0 * cr_pi);
    if (modes) cr_world_body_modes(world, i, shape, rate);
    *about = (cr_record_body){.name = body->name,
                              .form = "",
                              .mass = cr_world_model_mass(model, i),
                              .centre = cr_world_model_centre(model, i),
                              .start = cr_world_body(world, i),
                              .modes = body->modes,
                              .frequency = frequency,
                              .sigma = body->sigma,
                              .shape = shape,
                              .rate = rate};
    for (int k = 0; k < 6; k++) about->inertia[k] = body->rigid.inertia[k];
    return CR_OK;
}

cr_status cr_record_head_of(const cr_world_model *model, const cr_world *world, cr_arena *arena,
                            cr_record_head *head, cr_error *error) {
    int bodies = cr_world_model_bodies(model);
    cr_record_body *about = cr_arena_take(arena, (size_t)bodies, sizeof *about);
    if (!about) return no_memory(error);
    *head = (cr_record_head){.note = "",
                             .scene = "",
                             .start = cr_world_time(world),
                             .step = model->def.step,
                             .body = about,
                             .bodies = bodies};
    for (int i = 0; i < bodies; i++) {
        cr_status status = describe(model, world, i, arena, &about[i], error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}

static bool drive_at(const void *context, int body, double time, cr_pose *pose) {
    const cr_world_model *model = context;
    const cr_body *about = CR_ARRAY_AT(&model->bodies, body);
    cr_rigid_state state;
    if (about->drive.keys == 0) return false;
    cr_drive_state(about, time, &state);
    *pose = (cr_pose){state.at, state.turn};
    return true;
}

cr_record_drive cr_record_drive_of(const cr_world_model *model) {
    return (cr_record_drive){model, drive_at};
}

// A recorder's sink whose times begin later than the world's.
typedef struct later {
    cr_world_sink sink;
    double start;
} later;

static cr_status motion_later(void *context, const cr_world_motion *motion) {
    const later *l = context;
    cr_world_motion shifted = *motion;
    shifted.t0 -= l->start;
    shifted.t1 -= l->start;
    return l->sink.motion(l->sink.context, &shifted);
}

static cr_status contact_later(void *context, const cr_world_contact *contact) {
    const later *l = context;
    cr_world_contact shifted = *contact;
    shifted.t0 -= l->start;
    shifted.t1 -= l->start;
    return l->sink.contact(l->sink.context, &shifted);
}

cr_status cr_recorder_catch_up(cr_recorder *recorder, const cr_world *world, double start, cr_error *error) {
    later l = {cr_recorder_sink(recorder), start};
    const cr_world_sink sink = {.context = &l, .motion = motion_later, .contact = contact_later};
    cr_status status = cr_recorder_tick(recorder, cr_world_time(world) - start, true, error);
    if (status != CR_OK) return status;
    status = cr_world_tell_running(world, &sink);
    return status == CR_OK ? CR_OK : cr_fail(error, status, "recording", "could not be ended");
}
