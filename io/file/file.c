#define _XOPEN_SOURCE 700 // realpath

#include "io/file/file.h"
#include "io/file/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct cr_file_out {
    FILE *stream;
    char *path;      // as the caller wrote it
    char *target;    // what the rename replaces: the path with symbolic links followed
    char *temporary; // NULL when the path is written directly
};

static cr_status fail(cr_error *error, const char *path, const char *action, int reason) {
    return cr_fail(error, reason == ENOMEM ? CR_ERR_MEMORY : CR_ERR_IO, cr_file_place_at(path, 0, 0).text,
                   "cannot %s: %s", action, strerror(reason));
}

static void release(cr_file_out *file) {
    if (!file) return;
    cr_unfinished_drop(file->temporary);
    free(file->path);
    free(file->target);
    free(file->temporary);
    free(file);
}

// A FIFO waits a second for its reader, not for ever.
static int open_to_write(const char *path, mode_t mode) {
    enum { ATTEMPTS = 100 };
    const struct timespec hundredth = {.tv_nsec = 10000000L};
    for (int attempt = 1;; attempt++) {
        int descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (descriptor >= 0 || errno != ENXIO || !S_ISFIFO(mode) || attempt == ATTEMPTS) return descriptor;
        nanosleep(&hundredth, NULL);
    }
}

static cr_status open_directly(cr_file_out *file, mode_t mode, cr_error *error) {
    int descriptor = open_to_write(file->path, mode), flags = -1;
    if (descriptor < 0 && errno == ENXIO && S_ISFIFO(mode))
        return cr_fail(error, CR_ERR_IO, cr_file_place_at(file->path, 0, 0).text,
                       "cannot write: nobody reads this FIFO; start the reader first");
    if (descriptor >= 0) flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0 && fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0)
        file->stream = fdopen(descriptor, "wb");
    if (file->stream) return CR_OK;
    int reason = errno;
    if (descriptor >= 0) close(descriptor);
    return fail(error, file->path, "write", reason);
}

static int directory_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

// The descriptor of a new file beside the target, or -1 with errno.
static int create_beside(cr_file_out *file, mode_t mode) {
    enum { ATTEMPTS = 1000 };
    size_t directory = (size_t)directory_length(file->target);
    file->temporary = malloc(directory + CR_FILE_TEMPORARY);
    if (!file->temporary) return -1;
    snprintf(file->temporary, directory + CR_FILE_TEMPORARY, "%.*s", (int)directory, file->target);
    cr_file_sweep(directory ? file->temporary : ".");
    int descriptor = -1;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        cr_file_temporary_name(file->temporary + directory, attempt);
        descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0 || errno != EEXIST) break;
    }
    if (descriptor >= 0) cr_unfinished_add(file->temporary);
    return descriptor;
}

// What a link points at, as seen from where it lies; frees the link's path.
static char *point_on(char *link, const char *to) {
    int directory = *to == '/' ? 0 : directory_length(link);
    size_t room = (size_t)directory + strlen(to) + 1;
    char *next = malloc(room);
    if (next) snprintf(next, room, "%.*s%s", directory, link, to);
    free(link);
    return next;
}

char *cr_file_target(const char *path) {
    enum { LINKS_MOST = 40 }; // as of Linux
    char *target = realpath(path, NULL), to[PATH_MAX];
    if (target || errno != ENOENT) return target;
    target = strdup(path);
    for (int i = 0; target && i < LINKS_MOST; i++) {
        ssize_t length = readlink(target, to, sizeof to - 1);
        if (length < 0) return target;
        to[length] = '\0';
        target = point_on(target, to);
    }
    if (!target) return NULL;
    free(target);
    errno = ELOOP;
    return NULL;
}

static cr_status open_temporary(cr_file_out *file, const struct stat *existing, cr_error *error) {
    file->target = cr_file_target(file->path);
    if (!file->target) return fail(error, file->path, "create", errno);
    mode_t mode = existing ? existing->st_mode & 0777 : 0666;
    int descriptor = create_beside(file, mode);
    if (descriptor < 0) return fail(error, file->path, "create", errno);
    bool kept_mode = !existing || fchmod(descriptor, mode) == 0;
    file->stream = kept_mode ? fdopen(descriptor, "wb") : NULL;
    if (file->stream) return CR_OK;
    int reason = errno;
    close(descriptor);
    unlink(file->temporary);
    return fail(error, file->path, "create", reason);
}

static cr_status open_target(cr_file_out *file, cr_error *error) {
    struct stat info;
    if (stat(file->path, &info) != 0) {
        bool absent = errno == ENOENT && *file->path;
        return absent ? open_temporary(file, NULL, error) : fail(error, file->path, "create", errno);
    }
    if (!S_ISREG(info.st_mode)) return open_directly(file, info.st_mode, error);
    if (faccessat(AT_FDCWD, file->path, W_OK, AT_EACCESS) != 0)
        return fail(error, file->path, "replace", errno);
    return open_temporary(file, &info, error);
}

cr_file_out *cr_file_create(const char *path, cr_error *error) {
    cr_file_out *file = calloc(1, sizeof *file);
    if (file) file->path = strdup(path);
    cr_status status = CR_OK;
    if (!file || !file->path) status = fail(error, path, "create", ENOMEM);
    else if (strcmp(path, "-") == 0) file->stream = stdout;
    else status = open_target(file, error);
    if (status == CR_OK) return file;
    release(file);
    return NULL;
}

FILE *cr_file_stream(cr_file_out *file) {
    return file->stream;
}

// A stream remembers that a write failed but not why: one more byte asks the system again.
static int reason_of_failed_write(int descriptor) {
    return write(descriptor, "\n", 1) < 0 ? errno : EIO;
}

// 0, or the errno of what went wrong.
static int flush_to_disk(const cr_file_out *file) {
    int descriptor = fileno(file->stream);
    if (ferror(file->stream)) return reason_of_failed_write(descriptor);
    if (fflush(file->stream) != 0) return errno;
    bool cannot_sync = file->temporary && fsync(descriptor) != 0 && errno != EINVAL;
    return cannot_sync ? errno : 0;
}

static int close_stream(const cr_file_out *file) {
    return file->stream != stdout && fclose(file->stream) != 0 ? errno : 0;
}

cr_status cr_file_commit(cr_file_out *file, cr_error *error) {
    int reason = flush_to_disk(file);
    int close_reason = close_stream(file);
    if (!reason) reason = close_reason;
    if (!reason && file->temporary && rename(file->temporary, file->target) != 0) reason = errno;
    if (reason && file->temporary) unlink(file->temporary);
    cr_status status = reason ? fail(error, file->path, "write", reason) : CR_OK;
    release(file);
    return status;
}

void cr_file_discard(cr_file_out *file) {
    if (!file) return;
    close_stream(file);
    if (file->temporary) unlink(file->temporary);
    release(file);
}

bool cr_file_ends_with(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

bool cr_file_is_stream(const char *path) {
    struct stat info;
    return strcmp(path, "-") == 0 || (stat(path, &info) == 0 && !S_ISREG(info.st_mode));
}
