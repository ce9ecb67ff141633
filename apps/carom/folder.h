// Folders of the file system.
#ifndef CAROM_APPS_CAROM_FOLDER_H
#define CAROM_APPS_CAROM_FOLDER_H

#include "carom/base.h"

// Makes a folder and those above it; fine when it is there. The path is cut at each slash and restored.
// CR_ERR_IO.
cr_status cr_folder_make(char *path, cr_error *error);

#endif
