// Input files: read whole or refused with a reason, with and without memory; places that errors name.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "budget.h"
#include "io/file/file.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char file_name[] = "/tmp/carom-read-XXXXXX";

static void test_read_all(void) {
    char content[3000], *text = NULL;
    size_t length = 0;
    cr_error error = {0};
    for (size_t i = 0; i < sizeof content; i++) content[i] = (char)(i % 251);
    FILE *out = fopen(file_name, "wb");
    fwrite(content, 1, sizeof content, out);
    fclose(out);
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    CHECK(cr_file_read_all(file_name, 3000, arena, &text, &length, &error) == CR_OK, "%s", error.reason);
    CHECK(length == sizeof content && memcmp(text, content, length) == 0 && text[length] == '\0', "content");
    CHECK(cr_file_read_all(file_name, 2999, arena, &text, &length, &error) == CR_ERR_INPUT, "over the limit");
    CHECK(cr_file_read_all("/tmp", 2999, arena, &text, &length, &error) == CR_ERR_IO, "a directory");
    static const char *const devices[] = {"/dev/null", "/dev/zero"};
    for (int i = 0; i < 2; i++) {
        CHECK(cr_file_read_all(devices[i], 10, arena, &text, &length, &error) == CR_ERR_IO, "%s", devices[i]);
        CHECK(strstr(error.reason, "a device, not a regular file"), "%s", error.reason);
    }
    CHECK(cr_file_read_all("/nowhere/in.bin", 10, arena, &text, &length, &error) == CR_ERR_IO, "absent");
    CHECK(strstr(error.reason, "No such file"), "%s", error.reason);
    cr_arena_free(arena);
}

static void test_without_memory(void) {
    cr_status status = CR_ERR_MEMORY;
    for (int n = 0; status != CR_OK && n < 100; n++) {
        budget b = {.left = n};
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        char *text;
        size_t length;
        cr_error error = {0};
        if (arena) status = cr_file_read_all(file_name, 1 << 20, arena, &text, &length, &error);
        CHECK(status == CR_OK || status == CR_ERR_MEMORY, "%d allocations: status %d", n, status);
        CHECK(status == CR_OK || b.live == (arena != NULL), "%d allocations: %d live", n, b.live);
        cr_arena_free(arena);
        CHECK(b.live == 0, "%d allocations: %d leaked", n, b.live);
    }
    CHECK(status == CR_OK, "enough memory in the end");
}

static void test_places(void) {
    char longest[300];
    memset(longest, 'd', sizeof longest);
    strcpy(longest + 280, "/scene.yaml");
    CHECK(strcmp(cr_file_place_at("a.csv", 0, 0).text, "a.csv") == 0, "no position");
    CHECK(strcmp(cr_file_place_at("a.csv", 3, 0).text, "a.csv:3") == 0, "line");
    CHECK(strcmp(cr_file_place_at("a.csv", 3, 14).text, "a.csv:3:14") == 0, "line and column");
    cr_file_place place = cr_file_place_at(longest, 120, 7);
    CHECK(strncmp(place.text, "...d", 4) == 0 && strstr(place.text, "d/scene.yaml:120:7"), "%s", place.text);
}

int main(void) {
    int descriptor = mkstemp(file_name);
    if (descriptor < 0) return 1;
    close(descriptor);
    test_read_all();
    test_without_memory();
    test_places();
    unlink(file_name);
    return test_summary();
}
