// Every message of the program: one line on stderr.
#include "command.h"
#include "io/file/text.h"

#include <stdarg.h>
#include <string.h>

void cr_report(const char *verb, const char *place, const char *reason) {
    fputs(verb ? "carom " : "carom", stderr);
    if (verb) cr_text_plain(stderr, verb);
    fputs(": ", stderr);
    if (*place) {
        cr_text_plain(stderr, place);
        fputs(": ", stderr);
    }
    cr_text_plain(stderr, reason);
    fputc('\n', stderr);
}

int cr_report_unknown(const char *verb, const char *place, const char *what, const char *const *names,
                      int count, const char *otherwise) {
    char reason[200];
    const char *near = cr_name_nearest(place, names, count);
    if (near) snprintf(reason, sizeof reason, "unknown %s (did you mean \"%s\"?)", what, near);
    else snprintf(reason, sizeof reason, "unknown %s; %s", what, otherwise);
    cr_report(verb, place, reason);
    return CR_EXIT_USAGE;
}

static int exit_status(cr_status status) {
    switch (status) {
    case CR_OK:
    case CR_RESTING:
        return CR_EXIT_OK;
    case CR_STOPPED:
    case CR_ERR_MEMORY:
    case CR_ERR_IO:
        return CR_EXIT_FAILED;
    case CR_ERR_RANGE:
    case CR_ERR_UNKNOWN:
    case CR_ERR_UNSUPPORTED:
    case CR_ERR_INPUT:
        return CR_EXIT_INPUT;
    case CR_ERR_NUMERIC:
        return CR_EXIT_NUMERIC;
    }
    return CR_EXIT_FAILED;
}

// The library speaks of "rate" where the user wrote --rate.
static const char *option_called(const cr_verb *verb, const char *place) {
    for (int i = 0; i < verb->option_count; i++) {
        const char *name = verb->options[i].name;
        if (strncmp(name, "--", 2) == 0 && strcmp(name + 2, place) == 0) return name;
    }
    return place;
}

int cr_command_fail(const cr_command *command, const cr_error *error) {
    cr_report(command->verb->name, option_called(command->verb, error->place), error->reason);
    return exit_status(error->status);
}

int cr_command_usage(const cr_command *command, const char *place, const char *format, ...) {
    char reason[288];
    va_list values;
    va_start(values, format);
    vsnprintf(reason, sizeof reason, format, values);
    va_end(values);
    cr_report(command->verb->name, place, reason);
    return CR_EXIT_USAGE;
}
