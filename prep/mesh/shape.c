// The table of shapes.
#include "prep/mesh/shape_internal.h"

static const cr_shape_type *const types[] = {
#define X(name) &cr_shape_##name,
    CR_SHAPE_LIST(X)
#undef X
};

enum { TYPE_COUNT = sizeof types / sizeof *types };

const cr_shape_type *const *cr_shape_types(int *count) {
    *count = TYPE_COUNT;
    return types;
}

const cr_shape_type *cr_shape_find(const char *name, cr_error *error) {
    const char *names[TYPE_COUNT];
    for (int i = 0; i < TYPE_COUNT; i++) names[i] = types[i]->name;
    int index = cr_name_find("shape", name, names, TYPE_COUNT, error);
    return index < 0 ? NULL : types[index];
}

static cr_status check_detail(const cr_shape_detail *detail, cr_error *error) {
    if (detail->order != 1 && detail->order != 2)
        return cr_fail(error, CR_ERR_RANGE, "order", "needs 1 or 2, got %d", detail->order);
    if (!(detail->edge >= 0.0 && detail->edge < 1e6))
        return cr_fail(error, CR_ERR_RANGE, "edge", "needs a length in m, or 0 for the rule, got %g",
                       detail->edge);
    if (detail->layers < 0 || detail->layers > 1000)
        return cr_fail(error, CR_ERR_RANGE, "layers", "needs 1 to 1000, or 0 for the rule, got %d",
                       detail->layers);
    if (!(detail->wavelength >= 0.0))
        return cr_fail(error, CR_ERR_RANGE, "wavelength", "needs a length in m, or 0 for none, got %g",
                       detail->wavelength);
    return CR_OK;
}

cr_status cr_shape_mesh(const cr_shape_type *type, const double *value, const cr_shape_detail *detail,
                        cr_arena *arena, cr_mesh *mesh, cr_error *error) {
    cr_status status = check_detail(detail, error);
    for (int i = 0; i < type->param_count && status == CR_OK; i++) {
        double checked[CR_SHAPE_PARAM_MAX];
        const char *name = type->params[i].name;
        status = cr_param_set(type->params, type->param_count, checked, type->name, name, value[i], error);
    }
    return status ? status : type->mesh(value, detail, arena, mesh, error);
}

void cr_cuboid_map(const void *context, const double u[3], double x[3]) {
    const cr_cuboid *c = context;
    for (int i = 0; i < 3; i++)
        x[i] = c->low[i] + (c->high[i] - c->low[i]) * cr_rims_place(&c->rims[i], u[i]);
}
