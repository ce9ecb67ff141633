// What there is to choose from, straight from the tables of the library.
#include "list/list.h"

#include "carom/scene.h"

#include <string.h>

static const cr_option options[] = {{"--json", NULL, "print a JSON array instead of text", false}};

void cr_list_schema(FILE *out) {
    cr_scene_write_schema(out);
}

void cr_list_schema_json(cr_json *json) {
    cr_scene_write_schema(json->out);
}

static const struct {
    const char *name, *doc;
    void (*print)(FILE *out);
    void (*json)(cr_json *json);
} topics[] = {
#define X(name, doc) {#name, doc, cr_list_##name, cr_list_##name##_json},
    CR_LIST_TOPICS(X)
#undef X
};

enum { TOPICS = sizeof topics / sizeof *topics };

static const char scenes[] = "scenes", scenes_doc[] = "the scenes that come with the program";

static void list_topic(cr_json *json, const char *name, const char *doc) {
    if (json) cr_json_string(json, name);
    else printf("carom list %-12s  %s\n", name, doc);
}

static void list_topics(bool as_json) {
    cr_json on_stdout = cr_json_on(stdout), *json = as_json ? &on_stdout : NULL;
    if (json) cr_json_array_begin(json);
    for (int i = 0; i < TOPICS; i++) list_topic(json, topics[i].name, topics[i].doc);
    list_topic(json, scenes, scenes_doc);
    if (json) cr_json_array_end(json);
}

static int run(const cr_command *command) {
    bool as_json = cr_command_has(command, "--json");
    if (command->word_count == 0) list_topics(as_json);
    else if (strcmp(command->words[0], scenes) == 0) return cr_list_scenes(command, as_json);
    for (int i = 0; i < TOPICS; i++) {
        if (command->word_count == 0 || strcmp(command->words[0], topics[i].name) != 0) continue;
        cr_json json = cr_json_on(stdout);
        if (as_json) topics[i].json(&json);
        else topics[i].print(stdout);
    }
    return CR_EXIT_OK;
}

#define X(name, doc) #name " "
static const char choices[] = CR_LIST_TOPICS(X) "scenes";
#undef X

const cr_verb cr_verb_list = {
    .name = "list",
    .usage = "[TOPIC]",
    .doc = "laws, elements, excitations and all other tables, the schema of scenes, the scenes themselves",
    .options = options,
    .option_count = 1,
    .choices = choices,
    .words_max = 1,
    .details = "Without a topic: which topics there are. Keys marked (live) may be changed while a\n"
               "scene plays, those marked (per blow) with every new blow.\n"
               "Sources S0 to S4 are the papers, and derivations those, that docs/theory/index.md names; "
               "\"-\" means\n"
               "that there is no figure.\n",
    .run = run};
