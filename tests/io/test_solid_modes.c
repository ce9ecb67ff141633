// From a mesh file or a shape to modes: the same from every kind of file, and from the cache the same bytes.
#include "budget.h"
#include "carom/solid.h"
#include "io/solid/cache.h"
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEARD = 1024, PATH = 1200, MODES = 6 };

typedef struct heard {
    int warnings;
    char last[HEARD];
} heard;

static void listen(void *context, const char *text) {
    heard *h = context;
    h->warnings++;
    snprintf(h->last, sizeof h->last, "%s", text);
}

static void mesh_path(char path[PATH], const char *name) {
    const char *source = getenv("CAROM_SOURCE");
    snprintf(path, PATH, "%s/tests/meshes/%s", source ? source : ".", name);
}

static cr_solid_def solid_of(const char *path) {
    cr_solid_def solid = cr_solid_def_default();
    solid.file = path;
    solid.count = MODES;
    return solid;
}

// How often the folder has a name that ends so.
static int files_in(const char *folder, const char *end, char found[PATH]) {
    int count = 0;
    DIR *list = opendir(folder);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        size_t length = strlen(entry->d_name), tail = strlen(end);
        if (length < tail || strcmp(entry->d_name + length - tail, end) != 0) continue;
        if (found) snprintf(found, PATH, "%s/%s", folder, entry->d_name);
        count++;
    }
    if (list) closedir(list);
    return count;
}

static void empty_folder(const char *folder) {
    char path[PATH];
    while (files_in(folder, ".modes", path) && remove(path) == 0) continue;
}

static void use_cache(const char *folder) {
    setenv("CAROM_CACHE", folder, 1);
    if (*folder) empty_folder(folder);
}

static unsigned char *bytes_of(const cr_modes *modes, size_t *size) {
    *size = cr_modes_size(modes);
    unsigned char *bytes = malloc(*size);
    if (bytes) cr_modes_encode(modes, bytes);
    return bytes;
}

static bool same_bytes(const cr_modes *a, const cr_modes *b) {
    size_t sizes[2];
    unsigned char *x = bytes_of(a, &sizes[0]), *y = bytes_of(b, &sizes[1]);
    bool same = x && y && sizes[0] == sizes[1] && memcmp(x, y, sizes[0]) == 0;
    free(x);
    free(y);
    return same;
}

// Text has 16 digits: positions differ in the last one, frequencies by not much more.
static void test_same_from_all_files(void) {
    static const char *const names[] = {"bar-2-22.msh", "bar-2-22-binary.msh", "bar-2-41.msh",
                                        "bar-2-41-binary.msh", "bar-1-22.msh"};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes[5] = {{.count = 0}};
    use_cache("");
    for (int i = 0; i < 5; i++) {
        char path[PATH];
        heard h = {.warnings = 0};
        cr_solid_watch watch = {.warn = listen, .context = &h};
        cr_modal_result result;
        cr_error error = {.reason = ""};
        mesh_path(path, names[i]);
        cr_solid_def solid = solid_of(path);
        CHECK(cr_solid_modes(&solid, &watch, arena, &modes[i], &result, &error) == CR_OK, "%s: %s",
              error.place, error.reason);
        CHECK(strcmp(modes[i].name, names[i]) == 0 && strcmp(modes[i].material, "steel") == 0, "%s",
              modes[i].name);
        CHECK(modes[i].count == MODES && modes[i].rigid == 6 && result.tets == 156, "%d modes",
              modes[i].count);
        CHECK_REL(modes[i].mass, modes[i].density * 0.08 * 0.012 * 0.008, 1e-9);
        for (int k = 0; k < MODES && modes[i].count == MODES; k++)
            CHECK_REL(modes[i].frequency[k], modes[0].frequency[k], 1e-9);
        CHECK(h.warnings == (i == 4), "%s: %s", names[i], h.last);
        CHECK(i < 4 || strstr(h.last, "a mesh of order 1"), "%s", h.last);
    }
    cr_arena_free(arena);
}

