// Rough surfaces as contacts feel them: what a body of some curvature reaches, averaged over the contact
// patch.
#ifndef CAROM_IO_SOUND_GRAIN_H
#define CAROM_IO_SOUND_GRAIN_H

#include "carom/surface.h"

typedef struct cr_sound_grain cr_sound_grain;

// The arena's, and so is all that it makes later. NULL: CR_ERR_MEMORY.
cr_sound_grain *cr_sound_grain_new(unsigned long long seed, cr_arena *arena, cr_error *error);
// A surface of these statistics for contacts of this radius of curvature and this radius of the patch [m],
// both to a quarter of an octave; made when it is first asked for. *surface is NULL where it is smooth.
// CR_ERR_RANGE, CR_ERR_MEMORY.
cr_status cr_sound_grain_find(cr_sound_grain *grain, const cr_rough_preset *finish, double radius,
                              double patch, const cr_rough **surface, cr_error *error);

#endif
