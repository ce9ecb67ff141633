// A corner, or a ball: one place.
#include "geom/track.h"

// Where the other's distance is but a bound at the centre, the ball's point that looks at it is sought
// instead: p = c - r n(p), which a few turns settle.
static cr_probe beyond_band(const cr_form *other, cr_vec centre, double round, int side, cr_probe probe) {
    for (int turn = 0; turn < 8; turn++) {
        cr_near near = cr_form_near(other, cr_vec_along(centre, -round, probe.near.normal), side);
        cr_vec d = cr_vec_sub(near.normal, probe.near.normal);
        probe = (cr_probe){centre, {near.distance + round, near.normal}, near.distance};
        if (near.distance > other->band || cr_vec_dot(d, d) < 1e-24) break;
    }
    return probe;
}

cr_probe cr_point_probe(const cr_view *view, int feature, int side) {
    const cr_feature *f = &view->own->feature[feature];
    cr_probe probe = cr_probe_at(view->other, cr_view_in(view, f->at), f->round, side);
    if (view->other->band > 0.0 && probe.near.distance > view->other->band && f->round > view->other->band)
        return beyond_band(view->other, probe.centre, f->round, side, probe);
    return probe;
}

void cr_track_point(cr_generation *g, const cr_view *view, int feature) {
    cr_touch touch = {.key = cr_touch_key(view->owner, feature, CR_TOUCH_FIXED, 0)};
    const cr_touch *old = g->sided ? cr_generation_old(g, touch.key) : NULL;
    if (old) touch.side = old->side;
    cr_probe probe = cr_point_probe(view, feature, touch.side);
    cr_generation_add(g, view, &touch, &probe);
}
