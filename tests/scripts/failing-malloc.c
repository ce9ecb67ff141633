// Preloaded: runs the program again and again, each time with memory that ends somewhere else, in the program
// and in the libraries it uses, and tells what is wrong with how it ends. Allocations are counted from the
// begin of main(): what libraries do with too little memory while they are loaded is theirs. Each run is a
// fork at the begin of main(), which takes a fraction of the time of a start.
//
// STARVE is "all" (every allocation from the n-th on fails), "one" (only the n-th does), "at N" (one run, all
// from the N-th on) or "only N" (one run, the N-th); STARVE_FILES names the files of the program, separated
// by blanks; STARVE_EVERY n tries, beyond the first 300 or STARVE_FIRST, every n-th allocation only. A
// program in want ends with status 1, one line on stderr and no file; where it gets along without that
// memory, its files are those of a run that has it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                           void *);

static long taken = -1, first_failing, last_failing; // allocations; -1: before main()
static long *most;                                   // taken by any process of a run
static main_function *real_main;
static int word_count;
static char **words, **environment;

static int fails(void) {
    if (taken < 0) return 0;
    long now = __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED);
    if (most && now + 1 > *most) *most = now + 1;
    if (now < first_failing || now > last_failing) return 0;
    errno = ENOMEM;
    return 1;
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

static int run_program(long from, long to) {
    taken = 0;
    first_failing = from;
    last_failing = to;
    return real_main(word_count, words, environment);
}

// The status of a run as wait() tells it; its stdout and stderr go to the files out and err.
static int run_apart(long from, long to) {
    enum { SECONDS_MOST = 60 };
    int status;
    fflush(NULL);
    pid_t id = fork();
    if (id == 0) {
        int out = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600),
            err = open("err", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out, 1);
        dup2(err, 2);
        close(out);
        close(err);
        alarm(SECONDS_MOST);
        exit(run_program(from, to));
    }
    if (id < 0 || waitpid(id, &status, 0) != id) return -1;
    return status;
}

enum { FILES = 4, TEXT = 1 << 22 };

typedef struct file {
    const char *name;
    char *good; // what it holds after a run that has all it needs; NULL: that differs
    long length;
} file;

static long read_whole(const char *name, char *to) {
    int in = open(name, O_RDONLY);
    long length = in < 0 ? -1 : (long)read(in, to, TEXT);
    if (in >= 0) close(in);
    return length;
}

static int complain(long n, int status, const char *what) {
    static char told[TEXT];
    long length = read_whole("err", told);
    printf("FAILED:");
    for (int i = 0; i < word_count; i++) printf(" %s", words[i]);
    printf(": at %ld: %s; %s %d, %.*s\n", n, what, WIFSIGNALED(status) ? "signal" : "status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), (int)length, told);
    return 1;
}

static int judge(long n, int status, const file *files, int count) {
    static char text[TEXT];
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        for (int i = 0; i < count; i++) {
            const file *f = &files[i];
            long length = read_whole(f->name, text);
            if (f->good ? length != f->length || memcmp(text, f->good, (size_t)length) : length < 1)
                return complain(n, status, "went on with a wrong file");
        }
        return 0;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 1) return complain(n, status, "ended in a wrong way");
    long length = read_whole("err", text);
    if (length < 6 || memcmp(text, "carom", 5) || memchr(text, '\n', (size_t)length) != text + length - 1)
        return complain(n, status, "told something else than one line");
    for (int i = 0; i < count; i++)
        if (read_whole(files[i].name, text) > (strcmp(files[i].name, "out") ? -1 : 0))
            return complain(n, status, "left a file");
    return 0;
}

static int note_files(file *files) {
    int count = 0;
    char *names = strdup(getenv("STARVE_FILES") ? getenv("STARVE_FILES") : "");
    for (char *name = strtok(names, " "); name && count < FILES; name = strtok(NULL, " ")) {
        file *f = &files[count++];
        int differs = *name == '~';
        f->name = name + differs;
        f->good = malloc(TEXT);
        f->length = read_whole(f->name, f->good);
        if (f->length < 0) exit(complain(-1, 0, "made no file"));
        if (differs) f->good = NULL;
    }
    return count;
}

static int starve(int only_one) {
    const char *stride = getenv("STARVE_EVERY"), *begin = getenv("STARVE_FIRST");
    const long none = 1L << 60, every = stride ? atol(stride) : 1, first = begin ? atol(begin) : 300;
    file files[FILES];
    int status = run_apart(none, none), runs = 0, lived = 0;
    if (status) return complain(-1, status, "does not even run with all the memory it wants");
    int count = note_files(files);
    long needed = *most;
    for (long n = 0; n < needed; n += n < first ? 1 : every) {
        for (int i = 0; i < count; i++) remove(files[i].name);
        status = run_apart(n, only_one ? n : none);
        if (judge(n, status, files, count)) return 1;
        runs++;
        lived += status == 0;
    }
    for (int i = 0; i < word_count; i++) printf("%s%s", i ? " " : "", words[i]);
    printf(": %ld allocations, %d runs with %s, %d did without\n", needed, runs,
           only_one ? "one of them missing" : "the rest of them missing", lived);
    return 0;
}

static int counted_main(int argc, char **argv, char **env) {
    const char *how = getenv("STARVE");
    word_count = argc;
    words = argv;
    environment = env;
    if (how && strncmp(how, "at ", 3) == 0) return run_program(atol(how + 3), 1L << 60);
    if (how && strncmp(how, "only ", 5) == 0) return run_program(atol(how + 5), atol(how + 5));
    most = mmap(NULL, sizeof *most, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!how || most == MAP_FAILED) return real_main(argc, argv, env);
    return starve(strcmp(how, "one") == 0);
}

int __libc_start_main(main_function *program, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end) {
    real_main = program;
    start_function *start = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
    return start(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
