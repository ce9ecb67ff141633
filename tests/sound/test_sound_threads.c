// Bodies that sound side by side: the same bytes with every number of threads.
#include "apps/carom/simulate/workers.h"
#include "passing.h"
#include "plain_modes.h"
#include "test.h"

#include <string.h>

enum { BLOCKS = 5 };

int main(void) {
    static passing one, many;
    cr_record_memory r = {0};
    cr_world_def def = cr_world_def_default();
    world_rig rig = world_begin(&def);
    const double side = 0.05, end = 0.4;
    const cr_setting size[] = {{"x", side}, {"y", side}, {"z", 0.3 * side}, {0}};
    world_floor(&rig, cr_quat_none, 0.3);
    for (int i = 0; i < BLOCKS; i++) {
        cr_body_def body = body_at(0.08 * i, 0, 0.02 + 0.01 * i);
        body.turn = turn_about((cr_vec){1, 0.3, 0}, 0.2 * i);
        body.velocity.x = 0.3;
        world_add(&rig, (const char *[]){"a", "b", "c", "d", "e"}[i], "box", size, body);
    }
    world_start(&rig);
    passing_record(&rig, &r, end);
    cr_body_def defs[1 + BLOCKS];
    cr_modes modes[BLOCKS];
    cr_sound_body body[1 + BLOCKS];
    for (int i = 0; i <= BLOCKS; i++) {
        defs[i] = cr_body_def_default();
        if (i)
            modes[i - 1] = guided_modes(side, side, 0.3 * side, 19000, 1e-3, (const int[]){4, 4}, rig.arena);
        if (i) defs[i].modes = &modes[i - 1];
        body[i] = (cr_sound_body){.def = &defs[i], .damped = i > 0};
    }
    cr_ear ear;
    const cr_scene_listener listener = passing_microphone((cr_vec){0, -0.5, 0.3}, &ear);
    cr_scene_sound sound = passing_bare();
    sound.clicks = sound.texture = sound.contact_time = true;
    sound.damping = CR_CONTACT_DAMPING_PHYSICAL;
    passing_listen(&rig, &r, body, &sound, &listener, end, &one);
    CHECK(passing_rms(&one, 0, 0.1, end) > 0, "silence");
    for (int threads = 1; threads <= 3; threads++) {
        cr_workers *pool = cr_workers_new(threads, rig.arena, &rig.error);
        const cr_world_workers workers = cr_workers_of(pool);
        passing_listen_with(&rig, &r, body, &sound, &listener, end, &workers, &many);
        cr_workers_end(pool);
        CHECK(memcmp(one.sample, many.sample, sizeof one.sample) == 0, "%d threads", threads);
        CHECK(memcmp(&one.outcome, &many.outcome, sizeof one.outcome) == 0, "%d threads", threads);
    }
    world_end(&rig);
    cr_record_memory_free(&r);
    return test_summary();
}
