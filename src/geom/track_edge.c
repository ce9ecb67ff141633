// Touch points of edges and rims: minima that move, kept in slots; fixed samples where the edge lies flat.
#include "base/maths.h"
#include "geom/track.h"

enum { SAMPLES_MAX = 128, SLOTS_MAX = 16 };

static const double two_pi = 6.283185307179586;

void cr_track_point(cr_generation *g, const cr_view *view, int feature) {
    const cr_feature *f = &view->own->feature[feature];
    unsigned key = cr_touch_key(view->owner, feature, CR_TOUCH_FIXED, 0);
    cr_probe probe = cr_probe_at(view->other, cr_view_in(view, f->at), f->round, cr_generation_side(g, key));
    if (probe.gap > g->reach) return;
    cr_generation_add(g, view, (cr_touch){.key = key, .owner = view->owner, .feature = feature}, &probe);
}

static void add_sample(cr_generation *g, const cr_view *view, int feature, int sample, double u,
                       const cr_probe *probe) {
    if (probe->gap > g->reach) return;
    cr_touch touch = {.key = cr_touch_key(view->owner, feature, CR_TOUCH_FIXED, sample),
                      .owner = view->owner,
                      .feature = feature,
                      .sample = sample,
                      .u = u};
    cr_generation_add(g, view, touch, probe);
}

static void add_moving(cr_generation *g, const cr_view *view, int feature, int slot, double u, int side,
                       const cr_probe *probe) {
    if (probe->gap > g->reach) return;
    cr_touch touch = {.key = cr_touch_key(view->owner, feature, CR_TOUCH_MOVING, slot),
                      .owner = view->owner,
                      .feature = feature,
                      .sample = -1,
                      .side = side,
                      .u = u};
    cr_generation_add(g, view, touch, probe);
}

// An edge lies flat where the spread of its gaps falls below `flat`, until it passes three times that.
static bool lies_flat(cr_generation *g, const cr_view *view, int feature, double spread) {
    bool was = cr_generation_flat(g, view, feature);
    bool is = spread < (was ? 3.0 : 1.0) * g->meeting->flat;
    cr_generation_set_flat(g, view, feature, is);
    return is;
}

// The gap of a ball on a straight line, and the circle's lowest point, are closed forms above a plane;
// `height` and `normal`: of the plane, height + normal.p, in own's frame.
void cr_track_curve_on_plane(cr_generation *g, const cr_view *view, int feature, double height,
                             cr_vec normal) {
    const cr_feature *f = &view->own->feature[feature];
    double middle = height + cr_vec_dot(normal, f->at) - f->round;
    if (f->kind == CR_FEATURE_LINE) {
        double slope = cr_vec_dot(normal, f->along);
        for (int end = -1; end <= 1; end += 2) {
            cr_vec at = cr_vec_along(f->at, end, f->along);
            if (middle + end * slope > g->reach || cr_form_has_corner(view->own, at)) continue;
            cr_probe probe = cr_probe_at(view->other, cr_view_in(view, at), f->round, 0);
            add_sample(g, view, feature, end < 0 ? 0 : (f->samples > 3 ? f->samples : 3) - 1, end, &probe);
        }
        return;
    }
    cr_vec across = cr_vec_cross(f->along, f->first);
    double x = cr_vec_dot(normal, f->first), y = cr_vec_dot(normal, across), tilt = sqrt(x * x + y * y);
    if (middle - f->radius * tilt > g->reach) {
        cr_generation_set_flat(g, view, feature, false);
        return;
    }
    if (lies_flat(g, view, feature, 2.0 * f->radius * tilt)) {
        cr_curve curve = cr_curve_make(view, f);
        for (int i = 0; i < curve.samples; i++) {
            double slope, u = cr_curve_sample(&curve, i);
            cr_probe probe = cr_curve_probe(&curve, u, 0, &slope);
            add_sample(g, view, feature, i, u, &probe);
        }
        return;
    }
    double u = cr_atan2(-y, -x);
    cr_vec lowest =
        cr_vec_along(cr_vec_along(f->at, -f->radius * x / tilt, f->first), -f->radius * y / tilt, across);
    cr_probe probe = cr_probe_at(view->other, cr_view_in(view, lowest), f->round, 0);
    add_moving(g, view, feature, 0, u < 0.0 ? u + two_pi : u, 0, &probe);
}

// The samples of a curve, and the minima found on it.
typedef struct search {
    cr_curve curve;
    int samples;
    double u[SAMPLES_MAX], slope[SAMPLES_MAX];
    cr_probe probe[SAMPLES_MAX];
    int minima;
    bool taken[SLOTS_MAX]; // slots
    struct minimum {
        double u;
        int slot, side;
        cr_probe probe;
    } minimum[SLOTS_MAX];
} search;