// Computes once, then reads; --fresh computes again; a damaged file is noticed and replaced.
static void test_cache(void) {
    char path[PATH], kept[PATH] = "";
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    heard h = {.warnings = 0};
    cr_solid_watch watch = {.warn = listen, .context = &h};
    cr_modes first = {.count = 0}, again = {.count = 0};
    cr_modal_result result;
    cr_error error = {.reason = ""};
    use_cache("cache/of/solids");
    mesh_path(path, "bar-2-41.msh");
    cr_solid_def solid = solid_of(path);
    CHECK(cr_solid_modes(&solid, &watch, arena, &first, &result, &error) == CR_OK, "%s", error.reason);
    CHECK(result.dof == 1095 && files_in("cache/of/solids", ".modes", kept) == 1, "%d dof", result.dof);
    CHECK(cr_solid_modes(&solid, &watch, arena, &again, &result, &error) == CR_OK, "%s", error.reason);
    CHECK(result.dof == 0 && same_bytes(&first, &again), "computed again");
    watch.fresh = true;
    CHECK(cr_solid_modes(&solid, &watch, arena, &again, &result, &error) == CR_OK, "%s", error.reason);
    CHECK(result.dof == 1095 && same_bytes(&first, &again), "other bytes");
    watch.fresh = false;
    CHECK(h.warnings == 0, "%s", h.last);

    static const char *const damage[] = {"", "text of somebody else\n", "\x89\103RMOD\r\n\7\0\0\0"};
    for (int i = 0; i < 3; i++) {
        FILE *file = fopen(kept, "wb");
        if (file) fwrite(damage[i], 1, i == 2 ? 12 : strlen(damage[i]), file);
        if (file) fclose(file);
        CHECK(cr_solid_modes(&solid, &watch, arena, &again, &result, &error) == CR_OK, "%s", error.reason);
        CHECK(h.warnings == i + 1 && strstr(h.last, "computing the modes again"), "%s", h.last);
        CHECK(result.dof == 1095 && same_bytes(&first, &again), "damage %d", i);
    }
    CHECK(cr_solid_modes(&solid, &watch, arena, &again, &result, &error) == CR_OK && result.dof == 0,
          "mended");
    CHECK(strcmp(again.name, "bar-2-41.msh") == 0 && same_bytes(&first, &again), "name \"%s\"", again.name);
    cr_arena_free(arena);
}

static bool copy_file(const char *from, const char *to) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes;
    bool good = arena && cr_modes_read(from, arena, &modes, NULL) == CR_OK &&
                cr_modes_write(to, &modes, NULL) == CR_OK;
    cr_arena_free(arena);
    return good;
}

// A good file of another body under the name of this one, a file of no cache, and what is no file.
static void test_cache_of_another(void) {
    char kept[2][PATH] = {"", ""}, path[PATH];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    heard h = {.warnings = 0};
    cr_solid_watch watch = {.warn = listen, .context = &h};
    cr_modes first = {.count = 0}, again = {.count = 0};
    cr_modal_result result;
    cr_error error = {.reason = ""};
    mesh_path(path, "bar-1-22.msh");
    cr_solid_def solid = solid_of(path), other = solid;
    solid.detail.order = other.detail.order = 1; // quick
    other.elastic.density *= 2;
    use_cache("cache/of/solids");
    CHECK(cr_solid_modes(&other, &watch, arena, &first, &result, &error) == CR_OK, "%s", error.reason);
    CHECK(files_in("cache/of/solids", ".modes", kept[0]) == 1 && rename(kept[0], "cache/other.modes") == 0,
          "%s", kept[0]);
    CHECK(cr_solid_modes(&solid, &watch, arena, &first, &result, &error) == CR_OK, "%s", error.reason);
    CHECK(files_in("cache/of/solids", ".modes", kept[1]) == 1, "%s", kept[1]);
    CHECK(cr_modes_write("cache/named.modes", &first, &error) == CR_OK, "%s", error.reason);
    for (int i = 0; i < 3; i++) {
        remove(kept[1]);
        bool put = i == 2 ? mkfifo(kept[1], 0600) == 0
                          : copy_file(i ? "cache/named.modes" : "cache/other.modes", kept[1]);
        CHECK(put, "%s", kept[1]);
        CHECK(cr_solid_modes(&solid, &watch, arena, &again, &result, &error) == CR_OK, "%s", error.reason);
        CHECK(result.dof > 0 && same_bytes(&first, &again), "case %d was taken", i);
        CHECK(h.warnings == i + 1 + (i == 2), "case %d: %s", i, h.last);
    }
    remove(kept[1]);
    remove("cache/other.modes");
    remove("cache/named.modes");
    cr_arena_free(arena);
}

