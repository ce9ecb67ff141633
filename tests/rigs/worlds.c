#include "worlds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// What a test takes for granted.
static void need(bool granted, const char *what, const char *reason) {
    if (granted) return;
    printf("%s: %s\n", what, reason);
    exit(1);
}

cr_world_def quiet_world(double step) {
    cr_world_def def = cr_world_def_default();
    def.step = step;
    def.sleeping = false;
    return def;
}

world_rig world_begin(const cr_world_def *def) {
    world_rig rig = {.arena = cr_arena_new(cr_allocator_default())};
    rig.model = cr_world_model_new(rig.arena, def, &rig.error);
    need(rig.model, "world", rig.error.reason);
    return rig;
}

int world_add(world_rig *rig, const char *name, const char *form, const cr_setting *settings,
              cr_body_def def) {
    cr_part_def part = {.form = cr_form_new(form, settings, rig->arena, &rig->error),
                        .pose = {.turn = cr_quat_none}};
    need(part.form, form, rig->error.reason);
    def.name = name;
    def.parts = &part;
    def.part_count = 1;
    int body = cr_world_model_add(rig->model, &def, &rig->error);
    need(body >= 0, name, rig->error.reason);
    return body;
}

int world_floor(world_rig *rig, cr_quat turn, double friction) {
    cr_body_def def = body_at(0.0, 0.0, 0.0);
    def.fixed = true;
    def.turn = turn;
    def.grip.rest = def.grip.dynamic = friction;
    return world_add(rig, "floor", "plane", NULL, def);
}

void world_start(world_rig *rig) {
    cr_status status = cr_world_model_seal(rig->model, &rig->error);
    need(status == CR_OK, rig->error.place, rig->error.reason);
    rig->world = cr_world_new(rig->model, cr_allocator_default(), &rig->error);
    need(rig->world, "world", rig->error.reason);
}

void world_run(world_rig *rig, double until, const cr_world_sink *sink) {
    cr_status status = cr_world_run(rig->world, until, sink, &rig->error);
    need(status == CR_OK, rig->error.place, rig->error.reason);
}

void world_end(world_rig *rig) {
    cr_world_free(rig->world);
    cr_arena_free(rig->arena);
}

cr_body_def body_at(double x, double y, double z) {
    cr_body_def def = cr_body_def_default();
    def.at = (cr_vec){x, y, z};
    return def;
}

cr_quat turn_about(cr_vec axis, double angle) {
    cr_vec a = cr_vec_scale(sin(0.5 * angle), cr_vec_unit(axis, (cr_vec){0, 0, 1}));
    return (cr_quat){cos(0.5 * angle), a.x, a.y, a.z};
}

double world_energy(const world_rig *rig) {
    cr_world_energy e = cr_world_ledger(rig->world);
    return e.kinetic + e.potential + e.vibration + e.springs;
}
