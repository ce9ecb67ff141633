// The ringing of a body: its modes, and what they give off towards every point.
#ifndef CAROM_IO_SOUND_RING_H
#define CAROM_IO_SOUND_RING_H

#include "io/sound/line.h"

typedef struct cr_sound_ring cr_sound_ring;

// Modes that are stepped elsewhere, instead of a sounder.
typedef struct cr_sound_voice {
    void *context;
    int modes; // the first so many of the body
    // A block, as cr_sounder_run, for so many weights.
    void (*run)(void *context, const cr_sound_weights *weights, int count, double *const *out);
} cr_sound_voice;

// At rest; all of it is the arena's. NULL: CR_ERR_RANGE, CR_ERR_INPUT, CR_ERR_MEMORY.
cr_sound_ring *cr_sound_ring_new(const cr_sound_pass_def *def, int body, const cr_sound_point *points,
                                 int point_count, cr_arena *arena, cr_error *error);
cr_sound_ring *cr_sound_ring_of(const cr_sound_pass_def *def, int body, const cr_sound_point *points,
                                int point_count, const cr_sound_voice *voice, cr_arena *arena,
                                cr_error *error);
cr_sounder *cr_sound_ring_sounder(cr_sound_ring *ring);
void cr_sound_ring_begin(cr_sound_ring *ring, double time, const cr_body_state *bodies);
// A block, at whose end [s] the bodies are as given; then what it gave off goes on its way to the points
// whose first channel is the given one.
void cr_sound_ring_run(cr_sound_ring *ring, double end, const cr_body_state *bodies);
void cr_sound_ring_send(cr_sound_ring *ring, int channel, cr_heard *const *heard);
double cr_sound_ring_energy(const cr_sound_ring *ring);

#endif
