#include "carom/form.h"
#include "list/list.h"

void cr_list_forms(FILE *out) {
    int count;
    const cr_form_type *const *types = cr_form_types(&count);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s%s: %s\n", i ? "\n" : "", types[i]->name, types[i]->doc);
        if (types[i]->param_count) cr_list_params(out, types[i]->params, types[i]->param_count);
    }
}

void cr_list_forms_json(cr_json *json) {
    int count;
    const cr_form_type *const *types = cr_form_types(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", types[i]->name);
        cr_json_pair_text(json, "doc", types[i]->doc);
        cr_list_params_json(json, types[i]->params, types[i]->param_count);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
