// Points of the air where the bodies are heard, and what a body sends there.
#ifndef CAROM_IO_SOUND_POINT_H
#define CAROM_IO_SOUND_POINT_H

#include "io/sound/pass.h"

// A microphone, or a head, whose two ears share its middle.
typedef struct cr_sound_point {
    const cr_scene_listener *listener;
    const cr_ear *ear;
    bool mirrored;         // below the floor: what it hears is the reflection
    int channel, channels; // the first, and how many: 2 of a head
} cr_sound_point;

// Where the listeners are, from frame to frame.
typedef struct cr_sound_place {
    cr_vec at; // m, in space
    cr_quat turn;
    cr_vec velocity; // m/s, of the place
} cr_sound_place;

// The points of all listeners: an array of the arena. With a floor each is there twice.
cr_status cr_sound_points(const cr_sound_pass_def *def, cr_arena *arena, cr_sound_point **points, int *count,
                          cr_error *error);
// Where a point is at a time of the recording; the bodies carry listeners.
cr_sound_place cr_sound_point_at(const cr_sound_point *point, const cr_sound_pass_def *def, double time,
                                 const cr_body_state *bodies);

// Calls a task for 0 .. count - 1: side by side, or one after the other where there are no workers.
void cr_sound_each(const cr_world_workers *workers, int count, void (*task)(void *context, int i),
                   void *context);

#endif
