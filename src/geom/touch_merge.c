// Points that two features find at the same place (an edge and the edge that it crosses, a corner and the
// border of a flat part) are one.
#include "geom/track.h"

// What stays of points that are one: the deepest; of those within a micrometre one that was there before; of
// those within rounding a corner, then a fixed sample, then the lower feature. None of it tells a from b but
// where the forms are alike.
static double order_of(const cr_generation *g, const cr_touch *t, bool old) {
    const cr_form *own = t->owner ? g->meeting->b : g->meeting->a;
    bool corner = own->feature[t->feature].kind == CR_FEATURE_POINT;
    return t->gap - 1e-6 * old - 1e-8 * corner - 1e-9 * (t->sample >= 0) + 1e-12 * t->feature;
}

static double spread_square(const cr_touch *a, const cr_touch *b) {
    cr_vec d = cr_vec_sub(a->point_a, b->point_a), e = cr_vec_sub(a->point_b, b->point_b);
    return cr_max(cr_vec_dot(d, d), cr_vec_dot(e, e));
}

// Distinct points of a form are further apart than a tenth of its thinnest part.
double cr_touch_apart(const cr_meeting *meeting) {
    double wall = cr_min(meeting->a->wall > 0.0 ? meeting->a->wall : 1e300,
                         meeting->b->wall > 0.0 ? meeting->b->wall : 1e300);
    double size = cr_min(meeting->a->reach, meeting->b->reach);
    return cr_min(0.1 * wall, 0.05 * size);
}

typedef struct item {
    double order;
    int index;
    bool old, stays;
} item;

static void sort_items(item *items, int count) {
    for (int i = 1; i < count; i++) {
        item one = items[i];
        int k = i;
        for (; k > 0 && items[k - 1].order > one.order; k--) items[k] = items[k - 1];
        items[k] = one;
    }
}

static bool is_one(const cr_generation *g, const item *a, const item *b) {
    const cr_touch *first = &g->memory->touch[a->index], *second = &g->memory->touch[b->index];
    if (first->owner == second->owner && first->feature == second->feature) return false;
    // Two that were there stay two until they come nearer still.
    double distance = a->old && b->old ? 0.5 * g->apart : g->apart;
    return spread_square(first, second) <= distance * distance;
}

// Corners of one form are not one.
static bool all_corners(const cr_generation *g) {
    const cr_touch_memory *m = g->memory;
    for (int i = 0; i < m->count; i++) {
        const cr_form *own = m->touch[i].owner ? g->meeting->b : g->meeting->a;
        if (m->touch[i].owner != m->touch[0].owner) return false;
        if (own->feature[m->touch[i].feature].kind != CR_FEATURE_POINT) return false;
    }
    return true;
}

void cr_generation_merge(cr_generation *g) {
    cr_touch_memory *m = g->memory;
    if (all_corners(g)) return;
    item items[CR_TOUCH_MAX];
    bool gone[CR_TOUCH_MAX];
    for (int i = 0; i < m->count; i++) {
        bool old = cr_generation_old(g, m->touch[i].key) != NULL;
        items[i] = (item){order_of(g, &m->touch[i], old), i, old, true};
    }
    sort_items(items, m->count);
    for (int i = 0; i < m->count; i++) {
        for (int k = 0; k < i && items[i].stays; k++)
            if (items[k].stays && is_one(g, &items[i], &items[k])) items[i].stays = false;
        gone[items[i].index] = !items[i].stays;
    }
    int kept = 0;
    for (int i = 0; i < m->count; i++)
        if (!gone[i]) m->touch[kept++] = m->touch[i];
    m->count = kept;
}
