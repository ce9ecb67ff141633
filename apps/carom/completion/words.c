#include "completion/words.h"

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

void cr_complete_put_verbs(void) {
    int count;
    const cr_verb *const *verbs = cr_verbs(&count);
    for (int i = 0; i < count; i++) printf("%s ", verbs[i]->name);
}

static const struct {
    const char *argument;
    void (*put)(void);
    cr_complete_way way;
} completers[] = {{"LAW", put_laws, CR_COMPLETE_WORDS},
                  {"SCHEME", put_schemes, CR_COMPLETE_WORDS},
                  {"CORRECTION,...", put_corrections, CR_COMPLETE_LIST},
                  {"MATERIAL", put_materials, CR_COMPLETE_WORDS},
                  {"WOOD", put_woods, CR_COMPLETE_WORDS},
                  {"KEY=VALUE", NULL, CR_COMPLETE_KEYS},
                  {"NAME=VALUE", NULL, CR_COMPLETE_VALUES},
                  {"FILE", NULL, CR_COMPLETE_FILES},
                  {"DIR", NULL, CR_COMPLETE_FOLDERS}};

enum { COMPLETERS = sizeof completers / sizeof *completers };

static int completer_of(const cr_option *option) {
    int i = 0;
    while (i < COMPLETERS && strcmp(completers[i].argument, option->argument) != 0) i++;
    return i;
}

cr_complete_way cr_complete_option(const cr_option *option) {
    int i = completer_of(option);
    return i < COMPLETERS ? completers[i].way : CR_COMPLETE_WORDS;
}

// "SEC|auto", "16|24": what is written small, or a number, is a word.
static bool is_word(const char *alternative, const char *argument) {
    bool number = isdigit((unsigned char)*alternative) && strchr(argument, '|');
    return number || islower((unsigned char)*alternative);
}

static int put_alternatives(const char *argument, bool silent) {
    int count = 0;
    size_t length;
    for (const char *at = argument; *at; at += length + (at[length] == '|')) {
        length = strcspn(at, "|");
        if (!is_word(at, argument)) continue;
        count++;
        if (!silent) printf("%.*s ", (int)length, at);
    }
    return count;
}

void cr_complete_put_option(const cr_option *option) {
    int i = completer_of(option);
    if (i == COMPLETERS) put_alternatives(option->argument, false);
    else if (completers[i].put) completers[i].put();
}

bool cr_complete_has_words(const cr_option *option) {
    int i = completer_of(option);
    return i == COMPLETERS ? put_alternatives(option->argument, true) > 0 : completers[i].put != NULL;
}

void cr_complete_put_verb(const cr_verb *verb) {
    if (verb->choices && strcmp(verb->choices, "VERB") == 0) cr_complete_put_verbs();
    else if (verb->choices) printf("%s ", verb->choices);
    if (verb->usage && strncmp(verb->usage, "SHAPE", 5) == 0) put_shapes();
}

bool cr_complete_takes_files(const cr_verb *verb) {
    return verb->words_max && !verb->choices;
}
