// Scenes that came with the program, found by name.
#ifndef CAROM_APPS_CAROM_SHIPPED_H
#define CAROM_APPS_CAROM_SHIPPED_H

#include "app.h"

enum { CR_SHIPPED_PATH = 4096, CR_SHIPPED_MOST = 512 };

// Where they are: share/carom/scenes of an installation, or the folder scenes of the source, in one of the
// folders above the program. False where there is none.
bool cr_shipped_folder(char folder[CR_SHIPPED_PATH]);

// The file that `path` means: itself if there is one, if it is a stream or absolute; else the scene of that
// name, with or without .yaml, in the folder above ("gong", "objects/bell"); itself where there is none. NULL
// with CR_ERR_MEMORY.
const char *cr_shipped_scene(const cr_command *command, const char *path, cr_error *error);

// The names of all of them, in order.
typedef struct cr_shipped_list {
    const cr_command *command;
    char folder[CR_SHIPPED_PATH];
    const char *name[CR_SHIPPED_MOST]; // below the folder, without .yaml
    int count;
} cr_shipped_list;
// CR_ERR_IO where there is no folder of them, CR_ERR_MEMORY.
cr_status cr_shipped_names(const cr_command *command, cr_shipped_list *list, cr_error *error);
// The one that a name is likely to mean: the same in a folder ("bell" is "objects/bell"), else the nearest;
// NULL: none.
const char *cr_shipped_nearest(const cr_command *command, const char *name);

#endif
