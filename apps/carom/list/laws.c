#include "carom/law.h"
#include "list/list.h"

void cr_list_laws(FILE *out) {
    int count;
    const cr_law_type *const *laws = cr_law_types(&count);
    for (int i = 0; i < count; i++) {
        const cr_law_type *law = laws[i];
        fprintf(out, "%s%s: %s\n", i ? "\n" : "", law->name, law->doc);
        fprintf(out, "  force %s   (%s)\n", law->equation, law->source);
        cr_list_params(out, law->params, law->param_count);
    }
}

void cr_list_laws_json(cr_json *json) {
    int count;
    const cr_law_type *const *laws = cr_law_types(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", laws[i]->name);
        cr_json_pair_text(json, "doc", laws[i]->doc);
        cr_json_pair_text(json, "equation", laws[i]->equation);
        cr_json_pair_text(json, "source", laws[i]->source);
        cr_list_params_json(json, laws[i]->params, laws[i]->param_count);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
