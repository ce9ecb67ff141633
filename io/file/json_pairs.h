// Pairs of a key and a value in a JSON object.
#ifndef CAROM_APPS_CAROM_JSON_PAIRS_H
#define CAROM_APPS_CAROM_JSON_PAIRS_H

#include "io/file/json.h"

static inline void cr_json_pair(cr_json *json, const char *key, double value) {
    cr_json_key(json, key);
    cr_json_number(json, value);
}

static inline void cr_json_pair_text(cr_json *json, const char *key, const char *text) {
    cr_json_key(json, key);
    cr_json_string(json, text);
}

static inline void cr_json_pair_integer(cr_json *json, const char *key, long value) {
    cr_json_key(json, key);
    cr_json_integer(json, value);
}

static inline void cr_json_pair_bool(cr_json *json, const char *key, bool value) {
    cr_json_key(json, key);
    cr_json_bool(json, value);
}

#endif
