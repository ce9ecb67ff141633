// A table of keys as text and as JSON; excitations and pickups share it.
#include "list/list.h"

static const char *kind_text(cr_value_kind kind) {
    switch (kind) {
    case CR_VALUE_NUMBER:
        return "number";
    case CR_VALUE_INTEGER:
        return "integer";
    case CR_VALUE_PLACE:
        return "point";
    case CR_VALUE_ELEMENT:
        return "element";
    case CR_VALUE_CONTACT:
        return "contact";
    case CR_VALUE_BOW:
        return "bow";
    case CR_VALUE_FRICTION:
        return "friction";
    case CR_VALUE_WORD:
    case CR_VALUE_MODEL:
    case CR_VALUE_QUANTITY:
        return "word";
    default:
        return "text";
    }
}

static bool is_number(const cr_key *key) {
    return key->kind == CR_VALUE_NUMBER || key->kind == CR_VALUE_INTEGER;
}

// The words that a key may be: its own, or the names of a table; 0: it is no word.
static int words_of(const cr_key *key, const char **words, int room) {
    int count = 0, rows;
    if (key->kind == CR_VALUE_MODEL) {
        const cr_friction_type *const *types = cr_friction_types(&rows);
        for (; count < rows && count < room; count++) words[count] = types[count]->name;
    }
    for (; key->words && key->words[count] && count < room; count++) words[count] = key->words[count];
    return count;
}

enum { WORDS = 32 };

static void print_key(FILE *out, const cr_key *key) {
    const cr_param *p = &key->number;
    const char *words[WORDS];
    char range[48] = "", value[24] = "-";
    int count = words_of(key, words, WORDS);
    if (is_number(key)) snprintf(range, sizeof range, "%g to %g", p->min, p->max);
    if (key->required) snprintf(value, sizeof value, "required");
    else if (count && !isnan(p->value)) snprintf(value, sizeof value, "%.20s", words[(int)p->value]);
    else if (!isnan(p->value)) snprintf(value, sizeof value, "%g", p->value);
    fprintf(out, "  %-9s %-16s %10s  %-14s %s", p->name, is_number(key) ? p->unit : kind_text(key->kind),
            value, range, p->doc);
    for (int i = 0; i < count; i++) fprintf(out, "%s%s", i ? ", " : ": ", words[i]);
    fprintf(out, "%s\n",
            key->knob == CR_KNOB_THROW || key->knob == CR_KNOB_STRIKE ? " (per blow)"
            : key->knob                                               ? " (live)"
                                                                      : "");
}

void cr_list_keys_head(FILE *out) {
    fprintf(out, "  %-9s %-16s %10s  %-14s %s\n", "key", "unit", "default", "range", "meaning");
}

void cr_list_keys(FILE *out, const cr_key *keys, int count) {
    for (int i = 0; i < count; i++) print_key(out, &keys[i]);
}

void cr_list_key_json(cr_json *json, const cr_key *key) {
    const char *words[WORDS];
    int count = words_of(key, words, WORDS);
    cr_json_object_begin(json);
    cr_json_pair_text(json, "name", key->number.name);
    cr_json_pair_text(json, "kind", kind_text(key->kind));
    cr_json_pair_text(json, "unit", key->number.unit);
    if (count && !isnan(key->number.value)) cr_json_pair_text(json, "default", words[(int)key->number.value]);
    else cr_json_pair(json, "default", key->number.value);
    if (is_number(key)) {
        cr_json_pair(json, "min", key->number.min);
        cr_json_pair(json, "max", key->number.max);
    }
    if (count) {
        cr_json_key(json, "words");
        cr_json_array_begin(json);
        for (int i = 0; i < count; i++) cr_json_string(json, words[i]);
        cr_json_array_end(json);
    }
    cr_json_pair_bool(json, "required", key->required);
    cr_json_pair_text(json, "knob", cr_knob_name(key->knob));
    cr_json_pair_text(json, "doc", key->number.doc);
    cr_json_object_end(json);
}
