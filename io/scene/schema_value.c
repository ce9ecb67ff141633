// The schema of one value.
#include "io/scene/schema.h"

#include <string.h>

void cr_schema_describe(cr_json *j, const cr_param *p) {
    char text[200];
    bool unit = *p->unit && !strchr(p->unit, '|');
    snprintf(text, sizeof text, "%s%s%s%s", p->doc, unit ? " [" : "", unit ? p->unit : "", unit ? "]" : "");
    cr_schema_pair(j, "description", text);
}

void cr_schema_range(cr_json *j, const cr_param *p, bool whole) {
    cr_schema_pair(j, "type", whole ? "integer" : "number");
    cr_json_key(j, "minimum");
    cr_json_number(j, p->min);
    cr_json_key(j, "maximum");
    cr_json_number(j, p->max);
}

static void write_default(cr_json *j, double value) {
    if (!isfinite(value)) return;
    cr_json_key(j, "default");
    cr_json_number(j, value);
}

static void write_words(cr_json *j, const char *const *words, int count) {
    cr_schema_begin_list(j, "enum");
    for (int i = 0; i < count && words[i]; i++) cr_json_string(j, words[i]);
}

// A choice by word or number; switches are booleans to JSON.
void cr_schema_param(cr_json *j, const cr_param *p) {
    int count;
    const char *const *words = cr_scene_param_words(p, &count);
    cr_schema_begin(j, p->name);
    cr_schema_describe(j, p);
    if (!words) {
        cr_schema_range(j, p, false);
        write_default(j, p->value);
    } else {
        bool boolean = strcmp(words[0], "false") == 0;
        cr_schema_begin_list(j, "enum");
        for (int i = 0; i < count; i++) {
            if (boolean) cr_json_bool(j, i);
            else cr_json_string(j, words[i]);
            cr_json_integer(j, i);
        }
        cr_json_array_end(j);
        cr_json_key(j, "default");
        if (boolean) cr_json_bool(j, p->value != 0.0);
        else cr_json_string(j, words[(int)p->value]);
    }
    cr_json_object_end(j);
}

static void write_number_or_word(cr_json *j, const cr_scene_key *key) {
    cr_schema_begin_list(j, "anyOf");
    cr_schema_begin(j, NULL);
    cr_schema_range(j, &key->number, key->kind == CR_VALUE_INTEGER_OR_WORD);
    cr_json_object_end(j);
    cr_schema_begin(j, NULL);
    cr_schema_pair(j, "const", key->words[0]);
    cr_json_object_end(j);
    cr_json_array_end(j);
}

void cr_schema_list(cr_json *j, const cr_param *p, int depth) {
    cr_schema_pair(j, "type", "array");
    cr_json_key(j, "minItems");
    cr_json_integer(j, 1);
    cr_schema_begin(j, "items");
    if (depth > 1) cr_schema_list(j, p, depth - 1);
    else cr_schema_range(j, p, false);
    cr_json_object_end(j);
}

static void write_vector(cr_json *j, const cr_param *p, int count) {
    static const char *const limits[] = {"minItems", "maxItems"};
    cr_schema_pair(j, "type", "array");
    for (int i = 0; i < 2; i++) {
        cr_json_key(j, limits[i]);
        cr_json_integer(j, count);
    }
    cr_schema_begin(j, "items");
    cr_schema_range(j, p, false);
    cr_json_object_end(j);
}

static void write_number_or_mapping(cr_json *j, const char *name) {
    const cr_param number = {"", "", "", CR_NAN, 0, 100};
    cr_schema_begin_list(j, "anyOf");
    cr_schema_begin(j, NULL);
    cr_schema_range(j, &number, false);
    cr_json_object_end(j);
    cr_schema_refer(j, "", name);
    cr_json_array_end(j);
}

// Values of bodies in space.
static void write_inside(cr_json *j, const cr_scene_key *key) {
    if (key->kind == CR_VALUE_VECTOR) write_vector(j, &key->number, 3);
    else if (key->kind == CR_VALUE_TURN) write_vector(j, &key->number, 4);
    else if (key->kind == CR_VALUE_GRIP) write_number_or_mapping(j, "friction-of-body");
    else if (key->kind == CR_VALUE_DRIVE) cr_schema_pair(j, "$ref", "#/$defs/drive");
    else {
        cr_schema_pair(j, "type", "array");
        cr_schema_begin(j, "items");
        cr_schema_begin_list(j, "oneOf");
        cr_schema_parts(j);
        cr_json_array_end(j);
        cr_json_object_end(j);
    }
}

void cr_schema_kind(cr_json *j, const cr_scene_key *key) {
    enum { NAMES = 64 };
    switch (key->kind) {
    case CR_VALUE_NUMBER:
    case CR_VALUE_INTEGER:
        cr_schema_range(j, &key->number, key->kind == CR_VALUE_INTEGER);
        write_default(j, key->number.value);
        break;
    case CR_VALUE_WORD:
        if (strcmp(key->words[0], "false") == 0) {
            cr_schema_pair(j, "type", "boolean");
            break;
        }
        write_words(j, key->words, CR_SCENE_WORDS);
        cr_json_array_end(j);
        if (!isfinite(key->number.value)) break;
        cr_schema_pair(j, "default", key->words[(int)key->number.value]);
        break;
    case CR_VALUE_MODEL:
    case CR_VALUE_QUANTITY: {
        const char *names[NAMES];
        write_words(j, names, cr_scene_table_names(key->kind, names, NAMES));
        cr_json_array_end(j);
        if (isfinite(key->number.value)) cr_schema_pair(j, "default", names[(int)key->number.value]);
        break;
    }
    case CR_VALUE_NUMBER_OR_WORD:
    case CR_VALUE_INTEGER_OR_WORD:
        write_number_or_word(j, key);
        break;
    case CR_VALUE_NUMBERS:
    case CR_VALUE_TABLE:
        cr_schema_list(j, &key->number, key->kind == CR_VALUE_TABLE ? 2 : 1);
        break;
    case CR_VALUE_VECTOR:
    case CR_VALUE_TURN:
    case CR_VALUE_GRIP:
    case CR_VALUE_DRIVE:
    case CR_VALUE_PARTS:
        write_inside(j, key);
        break;
    case CR_VALUE_PLACE:
    case CR_VALUE_PLACE_OR_GROUND:
        cr_schema_pair(j, "type", "string");
        cr_schema_pair(j, "pattern", "^[^ @]+(@[-+.0-9eE]+([ ,]+[-+.0-9eE]+){0,5})?$");
        break;
    default:
        cr_schema_pair(j, "type", "string");
    }
}
