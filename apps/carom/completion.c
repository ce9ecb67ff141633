// A bash completion script, generated from the tables of verbs, options, laws, schemes, shapes and materials.
#include "app.h"
#include "carom/material.h"
#include "carom/scheme.h"
#include "carom/shape.h"
#include "prep/fem/wood.h"

#include <ctype.h>
#include <string.h>

static void put_laws(void) {
    int count;
    const cr_law_type *const *laws = cr_law_types(&count);
    for (int i = 0; i < count; i++) printf("%s ", laws[i]->name);
}

static void put_schemes(void) {
    int count;
    const cr_scheme *const *schemes = cr_schemes(&count);
    for (int i = 0; i < count; i++) printf("%s ", schemes[i]->name);
}

static void put_corrections(void) {
    int count;
    const cr_correction *const *corrections = cr_corrections(&count);
    for (int i = 0; i < count; i++) printf("%s ", corrections[i]->name);
}

static void put_materials(void) {
    int count;
    const cr_material *materials = cr_materials(&count);
    for (int i = 0; i < count; i++) printf("%s ", materials[i].name);
}

static void put_woods(void) {
    int count;
    const cr_wood *woods = cr_woods(&count);
    for (int i = 0; i < count; i++) printf("%s ", woods[i].name);
}

static void put_shapes(void) {
    int count;
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    for (int i = 0; i < count; i++) printf("%s ", shapes[i]->name);
}

static void put_verbs(void) {
    int count;
    const cr_verb *const *verbs = cr_verbs(&count);
    for (int i = 0; i < count; i++) printf("%s ", verbs[i]->name);
}

// What completes an option's argument: names, or one of the script's own ways.
static const struct {
    const char *argument;
    void (*put)(void);
    const char *way;
} completers[] = {{"LAW", put_laws, "words"},
                  {"SCHEME", put_schemes, "words"},
                  {"CORRECTION,...", put_corrections, "list"},
                  {"MATERIAL", put_materials, "words"},
                  {"WOOD", put_woods, "words"},
                  {"KEY=VALUE", NULL, "keys"},
                  {"NAME=VALUE", NULL, "values"},
                  {"FILE", NULL, "files"},
                  {"DIR", NULL, "directories"}};

enum { COMPLETERS = sizeof completers / sizeof *completers };

// "SEC|auto": what is written small is a word.
static void put_alternatives(const char *argument) {
    fputs(" way=words words='", stdout);
    for (size_t length; *argument; argument += length + (argument[length] == '|')) {
        length = strcspn(argument, "|");
        if (islower((unsigned char)*argument)) printf("%.*s ", (int)length, argument);
    }
    puts("' ;;");
}

// "verb --option) way=words words='...' ;;"
static void put_option(const cr_verb *verb, const cr_option *option) {
    if (!option->argument) return;
    printf("    '%s %s') files=''", verb->name, option->name);
    int i = 0;
    while (i < COMPLETERS && strcmp(completers[i].argument, option->argument) != 0) i++;
    if (i == COMPLETERS) {
        put_alternatives(option->argument);
        return;
    }
    printf(" way=%s words='", completers[i].way);
    if (completers[i].put) completers[i].put();
    puts("' ;;");
}

// What may follow a verb: its words and its options. Words that are free are files.
static void put_verb(const cr_verb *verb) {
    printf("    '%s') words='", verb->name);
    if (verb->choices && strcmp(verb->choices, "VERB") == 0) put_verbs();
    else if (verb->choices) printf("%s ", verb->choices);
    if (verb->usage && strncmp(verb->usage, "SHAPE", 5) == 0) put_shapes();
    for (int i = 0; i < verb->option_count; i++) printf("%s ", verb->options[i].name);
    printf("--help'%s ;;\n", verb->words_max && !verb->choices ? " files=1" : "");
}

