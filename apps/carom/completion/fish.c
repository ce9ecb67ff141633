// A fish completion script.
#include "carom/law.h"
#include "carom/shape.h"
#include "completion/words.h"

#include <string.h>

// Between single quotes.
static void put_quoted(const char *text) {
    putchar('\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\') putchar('\\');
        putchar(*text);
    }
    putchar('\'');
}

static void put_option(const cr_verb *verb, const cr_option *option) {
    bool is_long = option->name[1] == '-';
    printf("complete -c carom -n '__fish_seen_subcommand_from %s' %s %s", verb->name, is_long ? "-l" : "-s",
           option->name + (is_long ? 2 : 1));
    if (option->argument) {
        cr_complete_way way = cr_complete_option(option);
        bool files = way == CR_COMPLETE_FILES || way == CR_COMPLETE_FOLDERS;
        fputs(files ? " -r" : " -x", stdout);
        if (way == CR_COMPLETE_FOLDERS) fputs(" -a '(__fish_complete_directories)'", stdout);
        if (way == CR_COMPLETE_KEYS) fputs(" -a '(__carom_keys)'", stdout);
        if (way == CR_COMPLETE_VALUES) fputs(" -a '(__carom_values)'", stdout);
        if (cr_complete_has_words(option)) {
            fputs(" -a '", stdout);
            cr_complete_put_option(option);
            putchar('\'');
        }
    }
    fputs(" -d ", stdout);
    put_quoted(option->doc);
    putchar('\n');
}

static void put_verb(const cr_verb *verb) {
    printf("complete -c carom -n __fish_use_subcommand -f -a %s -d ", verb->name);
    put_quoted(verb->doc);
    printf("\ncomplete -c carom -n '__fish_seen_subcommand_from %s'%s -a '", verb->name,
           cr_complete_takes_files(verb) ? "" : " -f");
    cr_complete_put_verb(verb);
    puts("'");
    for (int i = 0; i < verb->option_count; i++) put_option(verb, &verb->options[i]);
}

static void put_params(const char *name, const cr_param *params, int count) {
    printf("        case %s\n            printf '%%s\\n'", name);
    for (int i = 0; i < count; i++) printf(" %s=", params[i].name);
    putchar('\n');
}

static void put_law_keys(void) {
    int count;
    const cr_law_type *const *laws = cr_law_types(&count);
    puts("function __carom_keys\n    set -l law hunt-crossley\n    set -l words (commandline -opc)\n"
         "    for i in (seq (count $words))\n"
         "        test \"$words[$i]\" = --law; and set law $words[(math $i + 1)]\n    end\n"
         "    switch $law");
    for (int i = 0; i < count; i++) put_params(laws[i]->name, laws[i]->params, laws[i]->param_count);
    puts("    end\nend\n");
}

static void put_shape_values(void) {
    int count;
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    puts("function __carom_values\n    for word in (commandline -opc)\n        switch $word");
    for (int i = 0; i < count; i++) put_params(shapes[i]->name, shapes[i]->params, shapes[i]->param_count);
    puts("        end\n    end\nend\n");
}

void cr_completion_fish(void) {
    int count;
    const cr_verb *const *verbs = cr_verbs(&count);
    puts("# fish completion for carom, written by `carom completion fish`\n");
    put_law_keys();
    put_shape_values();
    puts("complete -c carom -n __fish_use_subcommand -l version -d 'tell the version'\n"
         "complete -c carom -l help -d 'explain it'");
    for (int i = 0; i < count; i++) put_verb(verbs[i]);
}
