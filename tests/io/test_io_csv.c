// Tables of numbers: what is written reads back, what is wrong is found where it stands.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "budget.h"
#include "io/file/csv.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char file_name[] = "/tmp/carom-csv-XXXXXX";

typedef struct table {
    cr_arena *arena;
    cr_status status;
    cr_error error;
    double *values;
    int rows;
} table;

static void fill_file(const char *text, size_t length) {
    FILE *out = fopen(file_name, "wb");
    fwrite(text, 1, length, out);
    fclose(out);
}

static table read_bytes(const char *text, size_t length, int columns) {
    table t = {.arena = cr_arena_new(cr_allocator_default())};
    fill_file(text, length);
    t.status = cr_csv_read(file_name, columns, t.arena, &t.values, &t.rows, &t.error);
    return t;
}

// The numbers expected are 1, 2, 3 ... in reading order.
static void accept(const char *text, int columns, int rows) {
    table t = read_bytes(text, strlen(text), columns);
    CHECK(t.status == CR_OK, "\"%s\": %s: %s", text, t.error.place, t.error.reason);
    if (t.status == CR_OK) {
        CHECK(t.rows == rows, "\"%s\": %d rows", text, t.rows);
        for (int i = 0; i < t.rows * columns; i++)
            CHECK(t.values[i] == i + 1.0, "\"%s\": value %d is %g", text, i, t.values[i]);
    }
    cr_arena_free(t.arena);
}

static void reject(const char *text, int columns, const char *position, const char *reason) {
    table t = read_bytes(text, strlen(text), columns);
    char place[96];
    snprintf(place, sizeof place, "%s%s", file_name, position);
    CHECK(t.status == CR_ERR_INPUT, "\"%s\": status %d", text, t.status);
    CHECK(strcmp(t.error.place, place) == 0, "\"%s\": place %s", text, t.error.place);
    CHECK(strcmp(t.error.reason, reason) == 0, "\"%s\": reason %s", text, t.error.reason);
    cr_arena_free(t.arena);
}

static void test_accepted(void) {
    accept("1,2\n3,4\n", 2, 2);
    accept("1;2\n3;4", 2, 2);
    accept("1\t2\n3\t4\n", 2, 2);
    accept("  1   2 \n\t3 \t 4\n", 2, 2);
    accept("1 , 2\n 3 ;4\n", 2, 2);
    accept("1,2\r\n3,4\r\n", 2, 2);
    accept("1,2\r3,4\r", 2, 2);
    accept("\xEF\xBB\xBFspeed,restitution\r\n1,2\r\n", 2, 1);
    accept("# a comment\n\n   \nspeed (m/s), e\n1,2 # inline\n#3,9\n3,4\n", 2, 2);
    accept("\"v\";\"e\"\n1;2\n", 2, 1);
    accept("v e\n1 2\n", 2, 1);
    accept("1\n2\n3\n", 1, 3);
    accept("1e0,+2.0,3.\n", 3, 1);
}

static void test_rejected(void) {
    reject("1,2\n3,x4\n", 2, ":2:3", "found \"x4\", expected a number");
    reject("1,2\n  3 , 4z\n", 2, ":2:7", "found \"4z\", expected a number");
    reject("v,e\nw,f\n1,2\n", 2, ":2:1", "found \"w\", expected a number");
    reject("1,2\nv,e\n", 2, ":2:1", "found \"v\", expected a number");
    reject("v,1\n", 2, ":1:1", "found \"v\", expected a number");
    reject("1,,3\n", 3, ":1:3", "found an empty cell, expected a number");
    reject("1,\n", 2, ":1:3", "found an empty cell, expected a number");
    reject("1,2\n3\n", 2, ":2:2", "found 1 number, expected 2 in every row");
    reject("1 2\n3 4 5\n", 2, ":2:5", "found \"5\", expected only 2 numbers in a row");
    reject("1,2,\n", 2, ":1:5", "found an empty cell, expected only 2 numbers in a row");
    reject("1,5;2,5\n", 2, ":1:1", "found \"1,5\", expected a number with a decimal point");
    reject("1,nan\n", 2, ":1:3", "found \"nan\", expected a finite number");
    reject("-inf,1\n", 2, ":1:1", "found \"-inf\", expected a finite number");
    reject("1,1e999\n", 2, ":1:3", "found \"1e999\", expected a finite number");
    reject("", 2, "", "found no numbers, expected rows of 2");
    reject("# nothing\nspeed,restitution\n\n", 2, "", "found no numbers, expected rows of 2");
}