// What --set takes depends on the shape, wherever it stands.
static void put_shape_values(void) {
    int count;
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    puts("_carom_values() {\n    local i\n"
         "    for ((i = 2; i < COMP_CWORD; i++)); do\n        case ${COMP_WORDS[i]} in");
    for (int i = 0; i < count; i++) {
        printf("        '%s') echo '", shapes[i]->name);
        for (int j = 0; j < shapes[i]->param_count; j++) printf("%s= ", shapes[i]->params[j].name);
        puts("' ;;");
    }
    puts("        esac\n    done\n}\n");
}

static void put_law_keys(void) {
    int count;
    const cr_law_type *const *laws = cr_law_types(&count);
    puts("_carom_keys() {\n    local law=hunt-crossley i\n"
         "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
         "        [[ ${COMP_WORDS[i]} == --law ]] || continue\n"
         "        law=${COMP_WORDS[i + 1]}\n"
         "        [[ $law != '=' ]] || law=${COMP_WORDS[i + 2]}\n"
         "    done\n    case $law in");
    for (int i = 0; i < count; i++) {
        printf("    '%s') echo '", laws[i]->name);
        for (int j = 0; j < laws[i]->param_count; j++) printf("%s= ", laws[i]->params[j].name);
        puts("' ;;");
    }
    puts("    esac\n}\n");
}

static void put_cases(void) {
    int count;
    const cr_verb *const *verbs = cr_verbs(&count);
    fputs("    case $verb in\n    '') words='", stdout);
    put_verbs();
    puts("--help --version' ;;");
    for (int i = 0; i < count; i++) put_verb(verbs[i]);
    puts("    esac\n    case \"$verb $option\" in");
    for (int i = 0; i < count; i++)
        for (int j = 0; j < verbs[i]->option_count; j++) put_option(verbs[i], &verbs[i]->options[j]);
    puts("    esac");
}

static const char script_begin[] =
    "_carom() {\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local verb='' way=words words='' assigned='' files=''\n"
    "    ((COMP_CWORD < 2)) || verb=${COMP_WORDS[1]}\n"
    "    if [[ $current == '=' ]]; then # --law= or key=\n"
    "        current='' assigned=1\n"
    "    elif [[ $option == '=' ]]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD - 2]} assigned=1\n"
    "    fi\n";

static const char script_end[] =
    "    [[ -z $assigned || $option == -* ]] || way=nothing\n"
    "    COMPREPLY=()\n"
    "    case $way in\n"
    "    words)\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
    "        [[ -z $files || $current == -* ]] && return\n"
    "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$current\")\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        ;;\n"
    "    list)\n"
    "        local begun=''\n"
    "        [[ $current != *,* ]] || begun=${current%,*},\n"
    "        mapfile -t COMPREPLY < <(compgen -P \"$begun\" -W \"$words\" -- \"${current##*,}\")\n"
    "        compopt -o nospace 2>/dev/null\n"
    "        ;;\n"
    "    keys | values)\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$(\"_carom_$way\")\" -- \"$current\")\n"
    "        compopt -o nospace 2>/dev/null\n"
    "        ;;\n"
    "    files)\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        ;;\n"
    "    directories)\n"
    "        mapfile -t COMPREPLY < <(compgen -d -- \"$current\")\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _carom carom\n";

static int run(const cr_command *command) {
    if (command->word_count == 0)
        return cr_command_usage(command, "", "needs the name of a shell: %s", command->verb->choices);
    puts("# bash completion for carom, written by `carom completion bash`\n");
    put_law_keys();
    put_shape_values();
    fputs(script_begin, stdout);
    put_cases();
    fputs(script_end, stdout);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_completion = {
    .name = "completion",
    .usage = "bash",
    .doc = "print a completion script for the shell",
    .choices = "bash",
    .words_max = 1,
    .details =
        "In bash, `source <(carom completion bash)` starts completion; a line of that kind in ~/.bashrc\n"
        "keeps it.\n",
    .run = run};