// Each of these asks for other modes, so that none may come from the files of the others.
static void test_key(void) {
    char path[PATH], other[PATH];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    heard h = {.warnings = 0};
    cr_solid_watch watch = {.warn = listen, .context = &h};
    cr_modes modes;
    cr_modal_result result;
    cr_error error = {.reason = ""};
    int expected = 0;
    use_cache("cache/of/solids");
    mesh_path(path, "bar-1-22.msh");
    mesh_path(other, "bar-1-41.msh");
    for (int i = 0; i < 14; i++) {
        cr_solid_def solid = solid_of(path);
        solid.detail.order = 1; // quick
        cr_support support = {.place = "far end", .axis = {true, true, true}, .stiffness = HUGE_VAL};
        if (i == 1) solid.file = other;
        if (i == 2) solid.unit = 0.5;
        if (i == 3) solid.count++;
        if (i == 4) solid.fmax = 20000;
        if (i == 5) solid.fmax = 30000;
        if (i == 6) solid.elastic.density *= 1.0000001;
        if (i == 7) solid.elastic.young[2] *= 0.9;
        if (i == 8) solid.elastic.rayleigh[1] *= 2;
        if (i >= 9) solid.support[solid.supports++] = support;
        if (i == 10) snprintf(solid.support[0].place, sizeof support.place, "bottom");
        if (i == 11) solid.support[0].axis[1] = false;
        if (i == 12) solid.support[0].stiffness = 1e6;
        if (i == 11 || i == 13)
            solid.support[solid.supports++] = (cr_support){"bottom", {true, true, false}, HUGE_VAL};
        CHECK(cr_solid_modes(&solid, &watch, arena, &modes, &result, &error) == CR_OK, "%d: %s", i,
              error.reason);
        CHECK(h.warnings == 0, "%d: %s", i, h.last);
        CHECK(result.dof > 0, "%d came from the cache", i);
        CHECK(files_in("cache/of/solids", ".modes", NULL) == ++expected, "%d", i);
    }
    // names, threads and how it is watched are no part of it
    cr_solid_def solid = solid_of(path);
    solid.detail.order = 1;
    solid.threads = 2;
    snprintf(solid.material, sizeof solid.material, "my steel");
    CHECK(cr_solid_modes(&solid, NULL, arena, &modes, &result, &error) == CR_OK, "%s", error.reason);
    CHECK(result.dof == 0 && strcmp(modes.material, "my steel") == 0, "%s", modes.material);
    cr_arena_free(arena);
}

