// A rod of length 1, mass 1 and wave speed 1 hits a wall end on with 1 m/s.
#ifndef CAROM_TESTS_ROD_BOUNCE_H
#define CAROM_TESTS_ROD_BOUNCE_H

#include "plain_modes.h"
#include "world/model.h"
#include "worlds.h"

#include <math.h>

typedef struct rod_bounce {
    double begin, end;  // of the contact, s
    double gap, give;   // the least, m; by how much the spring of a point gives at most, F/k, m
    double least, most; // force of one of its four corners between a quarter and three quarters of it, N
    double speed;       // that is left, m/s
    double residual;    // of the ledger, J
    cr_world_stats stats;
} rod_bounce;

static inline cr_status rod_bounce_feel(void *context, const cr_world_contact *c) {
    rod_bounce *b = context;
    double force = cr_vec_length(c->force);
    if (b->begin < 0.0) b->begin = c->t0;
    b->end = c->t1;
    b->gap = fmin(b->gap, c->gap);
    b->give = fmax(b->give, force);
    if (c->t0 < b->begin + 0.5 || c->t1 > b->begin + 1.5) return CR_OK;
    b->least = fmin(b->least, force);
    b->most = fmax(b->most, force);
    return CR_OK;
}

// The length of its steps, s.
static inline double rod_bounce_step(int modes, double steps_per_period) {
    return 4.0 / (steps_per_period * modes);
}

// later: m, by which it begins further off.
static inline rod_bounce rod_bounce_run(int modes, double steps_per_period, double later) {
    cr_world_def def = quiet_world(1.0);
    def.gravity = (cr_vec){0, 0, 0};
    def.steps_per_period = steps_per_period;
    def.adaptive = false;
    world_rig rig = world_begin(&def);
    cr_modes m = rod_modes(modes, rig.arena);
    world_floor(&rig, turn_about((cr_vec){0, 1, 0}, 0.5 * cr_pi), 0.0);
    cr_body_def body = body_at(0.5 + 0.013 + later, 0, 0);
    body.modes = &m;
    body.contact_fmax = 1e9;
    body.velocity.x = -1.0;
    const cr_setting size[] = {{"x", 1.0}, {"y", 0.02}, {"z", 0.02}, {0}};
    int rod = world_add(&rig, "rod", "box", size, body);
    rod_bounce b = {.begin = -1.0, .least = HUGE_VAL};
    cr_world_sink sink = {.context = &b, .contact = rod_bounce_feel};
    world_start(&rig);
    world_run(&rig, 3.0, &sink);
    b.speed = cr_world_body(rig.world, rod).velocity.x;
    b.give /= cr_world_model_rule(rig.model, 0, rod).stiffness;
    b.residual = cr_world_ledger(rig.world).residual;
    b.stats = cr_world_statistics(rig.world);
    world_end(&rig);
    return b;
}

#endif
