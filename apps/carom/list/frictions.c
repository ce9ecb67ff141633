#include "list/list.h"

void cr_list_frictions(FILE *out) {
    int count;
    const cr_friction_type *const *types = cr_friction_types(&count);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s%s: %s\n", i ? "\n" : "", types[i]->name, types[i]->doc);
        fprintf(out, "  force %s   (%s)\n", types[i]->equation, types[i]->source);
        fprintf(out, "  for bows%s\n", types[i]->params ? ", and between two points with" : "");
        if (types[i]->params) cr_list_params(out, types[i]->params, types[i]->param_count);
    }
}

void cr_list_frictions_json(cr_json *json) {
    int count;
    const cr_friction_type *const *types = cr_friction_types(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", types[i]->name);
        cr_json_pair_text(json, "doc", types[i]->doc);
        cr_json_pair_text(json, "equation", types[i]->equation);
        cr_json_pair_text(json, "source", types[i]->source);
        cr_json_pair_bool(json, "between_points", types[i]->params != NULL);
        cr_list_params_json(json, types[i]->params, types[i]->param_count);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
