#include "modal/job.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "carom-slepc";

// The folder of the program that runs, with a slash; empty when it is not known.
static void find_folder(char *path, size_t room) {
    ssize_t length = readlink("/proc/self/exe", path, room - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash) slash[1] = '\0';
    else path[0] = '\0';
}

cr_status cr_modal_slepc(const cr_command *command, cr_error *error) {
    char path[4096];
    size_t room = 2 * (size_t)command->given_count + (size_t)command->word_count + 3;
    const char **words = cr_command_take(command, room, sizeof *words, error);
    if (!words) return error->status;
    find_folder(path, sizeof path - sizeof program);
    strcat(path, program);
    int count = 0;
    words[count++] = path;
    for (int i = 0; i < command->word_count; i++) words[count++] = command->words[i];
    for (int i = 0; i < command->given_count; i++) {
        const cr_given *given = &command->given[i];
        if (strcmp(given->option->name, "--backend") == 0) continue;
        words[count++] = given->option->name;
        if (given->option->argument) words[count++] = given->value;
    }
    fflush(NULL);
    execv(path, (char *const *)words);
    if (errno == ENOENT)
        return cr_fail(error, CR_ERR_IO, "--backend",
                       "%s is not beside the program: it is built where slepc-dev is installed", program);
    return cr_fail(error, CR_ERR_IO, path, "cannot run: %s", strerror(errno));
}
