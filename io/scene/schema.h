// Shared by the files that write the schema.
#ifndef CAROM_IO_SCENE_SCHEMA_H
#define CAROM_IO_SCENE_SCHEMA_H

#include "io/file/json.h"
#include "io/scene/internal.h"

static inline void cr_schema_pair(cr_json *j, const char *key, const char *text) {
    cr_json_key(j, key);
    cr_json_string(j, text);
}

static inline void cr_schema_begin(cr_json *j, const char *key) {
    if (key) cr_json_key(j, key);
    cr_json_object_begin(j);
}

static inline void cr_schema_begin_list(cr_json *j, const char *key) {
    cr_json_key(j, key);
    cr_json_array_begin(j);
}

// `selector` is the key that must have the value `name`; NULL: none. Nothing is required of a default. A
// solid or body with a shape has a definition of its own for each; `left_out` are keys that go with another
// source of its surface, ending with NULL.
typedef struct cr_schema_definition {
    const char *kind, *name, *selector;
    bool partial;
    const char *shape;
    const char *const *left_out; // NULL: none
    bool open;                   // other keys are another definition's
} cr_schema_definition;
void cr_schema_form(cr_json *j, const cr_schema_definition *d, const cr_scene_form *form);
// {"$ref": "#/$defs/KINDNAME"}
void cr_schema_refer(cr_json *j, const char *kind, const char *name);
// Bodies in space: their definitions, what all bodies have, the alternatives of a body, a part and a pair.
void cr_schema_world(cr_json *j);
void cr_schema_bodies(cr_json *j);
void cr_schema_sources(cr_json *j);
void cr_schema_parts(cr_json *j);
void cr_schema_pairs(cr_json *j);

// Keys of an object that is open: what a value is, and its range.
void cr_schema_describe(cr_json *j, const cr_param *p);
void cr_schema_range(cr_json *j, const cr_param *p, bool whole);
void cr_schema_list(cr_json *j, const cr_param *p, int depth);
void cr_schema_kind(cr_json *j, const cr_scene_key *key);
// A parameter with its key.
void cr_schema_param(cr_json *j, const cr_param *p);

#endif
