// Rough contacts of the pass: a contact point that slides or rolls over surfaces is shaken by their heights,
// and shakes both bodies (docs/theory/sound.md, U7).
#ifndef CAROM_IO_SOUND_RUB_H
#define CAROM_IO_SOUND_RUB_H

#include "io/sound/meet.h"
#include "io/sound/source.h"

typedef struct cr_sound_rub cr_sound_rub;

// All of it, and what it makes later, is the arena's. NULL: CR_ERR_MEMORY.
cr_sound_rub *cr_sound_rub_new(const cr_sound_pass_def *def, const cr_sound_meet *meet, cr_arena *arena,
                               cr_error *error);
// A block from a time to another begins; now: the bodies at its end.
void cr_sound_rub_begin(cr_sound_rub *rub, double from, double end, const cr_body_state *now);
// A contact that begins in this block; turn: of both bodies then. CR_ERR_MEMORY.
cr_status cr_sound_rub_contact(cr_sound_rub *rub, const cr_world_contact *contact, const cr_quat turn[2],
                               cr_error *error);
// The block's forces go to the bodies' sources (NULL: silent). CR_ERR_RANGE, CR_ERR_MEMORY.
cr_status cr_sound_rub_run(cr_sound_rub *rub, cr_sound_source *const *source, cr_error *error);

#endif
