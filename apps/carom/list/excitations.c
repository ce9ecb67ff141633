#include "list/list.h"

void cr_list_excitations(FILE *out) {
    int count;
    const cr_excitation_type *const *types = cr_excitation_types(&count);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s%s: %s\n", i ? "\n" : "", types[i]->name, types[i]->doc);
        fprintf(out, "  acts on %s\n", types[i]->acts_on);
        cr_list_keys_head(out);
        cr_list_keys(out, types[i]->keys, types[i]->key_count);
    }
}

void cr_list_excitations_json(cr_json *json) {
    int count;
    const cr_excitation_type *const *types = cr_excitation_types(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", types[i]->name);
        cr_json_pair_text(json, "doc", types[i]->doc);
        cr_json_pair_text(json, "acts_on", types[i]->acts_on);
        cr_json_key(json, "parameters");
        cr_json_array_begin(json);
        for (int k = 0; k < types[i]->key_count; k++) cr_list_key_json(json, &types[i]->keys[k]);
        cr_json_array_end(json);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
