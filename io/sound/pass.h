// The sound pass: from a recording of bodies to the pressure at the ears of listeners.
//     recording -> contacts of each body -> its modes ring (carom/sound.h) -> what they radiate
//     (carom/radiate.h)
//     -> the way to each ear (carom/listen.h) -> channels
#ifndef CAROM_IO_SOUND_PASS_H
#define CAROM_IO_SOUND_PASS_H

#include "carom/material.h"
#include "carom/radiate.h"
#include "carom/record.h"
#include "carom/scene.h"
#include "carom/surface.h"

enum { CR_SOUND_CHANNELS = 128 };

// What a body of the recording sounds like.
typedef struct cr_sound_body {
    const cr_body_def *def;         // its modes (NULL: it does not ring), matter and parts
    const cr_radiation *radiation;  // of its modes; NULL: as if its surface moved all in phase
    const cr_material *material;    // by name; NULL: the figures of `def` are all there is
    const cr_rough_preset *surface; // its finish; NULL: as usual for its material
    bool damped;                    // the scene says how it is damped: modes->sigma holds
    bool mute;
} cr_sound_body;

typedef struct cr_sound_pass_def {
    cr_record_reader *motion, *contacts, *awake; // three readers of one recording
    const cr_sound_body *body;                   // of each body of the recording
    const cr_world_model *model;                 // of it: its loads act too
    const cr_scene_listener *listeners;
    int listener_count;
    double settle; // s: paths of listeners are told in times of the world, which begins so long before
    cr_scene_sound sound;
    const cr_head *head;             // for binaural listeners; may be NULL where there are none
    double rate;                     // Hz
    double duration;                 // s, from the beginning of the recording
    const cr_world_workers *workers; // that bodies sound side by side on, with the same result; NULL: none
} cr_sound_pass_def;

// Where the samples go: one array per channel, in the order of the listeners and their ears, Pa. Any status
// but CR_OK ends the pass with it.
typedef struct cr_sound_sink {
    void *context;
    cr_status (*block)(void *context, const double *const *channel, int frames);
    // What a body that rings does at the end of each block [s]; NULL: nobody looks.
    void (*look)(void *context, double time, int body, const cr_sounder *sounder);
} cr_sound_sink;

typedef struct cr_sound_outcome {
    long long contacts; // that acted on a body
    long long dropped;  // beyond what a sounder can keep under way
    double energy;      // J, greatest sum over all modes of all bodies
} cr_sound_outcome;

int cr_sound_pass_channels(const cr_scene_listener *listeners, int count);
// Memory grows with bodies, modes and channels, not with the length. CR_ERR_RANGE: more than
// CR_SOUND_CHANNELS; CR_ERR_INPUT: a damaged recording; CR_ERR_MEMORY.
cr_status cr_sound_pass(const cr_sound_pass_def *def, const cr_sound_sink *sink, cr_arena *arena,
                        cr_sound_outcome *outcome, cr_error *error);

#endif
