// Preloaded: every allocation from number FAIL_AT on fails, in this program and in the libraries it uses,
// counted from the begin of main(): what libraries do with too little memory while they are loaded is theirs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                           void *);

static long left = -1; // before main()
static main_function *real_main;

static int fails(void) {
    if (left < 0) return 0;
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

static int counted_main(int argc, char **argv, char **environment) {
    const char *at = getenv("FAIL_AT");
    left = at ? atol(at) : 1L << 60;
    return real_main(argc, argv, environment);
}

int __libc_start_main(main_function *program, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end) {
    real_main = program;
    start_function *start = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
    return start(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
