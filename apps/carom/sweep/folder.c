#define _DEFAULT_SOURCE // flock

#include "folder.h"
#include "io/file/file.h"
#include "sweep/sweep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static void remove_leftovers(const char *folder) {
    DIR *list = opendir(folder);
    for (struct dirent *entry; list && (entry = readdir(list));)
        if (cr_file_is_temporary(entry->d_name)) unlinkat(dirfd(list), entry->d_name, 0);
    if (list) closedir(list);
}

static void rows_of(const cr_sweep *sweep, char rows[CR_SWEEP_PATH]) {
    snprintf(rows, CR_SWEEP_PATH, "%s/.rows", sweep->folder);
}

// Every run holds the folder as one of several, until it and its processes have ended. A run that gets the
// folder for itself may remove temporary files: nobody is writing them. Where there are no locks, they stay.
static void tidy(const cr_sweep *sweep) {
    char rows[CR_SWEEP_PATH];
    rows_of(sweep, rows);
    if (flock(sweep->hold, LOCK_EX | LOCK_NB) != 0) return;
    remove_leftovers(sweep->folder);
    remove_leftovers(rows);
}

void cr_sweep_folder_close(cr_sweep *sweep) {
    if (sweep->hold < 0) return;
    tidy(sweep); // processes of a killed run may have lived on while this one began
    close(sweep->hold);
    sweep->hold = -1;
}

// One lock does not become another at once: between the two, a run that begins may have the folder for
// itself, for the moment that it tidies.
static void hold_with_others(const cr_sweep *sweep) {
    while (flock(sweep->hold, LOCK_SH) != 0 && errno == EINTR) {
    }
}

cr_status cr_sweep_folder_open(cr_sweep *sweep, cr_error *error) {
    char rows[CR_SWEEP_PATH];
    rows_of(sweep, rows);
    if (strlen(sweep->folder) >= CR_SWEEP_PATH - 70)
        return cr_fail(error, CR_ERR_IO, "-o", "cannot make this folder: %s", strerror(ENAMETOOLONG));
    cr_status status = cr_folder_make(rows, error);
    if (status == CR_OK && access(sweep->folder, W_OK) != 0)
        status =
            cr_fail(error, CR_ERR_IO, sweep->folder, "cannot write into this folder: %s", strerror(errno));
    sweep->hold = status == CR_OK ? open(sweep->folder, O_RDONLY | O_CLOEXEC) : -1;
    if (sweep->hold < 0) return status;
    tidy(sweep);
    hold_with_others(sweep);
    return status;
}