static void test_odd_bytes(void) {
    static const char with_nul[] = "1,2\n3,\0004\n", bell[] = "1,\a2\n";
    table t = read_bytes(with_nul, sizeof with_nul - 1, 2);
    CHECK(t.status == CR_ERR_INPUT && strstr(t.error.place, ":2:3"), "%s: %s", t.error.place, t.error.reason);
    cr_arena_free(t.arena);
    t = read_bytes(bell, sizeof bell - 1, 2);
    CHECK(strcmp(t.error.reason, "found \"?2\", expected a number") == 0, "%s", t.error.reason);
    cr_arena_free(t.arena);
}

static void test_missing_file(void) {
    cr_error error = {0};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double *values;
    int rows;
    CHECK(cr_csv_read("/nowhere/x.csv", 2, arena, &values, &rows, &error) == CR_ERR_IO, "%s", error.reason);
    CHECK(strcmp(error.place, "/nowhere/x.csv") == 0, "%s", error.place);
    CHECK(cr_csv_read("/nowhere/x.csv", 2, arena, &values, &rows, NULL) == CR_ERR_IO, "no error wanted");
    cr_arena_free(arena);
}

static void test_round_trip(void) {
    enum { ROWS = 500, COLUMNS = 3 };
    static const char *const names[COLUMNS] = {"time", "force, \"peak\"", "depth"};
    double written[ROWS * COLUMNS];
    FILE *out = fopen(file_name, "wb");
    cr_csv_header(out, names, COLUMNS);
    for (int i = 0; i < ROWS * COLUMNS; i++) written[i] = sin(i + 1.0) * pow(10.0, i % 600 - 300);
    for (int i = 0; i < ROWS; i++) cr_csv_row(out, written + i * COLUMNS, COLUMNS);
    fclose(out);
    table t = {.arena = cr_arena_new(cr_allocator_default())};
    t.status = cr_csv_read(file_name, COLUMNS, t.arena, &t.values, &t.rows, &t.error);
    CHECK(t.status == CR_OK && t.rows == ROWS, "%s: %s", t.error.place, t.error.reason);
    CHECK(memcmp(t.values, written, sizeof written) == 0, "every bit comes back");
    cr_arena_free(t.arena);
}

static void test_written_text(void) {
    static const char *const names[] = {"a b", "say \"x\", y"};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    cr_csv_header(out, names, 2);
    cr_csv_row(out, (double[]){0.5, -copysign((double)NAN, 1.0)}, 2);
    fclose(out);
    CHECK(strcmp(text, "a b,\"say \"\"x\"\", y\"\n0.5,nan\n") == 0, "%s", text);
    free(text);
}

static void test_without_memory(void) {
    static char text[40000];
    for (size_t i = 0; i < sizeof text; i += 4) memcpy(text + i, "1,2\n", 4);
    fill_file(text, sizeof text);
    cr_status status = CR_ERR_MEMORY;
    int n = 0;
    for (; status != CR_OK && n < 100; n++) {
        budget b = {.left = n};
        cr_arena *arena = cr_arena_new(budget_allocator(&b));
        double *values;
        int rows = 0;
        cr_error error = {0};
        if (arena) status = cr_csv_read(file_name, 2, arena, &values, &rows, &error);
        CHECK(status == CR_OK ? rows == 10000 : status == CR_ERR_MEMORY, "%d allocations: status %d", n,
              status);
        CHECK(status == CR_OK || b.live == (arena != NULL), "%d allocations: %d live", n, b.live);
        cr_arena_free(arena);
        CHECK(b.live == 0, "%d allocations: %d leaked", n, b.live);
    }
    CHECK(status == CR_OK && n > 2, "enough memory in the end, after %d", n);
}

static void test_formulas(void) {
    static const struct {
        const char *text, *cell;
    } all[] = {{"=1+1", "'=1+1"},
               {"=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""},
               {"+A1", "'+A1"},
               {"-2+3*a:force", "'-2+3*a:force"},
               {"@SUM(A1)", "'@SUM(A1)"},
               {"\t=1", "'\t=1"},
               {"-0.5", "-0.5"},
               {"+1e-3", "+1e-3"},
               {"-0.5 1 -2e3", "-0.5 1 -2e3"},
               {"-1,2", "\"-1,2\""},
               {"-inf", "-inf"},
               {"a=1", "a=1"},
               {"-", "'-"},
               {"", ""}};
    char text[200];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        FILE *out = tmpfile();
        cr_csv_text(out, all[i].text);
        rewind(out);
        size_t length = fread(text, 1, sizeof text - 1, out);
        text[length] = '\0';
        fclose(out);
        CHECK(strcmp(text, all[i].cell) == 0, "%s became %s, not %s", all[i].text, text, all[i].cell);
    }
}

int main(void) {
    int descriptor = mkstemp(file_name);
    if (descriptor < 0) return 1;
    close(descriptor);
    test_accepted();
    test_rejected();
    test_odd_bytes();
    test_missing_file();
    test_round_trip();
    test_written_text();
    test_without_memory();
    unlink(file_name);
    test_formulas();
    return test_summary();
}
