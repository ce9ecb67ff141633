// label: once
// Files as other programs and people write them: each in tests/foreign is read as expected.txt there says, or
// refused with the sentence there. Lines are
//     FILE VOLUME [WARNING]    a mesh, its volume in m^3
//     FILE mass KG             modes in glTF
//     FILE modes N POINTS      a list of modes
//     FILE rms METRES          a surface of a sound file that has no rms beside it
//     FILE refused: SENTENCE
// Surfaces are filled by gmsh; without it they are passed over.
#include "carom/scene.h"
#include "carom/solid.h"
#include "folder.h"
#include "io/audio/audio.h"
#include "io/glb/glb.h"
#include "io/modes/list.h"
#include "mesh_tools.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 512, LISTED_MOST = 128, SKIPPED = 77 };

typedef struct expectation {
    char file[80], kind[16], said[LINE]; // refused with it, or warned of
    double value, second;
} expectation;

static char folder[1024];
static expectation listed[LISTED_MOST];
static int listed_count;

static bool read_line(FILE *table, expectation *e) {
    char line[LINE], rest[LINE] = "";
    if (!fgets(line, sizeof line, table)) return false;
    line[strcspn(line, "\n")] = '\0';
    *e = (expectation){.kind = "volume"};
    CHECK(sscanf(line, "%79s %511[^\n]", e->file, rest) == 2, "%s", line);
    char *end = rest;
    if (strncmp(rest, "refused: ", 9) == 0) {
        strcpy(e->kind, "refused");
        snprintf(e->said, sizeof e->said, "%s", rest + 9);
        return true;
    }
    if (sscanf(rest, "%15[a-z] %lf %lf", e->kind, &e->value, &e->second) >= 2) return true;
    e->value = strtod(rest, &end);
    snprintf(e->said, sizeof e->said, "%s", *end ? end + 1 : "");
    return true;
}

static bool is(const expectation *e, const char *kind) {
    return strcmp(e->kind, kind) == 0;
}

static void hear(void *context, const char *text) {
    char *said = context;
    snprintf(said + strlen(said), LINE - strlen(said), "%s\n", text);
}

static cr_status read_mesh(const expectation *e, const char *path, cr_arena *arena, cr_error *error) {
    char said[LINE] = "";
    cr_solid_def solid = cr_solid_def_default();
    const cr_solid_watch watch = {.warn = hear, .context = said};
    cr_mesh mesh = {.tets = 0};
    solid.file = path;
    cr_status status = cr_solid_mesh(&solid, &watch, arena, &mesh, error);
    // what new triangles may lose
    if (status == CR_OK) CHECK_REL(mesh_volume(&mesh), e->value, 0.002);
    CHECK(status != CR_OK || strstr(said, e->said), "%s: \"%s\" is not said: %s", e->file, e->said, said);
    return status;
}

static cr_status read_modes(const expectation *e, const char *path, cr_arena *arena, cr_error *error) {
    cr_modes modes;
    cr_status status = cr_glb_read_modes(path, arena, &modes, error);
    if (status == CR_OK) CHECK_REL(modes.mass, e->value, 1e-6);
    return status;
}

static cr_status read_list(const expectation *e, const char *path, cr_arena *arena, cr_error *error) {
    cr_modes_list list;
    cr_status status = cr_modes_list_read(path, arena, &list, error);
    CHECK(status != CR_OK || (list.modes == (int)e->value && list.points == (int)e->second), "%s: %d modes",
          e->file, list.modes);
    return status;
}

static cr_status read_surface(const expectation *e, const char *path, cr_arena *arena, cr_error *error) {
    char text[2048];
    cr_scene *scene;
    cr_sim *sim;
    cr_scene_names names;
    snprintf(text, sizeof text,
             "carom: 1\nsurfaces: {own: {file: %s, length: 0.01}}\nelements: {m: {type: mass}}\npickups: "
             "{out: {at: m}}\n",
             path);
    cr_status status = cr_scene_parse("scene", text, strlen(text), NULL, 0, arena, &scene, error);
    if (status == CR_OK) cr_scene_set_reader(scene, cr_audio_read);
    if (status == CR_OK) status = cr_scene_build(scene, 44100, arena, &sim, &names, error);
    if (status == CR_OK) {
        const cr_rough *rough = names.surface_profiles[0];
        double square = 0.0;
        for (int i = 0; i < rough->count; i++) square += rough->height[i] * rough->height[i];
        CHECK_REL(sqrt(square / rough->count), e->value, 1e-3);
    }
    return status;
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), more = strlen(end);
    return length >= more && strcmp(text + length - more, end) == 0;
}

// Whether gmsh was there, or not needed.
static bool check_file(const expectation *e) {
    char path[1200];
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    bool refused = is(e, "refused"), list = ends_with(e->file, ".csv") || ends_with(e->file, ".json");
    snprintf(path, sizeof path, "%s/%s", folder, e->file);
    cr_status status = ends_with(e->file, ".wav") ? read_surface(e, path, arena, &error)
                       : list                     ? read_list(e, path, arena, &error)
                       : cr_glb_has_modes(path)   ? read_modes(e, path, arena, &error)
                                                  : read_mesh(e, path, arena, &error);
    bool there = !strstr(error.reason, "needs gmsh");
    if (there && !refused) CHECK(status == CR_OK, "%s: %s", e->file, error.reason);
    if (there && refused)
        CHECK(status < 0 && status != CR_ERR_MEMORY && ends_with(error.reason, e->said), "%s: %s", e->file,
              error.reason);
    // a command that is advised writes a file of its own
    bool advises = strstr(error.reason, "`gmsh ") || strstr(error.reason, "`sox ");
    CHECK(!advises || strstr(error.reason, "NEW."), "%s: %s", e->file, error.reason);
    cr_arena_free(arena);
    return there;
}

static void find_in_list(const char *path) {
    const char *file = strrchr(path, '/') + 1;
    bool found = *file == '.' || strcmp(file, "expected.txt") == 0 || strcmp(file, "make-files") == 0 ||
                 ends_with(file, ".bin");
    for (int i = 0; i < listed_count; i++)
        found |=
            strncmp(listed[i].file, file, strlen(file)) == 0 && strchr("#", listed[i].file[strlen(file)]);
    CHECK(found, "%s stands not in expected.txt", file);
}

int main(void) {
    const char *source = getenv("CAROM_SOURCE");
    char table[1100];
    bool all = true;
    snprintf(folder, sizeof folder, "%s/tests/foreign", source ? source : ".");
    snprintf(table, sizeof table, "%s/expected.txt", folder);
    FILE *list = fopen(table, "r");
    CHECK(list, "cannot open %s", table);
    while (list && listed_count < LISTED_MOST && read_line(list, &listed[listed_count])) listed_count++;
    if (list) fclose(list);
    for (int i = 0; i < listed_count; i++) all = check_file(&listed[i]) && all;
    CHECK(for_each_file(folder, "", find_in_list) >= 40, "too few files");
    int status = test_summary();
    return all || status ? status : SKIPPED;
}
