// Touch points of edges and rims on any form: minima that move, kept in slots; fixed samples and moving
// borders where the edge lies flat.
#include "geom/track.h"

enum { SAMPLES_MAX = 128, SLOTS_MAX = 16, PARTS_MAX = 8 };

static const double two_pi = 6.283185307179586;

typedef struct minimum {
    double u;
    int slot, side;
    cr_probe probe;
} minimum;

// The samples of a curve, and what was found on it.
typedef struct search {
    cr_generation *g;
    const cr_view *view;
    int feature;
    cr_curve curve;
    double u[SAMPLES_MAX], slope[SAMPLES_MAX];
    int side[SAMPLES_MAX];
    cr_probe probe[SAMPLES_MAX];
    int minima, parts;
    bool taken[SLOTS_MAX], part_taken[PARTS_MAX]; // slots
    minimum minimum[SLOTS_MAX];
    cr_flat_part part[PARTS_MAX];
} search;

static unsigned key_of(const search *s, cr_touch_kind kind, int number) {
    return cr_touch_key(s->view->owner, s->feature, kind, number);
}

static void add(search *s, cr_touch_kind kind, int number, double u, int side, const cr_probe *probe) {
    cr_touch touch = {
        .key = key_of(s, kind, number), .sample = kind == CR_TOUCH_FIXED ? number : -1, .side = side, .u = u};
    cr_generation_add(s->g, s->view, &touch, probe);
}

// Where only the least gap is asked for: a distance changes by no more than the way, so that a sample which
// is far by that from one that was asked need not be, and has that bound for a gap.
static bool is_far(search *s, int i, int asked) {
    double way = s->curve.speed * (s->u[i] - s->u[asked]),
           far = s->g->reach + s->curve.speed * (s->u[1] - s->u[0]) + 3.0 * s->g->meeting->flat;
    if (!(s->probe[asked].gap - 1.01 * way > far)) return false;
    s->probe[i] = s->probe[asked];
    s->probe[i].gap -= 1.01 * way;
    s->slope[i] = 0.0;
    return true;
}

static void take_samples(search *s, double *least, double *most) {
    int asked = 0;
    *least = 1e300, *most = -1e300;
    for (int i = 0; i < s->curve.samples; i++) {
        s->u[i] = cr_curve_base_sample(&s->curve, i);
        s->side[i] = 0;
        if (s->g->least && i && is_far(s, i, asked)) {
            *least = cr_min(*least, s->probe[i].gap);
            *most = cr_max(*most, s->probe[i].gap);
            continue;
        }
        asked = i;
        s->probe[i] = cr_curve_probe(&s->curve, s->u[i], 0, &s->slope[i]);
        if (s->g->sided && s->probe[i].gap <= CR_SIDE_MARGIN) {
            s->side[i] = cr_side_beside(s->g, s->view, s->probe[i].centre);
            s->probe[i] = cr_curve_probe(&s->curve, s->u[i], s->side[i], &s->slope[i]);
        }
        *least = cr_min(*least, s->probe[i].gap);
        *most = cr_max(*most, s->probe[i].gap);
    }
}

static double apart(const cr_curve *curve, double u, double v) {
    double d = fabs(u - v);
    return curve->closed && d > 0.5 * two_pi ? two_pi - d : d;
}

// Minima nearer than this are one, in radians of a circle and shares of a line's half length: a slot is
// given up below the first, a new one is made above the second, so that none comes and goes.
static const double merge_below = 0.02, part_above = 0.15;

static bool has_minimum(const search *s, double u, double within) {
    for (int i = 0; i < s->minima; i++)
        if (apart(&s->curve, s->minimum[i].u, u) < within) return true;
    return false;
}

static void follow_old(search *s) {
    unsigned first = key_of(s, CR_TOUCH_MOVING, 0);
    const cr_touch *old = cr_generation_from(s->g, first), *end = s->g->old + s->g->olds;
    for (; old < end && old->key < first + SLOTS_MAX; old++) {
        double u = old->u;
        cr_probe probe;
        int slot = (int)(old->key - first);
        s->taken[slot] = true; // even if it goes: what comes has another name
        if (!cr_curve_follow(&s->curve, &u, old->side, &probe) || has_minimum(s, u, merge_below)) continue;
        if (apart(&s->curve, u, old->u) > CR_MOVE_MOST) continue; // its own is gone, and that is another one
        s->minimum[s->minima++] = (minimum){u, slot, old->side, probe};
    }
}

