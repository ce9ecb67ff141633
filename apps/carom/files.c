// The files that a command line names. Two that are one would overwrite each other at the end, and one in a
// folder that is not there could not be written then: both are told before anything is computed.
#include "command.h"
#include "io/file/file.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// The file that an option names; NULL: none, or the standard output.
static const char *file_of(const cr_given *given) {
    static const char ending[] = "=FILE";
    const char *argument = given->option->argument, *file = given->value;
    if (!argument) return NULL;
    size_t length = strlen(argument), tail = sizeof ending - 1;
    bool pair = length > tail && strcmp(argument + length - tail, ending) == 0;
    if (pair) {
        file = strchr(file, '=');
        if (file) file++;
    } else if (strcmp(argument, "FILE") != 0 && strcmp(argument, "LOG") != 0) {
        return NULL;
    }
    return file && *file && strcmp(file, "-") != 0 ? file : NULL;
}

// The folder that a file lies or would lie in; false: its name is too long to tell.
static bool folder_of(const char *path, char folder[PATH_MAX]) {
    char copy[PATH_MAX];
    if (strlen(path) >= sizeof copy) return false;
    strcpy(copy, path);
    strcpy(folder, dirname(copy));
    return true;
}

static bool same_name(const char *a, const char *b) {
    const char *slash_a = strrchr(a, '/'), *slash_b = strrchr(b, '/');
    return strcmp(slash_a ? slash_a + 1 : a, slash_b ? slash_b + 1 : b) == 0;
}

static bool same_thing(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

// Of two names without a file, links followed.
static bool would_be_one(const char *a, const char *b) {
    char folder_a[PATH_MAX], folder_b[PATH_MAX];
    struct stat at, bt;
    if (!same_name(a, b) || !folder_of(a, folder_a) || !folder_of(b, folder_b)) return false;
    return stat(folder_a, &at) == 0 && stat(folder_b, &bt) == 0 && same_thing(&at, &bt);
}

// Whether what is written to one is written to the other. What is no regular file, /dev/null, takes anything.
static bool same_file(const char *a, const char *b) {
    struct stat at, bt;
    bool has_a = stat(a, &at) == 0, has_b = stat(b, &bt) == 0;
    if (has_a != has_b) return false;
    if (has_a) return S_ISREG(at.st_mode) && S_ISREG(bt.st_mode) && same_thing(&at, &bt);
    char *target_a = cr_file_target(a), *target_b = cr_file_target(b);
    bool one = target_a && target_b && would_be_one(target_a, target_b);
    free(target_a);
    free(target_b);
    return one;
}

static int find_folder(const cr_command *command, const char *path) {
    char folder[PATH_MAX];
    cr_error error;
    struct stat status;
    if (!folder_of(path, folder) || stat(folder, &status) == 0 || errno != ENOENT) return CR_EXIT_OK;
    cr_fail(&error, CR_ERR_IO, path, "there is no folder \"%s\"; make it or give another name", folder);
    return cr_command_fail(command, &error);
}

int cr_command_check_files(const cr_command *command) {
    for (int i = 0; i < command->given_count; i++) {
        const char *file = file_of(&command->given[i]), *option = command->given[i].option->name;
        if (!file) continue;
        for (int k = 0; k < i; k++) {
            const char *other = file_of(&command->given[k]);
            if (other && same_file(file, other))
                return cr_command_usage(command, option,
                                        "\"%s\" is the file of %s already; give another name", file,
                                        command->given[k].option->name);
        }
        for (int k = 0; k < command->word_count; k++)
            if (same_file(file, command->words[k]))
                return cr_command_usage(command, option, "\"%s\" is what is read; give another name", file);
        int status = find_folder(command, file);
        if (status != CR_EXIT_OK) return status;
    }
    return CR_EXIT_OK;
}

cr_status cr_command_check_default(const cr_command *command, const char *file, cr_error *error) {
    for (int i = 0; i < command->given_count; i++) {
        const char *other = file_of(&command->given[i]);
        if (other && same_file(file, other))
            return cr_fail(error, CR_ERR_INPUT, command->given[i].option->name,
                           "\"%.100s\" is what -o writes by default; give another name, or -o", other);
    }
    for (int i = 0; i < command->word_count; i++)
        if (same_file(file, command->words[i]))
            return cr_fail(error, CR_ERR_INPUT, "-o",
                           "by default it is \"%.100s\", which is what is read; give another name", file);
    return CR_OK;
}
