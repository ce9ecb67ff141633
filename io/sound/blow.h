// How long a blow lasts.
#ifndef CAROM_IO_SOUND_BLOW_H
#define CAROM_IO_SOUND_BLOW_H

#include "io/sound/pass.h"

// Of the impulse of a contact [s], by Hertz's law with the materials and the curvature at the point; turn: of
// both bodies then. 0: there is no impulse.
double cr_sound_blow_duration(const cr_sound_pass_def *def, const cr_world_contact *contact,
                              const cr_quat turn[2]);

#endif
