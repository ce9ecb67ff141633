#include "io/file/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_GUESS = 65536 };

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

// One byte more than a regular file holds, so that its end is seen in one pass.
static size_t guess_capacity(FILE *in) {
    struct stat info;
    bool regular = fstat(fileno(in), &info) == 0 && S_ISREG(info.st_mode);
    return regular && info.st_size > 0 ? (size_t)info.st_size + 1 : FIRST_GUESS;
}

static cr_status read_stream(FILE *in, const char *place, size_t limit, cr_arena *arena, char **text,
                             size_t *length, cr_error *error) {
    char *buffer = NULL;
    size_t used = 0;
    for (size_t capacity = smaller(guess_capacity(in), limit + 1);;
         capacity = smaller(2 * capacity, limit + 1)) {
        char *larger = cr_arena_take(arena, capacity + 1, 1);
        if (!larger) return cr_fail(error, CR_ERR_MEMORY, place, "no memory for %zu bytes", capacity);
        if (used) memcpy(larger, buffer, used);
        buffer = larger;
        used += fread(buffer + used, 1, capacity - used, in);
        if (used < capacity) break;
        if (used > limit)
            return cr_fail(error, CR_ERR_INPUT, place, "longer than the limit of %zu bytes", limit);
    }
    if (ferror(in)) return cr_fail(error, CR_ERR_IO, place, "cannot read: %s", strerror(errno));
    *text = buffer;
    *length = used;
    return CR_OK;
}

static const char *kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a FIFO";
    return S_ISSOCK(mode) ? "a socket" : "a device";
}

// Names of what is open already: reading it waits for its writer only.
static bool is_open_already(const char *path) {
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0) return true;
    return strcmp(path, "/dev/stdin") == 0;
}

static cr_status cannot_open(const char *path, int reason, cr_error *error) {
    return cr_fail(error, reason == ENOMEM ? CR_ERR_MEMORY : CR_ERR_IO, cr_file_place_at(path, 0, 0).text,
                   "cannot open: %s", strerror(reason));
}

static cr_status open_descriptor(const char *path, bool or_stream, int *descriptor, cr_error *error) {
    struct stat info = {.st_mode = 0};
    int opened = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool found = opened >= 0 && fstat(opened, &info) == 0;
    bool taken = found && (S_ISREG(info.st_mode) || (or_stream && !S_ISDIR(info.st_mode)));
    int flags = taken ? fcntl(opened, F_GETFL) : -1;
    *descriptor = opened;
    if (flags >= 0 && fcntl(opened, F_SETFL, flags & ~O_NONBLOCK) == 0) return CR_OK;
    int reason = errno;
    if (opened >= 0) close(opened);
    if (found && !taken)
        return cr_fail(error, CR_ERR_IO, cr_file_place_at(path, 0, 0).text,
                       "cannot open: %s, not a regular file", kind_of(info.st_mode));
    return cannot_open(path, reason, error);
}

static cr_status open_to_read(const char *path, bool or_stream, FILE **in, cr_error *error) {
    int descriptor;
    cr_status status = open_descriptor(path, or_stream, &descriptor, error);
    if (status != CR_OK) return status;
    *in = fdopen(descriptor, "rb");
    if (*in) return CR_OK;
    int reason = errno;
    close(descriptor);
    return cannot_open(path, reason, error);
}

cr_status cr_file_descriptor(const char *path, int *descriptor, cr_error *error) {
    return open_descriptor(path, false, descriptor, error);
}

cr_status cr_file_open(const char *path, FILE **file, cr_error *error) {
    return open_to_read(path, false, file, error);
}

// What Git leaves in place of a large file that was not fetched.
static cr_status refuse_pointer(const char *text, size_t length, const char *place, cr_error *error) {
    static const char mark[] = "version https://git-lfs";
    if (length < sizeof mark - 1 || memcmp(text, mark, sizeof mark - 1) != 0) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, place,
                   "only a pointer of Git LFS to the file, not the file: `git lfs pull` fetches it");
}

cr_status cr_file_read_all(const char *path, size_t limit, cr_arena *arena, char **text, size_t *length,
                           cr_error *error) {
    assert(limit < SIZE_MAX / 4);
    bool standard = strcmp(path, "-") == 0;
    FILE *in = stdin;
    cr_status status = standard ? CR_OK : open_to_read(path, is_open_already(path), &in, error);
    if (status != CR_OK) return status;
    cr_file_place place = cr_file_place_at(standard ? "stdin" : path, 0, 0);
    cr_arena_mark mark = cr_arena_here(arena);
    status = read_stream(in, place.text, limit, arena, text, length, error);
    if (!standard) fclose(in);
    if (status == CR_OK) status = refuse_pointer(*text, *length, place.text, error);
    if (status != CR_OK) cr_arena_rewind(arena, mark);
    return status;
}

static bool continues_character(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

cr_file_place cr_file_place_at(const char *path, int line, int column) {
    cr_file_place place;
    char position[32] = "";
    if (line > 0 && column > 0) snprintf(position, sizeof position, ":%d:%d", line, column);
    else if (line > 0) snprintf(position, sizeof position, ":%d", line);
    const char *dots = "";
    size_t length = strlen(path), room = sizeof place.text - 1 - strlen(position);
    if (length > room) {
        dots = "...";
        path += length - (room - strlen(dots));
        while (continues_character(*path)) path++;
    }
    snprintf(place.text, sizeof place.text, "%s%s%s", dots, path, position);
    return place;
}
