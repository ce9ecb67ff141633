// What a recording of bodies holds.
#ifndef CAROM_APPS_CAROM_INFO_RECORDING_H
#define CAROM_APPS_CAROM_INFO_RECORDING_H

#include "app.h"

// Prints it. CR_ERR_INPUT when it is broken, with nothing printed; CR_ERR_IO, CR_ERR_MEMORY.
cr_status cr_info_recording(const cr_command *command, const char *path, bool json, cr_error *error);

#endif
