// What a .modes or .glb file holds.
#ifndef CAROM_APPS_CAROM_INFO_MODES_H
#define CAROM_APPS_CAROM_INFO_MODES_H

#include "app.h"

// By its first bytes.
bool cr_info_is_modes(const char *path);
// Prints it. CR_ERR_INPUT when it is broken, with nothing printed; CR_ERR_IO, CR_ERR_MEMORY.
cr_status cr_info_modes(const cr_command *command, const char *path, bool json, cr_error *error);

#endif
