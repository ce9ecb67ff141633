// The lists of `carom list`, one printer and one JSON array each.
#ifndef CAROM_APPS_CAROM_LIST_H
#define CAROM_APPS_CAROM_LIST_H

#include "app.h"
#include "carom/play.h"
#include "io/file/json_pairs.h"

// Every list: a line here, and cr_list_NAME and cr_list_NAME_json.
#define CR_LIST_TOPICS(X)                                                                                    \
    X(laws, "contact laws, with their parameters")                                                           \
    X(elements, "strings, bars, plates, masses, with their parameters")                                      \
    X(excitations, "what can be done to elements, with their keys")                                          \
    X(pickups, "what can be heard, with their keys")                                                         \
    X(frictions, "models of friction, with their parameters")                                                \
    X(schemes, "time-stepping schemes")                                                                      \
    X(corrections, "what can be added to a scheme")                                                          \
    X(materials, "densities, elasticities and dampings, with sources")                                       \
    X(pairs, "how two materials meet: friction, restitution, rolling, loss, with sources")                   \
    X(woods, "orthotropic woods for `carom modal --wood`")                                                   \
    X(surfaces, "rough surfaces to roll and scrape on")                                                      \
    X(shapes, "solids that need no mesh file, with their parameters")                                        \
    X(forms, "what bodies in space look like to contact, with their parameters")                             \
    X(schema, "the JSON Schema of scene files")

#define X(name, doc)                                                                                         \
    void cr_list_##name(FILE *out);                                                                          \
    void cr_list_##name##_json(cr_json *json);
CR_LIST_TOPICS(X)
#undef X

// The scenes that come with the program; returns the exit status.
int cr_list_scenes(const cr_command *command, bool as_json);

// A number, or a dash where there is none.
void cr_list_figure(FILE *out, int width, double value);
void cr_list_params(FILE *out, const cr_param *params, int count);
void cr_list_params_json(cr_json *json, const cr_param *params, int count);
// A type with its parameters, a blank line before all but the first.
void cr_list_type(FILE *out, int index, const char *name, const char *doc, const cr_param *params, int count);
void cr_list_type_json(cr_json *json, const char *name, const char *doc, const cr_param *params, int count);
void cr_list_keys_head(FILE *out);
void cr_list_keys(FILE *out, const cr_key *keys, int count);
void cr_list_key_json(cr_json *json, const cr_key *key);

#endif
