// Small worlds for tests and benchmarks: bodies by name of their form, and what happened to them.
#ifndef CAROM_TESTS_WORLDS_H
#define CAROM_TESTS_WORLDS_H

#include "carom/world.h"

typedef struct world_rig {
    cr_arena *arena;
    cr_world_model *model;
    cr_world *world;
    cr_error error;
} world_rig;

cr_world_def quiet_world(double step); // without sleeping
world_rig world_begin(const cr_world_def *def);
// Adds a body of one form with settings (NULL: defaults); its number. Fails the test when it is refused.
int world_add(world_rig *rig, const char *name, const char *form, const cr_setting *settings,
              cr_body_def def);
// A fixed plane through the origin with normal z, turned.
int world_floor(world_rig *rig, cr_quat turn, double friction);
void world_start(world_rig *rig);
void world_run(world_rig *rig, double until, const cr_world_sink *sink);
void world_end(world_rig *rig);

cr_body_def body_at(double x, double y, double z);
// About an axis by an angle [rad].
cr_quat turn_about(cr_vec axis, double angle);
// Mechanical energy now: kinetic, of gravity, of modes and springs.
double world_energy(const world_rig *rig);

#endif
