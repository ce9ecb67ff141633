#include "shipped.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { UP_MOST = 3 };

static bool is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool cr_shipped_folder(char folder[CR_SHIPPED_PATH]) {
    static const char *const below[] = {"share/carom/scenes", "scenes"};
    char here[CR_SHIPPED_PATH];
    ssize_t length = readlink("/proc/self/exe", here, sizeof here - 1);
    here[length > 0 ? length : 0] = '\0';
    for (int up = 0; up <= UP_MOST; up++) {
        char *slash = strrchr(here, '/');
        if (!slash) break;
        *slash = '\0';
        for (int i = 0; i < 2; i++)
            if (snprintf(folder, CR_SHIPPED_PATH, "%s/%s", here, below[i]) < CR_SHIPPED_PATH &&
                is_folder(folder))
                return true;
    }
    return false;
}

const char *cr_shipped_scene(const cr_command *command, const char *path, cr_error *error) {
    static const char *const endings[] = {"", ".yaml"};
    char folder[CR_SHIPPED_PATH];
    if (!*path || *path == '/' || strcmp(path, "-") == 0 || access(path, F_OK) == 0) return path;
    if (!cr_shipped_folder(folder)) return path;
    size_t room = strlen(folder) + strlen(path) + 8;
    char *found = cr_command_take(command, room, 1, error);
    if (!found) return NULL;
    for (int i = 0; i < 2; i++) {
        snprintf(found, room, "%s/%s%s", folder, path, endings[i]);
        const char *dot = strrchr(found, '.');
        if (dot && strcmp(dot, ".yaml") == 0 && access(found, R_OK) == 0) return found;
    }
    return path;
}
