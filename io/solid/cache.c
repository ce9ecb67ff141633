#include "io/solid/cache.h"

#include "io/file/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const long long cache_most = (long long)1 << 30; // bytes

static bool set_folder(char folder[CR_MODES_CACHE_PATH], const char *parent, const char *name) {
    return snprintf(folder, CR_MODES_CACHE_PATH, "%s%s", parent, name) < CR_MODES_CACHE_PATH - 64;
}

bool cr_modes_cache_folder(char folder[CR_MODES_CACHE_PATH]) {
    const char *own = getenv("CAROM_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own) return *own && set_folder(folder, own, "");
    if (xdg && *xdg == '/') return set_folder(folder, xdg, "/carom"); // others are to be ignored, says XDG
    return home && *home && set_folder(folder, home, "/.cache/carom");
}

enum { KEY_TEXT = 33 };

static void write_key(cr_modes_key key, char text[KEY_TEXT]) {
    snprintf(text, KEY_TEXT, "%016" PRIx64 "%016" PRIx64, key.part[0], key.part[1]);
}

static void file_of(const char *folder, cr_modes_key key, const cr_cache_kind *kind,
                    char path[CR_MODES_CACHE_PATH]) {
    char text[KEY_TEXT];
    write_key(key, text);
    snprintf(path, CR_MODES_CACHE_PATH, "%.900s/%s.%s", folder, text, kind->ending);
}

__attribute__((format(printf, 2, 3))) static void warn(const cr_solid_watch *watch, const char *format, ...) {
    char text[600];
    if (!watch || !watch->warn) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    watch->warn(watch->context, text);
}

bool cr_cache_load(const char *folder, cr_modes_key key, const cr_cache_kind *kind,
                   const cr_solid_watch *watch, cr_arena *arena, void *thing) {
    char path[CR_MODES_CACHE_PATH], text[KEY_TEXT];
    cr_error error;
    cr_arena_mark mark = cr_arena_here(arena);
    file_of(folder, key, kind, path);
    write_key(key, text);
    if (access(path, F_OK) != 0) return false;
    if (kind->read(path, text, arena, thing, &error) != CR_OK) {
        cr_arena_rewind(arena, mark);
        warn(watch, "%s: %s; computing the %s again", error.place, error.reason, kind->what);
        return false;
    }
    utimensat(AT_FDCWD, path, NULL, 0); // used just now
    return true;
}

// Makes a folder and those it is in; false with errno.
static bool make_folder(const char *folder) {
    char path[CR_MODES_CACHE_PATH];
    snprintf(path, sizeof path, "%s", folder);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST) return false;
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

void cr_cache_store(const char *folder, cr_modes_key key, const cr_cache_kind *kind,
                    const cr_solid_watch *watch, const void *thing) {
    char path[CR_MODES_CACHE_PATH], text[KEY_TEXT];
    cr_error error;
    file_of(folder, key, kind, path);
    write_key(key, text);
    if (!make_folder(folder)) {
        warn(watch, "%s: the %s are not kept: %s", cr_file_place_at(folder, 0, 0).text, kind->what,
             strerror(errno));
        return;
    }
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        warn(watch, "%s: the %s are not kept: not a regular file", cr_file_place_at(path, 0, 0).text,
             kind->what);
        return;
    }
    if (kind->write(path, text, thing, &error) != CR_OK) {
        warn(watch, "%s: the %s are not kept: %s", error.place, kind->what, error.reason);
        return;
    }
    cr_modes_cache_trim(folder, cache_most);
}

static cr_status read_modes(const char *path, const char *key, cr_arena *arena, void *thing,
                            cr_error *error) {
    cr_modes *modes = thing;
    cr_status status = cr_modes_read(path, arena, modes, error);
    if (status == CR_OK && strcmp(modes->name, key) != 0)
        status = cr_fail(error, CR_ERR_INPUT, cr_file_place_at(path, 0, 0).text, "modes of something else");
    return status;
}

static cr_status write_modes(const char *path, const char *key, const void *thing, cr_error *error) {
    cr_modes kept = *(const cr_modes *)thing;
    snprintf(kept.name, sizeof kept.name, "%s", key);
    return cr_modes_write(path, &kept, error);
}

static const cr_cache_kind modes_kind = {"modes", "modes", read_modes, write_modes};

bool cr_modes_cache_load(const char *folder, cr_modes_key key, const cr_solid_watch *watch, cr_arena *arena,
                         cr_modes *modes) {
    return cr_cache_load(folder, key, &modes_kind, watch, arena, modes);
}

void cr_modes_cache_store(const char *folder, cr_modes_key key, const cr_solid_watch *watch,
                          const cr_modes *modes) {
    cr_cache_store(folder, key, &modes_kind, watch, modes);
}

typedef struct kept {
    char name[64];
    long long size;
    struct timespec used;
} kept;

static int compare_ages(const void *a, const void *b) {
    const kept *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec) return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    return (x->used.tv_nsec > y->used.tv_nsec) - (x->used.tv_nsec < y->used.tv_nsec);
}

// A name as file_of gives it.
static bool is_kept(const char *name) {
    if (strspn(name, "0123456789abcdef") != 32) return false;
    return strcmp(name + 32, ".modes") == 0 || strcmp(name + 32, ".grid") == 0 ||
           strcmp(name + 32, ".radiation") == 0;
}

// The files there, at most `room`, and the sum of their sizes.
static int list_folder(DIR *list, kept *files, int room, long long *sum) {
    int count = 0;
    for (struct dirent *entry; count < room && (entry = readdir(list));) {
        struct stat info;
        if (!is_kept(entry->d_name) || fstatat(dirfd(list), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        kept *file = &files[count++];
        snprintf(file->name, sizeof file->name, "%.63s", entry->d_name);
        file->size = info.st_size;
        file->used = info.st_mtim;
        *sum += file->size;
    }
    return count;
}

void cr_modes_cache_trim(const char *folder, long long most) {
    enum { ROOM = 65536 };
    DIR *list = opendir(folder);
    kept *files = malloc(ROOM * sizeof *files);
    long long sum = 0;
    if (list && files) {
        int count = list_folder(list, files, ROOM, &sum);
        if (sum > most) qsort(files, (size_t)count, sizeof *files, compare_ages);
        for (int i = 0; i < count && sum > most; i++) {
            unlinkat(dirfd(list), files[i].name, 0);
            sum -= files[i].size;
        }
    }
    free(files);
    if (list) closedir(list);
}
