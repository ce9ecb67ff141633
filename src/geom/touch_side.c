// The side of a thin wall on which a point is, remembered while it touches: a wall pushes it back to that
// side from any depth, where the plain distance would let it through once it is past the middle.
#include "geom/track.h"

static int choose(const cr_form *form, cr_vec p) {
    double above = cr_form_near(form, p, 1).distance, below = cr_form_near(form, p, -1).distance;
    return above > below ? 1 : above < below ? -1 : 0;
}

int cr_side_beside(const cr_generation *g, const cr_view *view, cr_vec centre) {
    if (!g->sided) return 0;
    cr_vec p = cr_pose_out(view->pose_other, centre);
    double nearest = 1e300;
    int side = 0;
    for (int i = 0; i < g->olds; i++) {
        const cr_touch *t = &g->old[i];
        if (t->owner != view->owner || !t->side) continue;
        cr_vec d = cr_vec_sub(t->owner ? t->point_b : t->point_a, p);
        double square = cr_vec_dot(d, d);
        if (square < nearest) nearest = square, side = t->side;
    }
    return side;
}

static bool free_at(const cr_view *view, cr_vec centre, double round, int side) {
    return cr_form_near(view->other, centre, side).distance - round > CR_SIDE_MARGIN;
}

int cr_side_settle(const cr_generation *g, const cr_view *view, const cr_touch *old, int side,
                   cr_probe *probe) {
    cr_vec centre = probe->centre;
    double round = probe->near.distance - probe->gap;
    if (side) {
        if (probe->gap > CR_SIDE_MARGIN) return side;
        cr_probe plain = cr_probe_at(view->other, centre, round, 0);
        if (!(plain.gap > CR_SIDE_MARGIN)) return side;
        *probe = plain; // it went round the rim
        return choose(view->other, centre);
    }
    if (probe->gap > CR_SIDE_MARGIN) {
        if (!old || old->gap <= CR_SIDE_MARGIN) return choose(view->other, centre);
        if (!old->side || free_at(view, centre, round, old->side)) return old->side;
        return choose(view->other, centre);
    }
    side = old ? old->side : cr_side_beside(g, view, centre);
    if (side) *probe = cr_probe_at(view->other, centre, round, side);
    return side;
}
