#include "budget.h"
#include "carom/base.h"
#include "test.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void test_status(void) {
    CHECK(strcmp(cr_status_text(CR_OK), "ok") == 0, "text of CR_OK");
    CHECK(strcmp(cr_status_text(CR_ERR_MEMORY), "out of memory") == 0, "text of CR_ERR_MEMORY");
    cr_error error;
    CHECK(cr_fail(&error, CR_ERR_RANGE, "mass", "needs %d", 3) == CR_ERR_RANGE, "cr_fail returns the status");
    CHECK(strcmp(error.place, "mass") == 0 && strcmp(error.reason, "needs 3") == 0, "place and reason");
    CHECK(cr_fail(NULL, CR_ERR_IO, NULL, "x") == CR_ERR_IO, "no error to fill");
    char longer[400];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    cr_fail(&error, CR_ERR_IO, longer, "%s", longer);
    CHECK(strlen(error.reason) == sizeof error.reason - 1, "a long reason is cut, not overrun");
}

static void test_arena(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    char *a = cr_arena_take(arena, 3, 1);
    double *b = cr_arena_take(arena, 1000, sizeof *b);
    CHECK(a && b && (uintptr_t)b % _Alignof(max_align_t) == 0, "aligned");
    CHECK(b[0] == 0.0 && b[999] == 0.0, "zeroed");
    cr_arena_mark mark = cr_arena_here(arena);
    char *c = cr_arena_take(arena, 100000, 1);
    memset(c, 7, 100000);
    cr_arena_rewind(arena, mark);
    char *d = cr_arena_take(arena, 16, 1);
    CHECK(d && d[0] == 0, "memory is zeroed again after a rewind");
    CHECK(!cr_arena_take(arena, SIZE_MAX / 2, 4), "an impossible size is refused");
    CHECK(!cr_arena_take(arena, SIZE_MAX / 8, 1), "a size beyond memory is refused");
    cr_arena_free(arena);
    cr_arena_free(NULL);
}

// Over several blocks: each byte is back, where it was.
static void test_arena_copy(void) {
    enum { PIECES = 50, BYTES = 1000 };
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    char *piece[PIECES];
    for (int i = 0; i < PIECES; i++) {
        piece[i] = cr_arena_take(arena, BYTES, 1);
        memset(piece[i], i + 1, BYTES);
    }
    size_t size = cr_arena_size(arena);
    CHECK(size >= (size_t)PIECES * BYTES, "%zu bytes", size);
    void *copy = malloc(size);
    cr_arena_save(arena, copy);
    for (int i = 0; i < PIECES; i++) memset(piece[i], 0, BYTES);
    cr_arena_restore(arena, copy);
    for (int i = 0; i < PIECES; i++)
        for (int k = 0; k < BYTES; k++)
            if (piece[i][k] != i + 1) CHECK(false, "byte %d of piece %d", k, i);
    CHECK(cr_arena_size(arena) == size, "nothing was taken");
    free(copy);
    cr_arena_free(arena);
}

static void test_every_allocation_fails(void) {
    int n = 0;
    bool done = false;
    for (; !done && n < 100; n++) {
        budget s = {.left = n};
        cr_arena *arena = cr_arena_new(budget_allocator(&s));
        bool all = arena != NULL;
        for (int i = 0; all && i < 10; i++) all = cr_arena_take(arena, (size_t)1 << (8 + i), 1) != NULL;
        done = all;
        cr_arena_free(arena);
        CHECK(s.live == 0, "%d blocks leaked when allocation %d failed", s.live, n);
    }
    CHECK(done && n > 2, "succeeds once enough memory is there (after %d)", n);
}

static void test_params(void) {
    static const cr_param table[] = {{"k", "N/m", "stiffness", 5, 1, 10},
                                     {"alpha", "", "exponent", 1.5, 1, 3}};
    double values[2];
    cr_error error;
    cr_param_defaults(table, 2, values);
    CHECK(values[0] == 5 && values[1] == 1.5, "defaults");
    CHECK(cr_param_set(table, 2, values, "law", "k", 7, &error) == CR_OK && values[0] == 7, "set");
    CHECK(cr_param_set(table, 2, values, "law", "k", 0.5, &error) == CR_ERR_RANGE, "below range");
    CHECK(strstr(error.reason, "1 to 10 N/m") && strstr(error.reason, "0.5"), "%s", error.reason);
    CHECK(cr_param_set(table, 2, values, "law", "k", CR_NAN, &error) == CR_ERR_RANGE,
          "NaN is never in range");
    CHECK(cr_param_set(table, 2, values, "law", "alhpa", 2, &error) == CR_ERR_UNKNOWN, "unknown");
    CHECK(strstr(error.reason, "did you mean \"alpha\""), "%s", error.reason);
    CHECK(cr_param_set(table, 2, values, "law", "zzzz", 2, &error) == CR_ERR_UNKNOWN, "unknown");
    CHECK(strstr(error.reason, "it knows: k alpha"), "%s", error.reason);
}

static void test_names(void) {
    static const char *const names[] = {"power", "linear", "lee-wang"};
    CHECK(strcmp(cr_name_nearest("powr", names, 3), "power") == 0, "one letter off");
    CHECK(strcmp(cr_name_nearest("lin", names, 3), "linear") == 0, "a beginning");
    CHECK(cr_name_nearest("gravity", names, 3) == NULL, "nothing near");
    CHECK(cr_name_nearest("", names, 3) == NULL, "empty");
    static const struct {
        const char *given, *known, *why;
        bool near;
    } pairs[] = {{"mass", "loss", "half of four letters", false},
                 {"--colour", "--solo", "the dashes of options do not make them alike", false},
                 {"--colour", "--color", "a letter left out", true},
                 {"-json", "--json", "a dash left out", true},
                 {"versoin", "version", "neighbours exchanged", true},
                 {"ensity", "density", "the first of many letters is wrong", true},
                 {"d", "c", "one letter is as near to any other", false},
                 {"K", "k", "the other case", true},
                 {"k", "k1", "a digit left out", true},
                 {"a", "along", "one letter begins too much", false},
                 {"ratio", "rate", "two of five letters after the same first", true},
                 {"bax", "wax", "another first letter in three", false}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        CHECK((cr_name_nearest(pairs[i].given, &pairs[i].known, 1) != NULL) == pairs[i].near, "%s, %s: %s",
              pairs[i].given, pairs[i].known, pairs[i].why);
}

int main(void) {
    test_status();
    test_arena();
    test_arena_copy();
    test_every_allocation_fails();
    test_params();
    test_names();
    return test_summary();
}