static void add_new(search *s, double u, int side, const cr_probe *probe) {
    if (s->minima == SLOTS_MAX || has_minimum(s, u, part_above)) return;
    int slot = 0;
    while (slot < SLOTS_MAX && s->taken[slot]) slot++;
    if (slot == SLOTS_MAX) return;
    s->taken[slot] = true;
    s->minimum[s->minima++] = (minimum){u, slot, side, *probe};
}

static void seek_new(search *s) {
    int n = s->curve.samples;
    for (int i = 0; i + !s->curve.closed < n; i++) {
        int next = i + 1 < n ? i + 1 : 0;
        if (!(s->slope[i] < 0.0 && s->slope[next] >= 0.0)) continue;
        double high = next ? s->u[next] : two_pi, wide = high - s->u[i];
        // A distance changes by no more than the way.
        if (0.5 * (s->probe[i].gap + s->probe[next].gap - wide * s->curve.speed) > s->g->reach) continue;
        bool known = false;
        for (int k = 0; k < s->minima; k++) known |= s->minimum[k].u >= s->u[i] && s->minimum[k].u <= high;
        if (known) continue;
        double u;
        int side = s->side[i] ? s->side[i] : s->side[next];
        cr_probe probe = cr_curve_bracket(&s->curve, s->u[i], high, s->slope[i], s->slope[next], side, &u);
        add_new(s, u, side, &probe);
    }
}

// --- flat parts

static bool within(const search *s, const cr_flat_part *part, double u) {
    if (u >= part->border[0] && u <= part->border[1]) return true;
    return s->curve.closed && ((u - two_pi >= part->border[0] && u - two_pi <= part->border[1]) ||
                               (u + two_pi >= part->border[0] && u + two_pi <= part->border[1]));
}

static bool part_is_flat(const search *s, const cr_flat_part *part) {
    double least = cr_min(part->probe[0].gap, part->probe[1].gap),
           most = cr_max(part->probe[0].gap, part->probe[1].gap);
    for (int i = 0; i < s->curve.samples; i++)
        if (within(s, part, s->u[i]))
            least = cr_min(least, s->probe[i].gap), most = cr_max(most, s->probe[i].gap);
    return cr_generation_is_flat(s->g, s->view, s->feature, most - least);
}

// Whether u is in a flat part, which is noted.
static bool in_flat_part(search *s, double u, int side, const cr_probe *probe) {
    for (int i = 0; i < s->parts; i++)
        if (within(s, &s->part[i], u)) return true;
    cr_flat_part part;
    if (probe->gap > s->g->reach || s->parts == PARTS_MAX) return false;
    if (!cr_curve_flat_part(&s->curve, u, probe, side, s->g->apart, s->g->meeting->flat, &part)) return false;
    if (s->curve.closed && part.whole[0] && part.whole[1]) return false;
    if (!part_is_flat(s, &part)) return false;
    s->part[s->parts++] = part;
    return true;
}

// The number of a flat part: that of the old one whose borders it has between or beside its own.
static int part_number(search *s, const cr_flat_part *part) {
    unsigned first = key_of(s, CR_TOUCH_BORDER, 0);
    const cr_touch *old = cr_generation_from(s->g, first), *end = s->g->old + s->g->olds;
    double middle = 0.5 * (part->border[0] + part->border[1]), nearest = 1e300;
    int number = -1;
    for (; old < end && old->key < first + 2 * PARTS_MAX; old++) {
        int n = (int)(old->key - first) / 2;
        double d = apart(&s->curve, old->u, middle);
        if (!s->part_taken[n] && d < nearest) nearest = d, number = n;
    }
    if (number < 0)
        for (number = 0; s->part_taken[number];) number++;
    s->part_taken[number] = true;
    return number;
}

static bool own_end(const search *s, int i) {
    unsigned ends = s->view->own->feature[s->feature].ends;
    return i == 0 ? !(ends & CR_END_FIRST) : !(ends & CR_END_LAST);
}

static bool is_end(const search *s, int i) {
    return !s->curve.closed && (i == 0 || i == s->curve.samples - 1);
}

