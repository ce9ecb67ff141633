// Scenes that are made to take long: nothing may grow faster than their length. Half a megabyte of each;
// where libyaml read them whole, the first alone took an hour.
#include "carom/scene.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LENGTH = 1 << 19 };

// `piece` again and again; %d in it is a number that counts up.
typedef struct hostile {
    const char *begin, *piece, *end, *reason;
} hostile;

static const hostile all[] = {
    {"carom: ", "[", "", "is nested more than 16 deep"},
    {"carom: ", "{a: ", "", "is nested more than 16 deep"},
    {"carom: ", "- ", "", "a list of lines with - begins"},
    {"carom:\n  ", "- ", "", "is nested more than 16 deep"},
    {"", "? ", "", "is nested more than 16 deep"},
    {"carom: [", "&a%d x, ", "x]\n", "more than 1000 anchors"},
    {"carom: 1\n---\n", "[", "", "a second document begins"},
    {"", "%TAG !a%d! b\n", "--- carom: 1\n", "more than 100 lines begin with %"},
    {"carom: 1\n...\n", "%TAG !a%d! b\n", "--- a\n", "more than 100 lines begin with %"},
    {"carom: [&a x", ", *a", "]\n", "needs a whole number"},
    {"", "k%d: 1\n", "k7: 1\n", "is given twice"},
    {"carom: ", "a", "\n", "needs a whole number"},
    {"carom: \"", "a\n ", "\"\n", "needs a whole number"},
    {"carom: [[", "],[", "]]\n", "needs a whole number"},
    {"carom: 1\nelements: {", "a%d: {type: mass}, ", "a9: {type: mass}}\n", "is given twice"},
    {"carom: 1\nelements: [", "a: {type: mass}, ", "]\n", "needs a mapping"},
};

static char *write_text(const hostile *h) {
    char *text = malloc(LENGTH + 200);
    size_t used = (size_t)sprintf(text, "%s", h->begin);
    for (int i = 0; used < LENGTH; i++) {
        const char *number = strstr(h->piece, "%d");
        if (number)
            used +=
                (size_t)sprintf(text + used, "%.*s%d%s", (int)(number - h->piece), h->piece, i, number + 2);
        else used += (size_t)sprintf(text + used, "%s", h->piece);
    }
    sprintf(text + used, "%s", h->end);
    return text;
}

static void test_hostile(const hostile *h) {
    char *text = write_text(h);
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_scene *scene;
    cr_error error = {0};
    clock_t begin = clock();
    alarm(100);
    cr_status status = cr_scene_parse("hostile.yaml", text, strlen(text), NULL, 0, arena, &scene, &error);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    CHECK(status == CR_ERR_INPUT || status == CR_ERR_RANGE, "%s: %d", h->piece, status);
    CHECK(strstr(error.reason, h->reason), "%s: %s", h->piece, error.reason);
    CHECK(seconds < 5.0, "%s: %g s", h->piece, seconds); // 0.03 s without sanitizers
    cr_arena_free(arena);
    free(text);
}

int main(void) {
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) test_hostile(&all[i]);
    return test_summary();
}
