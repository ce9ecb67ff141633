// Points that two features find at the same place (an edge and the edge that it crosses, a corner and the
// border of a flat part) are one.
#include "geom/track.h"

// What stays: a point that was there before, then a corner, then a fixed sample before one that moves, then
// the nearer; of equals the lower feature. None of it tells a from b but where the forms are alike.
static int rank(const cr_generation *g, const cr_touch *t) {
    const cr_form *own = t->owner ? g->meeting->b : g->meeting->a;
    int old = cr_generation_old(g, t->key) != NULL;
    return 8 * old + 4 * (own->feature[t->feature].kind == CR_FEATURE_POINT) + (t->sample >= 0);
}

static bool goes_before(const cr_generation *g, const cr_touch *a, const cr_touch *b) {
    int first = rank(g, a), second = rank(g, b);
    if (first != second) return first > second;
    if (fabs(a->gap - b->gap) > 1e-9) return a->gap < b->gap;
    if (a->feature != b->feature) return a->feature < b->feature;
    return a->owner < b->owner;
}

static double spread_square(const cr_touch *a, const cr_touch *b) {
    cr_vec d = cr_vec_sub(a->point_a, b->point_a), e = cr_vec_sub(a->point_b, b->point_b);
    return fmax(cr_vec_dot(d, d), cr_vec_dot(e, e));
}

// Distinct points of a form are further apart than a tenth of its thinnest part.
double cr_touch_apart(const cr_meeting *meeting) {
    double wall = fmin(meeting->a->wall > 0.0 ? meeting->a->wall : 1e300,
                       meeting->b->wall > 0.0 ? meeting->b->wall : 1e300);
    double size = fmin(meeting->a->reach, meeting->b->reach);
    return fmin(0.1 * wall, 0.05 * size);
}

void cr_generation_merge(cr_generation *g) {
    cr_touch_memory *m = g->memory;
    double distance = g->apart;
    int kept = 0;
    for (int i = 0; i < m->count; i++) {
        cr_touch touch = m->touch[i];
        bool stays = true;
        for (int k = 0; stays && k < kept; k++) {
            cr_touch *other = &m->touch[k];
            if (other->owner == touch.owner && other->feature == touch.feature) continue;
            double square = spread_square(&touch, other);
            if (square > distance * distance) continue;
            // Two that were there stay two until they come nearer still.
            if (square > 0.25 * distance * distance && rank(g, &touch) >= 8 && rank(g, other) >= 8) continue;
            if (goes_before(g, &touch, other)) *other = touch;
            stays = false;
        }
        if (stays) m->touch[kept++] = touch;
    }
    m->count = kept;
}
