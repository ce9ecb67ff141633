// The lists of `carom list`, one printer and one JSON array each.
#ifndef CAROM_APPS_CAROM_LIST_H
#define CAROM_APPS_CAROM_LIST_H

#include "app.h"
#include "io/json.h"

void cr_list_laws(FILE *out);
void cr_list_laws_json(cr_json *json);
void cr_list_schemes(FILE *out);
void cr_list_schemes_json(cr_json *json);
void cr_list_corrections(FILE *out);
void cr_list_corrections_json(cr_json *json);
void cr_list_materials(FILE *out);
void cr_list_materials_json(cr_json *json);

static inline void cr_list_put_text(cr_json *json, const char *key, const char *text) {
    cr_json_key(json, key);
    cr_json_string(json, text);
}

static inline void cr_list_put_number(cr_json *json, const char *key, double value) {
    cr_json_key(json, key);
    cr_json_number(json, value);
}

#endif
