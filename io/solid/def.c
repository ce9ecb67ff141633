// Filling in what a solid is.
#include "carom/solid.h"

#include <stdio.h>

cr_status cr_solid_def_shape(cr_solid_def *solid, const char *shape, const cr_setting *settings,
                             cr_error *error) {
    const cr_shape_type *type = cr_shape_find(shape, error);
    if (!type) return CR_ERR_UNKNOWN;
    solid->shape = type;
    cr_param_defaults(type->params, type->param_count, solid->value);
    cr_status status = CR_OK;
    for (; settings && settings->name && status == CR_OK; settings++)
        status = cr_param_set(type->params, type->param_count, solid->value, type->name, settings->name,
                              settings->value, error);
    return status;
}

cr_status cr_solid_def_material(cr_solid_def *solid, const char *material, cr_error *error) {
    const cr_material *found = cr_material_find(material, error);
    if (!found) return CR_ERR_UNKNOWN;
    snprintf(solid->material, sizeof solid->material, "%s", found->name);
    solid->elastic = cr_elastic_material(found);
    return CR_OK;
}