static void test_shape(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_solid_def solid = cr_solid_def_default();
    cr_modes first = {.count = 0}, again = {.count = 0};
    cr_modal_result result;
    cr_error error = {.reason = ""};
    use_cache("cache/of/solids");
    solid.shape = cr_shape_find("box", &error);
    cr_param_defaults(solid.shape->params, solid.shape->param_count, solid.value);
    solid.detail.order = 1;
    solid.count = 3;
    CHECK(cr_solid_modes(&solid, NULL, arena, &first, &result, &error) == CR_OK, "%s", error.reason);
    CHECK(result.dof > 0 && strcmp(first.name, "box") == 0, "%s", first.name);
    CHECK(cr_solid_modes(&solid, NULL, arena, &again, &result, &error) == CR_OK, "%s", error.reason);
    CHECK(result.dof == 0 && same_bytes(&first, &again), "computed again");
    solid.value[0] *= 1.01;
    CHECK(cr_solid_modes(&solid, NULL, arena, &again, &result, &error) == CR_OK, "%s", error.reason);
    CHECK(result.dof > 0, "another box from the cache");
    CHECK(cr_modes_write("box.modes", &first, &error) == CR_OK, "%s", error.reason);
    cr_solid_def from_file = solid_of("box.modes");
    CHECK(cr_solid_modes(&from_file, NULL, arena, &again, &result, &error) == CR_OK, "%s", error.reason);
    CHECK(same_bytes(&first, &again) && result.dof == 0, "other modes from the file");
    cr_mesh mesh;
    CHECK(cr_solid_mesh(&from_file, NULL, arena, &mesh, &error) == CR_ERR_INPUT, "a mesh from modes");
    remove("box.modes");
    cr_arena_free(arena);
}

// Several programs at once ask the same: one file, no left-overs, the same modes for all.
static void test_parallel(void) {
    enum { PROGRAMS = 6 };
    char path[PATH], kept[PATH] = "";
    pid_t child[PROGRAMS];
    use_cache("cache/of/solids");
    mesh_path(path, "bar-1-22.msh");
    fflush(stdout);
    for (int i = 0; i < PROGRAMS; i++) {
        child[i] = fork();
        if (child[i] != 0) continue;
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_solid_def solid = solid_of(path);
        cr_modes modes;
        heard h = {.warnings = 0};
        cr_solid_watch watch = {.warn = listen, .context = &h};
        solid.detail.order = 1;
        bool good = true;
        for (int run = 0; run < 5; run++) {
            watch.fresh = run % 2;
            good = good && cr_solid_modes(&solid, &watch, arena, &modes, NULL, NULL) == CR_OK;
        }
        cr_arena_free(arena);
        _exit(good && h.warnings == 0 ? 0 : 1);
    }
    for (int i = 0; i < PROGRAMS; i++) {
        int status = -1;
        CHECK(child[i] > 0 && waitpid(child[i], &status, 0) == child[i] && status == 0, "program %d: %d", i,
              status);
    }
    CHECK(files_in("cache/of/solids", ".modes", kept) == 1, "more than one file");
    CHECK(files_in("cache/of/solids", ".tmp", NULL) == 0, "left-overs");
}

// A cache that cannot be written is told of and does no harm; without a home there is none.
static void test_no_cache(void) {
    char path[PATH], folder[CR_MODES_CACHE_PATH];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_modes modes;
    heard h = {.warnings = 0};
    cr_solid_watch watch = {.warn = listen, .context = &h};
    cr_error error = {.reason = ""};
    mesh_path(path, "bar-1-22.msh");
    cr_solid_def solid = solid_of(path);
    solid.detail.order = 1;
    FILE *file = fopen("no-folder", "w");
    if (file) fclose(file);
    setenv("CAROM_CACHE", "no-folder/cache", 1);
    CHECK(cr_solid_modes(&solid, &watch, arena, &modes, NULL, &error) == CR_OK, "%s", error.reason);
    CHECK(h.warnings == 1 && strstr(h.last, "the modes are not kept"), "%s", h.last);
    remove("no-folder");

    CHECK((setenv("CAROM_CACHE", "", 1), !cr_modes_cache_folder(folder)), "CAROM_CACHE empty");
    unsetenv("CAROM_CACHE");
    setenv("XDG_CACHE_HOME", "/xdg", 1);
    CHECK(cr_modes_cache_folder(folder) && strcmp(folder, "/xdg/carom") == 0, "%s", folder);
    setenv("XDG_CACHE_HOME", "not/absolute", 1);
    setenv("HOME", "/home/me", 1);
    CHECK(cr_modes_cache_folder(folder) && strcmp(folder, "/home/me/.cache/carom") == 0, "%s", folder);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    CHECK(!cr_modes_cache_folder(folder), "%s", folder);
    cr_arena_free(arena);
}

