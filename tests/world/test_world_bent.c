// What modes bend touches where it is then: a beam that is struck comes down on a block below it, farther
// away than any margin; a pipe takes along the marble in it, farther than the marble has room.
#include "base/numeric.h"
#include "plain_modes.h"
#include "test.h"
#include "worlds.h"

#include <math.h>

enum { MODES = 8 };
static const double length = 0.3, below = 3e-3, blow = 0.01;

typedef struct watch {
    const cr_modes *modes;
    int vertex;    // over the middle of the block
    double lowest; // m
    long long points;
} watch;

static cr_status see_motion(void *context, const cr_world_motion *m) {
    watch *w = context;
    double sum = 0.0;
    if (m->modes == 0) return CR_OK;
    for (int j = 0; j < MODES; j++)
        sum += m->shape[j] * (double)w->modes->shape[3 * (j * w->modes->vertices + w->vertex) + 2];
    w->lowest = fmin(w->lowest, sum);
    return CR_OK;
}

static cr_status see_contact(void *context, const cr_world_contact *c) {
    watch *w = context;
    (void)c;
    w->points++;
    return CR_OK;
}

static watch run(bool block) {
    cr_world_def def = quiet_world(1e-4);
    def.gravity = (cr_vec){0, 0, 0};
    world_rig rig = world_begin(&def);
    const double damping[2] = {0.002, 1e-6};
    cr_modes modes = clamped_modes(length, 0.03, 0.001, 0.0707, 9.12, damping, MODES, 60, rig.arena);
    cr_body_def beam = body_at(0, 0, 0), under = body_at(0.1, 0, -0.0105 - below);
    beam.modes = &modes;
    beam.contact_fmax = 20000.0;
    beam.fixed = under.fixed = true;
    const cr_setting thin[] = {{"x", length}, {"y", 0.03}, {"z", 0.001}, {0}};
    const cr_setting sizes[] = {{"x", 0.04}, {"y", 0.1}, {"z", 0.02}, {0}};
    cr_load_def tap = cr_load_def_default();
    tap.body = world_add(&rig, "beam", "box", thin, beam);
    tap.at = (cr_vec){0.149, 0, 0};
    tap.force = (cr_vec){0, 0, -blow};
    tap.start = tap.end = 1e-3;
    if (block) world_add(&rig, "block", "box", sizes, under);
    CHECK(cr_world_model_load(rig.model, &tap, &rig.error) == 0, "%s", rig.error.reason);
    watch w = {.modes = &modes};
    double nearest = 1.0;
    for (int v = 0; v < modes.vertices; v++) {
        double away = fabs((double)modes.position[3 * v] - modes.centre[0] - 0.1) +
                      fabs((double)modes.position[3 * v + 2] - modes.centre[2] + 0.0005);
        if (away < nearest) nearest = away, w.vertex = v;
    }
    world_start(&rig);
    cr_world_sink sink = {.context = &w, .motion = see_motion, .contact = see_contact};
    world_run(&rig, 0.05, &sink);
    world_end(&rig);
    return w;
}

// A pipe that sways as a whole, by three times the room of the marble in it.
static const double inner = 8.5e-3, marble = 7e-3, swing = 5e-3;

typedef struct inside {
    double per_q, moved; // m: of the pipe along x
    double overlap;      // m, greatest
    double farthest;     // m: of the marble along x
} inside;

static cr_status see_inside(void *context, const cr_world_motion *m) {
    inside *w = context;
    if (m->modes > 0) {
        w->moved = w->per_q * m->shape[0];
        return CR_OK;
    }
    double x = m->start.pose.at.x - w->moved, y = m->start.pose.at.y;
    w->overlap = fmax(w->overlap, sqrt(x * x + y * y) + marble - inner);
    w->farthest = fmax(w->farthest, fabs(m->start.pose.at.x));
    return CR_OK;
}

static void check_pipe(void) {
    const double modal_mass = 0.02, frequency = 50.0, shaken = 2.0, length_of = 0.1;
    cr_world_def def = quiet_world(1e-4);
    def.gravity = (cr_vec){0, 0, 0};
    world_rig rig = world_begin(&def);
    cr_modes modes = sway_modes(0.02, 0.02, length_of, 0.02, 0, modal_mass, frequency, 0.05, rig.arena);
    cr_body_def pipe = body_at(0, 0, 0), ball = body_at(0, 1e-3, 0);
    pipe.modes = &modes;
    pipe.contact_fmax = 20000.0;
    pipe.fixed = true;
    const cr_setting sizes[] = {{"radius", 0.01}, {"thickness", 0.01 - inner}, {"length", length_of}, {0}};
    const cr_setting round[] = {{"radius", marble}, {0}};
    cr_load_def shake = cr_load_def_default();
    shake.body = world_add(&rig, "pipe", "tube", sizes, pipe);
    shake.force = (cr_vec){swing * modal_mass * cr_square(2.0 * cr_pi * frequency), 0, 0};
    shake.shape = CR_LOAD_SINE;
    shake.frequency = shaken;
    world_add(&rig, "marble", "sphere", round, ball);
    CHECK(cr_world_model_load(rig.model, &shake, &rig.error) == 0, "%s", rig.error.reason);
    inside w = {.per_q = 1.0 / sqrt(modal_mass)};
    world_start(&rig);
    cr_world_sink sink = {.context = &w, .motion = see_inside};
    world_run(&rig, 1.0, &sink);
    world_end(&rig);
    printf("pipe: overlap %.3g mm, marble up to %.3g mm\n", 1e3 * w.overlap, 1e3 * w.farthest);
    // Its places are those of two steps that may end 1e-4 s apart, in which the pipe moves by 6 um.
    CHECK(w.overlap < 2e-5, "the marble is %g m in the wall", w.overlap);
    CHECK(w.farthest > swing - 1.5e-3, "the marble was not taken along: %g m", w.farthest);
}

int main(void) {
    watch free = run(false), stopped = run(true);
    printf("free: %.2f mm down; over the block: %.2f mm, %lld points\n", -1e3 * free.lowest,
           -1e3 * stopped.lowest, stopped.points);
    CHECK(free.lowest < -2.0 * below, "the blow is too weak: %g m", free.lowest);
    CHECK(stopped.points > 0, "nothing touched");
    // Between the block's edges the beam may sag, by less than a tenth of what it swings.
    CHECK(stopped.lowest > -1.1 * below, "%g m down, through the block", stopped.lowest);
    check_pipe();
    return test_summary();
}
