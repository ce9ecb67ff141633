// A ball lies on a board, and every step kicks it at each of its points by a millionth of what they bear. As
// blows these would last for 8 ms by Hertz's law, and 6000 of them would be under way, more than there is
// room for: none is lost, and nothing is heard of them.
#include "passing.h"
#include "plain_modes.h"
#include "test.h"

enum { POINTS = 16, ROOM = 4096 };
static const double side = 0.1, step = 2e-5, end = 0.03;

// `context`: the part of what a point bears in a step.
static cr_status kick(void *context, const cr_world_contact *c, const cr_world_sink *to) {
    const double *part = context;
    cr_world_contact point = *c;
    cr_status status = CR_OK;
    point.force = cr_vec_scale(1.0 / POINTS, c->force);
    point.impulse = cr_vec_scale(*part * (c->t1 - c->t0), point.force);
    for (int i = 0; i < POINTS && status == CR_OK; i++) status = to->contact(to->context, &point);
    return status;
}

static void lie(double part, const cr_scene_listener *listener, passing *heard) {
    cr_record_memory r = {0};
    cr_world_def def = quiet_world(step);
    world_rig rig = world_begin(&def);
    const cr_modes modes = sway_modes(side, side, side, 10, 2, 2, 1000, 0.01, rig.arena);
    const cr_setting size[] = {{"x", side}, {"y", side}, {"z", side}, {0}}, ball[] = {{"radius", 0.01}, {0}};
    cr_body_def rigid = body_at(0, 0, 0.5 * side + 0.01), board = body_at(0, 0, 0);
    board.fixed = true;
    board.modes = &modes;
    board.contact_fmax = 0;
    world_add(&rig, "ball", "sphere", ball, rigid);
    world_add(&rig, "board", "box", size, board);
    world_start(&rig);
    passing_record_by(&rig, &r, end, kick, &part);
    const cr_sound_body body[] = {{.def = &rigid}, {.def = &board, .damped = true}};
    cr_scene_sound sound = passing_bare();
    sound.contact_time = sound.clicks = true;
    passing_listen(&rig, &r, body, &sound, listener, end, heard);
    world_end(&rig);
    cr_record_memory_free(&r);
}

int main(void) {
    static passing quiet, kicked;
    cr_ear ear;
    const cr_scene_listener listener = passing_microphone((cr_vec){1.5, 0, 0}, &ear);
    lie(0.0, &listener, &quiet);
    lie(1e-6, &listener, &kicked);
    CHECK(kicked.outcome.contacts > 4 * ROOM, "%lld contacts", kicked.outcome.contacts);
    CHECK(kicked.outcome.dropped == 0, "%lld of %lld contacts are lost", kicked.outcome.dropped,
          kicked.outcome.contacts);
    double most = 0;
    for (int n = 0; n < kicked.count; n++) most = fmax(most, fabs(kicked.sample[0][n] - quiet.sample[0][n]));
    printf("kicks are heard by %.2g Pa at most\n", most);
    CHECK(most < 2e-9, "%g Pa of kicks", most); // 80 dB below the threshold of hearing
    return test_summary();
}
