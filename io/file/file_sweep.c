// What a program that was killed left behind.
#include "io/file/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void cr_file_temporary_name(char name[CR_FILE_TEMPORARY], int attempt) {
    snprintf(name, CR_FILE_TEMPORARY, ".carom-%ld-%d.tmp", (long)getpid(), attempt);
}

// The number of the process in a name as above, or 0.
static long process_of(const char *name) {
    static const char begin[] = ".carom-";
    char *end;
    if (strncmp(name, begin, sizeof begin - 1) != 0) return 0;
    long process = strtol(name + sizeof begin - 1, &end, 10);
    if (process <= 0 || *end != '-') return 0;
    end += 1 + strspn(end + 1, "0123456789");
    return strcmp(end, ".tmp") == 0 ? process : 0;
}

bool cr_file_is_temporary(const char *name) {
    return process_of(name) > 0;
}

static void remove_folder(int parent, const char *name) {
    int descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *list = descriptor >= 0 ? fdopendir(descriptor) : NULL;
    for (struct dirent *entry; list && (entry = readdir(list));)
        unlinkat(dirfd(list), entry->d_name, 0); // no folder in it
    if (list) closedir(list);
    else if (descriptor >= 0) close(descriptor);
    unlinkat(parent, name, AT_REMOVEDIR);
}

static void remove_if_left(int folder, const char *name) {
    const double day = 86400; // s
    struct stat info;
    long process = process_of(name);
    if (!process || fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return;
    bool lives = kill((pid_t)process, 0) == 0 || errno == EPERM;
    if (lives || info.st_uid != geteuid() || difftime(time(NULL), info.st_mtime) <= day) return;
    if (S_ISREG(info.st_mode)) unlinkat(folder, name, 0);
    else if (S_ISDIR(info.st_mode)) remove_folder(folder, name);
}

void cr_file_sweep(const char *folder) {
    enum { MOST = 4096 }; // names to look at, about a millisecond
    DIR *list = opendir(folder);
    struct dirent *entry;
    for (int i = 0; list && i < MOST && (entry = readdir(list)); i++)
        remove_if_left(dirfd(list), entry->d_name);
    if (list) closedir(list);
}
