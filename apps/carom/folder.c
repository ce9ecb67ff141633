#include "folder.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

cr_status cr_folder_make(char *path, cr_error *error) {
    for (char *end = path + 1;; end++) {
        if (*end != '/' && *end) continue;
        char cut = *end;
        *end = '\0';
        bool made = mkdir(path, 0777) == 0;
        int reason = errno;
        if (!made && !is_folder(path))
            return cr_fail(error, CR_ERR_IO, path, "cannot make this folder: %s", strerror(reason));
        *end = cut;
        if (!cut) return CR_OK;
    }
}
