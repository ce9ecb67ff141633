// Broken scenes: each file in scenes-bad says in its first line which error it must give, as
// "# expect: line:column: reason".
#include "carom/scene.h"
#include "folder.h"
#include "io/audio/audio.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static void read_expectation(const char *path, char *text, size_t room) {
    static const char mark[] = "# expect: ";
    char line[512] = "";
    FILE *file = fopen(path, "r");
    CHECK(file && fgets(line, sizeof line, file) && strncmp(line, mark, strlen(mark)) == 0,
          "%s: no expectation", path);
    if (file) fclose(file);
    line[strcspn(line, "\n")] = '\0';
    snprintf(text, room, "%s", strlen(line) > strlen(mark) ? line + strlen(mark) : "(nothing)");
}

static cr_status world_of(cr_scene *scene, cr_arena *arena, cr_error *error) {
    cr_world_model *model;
    cr_status status = cr_scene_resolve(scene, NULL, NULL, arena, error);
    return status == CR_OK ? cr_scene_world(scene, arena, &model, NULL, error) : status;
}

static void check_file(const char *path) {
    char expected[512], found[512];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_sim *sim;
    cr_error error = {.reason = ""};
    read_expectation(path, expected, sizeof expected);
    cr_status status = cr_scene_load(path, NULL, 0, arena, &scene, &error);
    if (status == CR_OK) cr_scene_set_reader(scene, cr_audio_read);
    if (status == CR_OK && cr_scene_has_bodies(scene)) status = world_of(scene, arena, &error);
    else if (status == CR_OK) status = cr_scene_build(scene, 44100, arena, &sim, NULL, &error);
    CHECK(status < 0 && status == error.status, "%s: accepted", path);
    // a long path loses its beginning, never the position
    const char *file = strrchr(path, '/') + 1, *position = strstr(error.place, file);
    CHECK(position, "%s: place %s", path, error.place);
    position = position ? position + strlen(file) : "";
    if (*position == ':') snprintf(found, sizeof found, "%s: %s", position + 1, error.reason);
    else snprintf(found, sizeof found, "%s", error.reason);
    CHECK(strcmp(found, expected) == 0, "%s:\n  expected %s\n  found    %s", path, expected, found);
    CHECK(cr_scene_load(path, NULL, 0, arena, &scene, NULL) == CR_OK || status < 0, "%s: no error wanted",
          path);
    cr_arena_free(arena);
}

int main(void) {
    const char *source = getenv("CAROM_SOURCE");
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/tests/scenes-bad", source ? source : ".");
    int count = for_each_file(folder, ".yaml", check_file);
    CHECK(count >= 200, "only %d broken scenes", count);
    return test_summary();
}
