#include "shipped.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { UP_MOST = 3, FOLDERS_MOST = 3 };

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

static cr_status add(cr_shipped_list *list, const char *below, const char *file, cr_error *error) {
    size_t length = strlen(file), room = strlen(below) + length + 2;
    if (length < 6 || strcmp(file + length - 5, ".yaml") != 0 || list->count == CR_SHIPPED_MOST) return CR_OK;
    char *name = cr_command_take(list->command, room, 1, error);
    if (!name) return error->status;
    snprintf(name, room, "%s%s%.*s", below, *below ? "/" : "", (int)length - 5, file);
    list->name[list->count++] = name;
    return CR_OK;
}

// The scenes of a folder, and of those below it.
static cr_status collect(cr_shipped_list *list, const char *below, int deeper, cr_error *error) {
    char path[2 * CR_SHIPPED_PATH];
    snprintf(path, sizeof path, "%s/%s", list->folder, below);
    DIR *folder = opendir(path);
    cr_status status = CR_OK;
    for (struct dirent *entry; status == CR_OK && folder && (entry = readdir(folder));) {
        char name[CR_SHIPPED_PATH];
        if (entry->d_name[0] == '.') continue;
        bool fits = snprintf(name, sizeof name, "%s%s%s", below, *below ? "/" : "", entry->d_name) <
                        CR_SHIPPED_PATH &&
                    snprintf(path, sizeof path, "%s/%s", list->folder, name) < (int)sizeof path;
        bool inside = fits && deeper > 0 && is_folder(path);
        status = inside ? collect(list, name, deeper - 1, error) : add(list, below, entry->d_name, error);
    }
    if (folder) closedir(folder);
    return status;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

cr_status cr_shipped_names(const cr_command *command, cr_shipped_list *list, cr_error *error) {
    list->command = command;
    list->count = 0;
    if (!cr_shipped_folder(list->folder))
        return cr_fail(error, CR_ERR_IO, "scenes",
                       "there is no folder scenes beside the program or above it");
    cr_status status = collect(list, "", FOLDERS_MOST, error);
    if (status == CR_OK) qsort(list->name, (size_t)list->count, sizeof *list->name, by_name);
    return status;
}

const char *cr_shipped_nearest(const cr_command *command, const char *name) {
    cr_error error;
    cr_shipped_list list;
    if (cr_shipped_names(command, &list, &error) != CR_OK) return NULL;
    for (int i = 0; i < list.count; i++) {
        const char *slash = strrchr(list.name[i], '/');
        if (slash && strcmp(slash + 1, name) == 0) return list.name[i];
    }
    return cr_name_nearest(name, list.name, list.count);
}
