// Solids of a network in the air: what their modes do while it runs is radiated to listeners by the code that
// serves bodies in space.
#ifndef CAROM_IO_SOUND_AIR_H
#define CAROM_IO_SOUND_AIR_H

#include "carom/scene.h"

typedef struct cr_sound_air cr_sound_air;

// A simulation that is prepared, and who hears its solids; both live as long. head: for binaural listeners,
// else NULL. All of it is the arena's. NULL: CR_ERR_RANGE, CR_ERR_MEMORY.
cr_sound_air *cr_sound_air_new(const cr_scene_air *scene, cr_sim *sim, const cr_head *head, cr_arena *arena,
                               cr_error *error);
int cr_sound_air_channels(const cr_sound_air *air);
// Runs the simulation for so many steps and writes interleaved frames [Pa] at its rate, as many as are
// known, at most `steps` + cr_sound_air_lag: returns how many. The n-th frame is heard after the n-th step.
int cr_sound_air_run(cr_sound_air *air, int steps, double *out);
// Steps that have to follow the last one for its frame to come.
int cr_sound_air_lag(void);

#endif
