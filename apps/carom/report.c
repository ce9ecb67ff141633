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

// "-d output.duration=nan" of a change where the user wrote -d nan.
static bool is_change_by(const cr_given *given, const char *place) {
    size_t option = strlen(given->option->name), whole = strlen(place), value = strlen(given->value);
    if (strncmp(place, given->option->name, option) != 0 || place[option] != ' ') return false;
    return whole > option + 1 + value && place[whole - value - 1] == '=' &&
           strcmp(place + whole - value, given->value) == 0;
}

// Where the user wrote it: the library speaks of "rate" where that was --rate.
static const char *as_written(const cr_command *command, const char *place, char *room, size_t size) {
    const cr_verb *verb = command->verb;
    for (int i = 0; i < verb->option_count; i++) {
        const char *name = verb->options[i].name;
        if (strncmp(name, "--", 2) == 0 && strcmp(name + 2, place) == 0) return name;
    }
    for (int i = 0; i < command->given_count; i++) {
        const cr_given *given = &command->given[i];
        if (!is_change_by(given, place)) continue;
        snprintf(room, size, "%s %s", given->option->name, given->value);
        return room;
    }
    return place;
}

int cr_command_fail(const cr_command *command, const cr_error *error) {
    char room[sizeof error->place];
    cr_report(command->verb->name, as_written(command, error->place, room, sizeof room), error->reason);
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
