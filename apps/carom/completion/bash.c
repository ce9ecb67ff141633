// A bash completion script.
#include "carom/law.h"
#include "carom/shape.h"
#include "completion/words.h"

// "verb --option) way=words words='...' ;;"
static void put_option(const cr_verb *verb, const cr_option *option) {
    static const char *const ways[] = {"words", "list", "keys", "values", "files", "directories"};
    if (!option->argument) return;
    printf("    '%s %s') files='' way=%s words='", verb->name, option->name,
           ways[cr_complete_option(option)]);
    cr_complete_put_option(option);
    puts("' ;;");
}

// What may follow a verb: its words and its options. Words that are free are files.
static void put_verb(const cr_verb *verb) {
    printf("    '%s') words='", verb->name);
    cr_complete_put_verb(verb);
    for (int i = 0; i < verb->option_count; i++) printf("%s ", verb->options[i].name);
    printf("--help'%s ;;\n", cr_complete_takes_files(verb) ? " files=1" : "");
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
    cr_complete_put_verbs();
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

void cr_completion_bash(void) {
    puts("# bash completion for carom, written by `carom completion bash`\n");
    put_law_keys();
    put_shape_values();
    fputs(script_begin, stdout);
    put_cases();
    fputs(script_end, stdout);
}
