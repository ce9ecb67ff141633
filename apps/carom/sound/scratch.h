// A folder for a recording that is only kept until its sound is made.
#ifndef CAROM_APPS_CAROM_SOUND_SCRATCH_H
#define CAROM_APPS_CAROM_SOUND_SCRATCH_H

#include "carom/base.h"

enum { CR_SCRATCH_ROOM = 4096 };

typedef struct cr_sound_scratch {
    char folder[CR_SCRATCH_ROOM], recording[CR_SCRATCH_ROOM + 16], checkpoint[CR_SCRATCH_ROOM + 32];
} cr_sound_scratch;

// Where large files may be. CR_ERR_IO.
cr_status cr_sound_scratch_make(cr_sound_scratch *scratch, cr_error *error);
// Removes it and what is in it.
void cr_sound_scratch_drop(const cr_sound_scratch *scratch);

#endif
