#include "list/list.h"

// A source is a key of all pickups that is the source of one of them.
static bool belongs(const cr_pickup_type *type, const cr_key *key) {
    int count;
    const cr_pickup_type *const *types = cr_pickup_types(&count);
    for (int i = 0; i < count; i++)
        if (types[i]->source == key->kind) return type->source == key->kind;
    return true;
}

void cr_list_pickups(FILE *out) {
    int count, keys;
    const cr_pickup_type *const *types = cr_pickup_types(&count);
    const cr_key *key = cr_pickup_keys(&keys);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s%s: %s [%s]\n", i ? "\n" : "", types[i]->name, types[i]->doc, types[i]->unit);
        fprintf(out, "  quantity %s%s\n", types[i]->quantity,
                types[i]->usual ? ", which may be left out" : "");
        cr_list_keys_head(out);
        for (int k = 0; k < keys; k++)
            if (belongs(types[i], &key[k]) && key[k].kind != CR_VALUE_QUANTITY) cr_list_keys(out, &key[k], 1);
    }
}

void cr_list_pickups_json(cr_json *json) {
    int count, keys;
    const cr_pickup_type *const *types = cr_pickup_types(&count);
    const cr_key *key = cr_pickup_keys(&keys);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", types[i]->name);
        cr_json_pair_text(json, "doc", types[i]->doc);
        cr_json_pair_text(json, "unit", types[i]->unit);
        cr_json_pair_text(json, "quantity", types[i]->quantity);
        cr_json_pair_bool(json, "usual", types[i]->usual);
        cr_json_key(json, "parameters");
        cr_json_array_begin(json);
        for (int k = 0; k < keys; k++)
            if (belongs(types[i], &key[k]) && key[k].kind != CR_VALUE_QUANTITY)
                cr_list_key_json(json, &key[k]);
        cr_json_array_end(json);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
