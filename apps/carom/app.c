#include "app.h"

#include "command.h"
#include "help.h"
#include "verb_list.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define X(name) extern const cr_verb cr_verb_##name;
CR_VERB_LIST(X)
#undef X

static const cr_verb *const verbs[] = {
#define X(name) &cr_verb_##name,
    CR_VERB_LIST(X)
#undef X
};

enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

const cr_verb *const *cr_verbs(int *count) {
    *count = VERB_COUNT;
    return verbs;
}

static int unknown_verb(const char *word) {
    static const char *const options[] = {"--help", "--version"};
    static const char hint[] = "`carom help` shows what there is";
    const char *names[VERB_COUNT];
    for (int i = 0; i < VERB_COUNT; i++) names[i] = verbs[i]->name;
    return word[0] == '-' ? cr_report_unknown(NULL, word, "option", options, 2, hint)
                          : cr_report_unknown(NULL, word, "verb", names, VERB_COUNT, hint);
}

static int run_verb(const cr_verb *verb, cr_arena *arena, int argc, char **argv) {
    cr_command command = {.program = argv[0], .verb = verb, .arena = arena};
    bool help = false;
    int status = cr_command_read(&command, argc - 2, argv + 2, &help);
    if (status != CR_EXIT_OK) return status;
    if (help) {
        cr_help_verb(verb);
        return CR_EXIT_OK;
    }
    status = cr_command_check_files(&command);
    return status == CR_EXIT_OK ? verb->run(&command) : status;
}

static bool is_one_of(const char *word, const char *a, const char *b) {
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

int cr_app_dispatch(cr_arena *arena, int argc, char **argv) {
    if (argc < 2 || is_one_of(argv[1], "--help", "-h")) {
        cr_help_program();
        return CR_EXIT_OK;
    }
    if (is_one_of(argv[1], "--version", "-V")) {
        puts("carom " CAROM_VERSION);
        return CR_EXIT_OK;
    }
    for (int i = 0; i < VERB_COUNT; i++)
        if (strcmp(argv[1], verbs[i]->name) == 0) return run_verb(verbs[i], arena, argc, argv);
    return unknown_verb(argv[1]);
}

// 0, or the errno of what went wrong. A stream remembers that a write failed but not why: one more byte asks
// the system again.
static int flush_output(void) {
    if (ferror(stdout)) return write(STDOUT_FILENO, "\n", 1) < 0 ? errno : EIO;
    return fflush(stdout) == 0 ? 0 : errno;
}

// Output that did not reach its end is a failure, whatever the verb said.
static int finish(int status) {
    int reason = flush_output();
    if (!reason || status != CR_EXIT_OK) return status;
    char text[160];
    snprintf(text, sizeof text, "cannot write: %s", strerror(reason));
    cr_report(NULL, "standard output", text);
    return CR_EXIT_FAILED;
}

int cr_app_main_with(cr_allocator allocator, int argc, char **argv) {
    cr_arena *arena = cr_arena_new(allocator);
    if (!arena) {
        cr_report(NULL, "", "out of memory");
        return CR_EXIT_FAILED;
    }
    int status = cr_app_dispatch(arena, argc, argv);
    cr_arena_free(arena);
    return finish(status);
}

// A pipe or terminal may come non-blocking from whoever shares it; streams of C lose what it does not take at
// once. It is given back as it was.
int cr_app_main(int argc, char **argv) {
    int flags[STDERR_FILENO + 1];
    for (int i = 0; i <= STDERR_FILENO; i++) {
        flags[i] = fcntl(i, F_GETFL);
        if (flags[i] >= 0 && flags[i] & O_NONBLOCK) fcntl(i, F_SETFL, flags[i] & ~O_NONBLOCK);
    }
    int status = cr_app_main_with(cr_allocator_default(), argc, argv);
    for (int i = 0; i <= STDERR_FILENO; i++)
        if (flags[i] >= 0 && flags[i] & O_NONBLOCK) fcntl(i, F_SETFL, flags[i]);
    return status;
}