static double apart(const cr_curve *curve, double u, double v) {
    double d = fabs(u - v);
    return curve->closed && d > 0.5 * two_pi ? two_pi - d : d;
}

// Minima nearer than this are one, in radians of a circle and shares of a line's half length: a slot is
// given up below the first, a new one is made above the second (Carom's reference for slots of two minima
// that part).
static const double merge_below = 0.02, part_above = 0.15;

static bool has_minimum(const search *s, double u, double within) {
    for (int i = 0; i < s->minima; i++)
        if (apart(&s->curve, s->minimum[i].u, u) < within) return true;
    return false;
}

static void follow_old(search *s, const cr_generation *g, const cr_view *view, int feature) {
    unsigned first = cr_touch_key(view->owner, feature, CR_TOUCH_MOVING, 0);
    const cr_touch *old = cr_generation_from(g, first), *end = g->old + g->olds;
    for (; old && old < end && old->key < first + SLOTS_MAX && s->minima < SLOTS_MAX; old++) {
        double u = old->u;
        cr_probe probe;
        if (!cr_curve_follow(&s->curve, &u, old->side, &probe) || has_minimum(s, u, merge_below)) continue;
        int slot = (int)(old->key - first);
        s->taken[slot] = true;
        s->minimum[s->minima++] = (struct minimum){u, slot, old->side, probe};
    }
}

static void add_new(search *s, double u, const cr_probe *probe) {
    if (s->minima == SLOTS_MAX || has_minimum(s, u, part_above)) return;
    int slot = 0;
    while (s->taken[slot]) slot++;
    s->taken[slot] = true;
    s->minimum[s->minima++] = (struct minimum){u, slot, 0, *probe};
}

static void seek_new(search *s, const cr_generation *g) {
    int n = s->samples;
    for (int i = 0; i + !s->curve.closed < n; i++) {
        int next = i + 1 < n ? i + 1 : 0;
        if (!(s->slope[i] < 0.0 && s->slope[next] >= 0.0)) continue;
        double high = next ? s->u[next] : two_pi, wide = high - s->u[i];
        // A distance changes by no more than the way.
        if (0.5 * (s->probe[i].gap + s->probe[next].gap - wide * s->curve.speed) > g->reach) continue;
        bool known = false;
        for (int k = 0; k < s->minima; k++) {
            double u = s->minimum[k].u;
            known |= u >= s->u[i] && u <= high;
        }
        if (known) continue;
        double u;
        cr_probe probe = cr_curve_bracket(&s->curve, s->u[i], high, s->slope[i], s->slope[next], 0, &u);
        add_new(s, u, &probe);
    }
}

static void add_ends(const search *s, cr_generation *g, const cr_view *view, int feature) {
    const cr_feature *f = &view->own->feature[feature];
    int last = s->samples - 1;
    for (int end = 0; end < 2; end++) {
        int i = end ? last : 0;
        if (end ? s->slope[i] > 0.0 : s->slope[i] < 0.0) continue;
        if (s->probe[i].gap > g->reach) continue;
        if (cr_form_has_corner(view->own, cr_vec_along(f->at, s->u[i], f->along))) continue;
        add_sample(g, view, feature, i, s->u[i], &s->probe[i]);
    }
}

void cr_track_curve(cr_generation *g, const cr_view *view, int feature) {
    const cr_feature *f = &view->own->feature[feature];
    search s = {.curve = cr_curve_make(view, f)};
    cr_near middle = cr_form_near(view->other, s.curve.at, 0);
    if (middle.distance - f->round - s.curve.speed > g->reach) {
        cr_generation_set_flat(g, view, feature, false);
        return;
    }
    if (s.curve.samples > SAMPLES_MAX) s.curve.samples = SAMPLES_MAX;
    s.samples = s.curve.samples;
    double least = 1e300, most = -1e300;
    for (int i = 0; i < s.samples; i++) {
        s.u[i] = cr_curve_sample(&s.curve, i);
        s.probe[i] = cr_curve_probe(&s.curve, s.u[i], 0, &s.slope[i]);
        least = fmin(least, s.probe[i].gap);
        most = fmax(most, s.probe[i].gap);
    }
    if (lies_flat(g, view, feature, most - least)) {
        for (int i = 0; i < s.samples; i++) {
            bool end = !s.curve.closed && (i == 0 || i == s.samples - 1);
            if (end && cr_form_has_corner(view->own, cr_vec_along(f->at, s.u[i], f->along))) continue;
            add_sample(g, view, feature, i, s.u[i], &s.probe[i]);
        }
        return;
    }
    follow_old(&s, g, view, feature);
    seek_new(&s, g);
    for (int i = 0; i < s.minima; i++)
        add_moving(g, view, feature, s.minimum[i].slot, s.minimum[i].u, s.minimum[i].side,
                   &s.minimum[i].probe);
    if (!s.curve.closed) add_ends(&s, g, view, feature);
}