static void add_part(search *s, const cr_flat_part *part) {
    int number = part_number(s, part), last = s->curve.samples - 1;
    double least = s->g->apart / s->curve.speed;
    for (int end = 0; end < 2; end++) {
        double u = part->border[end];
        if (part->whole[end]) {
            if (own_end(s, end ? last : 0)) add(s, CR_TOUCH_FIXED, end ? last : 0, u, 0, &part->probe[end]);
            continue;
        }
        if (s->curve.closed) u = u < 0.0 ? u + two_pi : u >= two_pi ? u - two_pi : u;
        add(s, CR_TOUCH_BORDER, 2 * number + end, u, 0, &part->probe[end]);
    }
    for (int i = 0; i < s->curve.samples; i++) {
        if (is_end(s, i) || !within(s, part, s->u[i])) continue;
        if (apart(&s->curve, s->u[i], part->border[0]) < least) continue;
        if (apart(&s->curve, s->u[i], part->border[1]) < least) continue;
        add(s, CR_TOUCH_FIXED, i, s->u[i], s->side[i], &s->probe[i]);
    }
}

static void add_found(search *s) {
    bool flat[SLOTS_MAX];
    for (int i = 0; i < s->minima; i++)
        flat[i] = in_flat_part(s, s->minimum[i].u, s->minimum[i].side, &s->minimum[i].probe);
    for (int i = 0; i < s->curve.samples; i++) {
        if (!is_end(s, i) || (i ? s->slope[i] > 0.0 : s->slope[i] < 0.0)) continue;
        if (!in_flat_part(s, s->u[i], s->side[i], &s->probe[i]) && own_end(s, i))
            add(s, CR_TOUCH_FIXED, i, s->u[i], s->side[i], &s->probe[i]);
    }
    cr_generation_set_flat(s->g, s->view, s->feature, s->parts > 0);
    for (int i = 0; i < s->minima; i++)
        if (!flat[i])
            add(s, CR_TOUCH_MOVING, s->minimum[i].slot, s->minimum[i].u, s->minimum[i].side,
                &s->minimum[i].probe);
    for (int i = 0; i < s->parts; i++) add_part(s, &s->part[i]);
}

// *bound: nothing of it is nearer.
static bool within_reach(const cr_curve *curve, double reach, double *bound) {
    cr_vec half = {curve->speed, curve->speed, curve->speed}, a = curve->first, b = curve->second;
    if (curve->kind == CR_FEATURE_LINE) half = cr_vec_make(fabs(a.x), fabs(a.y), fabs(a.z));
    if (curve->closed)
        half = cr_vec_make(sqrt(a.x * a.x + b.x * b.x), sqrt(a.y * a.y + b.y * b.y),
                           sqrt(a.z * a.z + b.z * b.z));
    *bound = reach;
    if (!cr_view_near(curve->view, curve->at, half, reach + curve->round)) return false;
    *bound = cr_form_near(curve->view->other, curve->at, 0).distance - curve->round - curve->speed;
    return *bound <= reach;
}

void cr_track_curve(cr_generation *g, const cr_view *view, int feature) {
    search s;
    s.g = g, s.view = view, s.feature = feature, s.minima = s.parts = 0;
    s.curve = cr_curve_make(view, feature);
    double bound;
    bool within = within_reach(&s.curve, g->reach, &bound);
    cr_generation_bound(g, view, feature, bound);
    if (!within) {
        cr_generation_set_flat(g, view, feature, false);
        return;
    }
    for (int i = 0; i < SLOTS_MAX; i++) s.taken[i] = false;
    for (int i = 0; i < PARTS_MAX; i++) s.part_taken[i] = false;
    if (s.curve.samples > SAMPLES_MAX) s.curve.samples = SAMPLES_MAX;
    double least, most;
    take_samples(&s, &least, &most);
    // A distance changes by no more than the way, from the nearest sample half the way to the next.
    double half_way = 0.5 * s.curve.speed * (s.u[1] - s.u[0]);
    cr_generation_bound(g, view, feature, cr_max(bound, least - half_way));
    if (!cr_generation_is_flat(g, view, feature, most - least)) {
        follow_old(&s);
        seek_new(&s);
        add_found(&s);
        if (s.parts > 0 || most - least > g->meeting->way) return;
    } else {
        cr_generation_set_flat(g, view, feature, true);
    }
    for (int i = 0; i < s.curve.samples; i++)
        if (!is_end(&s, i) || own_end(&s, i)) add(&s, CR_TOUCH_FIXED, i, s.u[i], s.side[i], &s.probe[i]);
}
