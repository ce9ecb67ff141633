// Other programs, run without a shell in a folder of their own that is gone afterwards.
#ifndef CAROM_IO_PROGRAM_H
#define CAROM_IO_PROGRAM_H

#include "carom/base.h"

#include <sys/types.h>

enum { CR_PROGRAM_PATH = 512 };

// A new folder for temporary files in $TMPDIR or /tmp; CR_ERR_IO. Those that a killed program left there go
// when they are a day old.
cr_status cr_program_folder(char folder[CR_PROGRAM_PATH], cr_error *error);
// Removes the folder with the files in it; folders in it stay.
void cr_program_folder_remove(const char *folder);

// In the child of a fork: it ends when the parent does, also when that is killed (Linux), or has ended
// already.
void cr_program_stay_with(pid_t parent);

// Runs words[0] from the PATH in `folder`, with nothing to read and all its output in the file `log` there,
// and waits for it. `goes_on` (may be NULL) is asked ten times a second; false ends the program: CR_STOPPED.
// After so many seconds of processor time (0: any) SIGXCPU ends it. CR_ERR_UNSUPPORTED when there is no such
// program, CR_ERR_IO when it cannot be run. `exit_status` is that of the program, or 128 + the signal that
// ended it.
cr_status cr_program_run(char *const words[], const char *folder, const char *log, int seconds,
                         bool (*goes_on)(const void *context), const void *context, int *exit_status,
                         cr_error *error);

// A program that is sent what it reads.
typedef struct cr_program {
    const char *name;
    pid_t child; // 0: none
    int input;
} cr_program;

// Begins it, as cr_program_run does; the words must live as long.
cr_status cr_program_begin(char *const words[], const char *folder, const char *log, cr_program *program,
                           cr_error *error);
// CR_ERR_IO when it has ended.
cr_status cr_program_send(const cr_program *program, const void *bytes, size_t count, cr_error *error);
// There is no more to read; waits for its end.
void cr_program_end(cr_program *program, int *exit_status);
// Ends it at once; fine when there is none.
void cr_program_stop(cr_program *program);

#endif
