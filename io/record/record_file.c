#include "io/record/record_file.h"

#include "io/file/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char ending[] = ".part";

struct cr_record_file {
    int descriptor;
    char *path;       // as the caller wrote it
    char *target;     // what the rename replaces: the path with symbolic links followed
    char *part;       // NULL when the path is written directly: a device
    char *checkpoint; // NULL: none
    cr_recorder *recorder;
    unsigned long long size; // bytes that are written
};

static cr_status fail(cr_error *error, const char *path, const char *action, int reason) {
    return cr_fail(error, reason == ENOMEM ? CR_ERR_MEMORY : CR_ERR_IO, cr_file_place_at(path, 0, 0).text,
                   "cannot %s: %s", action, strerror(reason));
}

static void release(cr_record_file *file) {
    if (!file) return;
    if (file->descriptor >= 0) close(file->descriptor);
    free(file->path);
    free(file->target);
    free(file->part);
    free(file->checkpoint);
    free(file);
}

static cr_status append(void *context, const unsigned char *bytes, size_t count, cr_error *error) {
    cr_record_file *file = context;
    while (count) {
        ssize_t done = write(file->descriptor, bytes, count);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return fail(error, file->path, "write", done < 0 ? errno : ENOSPC);
        bytes += done;
        count -= (size_t)done;
        file->size += (size_t)done;
    }
    return CR_OK;
}

static char *part_of(const char *target) {
    size_t length = strlen(target);
    char *part = malloc(length + sizeof ending);
    if (part) memcpy(part, target, length), memcpy(part + length, ending, sizeof ending);
    return part;
}

// A file that nobody else writes at the same time. The lock goes with the program.
static cr_status open_part(cr_record_file *file, int flags, cr_error *error) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    file->descriptor =
        open(file->part ? file->part : file->path, O_RDWR | O_CLOEXEC | O_NOCTTY | flags, 0666);
    if (file->descriptor < 0) return fail(error, file->path, "create", errno);
    if (file->part && fcntl(file->descriptor, F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN))
        return cr_fail(error, CR_ERR_IO, cr_file_place_at(file->path, 0, 0).text,
                       "another program is recording to it; wait for it, or choose another name");
    return CR_OK;
}

static cr_record_file *make(const char *path, const char *checkpoint, int flags, cr_error *error) {
    cr_record_file *file = calloc(1, sizeof *file);
    bool direct = cr_file_is_stream(path);
    if (strcmp(path, "-") == 0) {
        cr_fail(error, CR_ERR_UNSUPPORTED, path, "a recording needs a file, not the standard output");
        free(file);
        return NULL;
    }
    if (file) {
        file->descriptor = -1;
        file->path = strdup(path);
        file->target = cr_file_target(path);
        if (file->target && !direct) file->part = part_of(file->target);
        if (checkpoint) file->checkpoint = strdup(checkpoint);
    }
    cr_status status = CR_OK;
    if (!file || !file->path || (!file->part && !direct) || (checkpoint && !file->checkpoint))
        status = fail(error, path, "create", file && file->path && !file->target ? errno : ENOMEM);
    if (status == CR_OK) status = open_part(file, flags, error);
    if (status == CR_OK) return file;
    release(file);
    return NULL;
}

cr_record_file *cr_record_file_create(const char *path, const char *checkpoint, const cr_record_head *head,
                                      cr_arena *arena, cr_error *error) {
    cr_record_file *file = make(path, checkpoint, O_CREAT, error);
    if (!file) return NULL;
    const cr_record_out out = {file, append};
    // An old checkpoint must not outlive the file that it speaks of.
    if (checkpoint) unlink(checkpoint);
    if (file->part && ftruncate(file->descriptor, 0) != 0) fail(error, path, "create", errno);
    else file->recorder = cr_recorder_new(head, &out, arena, error);
    if (file->recorder) return file;
    cr_record_file_discard(file);
    return NULL;
}

