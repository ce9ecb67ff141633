// How far the frequencies of a mesh lie above those of the solid, as far as the mesh itself can tell.
#ifndef CAROM_PREP_ERROR_H
#define CAROM_PREP_ERROR_H

#include "carom/prep.h"

// Fills result->frequency_error and result->coarse from the modes in `result`. CR_ERR_MEMORY.
cr_status cr_error_estimate(const cr_modal_job *job, cr_arena *arena, cr_modal_result *result,
                            cr_error *error);

#endif
