// Touch points of two forms by their classes: the matrix of pairs.
#include "geom/pair.h"

#include <string.h>

typedef enum form_class { CLASS_PLANE, CLASS_BALL, CLASS_OTHER, CLASSES } form_class;

static form_class class_of(const cr_form *form) {
    if (form->ball > 0.0) return CLASS_BALL;
    return form->features == 0 && form->reach > 1e300 ? CLASS_PLANE : CLASS_OTHER;
}

static void none(cr_generation *g) {
    (void)g;
}

static void features_on_plane(cr_generation *g, const cr_view *view) {
    cr_near origin = cr_form_near(view->other, view->at, 0);
    cr_vec normal = cr_view_back(view, origin.normal);
    for (int i = 0; i < view->own->features; i++) {
        const cr_feature *f = &view->own->feature[i];
        if (f->kind == CR_FEATURE_POINT) {
            double gap = origin.distance + cr_vec_dot(normal, f->at) - f->round;
            if (gap <= g->reach) cr_track_point(g, view, i);
        } else if (f->kind == CR_FEATURE_SURFACE) {
            cr_track_surface(g, view, i);
        } else {
            cr_track_curve_on_plane(g, view, i, origin.distance, normal);
        }
    }
}

static void features_on_field(cr_generation *g, const cr_view *view) {
    const double *bound = g->bound ? g->bound + (view->owner ? view->other->features : 0) : NULL;
    for (int i = 0; i < view->own->features; i++) {
        if (bound && bound[i] > g->reach) continue;
        switch (view->own->feature[i].kind) {
        case CR_FEATURE_POINT:
            cr_track_point(g, view, i);
            break;
        case CR_FEATURE_LINE:
        case CR_FEATURE_CURVE:
        case CR_FEATURE_CIRCLE:
            cr_track_curve(g, view, i);
            break;
        case CR_FEATURE_SURFACE:
            cr_track_surface(g, view, i);
            break;
        }
    }
}

// The ball's centre against the distance of the other: its feature 0 is a point.
static void ball(cr_generation *g, int owner) {
    cr_view view = cr_view_make(g->meeting, owner);
    if (cr_ball_is_larger(&view)) cr_track_ball(g, &view, 0);
    else cr_track_point(g, &view, 0);
}
static void ball_a(cr_generation *g) {
    ball(g, 0);
}
static void ball_b(cr_generation *g) {
    ball(g, 1);
}
static void on_plane_a(cr_generation *g) {
    cr_view view = cr_view_make(g->meeting, 1);
    features_on_plane(g, &view);
}
static void on_plane_b(cr_generation *g) {
    cr_view view = cr_view_make(g->meeting, 0);
    features_on_plane(g, &view);
}

// Whether the bounds of own, turned, are within reach of other's.
static bool bounds_meet(const cr_view *view, double reach) {
    cr_vec middle = cr_vec_scale(0.5, cr_vec_add(view->own->low, view->own->high));
    cr_vec h = cr_vec_scale(0.5, cr_vec_sub(view->own->high, view->own->low));
    const cr_vec *t = view->turn;
    cr_vec half = {fabs(t[0].x) * h.x + fabs(t[1].x) * h.y + fabs(t[2].x) * h.z,
                   fabs(t[0].y) * h.x + fabs(t[1].y) * h.y + fabs(t[2].y) * h.z,
                   fabs(t[0].z) * h.x + fabs(t[1].z) * h.y + fabs(t[2].z) * h.z};
    return cr_view_near(view, cr_view_in(view, middle), half, reach);
}

static void both(cr_generation *g) {
    cr_view a = cr_view_make(g->meeting, 0), b = cr_view_make(g->meeting, 1);
    if (!bounds_meet(&a, g->reach) || !bounds_meet(&b, g->reach)) {
        memset(g->memory->flat, 0, sizeof g->memory->flat);
        return;
    }
    features_on_field(g, &a);
    features_on_field(g, &b);
}

typedef void (*pair_find)(cr_generation *g);

static const pair_find matrix[CLASSES][CLASSES] = {
    //                b: plane    ball    other
    [CLASS_PLANE] = {none, ball_b, on_plane_a},
    [CLASS_BALL] = {ball_a, ball_a, ball_a},
    [CLASS_OTHER] = {on_plane_b, ball_b, both},
};

void cr_pair_find(cr_generation *g) {
    matrix[class_of(g->meeting->a)][class_of(g->meeting->b)](g);
}