bool cr_record_file_can_resume(const char *path, const char *checkpoint) {
    char *target = cr_file_target(path), *part = target ? part_of(target) : NULL;
    bool can = part && checkpoint && access(part, R_OK | W_OK) == 0 && access(checkpoint, R_OK) == 0;
    free(target);
    free(part);
    return can;
}

// Cuts the recording where the checkpoint was taken.
static cr_status cut(cr_record_file *file, unsigned long long written, cr_error *error) {
    off_t end = lseek(file->descriptor, 0, SEEK_END);
    if (end < 0 || (unsigned long long)end < written)
        return cr_fail(error, CR_ERR_INPUT, cr_file_place_at(file->path, 0, 0).text,
                       "%lld bytes are left of the recording, the checkpoint needs %llu: begin anew",
                       (long long)end, written);
    if (ftruncate(file->descriptor, (off_t)written) != 0 ||
        lseek(file->descriptor, (off_t)written, SEEK_SET) < 0)
        return fail(error, file->path, "write", errno);
    file->size = written;
    return CR_OK;
}

cr_record_file *cr_record_file_resume(const char *path, const char *checkpoint, const cr_record_head *head,
                                      cr_arena *arena, const unsigned char **state, size_t *count,
                                      cr_error *error) {
    char *bytes;
    size_t size;
    unsigned long long written;
    cr_record_file *file = make(path, checkpoint, 0, error);
    if (!file) return NULL;
    const cr_record_out out = {file, append};
    const cr_file_place place = cr_file_place_at(checkpoint, 0, 0);
    if (cr_file_read_all(checkpoint, SIZE_MAX / 8, arena, &bytes, &size, error) == CR_OK)
        file->recorder = cr_recorder_resume(head, (const unsigned char *)bytes, size, place.text, &out, arena,
                                            &written, state, count, error);
    if (file->recorder && cut(file, written, error) == CR_OK) return file;
    release(file);
    return NULL;
}

cr_recorder *cr_record_file_recorder(cr_record_file *file) {
    return file->recorder;
}

unsigned long long cr_record_file_size(const cr_record_file *file) {
    return file->size;
}

static cr_status write_stream(void *context, const unsigned char *bytes, size_t count, cr_error *error) {
    (void)error; // the commit tells
    fwrite(bytes, 1, count, context);
    return CR_OK;
}

static cr_status reach_disk(const cr_record_file *file, cr_error *error) {
    bool cannot = file->part && fsync(file->descriptor) != 0 && errno != EINVAL;
    return cannot ? fail(error, file->path, "write", errno) : CR_OK;
}

cr_status cr_record_file_checkpoint(cr_record_file *file, const unsigned char *state, size_t count,
                                    cr_error *error) {
    if (!file->checkpoint || !file->part) return CR_OK;
    cr_status status = reach_disk(file, error);
    if (status != CR_OK) return status;
    cr_file_out *to = cr_file_create(file->checkpoint, error);
    if (!to) return error ? error->status : CR_ERR_IO;
    const cr_record_out out = {cr_file_stream(to), write_stream};
    status = cr_recorder_save(file->recorder, state, count, &out, error);
    if (status == CR_OK) return cr_file_commit(to, error);
    cr_file_discard(to);
    return status;
}

cr_status cr_record_file_commit(cr_record_file *file, cr_error *error) {
    cr_status status = cr_recorder_flush(file->recorder, true, error);
    if (status == CR_OK) status = reach_disk(file, error);
    if (status == CR_OK && file->part && rename(file->part, file->target) != 0)
        status = fail(error, file->path, "write", errno);
    if (status == CR_OK && file->checkpoint) unlink(file->checkpoint);
    release(file);
    return status;
}

void cr_record_file_leave(cr_record_file *file) {
    if (file) cr_recorder_flush(file->recorder, false, NULL);
    release(file);
}

void cr_record_file_discard(cr_record_file *file) {
    if (file && file->part) unlink(file->part);
    if (file && file->checkpoint) unlink(file->checkpoint);
    release(file);
}
