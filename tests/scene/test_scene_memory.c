// Loading and building without enough memory, or without a file: an error, and nothing left behind.
#include "carom/scene.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct budget {
    int left, live;
} budget;

static void *allocate(void *context, size_t bytes) {
    budget *b = context;
    void *memory = b->left-- > 0 ? malloc(bytes) : NULL;
    b->live += memory != NULL;
    return memory;
}

static void release(void *context, void *memory) {
    budget *b = context;
    b->live -= memory != NULL;
    free(memory);
}

// Loads and builds with so many allocations, in an arena of which some is used, so that each of its takes is
// once the one that fails; the status, or CR_ERR_MEMORY when even the arena was too much.
static cr_status build_with(const char *path, int allocations, int used) {
    budget b = {.left = allocations};
    cr_scene_override override = {"output.seed=3", "--set"};
    cr_scene *scene;
    cr_scene_names names;
    cr_sim *sim;
    cr_error error = {.reason = ""};
    cr_arena *arena = cr_arena_new((cr_allocator){allocate, release, &b});
    if (!arena || !cr_arena_take(arena, (size_t)used, 64)) {
        cr_arena_free(arena);
        return CR_ERR_MEMORY;
    }
    cr_status status = cr_scene_load(path, &override, 1, arena, &scene, &error);
    if (status == CR_OK) {
        cr_arena_mark mark = cr_arena_here(arena);
        status = cr_scene_build(scene, 44100, arena, &sim, &names, &error);
        cr_arena_mark after = cr_arena_here(arena);
        CHECK(status == CR_OK || memcmp(&mark, &after, sizeof mark) == 0, "the arena is as it was");
    }
    CHECK(status == CR_OK || (status == CR_ERR_MEMORY && strstr(error.reason, "memory")), "%d: %s: %s",
          allocations, error.place, error.reason);
    cr_arena_free(arena);
    CHECK(b.live == 0, "%d: %d blocks left", allocations, b.live);
    return status;
}

static void test_every_allocation(const char *root, const char *name) {
    char path[1100];
    snprintf(path, sizeof path, "%s/scenes/%s", root, name);
    for (int used = 0; used < 64; used += 3) {
        int n = 0;
        while (n < 100 && build_with(path, n, used) != CR_OK) n++;
        CHECK(n > 2 && n < 100, "%s: %d allocations", name, n);
    }
}

// A surface from a spectrum, the path of a ball over it, friction.
static void test_rolling(void) {
    const char *path = "rolling-memory.yaml";
    FILE *file = fopen(path, "w");
    CHECK(file, "cannot write %s", path);
    if (!file) return;
    fputs("carom: 1\n"
          "surfaces: {own: {count: 65536}}\n" // more than fits into what the arena has left
          "elements: {glass: {type: glass}, ball: {type: mass, gravity: -10}}\n"
          "contacts: {c: {a: glass, b: ball, law: power, surface: own, rolls: 0.01, speed: 1}}\n"
          "frictions: {f: {a: glass, b: ground, contact: c}}\n",
          file);
    fclose(file);
    for (int used = 0; used < 64; used += 21) {
        int n = 0;
        while (n < 100 && build_with(path, n, used) != CR_OK) n++;
        CHECK(n > 2 && n < 100, "%d allocations", n);
    }
    remove(path);
}

static void test_missing_file(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_error error;
    CHECK(cr_scene_load("/nowhere/x.yaml", NULL, 0, arena, &scene, &error) == CR_ERR_IO, "%s", error.reason);
    CHECK(strcmp(error.place, "/nowhere/x.yaml") == 0, "%s", error.place);
    cr_arena_free(arena);
}

int main(void) {
    const char *source = getenv("CAROM_SOURCE");
    test_every_allocation(source ? source : ".", "guitar-frets.yaml");
    test_every_allocation(source ? source : ".", "tromba-bowed.yaml");
    test_every_allocation(source ? source : ".", "s1/string-string.yaml");
    test_rolling();
    test_missing_file();
    return test_summary();
}
