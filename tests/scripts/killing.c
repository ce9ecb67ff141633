// Preloaded: the program is killed in the middle of writing a large block (KILL_AT=write), or before or after
// the file is brought to the disk (sync, synced) or gets its name (rename, renamed); by SIGKILL or what
// KILL_BY names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void reach(const char *point) {
    const char *at = getenv("KILL_AT");
    const char *by = getenv("KILL_BY");
    if (!at || strcmp(at, point) != 0) return;
    if (by && strcmp(by, "TERM") == 0) raise(SIGTERM);
    else if (by && strcmp(by, "INT") == 0) raise(SIGINT);
    else if (by && strcmp(by, "HUP") == 0) raise(SIGHUP);
    else kill(getpid(), SIGKILL);
}

size_t fwrite(const void *data, size_t size, size_t count, FILE *file) {
    size_t (*real)(const void *, size_t, size_t, FILE *);
    *(void **)&real = dlsym(RTLD_NEXT, "fwrite");
    if (size * count < 10000) return real(data, size, count, file);
    size_t half = size * count / 2;
    real(data, 1, half, file);
    fflush(file);
    reach("write");
    return (half + real((const char *)data + half, 1, size * count - half, file)) / size;
}

int fsync(int descriptor) {
    int (*real)(int);
    *(void **)&real = dlsym(RTLD_NEXT, "fsync");
    reach("sync");
    int result = real(descriptor);
    reach("synced");
    return result;
}

int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *);
    *(void **)&real = dlsym(RTLD_NEXT, "rename");
    reach("rename");
    int result = real(from, to);
    reach("renamed");
    return result;
}
