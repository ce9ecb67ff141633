#include "carom/shape.h"
#include "list/list.h"

void cr_list_shapes(FILE *out) {
    int count;
    const cr_shape_type *const *types = cr_shape_types(&count);
    for (int i = 0; i < count; i++)
        cr_list_type(out, i, types[i]->name, types[i]->doc, types[i]->params, types[i]->param_count);
}

void cr_list_shapes_json(cr_json *json) {
    int count;
    const cr_shape_type *const *types = cr_shape_types(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++)
        cr_list_type_json(json, types[i]->name, types[i]->doc, types[i]->params, types[i]->param_count);
    cr_json_array_end(json);
}
