#ifndef CAROM_APPS_CAROM_SOUND_FORCES_H
#define CAROM_APPS_CAROM_SOUND_FORCES_H

#include "app.h"
#include "carom/record.h"

// The section of a page with the forces between the bodies of a recording, which is read twice from the
// beginning; nothing where no body touches another. CR_ERR_MEMORY, and what the reader fails with.
cr_status cr_sound_put_forces(cr_record_reader *reader, const cr_command *command, FILE *out,
                              cr_error *error);

#endif
