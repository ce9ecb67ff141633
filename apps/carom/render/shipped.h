// Scenes that came with the program, found by name.
#ifndef CAROM_APPS_CAROM_RENDER_SHIPPED_H
#define CAROM_APPS_CAROM_RENDER_SHIPPED_H

#include "app.h"

// The file that `path` means: itself if there is one, if it is a stream or absolute; else the scene of that
// name, with or without .yaml, that was installed with the program ("gong", "objects/bell"), or lies beside
// the folder in which it was built; itself where there is none. NULL with CR_ERR_MEMORY.
const char *cr_shipped_scene(const cr_command *command, const char *path, cr_error *error);

#endif
