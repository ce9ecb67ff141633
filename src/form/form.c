// The table of forms, and what they are made with.
#include "form/form_internal.h"

static const cr_form_type *const types[] = {
#define X(name) &cr_form_##name,
    CR_FORM_LIST(X)
#undef X
};

enum { TYPE_COUNT = sizeof types / sizeof *types };

const cr_form_type *const *cr_form_types(int *count) {
    *count = TYPE_COUNT;
    return types;
}

const cr_form_type *cr_form_find(const char *name, cr_error *error) {
    const char *names[TYPE_COUNT];
    for (int i = 0; i < TYPE_COUNT; i++) names[i] = types[i]->name;
    int index = cr_name_find("form", name, names, TYPE_COUNT, error);
    return index < 0 ? NULL : types[index];
}

// Keeps where the samples of surfaces are: they are asked for at every step.
static cr_status keep_seeds(cr_form *form, cr_arena *arena, cr_error *error) {
    const cr_form_ops *ops = form->type->ops;
    for (int i = 0; i < form->features; i++) {
        cr_feature *f = &form->feature[i];
        if (f->kind != CR_FEATURE_SURFACE) continue;
        cr_vec *seed = cr_arena_take(arena, (size_t)f->samples, sizeof *seed);
        if (!seed) return cr_fail(error, CR_ERR_MEMORY, form->type->name, "no memory for a form");
        for (int k = 0; k < f->samples; k++) {
            double u, v;
            ops->sample(form, i, k, &u, &v);
            seed[k] = ops->place(form, i, u, v);
        }
        f->seed = seed;
    }
    return CR_OK;
}

cr_form *cr_form_new(const char *type, const cr_setting *settings, cr_arena *arena, cr_error *error) {
    const cr_form_type *found = cr_form_find(type, error);
    if (!found) return NULL;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_form *form = cr_arena_take(arena, 1, sizeof *form);
    if (!form) {
        cr_fail(error, CR_ERR_MEMORY, type, "no memory for a form");
        return NULL;
    }
    form->type = found;
    cr_param_defaults(found->params, found->param_count, form->value);
    cr_status status = CR_OK;
    for (; settings && settings->name && status == CR_OK; settings++)
        status = cr_param_set(found->params, found->param_count, form->value, found->name, settings->name,
                              settings->value, error);
    if (status == CR_OK) status = found->make(form, arena, error);
    if (status == CR_OK) status = keep_seeds(form, arena, error);
    if (status == CR_OK) return form;
    cr_arena_rewind(arena, mark);
    return NULL;
}

cr_status cr_form_set_round(cr_form *form, int index, double thinnest, cr_error *error) {
    static const double share = 0.25, most = 1e-3;
    double *round = &form->value[index];
    if (isnan(*round)) *round = cr_min(share * thinnest, most);
    if (*round > 0.5 * thinnest)
        return cr_fail(error, CR_ERR_RANGE, "round", "this %s needs at most %g m, got %g", form->type->name,
                       0.5 * thinnest, *round);
    form->round = *round;
    return CR_OK;
}

bool cr_form_room(cr_form *form, int most, cr_arena *arena, cr_error *error) {
    form->feature = cr_arena_take(arena, (size_t)most, sizeof *form->feature);
    if (form->feature) return true;
    cr_fail(error, CR_ERR_MEMORY, form->type->name, "no memory for a form");
    return false;
}

void cr_form_add_point(cr_form *form, cr_vec at, double round) {
    form->feature[form->features++] =
        (cr_feature){.kind = CR_FEATURE_POINT, .round = round, .at = at, .samples = 1};
}

cr_feature *cr_form_add_line(cr_form *form, cr_vec from, cr_vec to, double round) {
    cr_feature *feature = &form->feature[form->features++];
    *feature = (cr_feature){.kind = CR_FEATURE_LINE, .round = round, .samples = CR_EDGE_SAMPLES};
    feature->at = cr_vec_scale(0.5, cr_vec_add(from, to));
    feature->along = cr_vec_scale(0.5, cr_vec_sub(to, from));
    return feature;
}

cr_feature *cr_form_add_circle(cr_form *form, double z, double radius, double round) {
    cr_feature *feature = &form->feature[form->features++];
    *feature = (cr_feature){.kind = CR_FEATURE_CIRCLE,
                            .round = round,
                            .at = {0.0, 0.0, z},
                            .along = {0.0, 0.0, 1.0},
                            .first = {1.0, 0.0, 0.0},
                            .radius = radius,
                            .samples = CR_CIRCLE_SAMPLES};
    return feature;
}

cr_feature *cr_form_add_patch(cr_form *form, cr_feature_kind kind, int samples, double round) {
    cr_feature *feature = &form->feature[form->features++];
    *feature = (cr_feature){.kind = kind, .round = round, .samples = samples};
    return feature;
}

void cr_form_set_bounds(cr_form *form, cr_vec low, cr_vec high) {
    form->low = low;
    form->high = high;
    if (form->reach > 0.0) return;
    cr_vec far = {cr_max(-low.x, high.x), cr_max(-low.y, high.y), cr_max(-low.z, high.z)};
    form->reach = cr_vec_length(far);
}
