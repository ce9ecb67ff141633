#include "render/shipped.h"

#include <string.h>
#include <unistd.h>

// From the folder of the program.
static const char *const folders[] = {CAROM_DATA_FROM_PROGRAM "/scenes", "../scenes"};
static const char *const endings[] = {"", ".yaml"};

// The folder of the program itself; false where the system does not tell.
static bool own_folder(char *folder, size_t room) {
    ssize_t length = readlink("/proc/self/exe", folder, room - 1);
    if (length <= 0 || (size_t)length == room - 1) return false;
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash) *slash = '\0';
    return slash != NULL;
}

const char *cr_shipped_scene(const cr_command *command, const char *path, cr_error *error) {
    char folder[4096];
    if (!*path || *path == '/' || strcmp(path, "-") == 0 || access(path, F_OK) == 0) return path;
    if (!own_folder(folder, sizeof folder)) return path;
    size_t room = strlen(folder) + strlen(path) + 256;
    char *found = cr_command_take(command, room, 1, error);
    if (!found) return NULL;
    for (size_t i = 0; i < 4; i++) {
        snprintf(found, room, "%s/%s/%s%s", folder, folders[i / 2], path, endings[i % 2]);
        const char *dot = strrchr(found, '.');
        if (dot && strcmp(dot, ".yaml") == 0 && access(found, R_OK) == 0) return found;
    }
    return path;
}
