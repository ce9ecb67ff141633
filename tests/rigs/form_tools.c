#include "form_tools.h"

#include <math.h>

cr_form *form_random(const cr_form_type *type, double spread, uint64_t *random, cr_arena *arena) {
    cr_setting set[CR_FORM_PARAM_MAX + 1] = {{0}};
    int count = 0;
    for (int i = 0; i < type->param_count; i++) {
        const cr_param *p = &type->params[i];
        if (isnan(p->value)) continue;
        double value = p->value * exp(log(spread) * cr_random_uniform(random));
        set[count++] = (cr_setting){p->name, fmin(fmax(value, p->min), p->max)};
    }
    return cr_form_new(type->name, set, arena, NULL);
}

cr_vec form_random_direction(uint64_t *random) {
    for (;;) {
        cr_vec v = {cr_random_uniform(random), cr_random_uniform(random), cr_random_uniform(random)};
        double length = cr_vec_length(v);
        if (length > 0.01 && length < 1.0) return cr_vec_scale(1.0 / length, v);
    }
}

double form_size(const cr_form *form) {
    return isinf(form->reach) ? 1.0 : cr_vec_length(cr_vec_sub(form->high, form->low));
}

static double between(double low, double high, double margin, uint64_t *random) {
    if (isinf(low)) low = -1.0;
    if (isinf(high)) high = 1.0;
    return 0.5 * (low + high) + (0.5 * (high - low) + margin) * cr_random_uniform(random);
}

cr_vec form_random_point(const cr_form *form, double margin, uint64_t *random) {
    double m = margin * form_size(form);
    double x = between(form->low.x, form->high.x, m, random),
           y = between(form->low.y, form->high.y, m, random);
    return (cr_vec){x, y, between(form->low.z, form->high.z, m, random)};
}

bool form_surface_point(const cr_form *form, uint64_t *random, cr_vec *p) {
    *p = form_random_point(form, 0.1, random);
    for (int i = 0; i < 40; i++) {
        cr_near near = cr_form_near(form, *p, 0);
        if (fabs(near.distance) < 1e-13 * form_size(form)) return true;
        *p = cr_vec_along(*p, -near.distance, near.normal);
    }
    return false;
}

cr_vec form_sample(const cr_form *form, int feature, int sample) {
    const cr_feature *f = &form->feature[feature];
    double u = f->samples > 1 ? 2.0 * sample / (f->samples - 1) - 1.0 : 0.0, v = 0.0;
    if (f->kind == CR_FEATURE_POINT) return f->at;
    if (f->kind == CR_FEATURE_LINE) return cr_vec_along(f->at, u, f->along);
    if (f->kind == CR_FEATURE_CIRCLE) {
        double angle = 2.0 * cr_pi * sample / f->samples;
        cr_vec p = cr_vec_along(f->at, f->radius * cos(angle), f->first);
        return cr_vec_along(p, f->radius * sin(angle), cr_vec_cross(f->along, f->first));
    }
    if (f->kind == CR_FEATURE_SURFACE) form->type->ops->sample(form, feature, sample, &u, &v);
    return form->type->ops->place(form, feature, u, v);
}
