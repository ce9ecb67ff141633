// Grids of distances in the cache: read the second time, bit by bit; another definition is another grid; a
// damaged or misplaced file is warned about and made anew.
#include "carom/solid.h"
#include "surfaces.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char folder[] = "grids";

static int list_grids(char name[2][300]) {
    DIR *list = opendir(folder);
    int count = 0;
    for (struct dirent *entry; list && (entry = readdir(list));)
        if (strstr(entry->d_name, ".grid")) {
            if (count < 2) snprintf(name[count], 300, "%s/%.200s", folder, entry->d_name);
            count++;
        }
    if (list) closedir(list);
    return count;
}

static void note(void *context, const char *text) {
    snprintf(context, 600, "%s", text);
}

typedef struct job {
    surface s;
    cr_grid_def def;
    char told[600];
    unsigned char *bytes;
    size_t size;
} job;

// Makes the form; whether it is that of before.
static bool make_again(job *j) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error = {.reason = ""};
    cr_solid_watch watch = {.warn = note, .context = j->told};
    j->told[0] = '\0';
    cr_form *form = cr_solid_form(j->s.position, j->s.vertices, j->s.triangle, j->s.triangles, &j->def,
                                  &watch, arena, &error);
    CHECK(form != NULL, "%s: %s", error.place, error.reason);
    size_t size = form ? cr_form_grid_size(form) : 0;
    unsigned char *bytes = malloc(size + 1);
    if (form && bytes) cr_form_grid_encode(form, bytes);
    bool same = bytes && j->bytes && size == j->size && memcmp(bytes, j->bytes, size) == 0;
    free(j->bytes);
    j->bytes = bytes, j->size = size;
    cr_arena_free(arena);
    return same;
}

static void damage(const char *path) {
    FILE *file = fopen(path, "r+b");
    if (!file) return;
    fseek(file, 2000, SEEK_SET);
    fputc('x', file);
    fclose(file);
}

int main(void) {
    const cr_vec half = {0.03, 0.02, 0.01};
    char name[2][300] = {"", ""};
    job j = {.s = surface_cube(2, false, surface_box, &half), .def = cr_grid_def_default()};
    j.def.cell = 0.01;
    for (int i = list_grids(name); i > 0; i--) remove(name[i - 1]);
    setenv("CAROM_CACHE", folder, 1);
    make_again(&j);
    CHECK(list_grids(name) == 1 && !*j.told, "not kept: %s", j.told);
    struct stat before = {0}, after = {0};
    stat(name[0], &before);
    CHECK(make_again(&j) && !*j.told, "another grid: %s", j.told);
    stat(name[0], &after);
    CHECK(before.st_ino == after.st_ino, "written again");

    damage(name[0]);
    CHECK(make_again(&j) && strstr(j.told, "computing the distances again"), "%s", j.told);
    CHECK(make_again(&j) && !*j.told, "not mended: %s", j.told);

    char first[300];
    snprintf(first, sizeof first, "%s", name[0]);
    j.def.cell = 0.012;
    CHECK(!make_again(&j) && list_grids(name) == 2, "the cell is no part of the key");
    const char *second = strcmp(name[0], first) == 0 ? name[1] : name[0];
    CHECK(rename(first, second) == 0, "rename");
    CHECK(make_again(&j) && strstr(j.told, "distances of something else"), "%s", j.told);
    surface_free(&j.s);
    free(j.bytes);
    return test_summary();
}
