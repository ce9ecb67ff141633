// Reading a command line against the options of its verb.
#ifndef CAROM_APPS_CAROM_COMMAND_H
#define CAROM_APPS_CAROM_COMMAND_H

#include "app.h"

// Fills command->words and given from what follows the verb. CR_EXIT_OK, or the exit status after a message.
// *help is set when the help of the verb is asked for; the rest is then not read.
int cr_command_read(cr_command *command, int argc, char **argv, bool *help);

// Whether the files that it names differ from each other and from its words, and have folders to lie in.
// CR_EXIT_OK, or the exit status after a message.
int cr_command_check_files(const cr_command *command);
// The same of the file that -o has by default. CR_ERR_INPUT.
cr_status cr_command_check_default(const cr_command *command, const char *file, cr_error *error);

// Prints one error line; `verb` may be NULL, `place` empty. Control characters become question marks.
void cr_report(const char *verb, const char *place, const char *reason);

// Reports `place`: "unknown WHAT", with the nearest of `names` if one is near, else with `otherwise`.
int cr_report_unknown(const char *verb, const char *place, const char *what, const char *const *names,
                      int count, const char *otherwise);

#endif
