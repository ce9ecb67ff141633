// Heads from files: head-related transfer functions in SOFA (AES69).
#ifndef CAROM_IO_HRTF_HRTF_H
#define CAROM_IO_HRTF_HRTF_H

#include "carom/listen.h"

// The filters of a file at a sampling rate [Hz], as loud on average as without a head; NULL: the KEMAR dummy
// that libmysofa brings. CR_ERR_IO, CR_ERR_INPUT (no SOFA file, or not of two ears), CR_ERR_MEMORY.
cr_status cr_hrtf_load(const char *path, double rate, cr_arena *arena, cr_head **head, cr_error *error);

#endif
