#define _DEFAULT_SOURCE // TIOCGWINSZ

#include "help.h"

#include "command.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDEST = 100, NARROWEST = 30 };

// Columns of the terminal, within limits; of a file or a pipe the widest. COLUMNS says otherwise.
static int line_width(void) {
    struct winsize size;
    const char *given = getenv("COLUMNS");
    int width = given ? atoi(given) : 0;
    if (width <= 0 && isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    if (width <= 0 || width > WIDEST) return WIDEST;
    return width < NARROWEST ? NARROWEST : width;
}

// Words one after the other from `column` on, on a new line where one would not fit.
typedef struct filler {
    int width, indent, column;
    bool begun; // a word stands before
} filler;

static void put_word(filler *f, const char *word, int length) {
    if (f->begun && f->column + 1 + length > f->width) {
        printf("\n%*s", f->indent, "");
        f->column = f->indent;
        f->begun = false;
    }
    printf("%s%.*s", f->begun ? " " : "", length, word);
    f->column += f->begun + length;
    f->begun = true;
}

static void put_words(filler *f, const char *text, size_t length) {
    for (const char *end = text + length; text < end;) {
        size_t word = strcspn(text, " ");
        if (word > (size_t)(end - text)) word = (size_t)(end - text);
        if (word) put_word(f, text, (int)word);
        text += word + 1;
    }
}

static int option_width(const cr_option *option) {
    return (int)(strlen(option->name) + (option->argument ? 1 + strlen(option->argument) : 0));
}

static void put_usage(const cr_verb *verb, int width) {
    int indent = printf("usage: carom %s ", verb->name);
    filler line = {.width = width, .indent = indent, .column = indent};
    if (verb->usage) put_words(&line, verb->usage, strlen(verb->usage));
    for (int i = 0; i < verb->option_count; i++) {
        const cr_option *option = &verb->options[i];
        char piece[96];
        int length = snprintf(piece, sizeof piece, "[%s%s%s]%s", option->name, option->argument ? " " : "",
                              option->argument ? option->argument : "", option->repeats ? "..." : "");
        put_word(&line, piece, length);
    }
    putchar('\n');
}

// The text beside the option, or below it where that would be a narrow column.
static void put_option(const cr_option *option, int column, int width) {
    const int below = 6;
    bool beside = column <= width / 2;
    int used = printf("  %s%s%s", option->name, option->argument ? " " : "",
                      option->argument ? option->argument : "");
    if (beside) printf("%*s", column - used, "");
    else printf("\n%*s", below, "");
    int indent = beside ? column : below;
    filler line = {.width = width, .indent = indent, .column = indent};
    put_words(&line, option->doc, strlen(option->doc));
    putchar('\n');
}

// Paragraphs are filled anew; lines that begin with a blank are examples and stay.
static void put_details(const char *text, int width) {
    filler line = {.width = width};
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        bool flows = length && *text != ' ';
        if (!flows && line.begun) putchar('\n');
        if (!flows) line = (filler){.width = width};
        if (flows) put_words(&line, text, length);
        else printf("%.*s\n", (int)length, text);
    }
    if (line.begun) putchar('\n');
}

void cr_help_verb(const cr_verb *verb) {
    int width = line_width(), column = 0;
    filler line = {.width = width, .indent = 4};
    char title[160];
    put_words(&line, title, (size_t)snprintf(title, sizeof title, "carom %s: %s", verb->name, verb->doc));
    puts("\n");
    put_usage(verb, width);
    for (int i = 0; i < verb->option_count; i++) {
        int wide = 4 + option_width(&verb->options[i]);
        column = wide > column ? wide : column;
    }
    if (verb->option_count) putchar('\n');
    for (int i = 0; i < verb->option_count; i++) put_option(&verb->options[i], column, width);
    if (verb->details) putchar('\n');
    if (verb->details) put_details(verb->details, width);
}

void cr_help_program(void) {
    int count;
    const cr_verb *const *verbs = cr_verbs(&count);
    static const char rest[] =
        "`carom help VERB` explains a verb, `carom --version` tells the version, `carom demo` is a start.\n"
        "\n"
        "Exit status: 0 done, 1 a file or memory failed, 2 usage, 3 a value is wrong, 4 numerical failure.";
    const int column = 16, width = line_width();
    puts("carom: contact, simulated and turned into sound\n\nusage: carom VERB [OPTION]...\n");
    for (int i = 0; i < count; i++) {
        filler line = {.width = width, .indent = column, .column = column};
        printf("  %-12s  ", verbs[i]->name);
        put_words(&line, verbs[i]->doc, strlen(verbs[i]->doc));
        putchar('\n');
    }
    putchar('\n');
    put_details(rest, width);
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
