// Preloaded: runs the program again and again, each time in a process of its own in which every allocation
// from number n on fails, in the program and in the libraries it uses, for n = 0, 1, ... until it succeeds;
// counted from the begin of main(): what libraries do with too little memory while they are loaded is theirs.
// Until then each run has to end with status 1, one line and without the file FAIL_OUTPUT. Beyond the first
// 300, only each FAIL_STRIDE-th n is tried.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                           void *);

enum { EACH = 300, MOST = 4000 };

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

static void write_to(const char *path, int descriptor) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || dup2(file, descriptor) != descriptor) _exit(126);
    close(file);
}

static int run(long n, int argc, char **argv, char **environment) {
    int how = -1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        write_to("out", STDOUT_FILENO);
        write_to("err", STDERR_FILENO);
        left = n;
        exit(real_main(argc, argv, environment));
    }
    if (child < 0 || waitpid(child, &how, 0) != child) return -1;
    return WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
}

static bool is_one_line(char *text, size_t room) {
    FILE *file = fopen("err", "r");
    size_t length = file ? fread(text, 1, room - 1, file) : 0;
    if (file) fclose(file);
    text[length] = '\0';
    return strncmp(text, "carom", 5) == 0 && strchr(text, '\n') == text + length - 1;
}

static int run_all(int argc, char **argv, char **environment) {
    const char *output = getenv("FAIL_OUTPUT"), *stride = getenv("FAIL_STRIDE");
    long step = stride ? atol(stride) : 1;
    char text[2000];
    for (long n = 0; n < MOST; n += n < EACH ? 1 : step) {
        unlink(output);
        int status = run(n, argc, argv, environment);
        if (status == 0 && n > 1) {
            printf("clean up to %ld\n", n);
            return 0;
        }
        if (!is_one_line(text, sizeof text) || status != 1 || access(output, F_OK) == 0) {
            printf("at %ld: status %d, %s\n", n, status, text);
            return 1;
        }
    }
    puts("never succeeds");
    return 1;
}

int __libc_start_main(main_function *program, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end) {
    real_main = program;
    start_function *start = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
    return start(run_all, argc, argv, init, fini, rtld_fini, stack_end);
}
