// From a small world to its sound: the recording is kept in memory, and so is what is heard of it.
#ifndef CAROM_TESTS_PASSING_H
#define CAROM_TESTS_PASSING_H

#include "io/sound/pass.h"
#include "recording.h"
#include "worlds.h"

enum { PASSING_RATE = 44100, PASSING_CHANNELS = 2, PASSING_FRAMES = 4 * PASSING_RATE };

typedef struct passing {
    double sample[PASSING_CHANNELS][PASSING_FRAMES]; // Pa
    int channels, count;
    cr_sound_outcome outcome;
} passing;

// One microphone for all directions at a place.
cr_scene_listener passing_microphone(cr_vec at, cr_ear *ear);
// Nothing but modes: no clicks, no roughness, no contact time, no damping by contact; no solution for the
// air.
cr_scene_sound passing_bare(void);
// Runs the world to the end [s] and keeps what it did.
void passing_record(world_rig *rig, cr_record_memory *r, double end);
// The same, with every contact given to a function that tells the recording of it, as it is or otherwise.
typedef cr_status passing_contact(void *context, const cr_world_contact *contact, const cr_world_sink *to);
void passing_record_by(world_rig *rig, cr_record_memory *r, double end, passing_contact *contact,
                       void *context);
// The sound of the recording; body: of each body. Fails the test when it does not come out.
void passing_listen(world_rig *rig, cr_record_memory *r, const cr_sound_body *body,
                    const cr_scene_sound *sound, const cr_scene_listener *listener, double duration,
                    passing *heard);
// The same with threads.
void passing_listen_with(world_rig *rig, cr_record_memory *r, const cr_sound_body *body,
                         const cr_scene_sound *sound, const cr_scene_listener *listener, double duration,
                         const cr_world_workers *workers, passing *heard);
// Root of the mean square of a channel from one time to another.
double passing_rms(const passing *heard, int channel, double from, double end);

#endif
