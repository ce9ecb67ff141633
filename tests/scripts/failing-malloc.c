// Preloaded: every allocation from number FAIL_AT on fails, in this program and in the libraries it uses.
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static long left = -1;

static int fails(void) {
    if (left < 0) {
        const char *at = getenv("FAIL_AT");
        left = at ? atol(at) : 1L << 60;
    }
    if (left == 0) return 1;
    left--;
    return 0;
}

void *malloc(size_t bytes) {
    return fails() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes) {
    return fails() ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *memory, size_t bytes) {
    return fails() ? NULL : __libc_realloc(memory, bytes);
}
