// label: once
// Meshes as other programs write them: each file in tests/foreign is read with the volume that stands in
// expected.txt, or refused with the sentence there. Surfaces are filled by gmsh; without it they are passed
// over.
#include "carom/solid.h"
#include "mesh_tools.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 512, SKIPPED = 77 };

typedef struct expectation {
    char file[80], said[LINE]; // refused with it, or warned of
    double volume;             // 0: refused
} expectation;

static bool read_line(FILE *table, expectation *e) {
    char line[LINE], rest[LINE] = "";
    if (!fgets(line, sizeof line, table)) return false;
    line[strcspn(line, "\n")] = '\0';
    *e = (expectation){.volume = 0};
    CHECK(sscanf(line, "%79s %511[^\n]", e->file, rest) == 2, "%s", line);
    if (strncmp(rest, "refused: ", 9) == 0) {
        snprintf(e->said, sizeof e->said, "%s", rest + 9);
    } else {
        char *end;
        e->volume = strtod(rest, &end);
        snprintf(e->said, sizeof e->said, "%s", *end ? end + 1 : "");
    }
    return true;
}

static void hear(void *context, const char *text) {
    char *said = context;
    snprintf(said + strlen(said), LINE - strlen(said), "%s\n", text);
}

// Whether gmsh was there, or not needed.
static bool check_file(const char *folder, const expectation *e) {
    char path[1200], said[LINE] = "";
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_solid_def solid = cr_solid_def_default();
    const cr_solid_watch watch = {.warn = hear, .context = said};
    cr_mesh mesh = {.tets = 0};
    cr_error error = {.reason = ""};
    snprintf(path, sizeof path, "%s/%s", folder, e->file);
    solid.file = path;
    cr_status status = cr_solid_mesh(&solid, &watch, arena, &mesh, &error);
    bool there = status != CR_ERR_UNSUPPORTED;
    if (there && e->volume > 0) {
        CHECK(status == CR_OK, "%s: %s", e->file, error.reason);
        // what new triangles may lose
        if (status == CR_OK) CHECK_REL(mesh_volume(&mesh), e->volume, 0.002);
        CHECK(strstr(said, e->said), "%s: \"%s\" is not said: %s", e->file, e->said, said);
    } else if (there) {
        CHECK(status == CR_ERR_INPUT && strcmp(error.reason, e->said) == 0, "%s: %s", e->file, error.reason);
    }
    cr_arena_free(arena);
    return there;
}

int main(void) {
    const char *source = getenv("CAROM_SOURCE");
    char folder[1024], table[1100];
    expectation e;
    bool all = true;
    snprintf(folder, sizeof folder, "%s/tests/foreign", source ? source : ".");
    snprintf(table, sizeof table, "%s/expected.txt", folder);
    FILE *list = fopen(table, "r");
    CHECK(list, "cannot open %s", table);
    while (list && read_line(list, &e)) all = check_file(folder, &e) && all;
    if (list) fclose(list);
    int status = test_summary();
    return all || status ? status : SKIPPED;
}
