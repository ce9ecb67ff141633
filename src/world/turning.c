// Whether one body of a pair turns in the other without going anywhere, as a ball does that spins in a
// socket: its points move along the other's surface, not towards it, and its centre hardly at all.
#include "base/numeric.h"
#include "world/world_internal.h"

// Only points of patches are asked it: of surfaces that fit.
static bool has_surface(const cr_form *form) {
    for (int i = 0; i < form->features; i++)
        if (form->feature[i].kind == CR_FEATURE_SURFACE) return true;
    return false;
}

bool cr_pair_turns(const cr_world *w, cr_pair *pair, const cr_body_now *a, const cr_body_now *b, double h) {
    const double still = 0.01, hardly = 0.1; // of g h, as for loads that go over; of the fastest point
    double slow = still * h * cr_vec_length(w->model->def.gravity), towards = 0.0, along = 0.0;
    const cr_form *form_a = a->body->part[pair->part_a].form, *form_b = b->body->part[pair->part_b].form;
    if (form_a->ball > 0.0 || form_b->ball > 0.0) return false; // which has no patch
    if (!has_surface(form_a) && !has_surface(form_b)) return false;
    for (int i = 0; i < pair->points.count; i++) {
        cr_point_memory *m = &pair->points.items[i];
        const cr_body_now *own = m->touch.owner ? b : a, *other = m->touch.owner ? a : b;
        cr_vec speed, centre = cr_vec_sub(own->state.velocity, cr_body_velocity(other, own->state.at));
        cr_point_gap(pair, a, b, m, &speed);
        double rate = cr_vec_dot(speed, m->touch.normal);
        towards = cr_max(towards, cr_max(fabs(rate), cr_vec_length(centre)));
        along = cr_max(along, cr_vec_length(cr_vec_along(speed, -rate, m->touch.normal)));
    }
    return along > slow && towards <= hardly * along;
}
