// One body as a source of sound: it rings, and it clicks.
#ifndef CAROM_IO_SOUND_SOURCE_H
#define CAROM_IO_SOUND_SOURCE_H

#include "io/sound/point.h"

typedef struct cr_sound_source cr_sound_source;

// A source at rest; all of it is the arena's, and what it is told waits in the other one. NULL: CR_ERR_RANGE,
// CR_ERR_INPUT, CR_ERR_MEMORY.
cr_sound_source *cr_sound_source_new(const cr_sound_pass_def *def, int body, const cr_sound_point *points,
                                     int point_count, cr_arena *arena, cr_arena *growing, cr_error *error);
// Where it is at the beginning of the first block.
void cr_sound_source_begin(cr_sound_source *source, double time, const cr_body_state *bodies);
// A contact that begins before the end of the next block: it waits until then. CR_ERR_MEMORY.
cr_status cr_sound_source_contact(cr_sound_source *source, const cr_sound_contact *contact, cr_error *error);
// The force of all that acts on the body as a whole over a step: it clicks by it, so that what rests is
// silent.
cr_status cr_sound_source_carry(cr_sound_source *source, const cr_sound_contact *all, cr_error *error);
// A force by samples over the next block, as cr_sounder_push has it; it shakes modes and body. Beyond
// CR_SOUND_PUSHES keys the modes do not notice.
cr_status cr_sound_source_push(cr_sound_source *source, unsigned key, cr_vec at, cr_vec direction,
                               const double force[CR_SOUND_BLOCK], cr_error *error);
// A force on the body as a whole over the next block: share[n] of it in each sample.
void cr_sound_source_shift(cr_sound_source *source, cr_vec force, const double share[CR_SOUND_BLOCK]);
// What presses on it with this number (cr_sound_contact) sleeps from a time until another: those contacts go
// on. CR_ERR_MEMORY.
cr_status cr_sound_source_sleep(cr_sound_source *source, int number, double from, double until,
                                cr_error *error);
// How long its next block takes, about [s].
double cr_sound_source_work(const cr_sound_source *source);
// The next block, at whose end [s] the bodies are as given, in parts that do not touch each other:
// CR_SOUND_PARTS calls, in any order and from any thread. Then each channel is sent what belongs to it, from
// any thread too; heard: one per channel.
enum { CR_SOUND_PARTS = 2 };
void cr_sound_source_run(cr_sound_source *source, int part, double end, const cr_body_state *bodies);
void cr_sound_source_send(cr_sound_source *source, int channel, cr_heard *const *heard);
// How the block ended: CR_ERR_INPUT for a contact that is none. `dropped` counts those beyond what can be
// under way.
cr_status cr_sound_source_end(cr_sound_source *source, long long *dropped, cr_error *error);
// NULL: it has no modes.
const cr_sounder *cr_sound_source_sounder(const cr_sound_source *source);
double cr_sound_source_energy(const cr_sound_source *source);

#endif
