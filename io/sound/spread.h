// The contacts of each body, step by step: what they did goes to its source, as it was or redistributed among
// the points (S3 (13)-(14)).
#ifndef CAROM_IO_SOUND_SPREAD_H
#define CAROM_IO_SOUND_SPREAD_H

#include "io/sound/source.h"

typedef struct cr_sound_spread cr_sound_spread;

// All of it, and what it makes later, is the arena's. NULL: CR_ERR_MEMORY.
cr_sound_spread *cr_sound_spread_new(const cr_sound_pass_def *def, cr_sound_source *const *source,
                                     cr_sound_outcome *outcome, cr_arena *arena, cr_error *error);
// What a contact with another body (-1: a load) did to a body; key: the contact's. All contacts of a step
// come one after the other.
cr_status cr_sound_spread_contact(cr_sound_spread *spread, int body, int other, unsigned key,
                                  const cr_sound_contact *contact, cr_error *error);
// A block ends: so do all steps that were told of.
cr_status cr_sound_spread_end(cr_sound_spread *spread, cr_error *error);

#endif
