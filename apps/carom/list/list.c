// What there is to choose from, straight from the tables of the library.
#include "list/list.h"

#include "carom/scene.h"

#include <string.h>

static const cr_option options[] = {{"--json", NULL, "print a JSON array instead of text", false}};

static void list_schema_json(cr_json *json) {
    cr_scene_write_schema(json->out);
}

static const struct {
    const char *name, *doc;
    void (*print)(FILE *out);
    void (*json)(cr_json *json);
} topics[] = {
    {"laws", "contact laws, with their parameters", cr_list_laws, cr_list_laws_json},
    {"elements", "strings, bars, plates, masses, with their parameters", cr_list_elements,
     cr_list_elements_json},
    {"schemes", "time-stepping schemes", cr_list_schemes, cr_list_schemes_json},
    {"corrections", "what can be added to a scheme", cr_list_corrections, cr_list_corrections_json},
    {"materials", "densities, elasticities and dampings, with sources", cr_list_materials,
     cr_list_materials_json},
    {"woods", "orthotropic woods for `carom modal --wood`", cr_list_woods, cr_list_woods_json},
    {"surfaces", "rough surfaces to roll and scrape on", cr_list_surfaces, cr_list_surfaces_json},
    {"shapes", "solids that need no mesh file, with their parameters", cr_list_shapes, cr_list_shapes_json},
    {"schema", "the JSON Schema of scene files", cr_scene_write_schema, list_schema_json},
};

enum { TOPICS = sizeof topics / sizeof *topics };

static void list_topics(bool as_json) {
    cr_json json = cr_json_on(stdout);
    if (as_json) cr_json_array_begin(&json);
    for (int i = 0; i < TOPICS; i++)
        if (as_json) cr_json_string(&json, topics[i].name);
        else printf("carom list %-12s  %s\n", topics[i].name, topics[i].doc);
    if (as_json) cr_json_array_end(&json);
}

static int run(const cr_command *command) {
    bool as_json = cr_command_has(command, "--json");
    if (command->word_count == 0) list_topics(as_json);
    for (int i = 0; i < TOPICS; i++) {
        if (command->word_count == 0 || strcmp(command->words[0], topics[i].name) != 0) continue;
        cr_json json = cr_json_on(stdout);
        if (as_json) topics[i].json(&json);
        else topics[i].print(stdout);
    }
    return CR_EXIT_OK;
}

const cr_verb cr_verb_list = {
    .name = "list",
    .usage = "[laws|elements|schemes|corrections|materials|woods|surfaces|shapes|schema]",
    .doc = "laws, elements, schemes, corrections, materials, woods, surfaces, shapes, the schema of scenes",
    .options = options,
    .option_count = 1,
    .choices = "laws elements schemes corrections materials woods surfaces shapes schema",
    .words_max = 1,
    .details =
        "Sources S0 to S4 are the papers that docs/theory.md names in full; \"-\" means that there is\n"
        "no figure.\n",
    .run = run};
