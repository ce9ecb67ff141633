// Forms that are an outline turned about z, with bands of it as surfaces to touch with.
#include "form/outline.h"

cr_turned *cr_turned_new(cr_form *form, int features, cr_arena *arena, cr_error *error) {
    cr_turned *turned = cr_arena_take(arena, 1, sizeof *turned);
    if (!turned) cr_fail(error, CR_ERR_MEMORY, form->type->name, "no memory for a form");
    if (!turned || !cr_form_room(form, features, arena, error)) return NULL;
    form->data = turned;
    return turned;
}

void cr_turned_add_band(cr_form *form, cr_turned *turned, cr_band band) {
    if (!turned->bands) turned->feature = form->features;
    turned->band[turned->bands++] = band;
    cr_form_add_patch(form, CR_FEATURE_SURFACE, cr_band_samples(&band), 0.0);
}

static cr_near near_turned(const cr_form *form, cr_vec p, int side) {
    const cr_turned *turned = form->data;
    return cr_outline_near(&turned->outline, p, side);
}

static const cr_band *band_of(const cr_turned *turned, int feature) {
    return &turned->band[feature - turned->feature];
}

static cr_vec place(const cr_form *form, int feature, double u, double v) {
    const cr_turned *turned = form->data;
    return cr_band_place(&turned->outline, band_of(turned, feature), u, v);
}

static void sample_turned(const cr_form *form, int feature, int sample, double *u, double *v) {
    const cr_turned *turned = form->data;
    cr_band_sample(&turned->outline, band_of(turned, feature), sample, u, v);
}

static void keep(const cr_form *form, int feature, double *u, double *v) {
    const cr_turned *turned = form->data;
    cr_band_keep(&turned->outline, band_of(turned, feature), u, v);
}

const cr_form_ops cr_turned_ops = {
    .near = near_turned, .place = place, .sample = sample_turned, .keep = keep};
