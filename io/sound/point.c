#include "io/sound/point.h"

static int ears_of(const cr_scene_listener *listener) {
    return listener->kind == CR_LISTENER_BINAURAL ? 1 : listener->ear_count;
}

int cr_sound_pass_channels(const cr_scene_listener *listeners, int count) {
    int channels = 0;
    for (int i = 0; i < count; i++) channels += listeners[i].ear_count;
    return channels;
}

cr_status cr_sound_points(const cr_sound_pass_def *def, cr_arena *arena, cr_sound_point **points, int *count,
                          cr_error *error) {
    const int images = isnan(def->sound.ground) ? 1 : 2;
    int all = 0, channel = 0;
    for (int i = 0; i < def->listener_count; i++) all += images * ears_of(&def->listeners[i]);
    *points = cr_arena_take(arena, (size_t)all, sizeof **points);
    if (!*points) return cr_fail(error, CR_ERR_MEMORY, "listeners", "no memory for %d points", all);
    if (all > CR_SOUND_EARS ||
        cr_sound_pass_channels(def->listeners, def->listener_count) > CR_SOUND_CHANNELS)
        return cr_fail(error, CR_ERR_RANGE, "listeners", "hear at %d points, reflections counted; at most %d",
                       all, CR_SOUND_EARS);
    *count = 0;
    for (int i = 0; i < def->listener_count; i++) {
        const cr_scene_listener *listener = &def->listeners[i];
        int each = listener->kind == CR_LISTENER_BINAURAL ? 2 : 1;
        for (int k = 0; k < ears_of(listener); k++, channel += each)
            for (int image = 0; image < images; image++)
                (*points)[(*count)++] =
                    (cr_sound_point){listener, &listener->ears[k], image == 1, channel, each};
    }
    return CR_OK;
}

static cr_body_state carried_by(const cr_scene_listener *listener, const cr_body_state *body) {
    cr_body_state state = *body;
    cr_vec arm = cr_quat_turn(body->pose.turn, listener->pose.at);
    state.pose.at = cr_vec_add(body->pose.at, arm);
    state.pose.turn = cr_quat_mul(body->pose.turn, listener->pose.turn);
    state.velocity = cr_vec_add(body->velocity, cr_vec_cross(body->spin, arm));
    return state;
}

cr_sound_place cr_sound_point_at(const cr_sound_point *point, const cr_sound_pass_def *def, double time,
                                 const cr_body_state *bodies) {
    const cr_scene_listener *listener = point->listener;
    cr_body_state state = {.pose = listener->pose};
    if (listener->path.keys > 0) state = cr_drive_def_at(&listener->path, time + def->settle);
    if (listener->body >= 0) state = carried_by(listener, &bodies[listener->body]);
    return (cr_sound_place){cr_vec_add(state.pose.at, cr_quat_turn(state.pose.turn, point->ear->at)),
                            state.pose.turn, state.velocity};
}

void cr_sound_each(const cr_world_workers *workers, int count, void (*task)(void *context, int i),
                   void *context) {
    if (workers) workers->each(workers->context, count, task, context);
    for (int i = 0; !workers && i < count; i++) task(context, i);
}
