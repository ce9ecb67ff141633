// A scene of bodies in space: what would run.
#ifndef CAROM_APPS_CAROM_CHECK_WORLD_H
#define CAROM_APPS_CAROM_CHECK_WORLD_H

#include "app.h"
#include "carom/params.h"

// Prints it, or one line of what keeps it from being made. Returns the exit status.
int cr_check_world(const cr_command *command, cr_scene *scene, const char *path);

#endif
