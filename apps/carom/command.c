#include "command.h"

#include "parse.h"

#include <assert.h>
#include <string.h>

enum { NAMES_MAX = 48 };

static const char *see_help(const cr_verb *verb, char text[80]) {
    snprintf(text, 80, "`carom help %.40s` shows what there is", verb->name);
    return text;
}

// The option that a word like --rate or --rate=8000 names, or NULL.
static const cr_option *find_option(const cr_verb *verb, const char *word, size_t length) {
    for (int i = 0; i < verb->option_count; i++) {
        const char *name = verb->options[i].name;
        if (strlen(name) == length && strncmp(name, word, length) == 0) return &verb->options[i];
    }
    return NULL;
}

static int unknown_option(const cr_verb *verb, const char *word, size_t length) {
    const char *names[NAMES_MAX];
    char option[80], help[80];
    assert(verb->option_count <= NAMES_MAX);
    for (int i = 0; i < verb->option_count; i++) names[i] = verb->options[i].name;
    snprintf(option, sizeof option, "%.*s", (int)(length < 79 ? length : 79), word);
    return cr_report_unknown(verb->name, option, "option", names, verb->option_count, see_help(verb, help));
}

// Splits the choices of a verb into names; their text goes to `buffer`.
static int split_choices(const cr_verb *verb, char *buffer, size_t room, const char **names) {
    int count = 0;
    if (strcmp(verb->choices, "VERB") == 0) {
        const cr_verb *const *verbs = cr_verbs(&count);
        for (int i = 0; i < count; i++) names[i] = verbs[i]->name;
        return count;
    }
    assert(strlen(verb->choices) < room);
    snprintf(buffer, room, "%s", verb->choices);
    char *rest = buffer;
    for (char *name; (name = strtok_r(rest, " ", &rest)) != NULL;) {
        assert(count < NAMES_MAX);
        names[count++] = name;
    }
    return count;
}

static int check_word(const cr_command *command, const char *word) {
    const cr_verb *verb = command->verb;
    const char *names[NAMES_MAX];
    char buffer[256], help[80];
    if (command->word_count >= verb->words_max)
        return cr_command_usage(command, word, verb->words_max ? "one word too many" : "takes no such word");
    if (!verb->choices) return CR_EXIT_OK;
    int count = split_choices(verb, buffer, sizeof buffer, names);
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], word) == 0) return CR_EXIT_OK;
    return cr_report_unknown(verb->name, word, "name", names, count, see_help(verb, help));
}

// Reads one option at argv[0] and sets *used to the number of words that it took.
static int read_option(cr_command *command, cr_given *given, int argc, char **argv, int *used) {
    const char *word = argv[0], *equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const cr_option *option = find_option(command->verb, word, length);
    if (!option) return unknown_option(command->verb, word, length);
    if (!option->repeats && cr_command_has(command, option->name))
        return cr_command_usage(command, option->name, "given twice");
    *used = 1;
    *given = (cr_given){option, ""};
    if (equals) {
        if (!option->argument) return cr_command_usage(command, option->name, "takes no value");
        given->value = equals + 1;
    } else if (option->argument) {
        if (argc < 2) return cr_command_usage(command, option->name, "needs a value: %s", option->argument);
        given->value = argv[1];
        *used = 2;
    }
    command->given_count++;
    return CR_EXIT_OK;
}

int cr_command_read(cr_command *command, int argc, char **argv, bool *help) {
    cr_error error;
    const char **words = cr_command_take(command, (size_t)argc + 1, sizeof *words, &error);
    cr_given *given = cr_command_take(command, (size_t)argc + 1, sizeof *given, &error);
    if (!words || !given) return cr_command_fail(command, &error);
    command->words = words;
    command->given = given;
    bool only_words = false;
    for (int i = 0, used; i < argc; i += used) {
        const char *word = argv[i];
        int status = CR_EXIT_OK;
        used = 1;
        *help = !only_words && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0);
        if (*help) return CR_EXIT_OK;
        if (!only_words && strcmp(word, "--") == 0) {
            only_words = true;
        } else if (!only_words && word[0] == '-' && word[1]) {
            status = read_option(command, &given[command->given_count], argc - i, argv + i, &used);
        } else {
            status = check_word(command, word);
            if (status == CR_EXIT_OK) words[command->word_count++] = word;
        }
        if (status != CR_EXIT_OK) return status;
    }
    return CR_EXIT_OK;
}

static const cr_given *find_given(const cr_command *command, const char *option) {
    for (int i = 0; i < command->given_count; i++)
        if (strcmp(command->given[i].option->name, option) == 0) return &command->given[i];
    return NULL;
}

bool cr_command_has(const cr_command *command, const char *option) {
    return find_given(command, option) != NULL;
}

const char *cr_command_text(const cr_command *command, const char *option, const char *fallback) {
    const cr_given *given = find_given(command, option);
    return given ? given->value : fallback;
}

cr_status cr_command_number(const cr_command *command, const char *option, double *value, cr_error *error) {
    const cr_given *given = find_given(command, option);
    return given ? cr_parse_number(option, given->value, value, error) : CR_OK;
}

cr_status cr_command_integer(const cr_command *command, const char *option, long min, long max, long *value,
                             cr_error *error) {
    const cr_given *given = find_given(command, option);
    return given ? cr_parse_integer(option, given->value, min, max, value, error) : CR_OK;
}

void *cr_command_take(const cr_command *command, size_t count, size_t size, cr_error *error) {
    void *memory = cr_arena_take(command->arena, count, size);
    if (!memory) cr_fail(error, CR_ERR_MEMORY, "", "out of memory");
    return memory;
}
