// Minima of a distance on a smooth surface: two parameters.
#include "geom/track.h"

void cr_track_surface(cr_generation *g, const cr_view *view, int feature) {
    (void)g, (void)view, (void)feature;
}

bool cr_surface_follow(const cr_view *view, int feature, double *u, double *v, int side, cr_probe *probe) {
    cr_vec p = view->own->type->ops->place(view->own, feature, *u, *v);
    *probe = cr_probe_at(view->other, cr_view_in(view, p), 0.0, side);
    return true;
}
