#define _DEFAULT_SOURCE // flock

#include "folder.h"
#include "sweep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static bool is_leftover(const char *name) {
    size_t length = strlen(name);
    return strncmp(name, ".carom-", 7) == 0 && length > 4 && strcmp(name + length - 4, ".tmp") == 0;
}

static void remove_leftovers(const char *folder) {
    DIR *list = opendir(folder);
    for (struct dirent *entry; list && (entry = readdir(list));)
        if (is_leftover(entry->d_name)) unlinkat(dirfd(list), entry->d_name, 0);
    if (list) closedir(list);
}

// Every run holds the folder as one of several, until it and its processes have ended. A run that gets the
// folder for itself may remove temporary files: nobody is writing them. Where there are no locks, they stay.
static void take_hold(const char *folder, const char *rows) {
    int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        remove_leftovers(folder);
        remove_leftovers(rows);
    }
    flock(descriptor, LOCK_SH | LOCK_NB);
}

cr_status cr_sweep_folder_open(const cr_sweep *sweep, cr_error *error) {
    char rows[CR_SWEEP_PATH];
    int length = snprintf(rows, sizeof rows, "%s/.rows", sweep->folder);
    if (length >= CR_SWEEP_PATH - 64)
        return cr_fail(error, CR_ERR_IO, "-o", "cannot make this folder: %s", strerror(ENAMETOOLONG));
    cr_status status = cr_folder_make(rows, error);
    if (status == CR_OK && access(sweep->folder, W_OK) != 0)
        status =
            cr_fail(error, CR_ERR_IO, sweep->folder, "cannot write into this folder: %s", strerror(errno));
    if (status == CR_OK) take_hold(sweep->folder, rows);
    return status;
}
