// The command-line program. Verbs are a table (verb_list.h): a new verb is one file and one line. The command
// line is read against the verb's options, and help and completion are derived from them.
// Data goes to stdout; every error is one line on stderr.
#ifndef CAROM_APPS_CAROM_APP_H
#define CAROM_APPS_CAROM_APP_H

#include "carom/base.h"

#include <stdio.h>

enum {
    CR_EXIT_OK = 0,
    CR_EXIT_FAILED = 1,  // files, memory
    CR_EXIT_USAGE = 2,   // the words do not make a command
    CR_EXIT_INPUT = 3,   // a value or a file's content is wrong
    CR_EXIT_NUMERIC = 4, // the computation failed
};

typedef struct cr_option {
    const char *name;     // "--law"
    const char *argument; // NULL for a flag; completion.c knows which are completed
    const char *doc;      // one line
    bool repeats;
} cr_option;

typedef struct cr_command cr_command;

typedef struct cr_verb {
    const char *name;
    const char *usage; // the words of its usage line, "[S0|S1|all]"; the options are added. NULL: none
    const char *doc;   // one line, without a full stop
    const cr_option *options;
    int option_count;
    const char *choices; // the words it takes, separated by blanks; "VERB": those of the table; NULL: any
    int words_max;       // how many of them
    const char *details; // more help, NULL: none
    int (*run)(const cr_command *command); // returns the exit status
} cr_verb;

typedef struct cr_given {
    const cr_option *option;
    const char *value; // "" for a flag
} cr_given;

// One command line, read: options known, each value present, words among the choices.
struct cr_command {
    const char *program; // as it was called: in commands that the user is told to type
    const cr_verb *verb;
    cr_arena *arena; // lives until the verb has returned
    const char *const *words;
    int word_count;
    const cr_given *given;
    int given_count;
};

bool cr_command_has(const cr_command *command, const char *option);
// The value of an option, or `fallback` when it was not given.
const char *cr_command_text(const cr_command *command, const char *option, const char *fallback);
// Leaves *value alone when the option was not given. CR_ERR_INPUT when it is no finite number, and for an
// integer CR_ERR_RANGE outside min..max.
cr_status cr_command_number(const cr_command *command, const char *option, double *value, cr_error *error);
cr_status cr_command_integer(const cr_command *command, const char *option, long min, long max, long *value,
                             cr_error *error);
// Zeroed memory for count objects from the command's arena; NULL with CR_ERR_MEMORY when there is none.
void *cr_command_take(const cr_command *command, size_t count, size_t size, cr_error *error);

// Prints `carom VERB: place: reason` and returns the exit status that belongs to the error.
int cr_command_fail(const cr_command *command, const cr_error *error);
// Prints the same for a wrong combination of words and returns CR_EXIT_USAGE.
int cr_command_usage(const cr_command *command, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const cr_verb *const *cr_verbs(int *count);

// Runs one command line, as the program would, with memory from the arena; argv[0] is how it was called.
int cr_app_dispatch(cr_arena *arena, int argc, char **argv);
// Runs the program and returns its exit status. The arena's memory comes from the
// allocator.
int cr_app_main_with(cr_allocator allocator, int argc, char **argv);
int cr_app_main(int argc, char **argv);

#endif
