#include "carom/law.h"
#include "list.h"

static void print_param(FILE *out, const cr_param *param) {
    char range[48], value[24] = "-";
    snprintf(range, sizeof range, "%g to %g", param->min, param->max);
    if (!isnan(param->value)) snprintf(value, sizeof value, "%g", param->value);
    fprintf(out, "  %-9s %-16s %8s  %-14s %s\n", param->name, param->unit, value, range, param->doc);
}

void cr_list_laws(FILE *out) {
    int count;
    const cr_law_type *const *laws = cr_law_types(&count);
    for (int i = 0; i < count; i++) {
        const cr_law_type *law = laws[i];
        fprintf(out, "%s%s: %s\n", i ? "\n" : "", law->name, law->doc);
        fprintf(out, "  force %s   (%s)\n", law->equation, law->source);
        fprintf(out, "  %-9s %-16s %8s  %-14s %s\n", "parameter", "unit", "default", "range", "meaning");
        for (int j = 0; j < law->param_count; j++) print_param(out, &law->params[j]);
    }
}

static void json_param(cr_json *json, const cr_param *param) {
    cr_json_object_begin(json);
    cr_json_pair_text(json, "name", param->name);
    cr_json_pair_text(json, "unit", param->unit);
    cr_json_pair(json, "default", param->value);
    cr_json_pair(json, "min", param->min);
    cr_json_pair(json, "max", param->max);
    cr_json_pair_text(json, "doc", param->doc);
    cr_json_object_end(json);
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
        cr_json_key(json, "parameters");
        cr_json_array_begin(json);
        for (int j = 0; j < laws[i]->param_count; j++) json_param(json, &laws[i]->params[j]);
        cr_json_array_end(json);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
