// A zsh completion script.
#include "carom/law.h"
#include "carom/shape.h"
#include "completion/words.h"

#include <string.h>

// Within single quotes, as a part of an argument of _arguments or _describe: what has a meaning there is
// escaped.
static void put_escaped(const char *text) {
    for (; *text; text++) {
        if (strchr("[]:\\", *text)) putchar('\\');
        if (*text == '\'') fputs("'\\''", stdout);
        else putchar(*text);
    }
}

static void put_action(const cr_option *option) {
    switch (cr_complete_option(option)) {
    case CR_COMPLETE_KEYS:
        fputs("_carom_keys", stdout);
        return;
    case CR_COMPLETE_VALUES:
        fputs("_carom_values", stdout);
        return;
    case CR_COMPLETE_FILES:
        fputs("_files", stdout);
        return;
    case CR_COMPLETE_FOLDERS:
        fputs("_files -/", stdout);
        return;
    case CR_COMPLETE_LIST:
        fputs("_values -s , word ", stdout);
        cr_complete_put_option(option);
        return;
    case CR_COMPLETE_WORDS:
        putchar(cr_complete_has_words(option) ? '(' : ' ');
        cr_complete_put_option(option);
        if (cr_complete_has_words(option)) putchar(')');
    }
}

static void put_option(const cr_option *option) {
    printf(" \\\n            '%s%s[", option->repeats ? "*" : "", option->name);
    put_escaped(option->doc);
    putchar(']');
    if (option->argument) {
        putchar(':');
        put_escaped(option->argument);
        putchar(':');
        put_action(option);
    }
    putchar('\'');
}

static void put_verb(const cr_verb *verb) {
    printf("    %s)\n        _arguments -S '--help[explain it]'", verb->name);
    for (int i = 0; i < verb->option_count; i++) put_option(&verb->options[i]);
    if (verb->words_max) {
        fputs(" \\\n            '*:word:{compadd -- ", stdout);
        cr_complete_put_verb(verb);
        printf("%s}'", cr_complete_takes_files(verb) ? "; _files" : "");
    }
    puts("\n        ;;");
}

static void put_params(const char *name, const cr_param *params, int count) {
    printf("    %s) compadd -S '' --", name);
    for (int i = 0; i < count; i++) printf(" %s=", params[i].name);
    puts(" ;;");
}

static void put_law_keys(void) {
    int count;
    const cr_law_type *const *laws = cr_law_types(&count);
    puts("_carom_keys() {\n    local law=hunt-crossley i=${words[(I)--law]}\n"
         "    ((i == 0)) || law=${words[i + 1]}\n    case $law in");
    for (int i = 0; i < count; i++) put_params(laws[i]->name, laws[i]->params, laws[i]->param_count);
    puts("    esac\n}\n");
}

static void put_shape_values(void) {
    int count;
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    puts("_carom_values() {\n    local word\n    for word in $words; do\n    case $word in");
    for (int i = 0; i < count; i++) put_params(shapes[i]->name, shapes[i]->params, shapes[i]->param_count);
    puts("    esac\n    done\n}\n");
}

void cr_completion_zsh(void) {
    int count;
    const cr_verb *const *verbs = cr_verbs(&count);
    puts("#compdef carom\n# zsh completion for carom, written by `carom completion zsh`\n");
    put_law_keys();
    put_shape_values();
    puts("_carom() {\n    local -a verbs=(");
    for (int i = 0; i < count; i++) {
        printf("        '%s:", verbs[i]->name);
        put_escaped(verbs[i]->doc);
        puts("'");
    }
    puts("    )\n    if ((CURRENT == 2)); then\n        _describe verb verbs\n"
         "        compadd -- --help --version\n        return\n    fi\n"
         "    local verb=${words[2]}\n    shift words\n    ((CURRENT--))\n    case $verb in");
    for (int i = 0; i < count; i++) put_verb(verbs[i]);
    puts("    esac\n}\n\nif [[ ${funcstack[1]} == _carom ]]; then _carom \"$@\"; else compdef _carom carom; "
         "fi");
}
