// Both passes of a scene of bodies at once: the sound follows the recording while it is written.
#ifndef CAROM_APPS_CAROM_SOUND_BESIDE_H
#define CAROM_APPS_CAROM_SOUND_BESIDE_H

#include "simulate/job.h"
#include "sound/job.h"

// Simulates, and makes the sound on another thread meanwhile, with the same bytes as one after the other; the
// job has a duration. Where the system gives no thread it is made afterwards. What goes wrong with the motion
// is told before what goes wrong with the sound.
cr_status cr_sound_beside(const cr_sound_job *job, const cr_simulate_job *motion, cr_sound_result *result,
                          cr_simulate_outcome *moved, cr_error *error);

#endif
