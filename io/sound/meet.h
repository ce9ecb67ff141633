// How two bodies meet, as far as it is heard: how long a blow lasts, how stiff and lossy a contact is.
#ifndef CAROM_IO_SOUND_MEET_H
#define CAROM_IO_SOUND_MEET_H

#include "io/sound/pass.h"

typedef struct cr_sound_meet cr_sound_meet;

// For all pairs of bodies; the arena's. NULL: CR_ERR_MEMORY.
cr_sound_meet *cr_sound_meet_new(const cr_sound_pass_def *def, cr_arena *arena, cr_error *error);
// What a contact of the recording does to body a and to body b; turn: of both then.
void cr_sound_meet_contact(const cr_sound_meet *meet, const cr_world_contact *contact, const cr_quat turn[2],
                           cr_sound_contact on[2]);
// How a body meets another: what it is made of, what carries the other.
const cr_sound_pair *cr_sound_meet_pair(const cr_sound_meet *meet, int body, int other);
// Radius of curvature at the point [m], no larger than the smaller body.
double cr_sound_meet_radius(const cr_sound_meet *meet, const cr_world_contact *contact);
// The mass that both oppose to each other along the normal [kg]; infinite where neither moves.
double cr_sound_meet_mass(const cr_sound_meet *meet, const cr_world_contact *contact, const cr_quat turn[2]);

#endif
