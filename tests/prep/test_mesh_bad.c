// Broken meshes: each file in meshes-bad must give the error that stands in expected.txt there.
#include "carom/solid.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 512 };

// The rest of the line of `expected.txt` that begins with the file's name: "line: reason", or the reason
// alone where there are no lines.
static bool find_expected(const char *folder, const char *file, char expected[LINE]) {
    char path[2048];
    size_t length = strlen(file);
    bool found = false;
    snprintf(path, sizeof path, "%s/expected.txt", folder);
    FILE *table = fopen(path, "r");
    while (table && !found && fgets(expected, LINE, table))
        found = strncmp(expected, file, length) == 0 && expected[length] == ' ';
    if (table) fclose(table);
    expected[strcspn(expected, "\n")] = '\0';
    if (found) memmove(expected, expected + length + 1, strlen(expected + length + 1) + 1);
    return found;
}

static void check_file(const char *folder, const char *file) {
    char path[2048], found[LINE], expected[LINE] = "";
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_solid_def solid = cr_solid_def_default();
    cr_mesh mesh;
    cr_error error = {.reason = ""};
    bool listed = find_expected(folder, file, expected);
    snprintf(path, sizeof path, "%s/%s", folder, file);
    solid.file = path;
    cr_status status = cr_solid_mesh(&solid, NULL, arena, &mesh, &error);
    CHECK(status == CR_ERR_INPUT && status == error.status, "%s: status %d", file, status);
    // a long path loses its beginning, never the position
    const char *position = strstr(error.place, file);
    CHECK(position, "%s: place %s", file, error.place);
    position = position ? position + strlen(file) : "";
    if (*position == ':') snprintf(found, sizeof found, "%s: %s", position + 1, error.reason);
    else snprintf(found, sizeof found, "%s", error.reason);
    CHECK(listed && strcmp(found, expected) == 0, "%s:\n  expected %s\n  found    %s", file, expected, found);
    CHECK(cr_solid_mesh(&solid, NULL, arena, &mesh, NULL) == status, "%s: no error wanted", file);
    cr_arena_free(arena);
}

int main(void) {
    const char *source = getenv("CAROM_SOURCE");
    char folder[1024];
    int count = 0;
    snprintf(folder, sizeof folder, "%s/tests/meshes-bad", source ? source : ".");
    DIR *list = opendir(folder);
    CHECK(list, "cannot open %s", folder);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        if (*entry->d_name == '.' || strcmp(entry->d_name, "expected.txt") == 0) continue;
        check_file(folder, entry->d_name);
        count++;
    }
    if (list) closedir(list);
    CHECK(count >= 100, "only %d broken meshes", count);
    return test_summary();
}
