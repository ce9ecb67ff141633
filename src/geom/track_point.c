// A corner, or a ball: one place.
#include "geom/track.h"

// The ball's point that looks at the other: n = n(c - r n). Plain turns part where the other is rounder than
// the ball, its radius R < r (they grow by -r/R); each step is the share of f = n(c - r n) - n that the last
// two turns ask for (Anderson 1965, depth 1). False where that does not end.
static bool find_point(const cr_form *other, double round, int side, cr_probe *probe) {
    cr_vec n = probe->near.normal, last = n, last_f = {0.0, 0.0, 0.0};
    double share = 1.0 / (1.0 + round / fmin(other->reach, 1e3));
    for (int turn = 0; turn < 24; turn++) {
        cr_near near = cr_form_near(other, cr_vec_along(probe->centre, -round, n), side);
        cr_vec f = cr_vec_sub(near.normal, n), df = cr_vec_sub(f, last_f);
        probe->near = (cr_near){near.distance + round, near.normal};
        probe->gap = near.distance;
        if (cr_vec_dot(f, f) < 1e-24) return true;
        double square = cr_vec_dot(df, df);
        if (turn && square > 0.0) share = -cr_vec_dot(cr_vec_sub(n, last), df) / square;
        share = share > 0.02 && share < 1.0 ? share : share < 1.0 ? 0.02 : 1.0;
        last = n, last_f = f;
        n = cr_vec_unit(cr_vec_along(n, share, f), last);
    }
    return false;
}

// A grid knows its distance best at the surface: where the ball is near it is asked there, and where it is
// but a bound at the centre.
cr_probe cr_point_probe(const cr_view *view, int feature, int side) {
    const cr_feature *f = &view->own->feature[feature];
    const cr_form *other = view->other;
    cr_probe probe = cr_probe_at(other, cr_view_in(view, f->at), f->round, side), there = probe;
    bool bound = probe.near.distance > other->band, near = fabs(probe.gap) < 0.2 * other->band;
    if (!(other->band > 0.0 && f->round > (bound ? 1.0 : 0.1) * other->band && (bound || near))) return probe;
    return find_point(other, f->round, side, &there) || bound ? there : probe;
}

void cr_track_point(cr_generation *g, const cr_view *view, int feature) {
    cr_touch touch = {.key = cr_touch_key(view->owner, feature, CR_TOUCH_FIXED, 0)};
    const cr_touch *old = g->sided ? cr_generation_old(g, touch.key) : NULL;
    if (old) touch.side = old->side;
    cr_probe probe = cr_point_probe(view, feature, touch.side);
    cr_generation_bound(g, view, feature, probe.gap);
    cr_generation_add(g, view, &touch, &probe);
}
