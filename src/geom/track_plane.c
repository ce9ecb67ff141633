// Points, lines and circles above a plane: closed forms. `height` and `normal`: the distance of a point p of
// own's frame is height + normal.p.
#include "base/maths.h"
#include "geom/track.h"

static const double two_pi = 6.283185307179586;

// The slot of a circle's lowest point at u: another one than that of a point far from it.
static int slot_of(const cr_generation *g, const cr_view *view, int feature, double u) {
    for (int slot = 0; slot < 2; slot++) {
        const cr_touch *old = cr_generation_old(g, cr_touch_key(view->owner, feature, CR_TOUCH_MOVING, slot));
        if (!old) continue;
        double d = fabs(old->u - u);
        return cr_min(d, two_pi - d) > CR_MOVE_MOST ? 1 - slot : slot;
    }
    return 0;
}

static void add(cr_generation *g, const cr_view *view, int feature, cr_touch_kind kind, int sample, double u,
                cr_vec at, double round) {
    cr_probe probe = cr_probe_at(view->other, cr_view_in(view, at), round, 0);
    cr_touch touch = {.key = cr_touch_key(view->owner, feature, kind, sample),
                      .sample = kind == CR_TOUCH_MOVING ? -1 : sample,
                      .u = u};
    cr_generation_add(g, view, &touch, &probe);
}

// A ball on a straight line is lowest at an end of it.
static void line(cr_generation *g, const cr_view *view, int feature, double height, cr_vec normal) {
    const cr_feature *f = &view->own->feature[feature];
    double middle = height + cr_vec_dot(normal, f->at) - f->round, slope = cr_vec_dot(normal, f->along);
    int last = f->samples > 3 ? f->samples - 1 : 2;
    if (!(f->ends & CR_END_FIRST) && middle - slope <= g->reach)
        add(g, view, feature, CR_TOUCH_FIXED, 0, -1.0, cr_vec_sub(f->at, f->along), f->round);
    if (!(f->ends & CR_END_LAST) && middle + slope <= g->reach)
        add(g, view, feature, CR_TOUCH_FIXED, last, 1.0, cr_vec_add(f->at, f->along), f->round);
}

// The lowest point of a circle lies where the normal, seen from its axis, points away.
static void circle(cr_generation *g, const cr_view *view, int feature, double height, cr_vec normal) {
    const cr_feature *f = &view->own->feature[feature];
    cr_vec across = cr_vec_cross(f->along, f->first);
    double x = cr_vec_dot(normal, f->first), y = cr_vec_dot(normal, across), tilt = sqrt(x * x + y * y);
    double middle = height + cr_vec_dot(normal, f->at) - f->round;
    bool near = middle - f->radius * tilt <= g->reach;
    bool flat = near && cr_generation_is_flat(g, view, feature, 2.0 * f->radius * tilt);
    cr_generation_set_flat(g, view, feature, flat);
    if (!near) return;
    if (!flat) {
        double u = cr_atan2(-y, -x), s = -f->radius / tilt;
        cr_vec lowest = cr_vec_along(cr_vec_along(f->at, s * x, f->first), s * y, across);
        u = u < 0.0 ? u + two_pi : u;
        add(g, view, feature, CR_TOUCH_MOVING, slot_of(g, view, feature, u), u, lowest, f->round);
        if (2.0 * f->radius * tilt > g->meeting->way) return;
    }
    cr_curve curve = cr_curve_make(view, feature);
    for (int i = 0; i < curve.samples; i++) {
        double u = cr_curve_base_sample(&curve, i), slope;
        cr_touch touch = {.key = cr_touch_key(view->owner, feature, CR_TOUCH_FIXED, i), .sample = i, .u = u};
        cr_probe probe = cr_curve_probe(&curve, u, 0, &slope);
        cr_generation_add(g, view, &touch, &probe);
    }
}

void cr_track_curve_on_plane(cr_generation *g, const cr_view *view, int feature, double height,
                             cr_vec normal) {
    switch (view->own->feature[feature].kind) {
    case CR_FEATURE_LINE:
        line(g, view, feature, height, normal);
        break;
    case CR_FEATURE_CIRCLE:
        circle(g, view, feature, height, normal);
        break;
    default:
        cr_track_curve(g, view, feature);
    }
}
