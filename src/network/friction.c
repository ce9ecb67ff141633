// The table of models of friction.
#include "network/friction_internal.h"

static const cr_friction_type *const types[] = {
#define X(name) &cr_friction_##name,
    CR_FRICTION_LIST(X)
#undef X
};

enum { TYPE_COUNT = sizeof types / sizeof *types };

const cr_friction_type *const *cr_friction_types(int *count) {
    *count = TYPE_COUNT;
    return types;
}

const cr_friction_type *cr_friction_find(const char *name, cr_error *error) {
    const char *names[TYPE_COUNT];
    for (int i = 0; i < TYPE_COUNT; i++) names[i] = types[i]->name;
    int index = cr_name_find("friction", name, names, TYPE_COUNT, error);
    return index < 0 ? NULL : types[index];
}

const cr_friction_type *cr_bow_friction(int model) {
    return model >= 0 && model < TYPE_COUNT ? types[model] : NULL;
}

cr_bristle_law cr_bristle_of(const double *value) {
    return (cr_bristle_law){value[0], value[1], value[2], value[3], value[4], value[5], value[6]};
}

cr_bristle_law cr_bristle_default(void) {
    double value[sizeof(cr_bristle_law) / sizeof(double)];
    const cr_friction_type *type = &cr_friction_elasto_plastic;
    cr_param_defaults(type->params, type->param_count, value);
    return cr_bristle_of(value);
}
