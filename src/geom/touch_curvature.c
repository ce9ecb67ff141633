// The relative curvature of two surfaces where they touch: the sum of their mean curvatures.
#include "geom/track.h"

// Of the form at a point of its surface with normal n: half the divergence of the normals there.
static double of_form(const cr_form *form, cr_vec p, cr_vec n, int side) {
    if (form->ball > 0.0) return 1.0 / form->ball;
    if (form->reach > 1e300 && !form->features) return 0.0;
    double step = 1e-6 * cr_min(form->reach, 1.0);
    if (form->round > 0.0) step = cr_min(step, 1e-3 * form->round);
    cr_vec e, f;
    cr_vec_frame(n, &e, &f);
    cr_vec along = cr_form_near(form, cr_vec_along(p, step, e), side).normal;
    cr_vec across = cr_form_near(form, cr_vec_along(p, step, f), side).normal;
    return 0.5 * (cr_vec_dot(along, e) + cr_vec_dot(across, f)) / step;
}

// Of a ball on its skeleton: 1/r twice at a point, once on a line; on a circle 1/r and, around the axis, cos
// b/(R + r cos b), b the angle from the plane of the circle.
static double of_feature(const cr_view *view, const cr_touch *touch, const cr_probe *probe) {
    const cr_feature *f = &view->own->feature[touch->feature];
    double sharp = f->round > 0.0 ? 1.0 / f->round : 0.0;
    if (f->kind == CR_FEATURE_POINT) return sharp;
    if (f->kind == CR_FEATURE_LINE || f->kind == CR_FEATURE_CURVE)
        return touch->sample < 0 ? 0.5 * sharp : sharp;
    cr_vec n = probe->near.normal, here = cr_vec_along(probe->centre, probe->gap - probe->near.distance, n);
    cr_vec p = cr_view_back(view, cr_vec_sub(here, view->at));
    cr_vec outward = cr_view_back(view, cr_vec_scale(-1.0, n));
    if (f->kind == CR_FEATURE_SURFACE) return of_form(view->own, p, outward, 0);
    cr_vec arm = cr_vec_sub(p, f->at), radial = cr_vec_along(arm, -cr_vec_dot(arm, f->along), f->along);
    double c = cr_vec_dot(outward, cr_vec_unit(radial, outward));
    return 0.5 * (sharp + c / cr_max(f->radius + f->round * c, 1e-9));
}

double cr_touch_curvature(const cr_generation *g, const cr_view *view, const cr_touch *touch,
                          const cr_probe *probe) {
    cr_touch_kind kind = cr_touch_kind_of(touch);
    if (kind == CR_TOUCH_BORDER || kind == CR_TOUCH_SEAT ||
        (kind == CR_TOUCH_FIXED && view->own->feature[touch->feature].kind != CR_FEATURE_POINT &&
         cr_generation_flat(g, view, touch->feature)))
        return 0.0;
    cr_vec n = probe->near.normal;
    cr_vec there = cr_vec_along(probe->centre, -probe->near.distance, n);
    double sum = of_feature(view, touch, probe) + of_form(view->other, there, n, touch->side);
    return cr_max(sum, 0.0);
}
