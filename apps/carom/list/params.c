// A parameter table as text and as JSON; laws and elements share it.
#include "list/list.h"

static void print_param(FILE *out, const cr_param *param) {
    char range[48], value[24] = "-";
    snprintf(range, sizeof range, "%g to %g", param->min, param->max);
    if (!isnan(param->value)) snprintf(value, sizeof value, "%g", param->value);
    fprintf(out, "  %-9s %-16s %8s  %-14s %s\n", param->name, param->unit, value, range, param->doc);
}

void cr_list_params(FILE *out, const cr_param *params, int count) {
    fprintf(out, "  %-9s %-16s %8s  %-14s %s\n", "parameter", "unit", "default", "range", "meaning");
    for (int i = 0; i < count; i++) print_param(out, &params[i]);
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

void cr_list_params_json(cr_json *json, const cr_param *params, int count) {
    cr_json_key(json, "parameters");
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) json_param(json, &params[i]);
    cr_json_array_end(json);
}

void cr_list_type(FILE *out, int index, const char *name, const char *doc, const cr_param *params,
                  int count) {
    fprintf(out, "%s%s: %s\n", index ? "\n" : "", name, doc);
    if (count) cr_list_params(out, params, count);
}

void cr_list_type_json(cr_json *json, const char *name, const char *doc, const cr_param *params, int count) {
    cr_json_object_begin(json);
    cr_json_pair_text(json, "name", name);
    cr_json_pair_text(json, "doc", doc);
    cr_list_params_json(json, params, count);
    cr_json_object_end(json);
}
