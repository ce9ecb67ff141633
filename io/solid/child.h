// Modes computed in a process of their own: the libraries behind cr_modal_compute end the process, with a
// line of their own or without, when memory ends, and cannot be interrupted.
#ifndef CAROM_IO_MODES_CHILD_H
#define CAROM_IO_MODES_CHILD_H

#include "carom/prep.h"

// cr_modal_compute and cr_modal_pack in a child process. job->progress is called in this process, ten times a
// second or more often; false kills the child at once: CR_STOPPED. Errors as those two have, and
// CR_ERR_MEMORY when the child cannot be started, ends by itself, or computes for longer than can be work
// without telling of progress. `result` (may be NULL) gets all but the
// shapes of all nodes: result->vector is NULL. The arrays are the arena's. The child does not outlive this
// process (Linux: at all; elsewhere not after the next step of its work).
cr_status cr_modes_child(const cr_modal_job *job, const char *material, cr_arena *arena, cr_modes *modes,
                         cr_modal_result *result, cr_error *error);

#endif
