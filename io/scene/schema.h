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

// Keys of an object that is open: what a value is, and its range.
void cr_schema_describe(cr_json *j, const cr_param *p);
void cr_schema_range(cr_json *j, const cr_param *p, bool whole);
void cr_schema_list(cr_json *j, const cr_param *p, int depth);
void cr_schema_kind(cr_json *j, const cr_scene_key *key);
// A parameter with its key.
void cr_schema_param(cr_json *j, const cr_param *p);

#endif