// Files of 1000 bytes, each a second older than the next: the oldest go, strangers stay.
static void test_trim(void) {
    mkdir("trim", 0700);
    for (int i = 0; i < 10; i++) {
        char path[PATH];
        snprintf(path, sizeof path, "trim/%032d.modes", i);
        FILE *file = fopen(path, "w");
        for (int k = 0; file && k < 1000; k++) fputc('x', file);
        if (file) fclose(file);
        struct timespec times[2] = {{.tv_sec = 1000000 + (i * 7 % 10)}, {.tv_sec = 1000000 + (i * 7 % 10)}};
        CHECK(utimensat(AT_FDCWD, path, times, 0) == 0, "%s", path);
    }
    FILE *file = fopen("trim/mug.modes", "w");
    for (int k = 0; file && k < 100000; k++) fputc('x', file);
    if (file) fclose(file);
    cr_modes_cache_trim("trim", 4500);
    CHECK(files_in("trim", ".modes", NULL) == 5, "%d files", files_in("trim", ".modes", NULL));
    for (int i = 0; i < 10; i++) {
        char path[PATH];
        snprintf(path, sizeof path, "trim/%032d.modes", i);
        CHECK((access(path, F_OK) == 0) == (i * 7 % 10 >= 6), "%s", path);
        remove(path);
    }
    CHECK(remove("trim/mug.modes") == 0, "a stranger was removed");
    remove("trim");
}

static void test_sizes(void) {
    static const struct {
        double unit;
        const char *warning; // after the place
    } cases[] = {
        {1, NULL},
        {0.02, NULL},
        {100, NULL},
        {1000, ": 80 m across: is `--unit 1000` right?"},
        {1e-3, ": 8e-05 m across: is `--unit 0.001` right?"},
    };
    char path[PATH];
    mesh_path(path, "bar-2-41.msh");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        heard h = {.warnings = 0};
        cr_solid_watch watch = {.warn = listen, .context = &h};
        cr_solid_def solid = solid_of(path);
        cr_mesh mesh;
        cr_error error = {.reason = ""};
        solid.unit = cases[i].unit;
        CHECK(cr_solid_mesh(&solid, &watch, arena, &mesh, &error) == CR_OK, "%s", error.reason);
        CHECK(h.warnings == (cases[i].warning != NULL), "unit %g: %s", cases[i].unit, h.last);
        CHECK(!cases[i].warning || strstr(h.last, cases[i].warning), "%s", h.last);
        cr_arena_free(arena);
    }
}

static void test_memory(void) {
    char path[PATH];
    int n = 0;
    use_cache("");
    mesh_path(path, "bar-1-22.msh");
    for (bool done = false; !done && n < 400; n++) {
        budget b = {n, 0};
        cr_modes modes;
        cr_error error = {.reason = ""};
        cr_solid_def solid = solid_of(path);
        solid.detail.order = 1;
        solid.count = 2;
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        cr_status status = arena ? cr_solid_modes(&solid, NULL, arena, &modes, NULL, &error) : CR_ERR_MEMORY;
        done = status == CR_OK;
        CHECK(done || (status == CR_ERR_MEMORY && (!arena || strstr(error.reason, "memory"))), "%d: %d %s", n,
              status, error.reason);
        cr_arena_free(arena);
        CHECK(b.live == 0, "%d allocations: %d blocks left", n, b.live);
    }
    CHECK(n > 10 && n < 400, "%d allocations", n);
}

int main(void) {
    test_same_from_all_files();
    test_cache();
    test_cache_of_another();
    test_key();
    test_shape();
    test_parallel();
    test_trim();
    test_sizes();
    test_memory();
    test_no_cache();
    return test_summary();
}
