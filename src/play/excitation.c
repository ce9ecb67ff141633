// The table of excitations, and what they ask of what they act on.
#include "play/play_internal.h"

static const cr_excitation_type *const types[] = {
#define X(name) &cr_excitation_##name,
    CR_EXCITATION_LIST(X)
#undef X
};

enum { TYPE_COUNT = sizeof types / sizeof *types };

const cr_excitation_type *const *cr_excitation_types(int *count) {
    *count = TYPE_COUNT;
    return types;
}

const cr_excitation_type *cr_excitation_find(const char *name, cr_error *error) {
    const char *names[TYPE_COUNT];
    for (int i = 0; i < TYPE_COUNT; i++) names[i] = types[i]->name;
    int index = cr_name_find("excitation", name, names, TYPE_COUNT, error);
    return index < 0 ? NULL : types[index];
}

cr_excitation cr_excitation_default(const cr_excitation_type *type) {
    cr_excitation x = {.type = type};
    for (int i = 0; i < type->key_count; i++) x.value[i] = type->keys[i].number.value;
    return x;
}

cr_status cr_excitation_set(cr_excitation *x, const char *name, double value, cr_error *error) {
    const cr_excitation_type *type = x->type;
    cr_param table[CR_EXCITATION_KEY_MAX];
    for (int i = 0; i < type->key_count; i++) {
        table[i] = type->keys[i].number;
        int words = 0;
        if (type->keys[i].kind == CR_VALUE_MODEL) cr_friction_types(&words);
        while (type->keys[i].words && type->keys[i].words[words]) words++;
        if (words) table[i].min = 0.0, table[i].max = words - 1;
    }
    return cr_param_set(table, type->key_count, x->value, type->name, name, value, error);
}

cr_status cr_target_need_free(const cr_target *target, cr_error *error) {
    if (!cr_element_is(target->element, CR_TRAIT_FIXED)) return CR_OK;
    return cr_fail(error, CR_ERR_INPUT, "at", "a %s stands where it is told; use an excitation of type move",
                   target->element->name);
}
