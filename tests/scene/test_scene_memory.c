// Loading and building without enough memory, or without a file: an error, and nothing left behind.
#include "budget.h"
#include "carom/scene.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

// Loads and builds with so many allocations, in an arena of which some is used, so that each of its takes is
// once the one that fails; the status, or CR_ERR_MEMORY when even the arena was too much.
static cr_status build_with(const char *path, int allocations, int used) {
    budget b = {.left = allocations};
    cr_scene_override override = {"output.seed=3", "--set"};
    cr_scene *scene;
    cr_scene_names names;
    cr_sim *sim;
    cr_error error = {.reason = ""};
    cr_arena *arena = cr_arena_new(budget_allocator(&b));
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
    for (int used = 0; used < 64; used += TEST_AMOUNT(3, 21)) {
        int n = 0;
        while (n < 100 && build_with(path, n, used) != CR_OK) n++;
        CHECK(n > 2 && n < 100, "%s: %d allocations", name, n);
    }
}

enum { ALL = 64 << 20 };

// Builds with exactly so many bytes.
static cr_status build_within(const cr_scene *scene, size_t bytes) {
    budget b = {.left = 2};
    cr_sim *sim;
    cr_error error = {.reason = ""};
    cr_arena *arena = cr_arena_new(budget_allocator(&b));
    cr_arena_mark empty = cr_arena_here(arena);
    cr_arena_take_unset(arena, ALL, 1);
    cr_arena_rewind(arena, empty); // the block is kept for the next take,
    cr_arena_take_unset(arena, ALL - bytes, 1);
    CHECK(b.left == 0, "there is no other");
    cr_status status = cr_scene_build(scene, 44100, arena, &sim, NULL, &error);
    CHECK(status == CR_OK || (status == CR_ERR_MEMORY && strstr(error.reason, "memory")), "%zu bytes: %s: %s",
          bytes, error.place, error.reason);
    cr_arena_free(arena);
    CHECK(b.live == 0, "%zu bytes: %d blocks left", bytes, b.live);
    return status;
}

// Memory ends at every take, or anywhere in what needs much: no crash, and it suffices from some amount on.
static void test_every_byte(const char *root, const char *name) {
    char path[1100];
    cr_scene *scene;
    cr_error error;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    snprintf(path, sizeof path, "%s/scenes/%s", root, name);
    CHECK(cr_scene_load(path, NULL, 0, arena, &scene, &error) == CR_OK, "%s", error.reason);
    size_t low = 0, high = ALL, step = 16;
    while (high - low > step) {
        size_t middle = (low + high) / 2;
        *(build_within(scene, middle) == CR_OK ? &high : &low) = middle;
    }
    size_t tries = TEST_AMOUNT(high < 65536 ? high / step : 300, 100);
    if (high / step > tries) step = high / tries;
    for (size_t bytes = 0; bytes < high + 2 * step; bytes += step)
        CHECK((build_within(scene, bytes) == CR_OK) == (bytes >= high), "%s: %zu bytes of %zu", name, bytes,
              high);
    printf("%s: %zu bytes, tried in steps of %zu\n", name, high, step);
    cr_arena_free(arena);
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
    const char *scenes[] = {"sitar.yaml",         "scrape-wood.yaml",   "wind-chimes.yaml", "xylophone.yaml",
                            "tromba-bowed.yaml",  "bouncing-ball.yaml", "snare.yaml",       "glass-harp.yaml",
                            "s1/appendix-d.yaml", "prepared-piano.yaml"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i += TEST_AMOUNT(1, 4))
        test_every_byte(source ? source : ".", scenes[i]);
    test_rolling();
    test_missing_file();
    return test_summary();
}
