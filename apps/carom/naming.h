// What files are called.
#ifndef CAROM_APPS_CAROM_NAMING_H
#define CAROM_APPS_CAROM_NAMING_H

#include "app.h"

// "scenes/bell.yaml" with ".wav": "bell.wav", in the current folder; of the standard input "scene.wav".
// What -o is by default: from the command's arena; NULL: CR_ERR_MEMORY, or CR_ERR_INPUT when it is another
// file of the command line.
const char *cr_name_after(const cr_command *command, const char *path, const char *ending, cr_error *error);
// CR_ERR_UNSUPPORTED unless the file that an option names ends with `ending`; NULL is fine.
cr_status cr_name_check(const char *option, const char *path, const char *ending, cr_error *error);

#endif
