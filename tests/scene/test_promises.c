// The scenes sound as their comments say, and no scene is without a promise.
#include "promises.h"

#include <glob.h>
#include <string.h>

static bool is_promised(const char *name, const promise *table, int count) {
    for (int i = 0; i < count; i++)
        if (table[i].scene && strcmp(table[i].scene, name) == 0) return true;
    return false;
}

// The systems of a paper have tests of their own.
static void test_coverage(void) {
    static const char *const folders[] = {"", "objects/", "solids/"};
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        char pattern[512], name[128];
        glob_t found;
        snprintf(pattern, sizeof pattern, "%s/scenes/%s*.yaml", getenv("CAROM_SOURCE"), folders[f]);
        CHECK(glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc > 5, "scenes in %s", pattern);
        for (size_t i = 0; i < found.gl_pathc; i++) {
            const char *base = strrchr(found.gl_pathv[i], '/') + 1;
            snprintf(name, sizeof name, "%s%.*s", folders[f], (int)strcspn(base, "."), base);
            CHECK(is_promised(name, quick_promises, quick_promise_count) ||
                      is_promised(name, slow_promises, slow_promise_count),
                  "%s promises nothing", name);
        }
        globfree(&found);
    }
}

int main(void) {
    test_coverage();
    check_promises(quick_promises, quick_promise_count);
    return test_summary();
}
