#include "help.h"

#include "command.h"

#include <string.h>

enum { LINE_WIDTH = 100 };

static int option_width(const cr_option *option) {
    return (int)(strlen(option->name) + (option->argument ? 1 + strlen(option->argument) : 0));
}

// Adds a piece to the usage line, on a new line when it would be too long.
static void put_piece(const char *piece, int indent, int *column) {
    int length = (int)strlen(piece);
    if (*column + 1 + length > LINE_WIDTH) {
        printf("\n%*s", indent, "");
        *column = indent;
    }
    printf(" %s", piece);
    *column += 1 + length;
}

static void put_usage(const cr_verb *verb) {
    int indent = printf("usage: carom %s", verb->name), column = indent;
    if (verb->usage) put_piece(verb->usage, indent, &column);
    for (int i = 0; i < verb->option_count; i++) {
        const cr_option *option = &verb->options[i];
        char piece[96];
        snprintf(piece, sizeof piece, "[%s%s%s]%s", option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "", option->repeats ? "..." : "");
        put_piece(piece, indent, &column);
    }
    putchar('\n');
}

void cr_help_verb(const cr_verb *verb) {
    printf("carom %s: %s\n\n", verb->name, verb->doc);
    put_usage(verb);
    int width = 0;
    for (int i = 0; i < verb->option_count; i++) {
        int wide = option_width(&verb->options[i]);
        width = wide > width ? wide : width;
    }
    if (verb->option_count) putchar('\n');
    for (int i = 0; i < verb->option_count; i++) {
        const cr_option *option = &verb->options[i];
        printf("  %s%s%s%*s  %s\n", option->name, option->argument ? " " : "",
               option->argument ? option->argument : "", width - option_width(option), "", option->doc);
    }
    if (verb->details) {
        size_t length = strlen(verb->details);
        bool ended = length && verb->details[length - 1] == '\n';
        printf("\n%s%s", verb->details, ended ? "" : "\n");
    }
}

void cr_help_program(void) {
    int count;
    const cr_verb *const *verbs = cr_verbs(&count);
    puts("carom: contact, simulated and turned into sound\n\nusage: carom VERB [OPTION]...\n");
    for (int i = 0; i < count; i++) printf("  %-12s  %s\n", verbs[i]->name, verbs[i]->doc);
    puts(
        "\n`carom help VERB` explains a verb, `carom --version` tells the version, `carom demo` is a start.\n"
        "Exit status: 0 done, 1 a file or memory failed, 2 usage, 3 a value is wrong, 4 numerical failure.");
}

static int run(const cr_command *command) {
    int count;
    const cr_verb *const *verbs = cr_verbs(&count);
    if (command->word_count == 0) cr_help_program();
    for (int i = 0; i < count; i++)
        if (command->word_count && strcmp(command->words[0], verbs[i]->name) == 0) cr_help_verb(verbs[i]);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_help = {.name = "help",
                              .usage = "[VERB]",
                              .doc = "explain the program or one of its verbs",
                              .choices = "VERB",
                              .words_max = 1,
                              .run = run};
