// Scenes that came with the program, found by name.
#ifndef CAROM_APPS_CAROM_SHIPPED_H
#define CAROM_APPS_CAROM_SHIPPED_H

#include "app.h"

enum { CR_SHIPPED_PATH = 4096 };

// Where they are: share/carom/scenes of an installation, or the folder scenes of the source, in one of the
// folders above the program. False where there is none.
bool cr_shipped_folder(char folder[CR_SHIPPED_PATH]);

// The file that `path` means: itself if there is one, if it is a stream or absolute; else the scene of that
// name, with or without .yaml, in the folder above ("gong", "objects/bell"); itself where there is none. NULL
// with CR_ERR_MEMORY.
const char *cr_shipped_scene(const cr_command *command, const char *path, cr_error *error);

#endif
