// Minima of a distance on a smooth surface, which two parameters place. Slope and second derivative come from
// the normals of both forms, n of the other (the gradient of its distance) and m of the own: along the
// surface the distance has the gradient g = n - (n.m) m and the second derivative K_other - (n.m) K_own,
// where K is the derivative of a form's normals along its tangents, its curvatures.
#include "geom/track.h"

enum { SLOTS_MAX = 16, SAMPLES_MAX = 1024, SERIES = (1 << CR_TOUCH_NUMBER_BITS) / SAMPLES_MAX };

static cr_vec place(const cr_view *view, int feature, double u, double v) {
    return view->own->type->ops->place(view->own, feature, u, v);
}

cr_probe cr_surface_probe(const cr_view *view, int feature, double u, double v, int side) {
    return cr_probe_at(view->other, cr_view_in(view, place(view, feature, u, v)), 0.0, side);
}

cr_probe cr_seat_probe(const cr_view *view, cr_vec seat) {
    cr_near own = cr_form_near(view->own, cr_view_back(view, cr_vec_sub(seat, view->at)), 0);
    cr_vec n = cr_vec_scale(-1.0, cr_view_turn(view, own.normal));
    return (cr_probe){cr_vec_along(seat, own.distance, n), {own.distance, n}, own.distance};
}

// The own normal at a place, in other's frame.
static cr_vec own_normal(const cr_view *view, cr_vec p) {
    return cr_view_turn(view, cr_form_near(view->own, p, 0).normal);
}

// What a step of Newton's method knows at a place, in the tangents e[0], e[1].
typedef struct local {
    cr_vec p, e[2];
    cr_probe probe;
    double slope[2], k[3]; // k: 00, 11, 01
} local;

static void look(const cr_view *view, int feature, double u, double v, int side, local *at) {
    double step = 1e-5 * cr_min(view->own->reach, cr_min(view->other->reach, 1.0));
    at->p = place(view, feature, u, v);
    at->probe = cr_probe_at(view->other, cr_view_in(view, at->p), 0.0, side);
    cr_vec n = at->probe.near.normal, m = own_normal(view, at->p);
    double facing = -cr_vec_dot(n, m);
    cr_vec_frame(m, &at->e[0], &at->e[1]);
    cr_vec dn[2], dm[2];
    for (int i = 0; i < 2; i++) {
        at->slope[i] = cr_vec_dot(n, at->e[i]);
        cr_vec beside = cr_vec_along(at->probe.centre, step, at->e[i]);
        cr_vec own_beside = cr_vec_along(at->p, step, cr_view_back(view, at->e[i]));
        dn[i] = cr_vec_sub(cr_form_near(view->other, beside, side).normal, n);
        dm[i] = cr_vec_sub(own_normal(view, own_beside), m);
    }
    for (int i = 0; i < 2; i++)
        at->k[i] = (cr_vec_dot(dn[i], at->e[i]) + facing * cr_vec_dot(dm[i], at->e[i])) / step;
    at->k[2] = 0.5 *
               (cr_vec_dot(dn[0], at->e[1]) + cr_vec_dot(dn[1], at->e[0]) +
                facing * (cr_vec_dot(dm[0], at->e[1]) + cr_vec_dot(dm[1], at->e[0]))) /
               step;
}

// The eigenvalues of k, the smaller first, and the direction of the smaller one.
static void principal(const double k[3], double value[2], double direction[2]) {
    double mean = 0.5 * (k[0] + k[1]), half = 0.5 * (k[0] - k[1]), root = sqrt(half * half + k[2] * k[2]);
    value[0] = mean - root, value[1] = mean + root;
    double x = -k[2], y = half + root; // of k - value[0]: orthogonal to its rows
    if (half < 0.0) x = half - root, y = k[2];
    double length = sqrt(x * x + y * y);
    direction[0] = length > 0.0 ? x / length : 1.0;
    direction[1] = length > 0.0 ? y / length : 0.0;
}

// Newton's step along the surface, downhill where the distance bends down, at most `cap` long.
static cr_vec step_of(const local *at, double floor, double cap) {
    double value[2], d[2];
    principal(at->k, value, d);
    double low = d[0] * at->slope[0] + d[1] * at->slope[1], high = -d[1] * at->slope[0] + d[0] * at->slope[1];
    low /= -cr_max(fabs(value[0]), floor);
    high /= -cr_max(fabs(value[1]), floor);
    double x = low * d[0] - high * d[1], y = low * d[1] + high * d[0], length = sqrt(x * x + y * y);
    double share = length > cap ? cap / length : 1.0;
    return cr_vec_along(cr_vec_scale(share * x, at->e[0]), share * y, at->e[1]);
}

// Changes u, v by what moves the place by w (in own's frame): least squares with differences. False where the
// edge of the surface stops it.
static bool move(const cr_view *view, int feature, cr_vec p, cr_vec w, double *u, double *v) {
    double step = cr_min(1e-5, 1e-3 * view->own->reach);
    cr_vec a = cr_vec_scale(1.0 / step, cr_vec_sub(place(view, feature, *u + step, *v), p));
    cr_vec b = cr_vec_scale(1.0 / step, cr_vec_sub(place(view, feature, *u, *v + step), p));
    double aa = cr_vec_dot(a, a), bb = cr_vec_dot(b, b), ab = cr_vec_dot(a, b), wa = cr_vec_dot(w, a),
           wb = cr_vec_dot(w, b), det = aa * bb - ab * ab;
    if (!(det > 1e-12 * aa * bb)) return false;
    double to_u = *u + (wa * bb - wb * ab) / det, to_v = *v + (wb * aa - wa * ab) / det;
    *u = to_u, *v = to_v;
    if (!view->own->type->ops->keep) return true;
    view->own->type->ops->keep(view->own, feature, u, v);
    if (*u == to_u && *v == to_v) return true;
    cr_vec off =
        cr_vec_sub(place(view, feature, *u, *v), place(view, feature, to_u, to_v)); // not by its name
    return cr_vec_length(off) <= 1e-9 * view->own->reach;
}

bool cr_surface_follow(const cr_view *view, int feature, double *u, double *v, int side, cr_probe *probe) {
    double size = cr_min(view->own->reach, view->other->reach), cap = 0.2 * size, last = 1e300, value[2],
           d[2];
    bool inside = true;
    local at;
    for (int turn = 0;; turn++) {
        look(view, feature, *u, *v, side, &at);
        *probe = at.probe;
        double slope = sqrt(at.slope[0] * at.slope[0] + at.slope[1] * at.slope[1]);
        if (slope < 1e-14 || turn == 12 || (slope < 1e-10 && slope >= 0.5 * last) || !inside) {
            last = slope;
            break;
        }
        last = slope;
        cr_vec w = cr_view_back(view, step_of(&at, 1e-6 / size, cap));
        inside = move(view, feature, at.p, w, u, v);
    }
    principal(at.k, value, d);
    // A minimum that an edge stops is the edge's; one that bends less than its size can tell is flat.
    return last <= CR_SLOPE_SMALL && value[0] * size > 1e-4;
}

// --- a generation

typedef struct minimum {
    double u, v;
    int slot, side;
    cr_probe probe;
} minimum;

typedef struct search {
    cr_generation *g;
    const cr_view *view;
    int feature, samples;
    double spacing, cover;   // m: between samples, and at most
    double gap[SAMPLES_MAX]; // of the samples
    cr_vec at[SAMPLES_MAX];  // in own's frame
    int minima;
    bool taken[SLOTS_MAX];
    minimum minimum[SLOTS_MAX];
} search;

static void sample_at(const search *s, int i, double *u, double *v) {
    s->view->own->type->ops->sample(s->view->own, s->feature, i, u, v);
}

static void add(search *s, cr_touch_kind kind, int number, double u, double v, int side,
                const cr_probe *probe) {
    cr_touch touch = {.key = cr_touch_key(s->view->owner, s->feature, kind, number),
                      .sample = kind == CR_TOUCH_FIXED ? number : -1,
                      .side = side,
                      .u = u,
                      .v = v};
    cr_generation_add(s->g, s->view, &touch, probe);
}

static bool has_minimum(const search *s, cr_vec centre, double within) {
    for (int i = 0; i < s->minima; i++) {
        cr_vec d = cr_vec_sub(s->minimum[i].probe.centre, centre);
        if (cr_vec_dot(d, d) < within * within) return true;
    }
    return false;
}

// A slot is given up when another comes this near, a new one is made when none is, in sample spacings.
static const double merge_below = 0.05, part_above = 0.4;

static void follow_old(search *s) {
    unsigned first = cr_touch_key(s->view->owner, s->feature, CR_TOUCH_MOVING, 0);
    const cr_touch *old = cr_generation_from(s->g, first), *end = s->g->old + s->g->olds;
    for (; old < end && old->key < first + SLOTS_MAX; old++) {
        double u = old->u, v = old->v;
        int slot = (int)(old->key - first);
        cr_probe probe;
        s->taken[slot] = true; // even if it goes: what comes has another name
        if (!cr_surface_follow(s->view, s->feature, &u, &v, old->side, &probe)) continue;
        if (has_minimum(s, probe.centre, merge_below * s->spacing)) continue;
        cr_vec way = cr_vec_sub(place(s->view, s->feature, u, v), place(s->view, s->feature, old->u, old->v));
        if (cr_vec_length(way) > 2.0 * s->spacing) continue; // its own is gone, and that is another one
        s->minimum[s->minima++] = (minimum){u, v, slot, old->side, probe};
    }
}

static bool lowest_nearby(const search *s, int i) {
    for (int k = 0; k < s->samples; k++) {
        if (!(s->gap[k] < s->gap[i] || (s->gap[k] == s->gap[i] && k < i))) continue;
        cr_vec d = cr_vec_sub(s->at[k], s->at[i]);
        if (cr_vec_dot(d, d) < 2.25 * s->spacing * s->spacing) return false;
    }
    return true;
}

static void seek_new(search *s) {
    for (int i = 0; i < s->samples && s->minima < SLOTS_MAX; i++) {
        if (s->gap[i] > s->g->reach + s->cover || !lowest_nearby(s, i)) continue;
        cr_vec centre = cr_view_in(s->view, s->at[i]);
        if (has_minimum(s, centre, 0.75 * s->spacing)) continue;
        double u, v;
        int side = s->g->sided && s->gap[i] <= CR_SIDE_MARGIN ? cr_side_beside(s->g, s->view, centre) : 0;
        cr_probe probe;
        sample_at(s, i, &u, &v);
        if (!cr_surface_follow(s->view, s->feature, &u, &v, side, &probe)) continue;
        if (has_minimum(s, probe.centre, part_above * s->spacing)) continue;
        int slot = 0;
        while (slot < SLOTS_MAX && s->taken[slot]) slot++;
        if (slot == SLOTS_MAX) return;
        s->taken[slot] = true;
        s->minimum[s->minima++] = (minimum){u, v, slot, side, probe};
    }
}

// Whether a sample looks at the other form: normals opposed within 0.2 rad, 0.25 for one that is a point.
static bool facing(const search *s, int i) {
    cr_near near = cr_form_near(s->view->other, cr_view_in(s->view, s->at[i]), 0);
    unsigned key = cr_touch_key(s->view->owner, s->feature, CR_TOUCH_FIXED, i);
    double least = cr_generation_old(s->g, key) ? 0.97 : 0.98;
    return -cr_vec_dot(near.normal, own_normal(s->view, s->at[i])) > least;
}

// Whether the distance rises by less than `flat` up to the next sample, in every direction.
static bool bends_less(const search *s, int i, double flat) {
    double u, v, value[2], d[2];
    local at;
    sample_at(s, i, &u, &v);
    look(s->view, s->feature, u, v, 0, &at);
    principal(at.k, value, d);
    return 0.5 * fabs(value[1]) * s->spacing * s->spacing < flat;
}

// The same about one of the samples below a gap: those on a border of the surface bend whatever lies inside,
// and which of them is the lowest is a matter of rounding.
static bool is_even(const search *s, double below, double flat) {
    for (int i = 0; i < s->samples; i++)
        if (s->gap[i] < below && bends_less(s, i, flat)) return true;
    return false;
}

// Of the samples that look at the other form: whether their gaps differ by less than `flat`. There must be
// three.
static bool lies_flat(const search *s) {
    double least = 1e300,
           flat = s->g->meeting->flat * (cr_generation_flat(s->g, s->view, s->feature) ? 3.0 : 1.0);
    for (int i = 0; i < s->samples; i++) least = cr_min(least, s->gap[i]);
    int next = -1, count = 0;
    for (int i = 0; i < s->samples; i++) {
        bool low = s->gap[i] < least + flat;
        count += low;
        if (!low && (next < 0 || s->gap[i] < s->gap[next])) next = i;
    }
    if (count < 3 || (next >= 0 && facing(s, next)) || !is_even(s, least + flat, flat)) return false;
    count = 0;
    for (int i = 0; i < s->samples; i++) {
        if (!facing(s, i)) continue;
        if (s->gap[i] >= least + flat) return false;
        count++;
    }
    return count >= 3;
}

static void place_samples(search *s) {
    const cr_form *own = s->view->own;
    cr_vec size = cr_vec_sub(own->high, own->low);
    double area = 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
    s->samples = own->feature[s->feature].samples;
    if (s->samples > SAMPLES_MAX) s->samples = SAMPLES_MAX;
    s->spacing = sqrt(area / (s->samples > 0 ? s->samples : 1));
    s->cover = s->spacing;
    const cr_vec *seed = own->feature[s->feature].seed;
    for (int i = 0; i < s->samples; i++) {
        double u, v;
        if (seed) {
            s->at[i] = seed[i];
        } else {
            sample_at(s, i, &u, &v);
            s->at[i] = place(s->view, s->feature, u, v);
        }
        if (i) s->cover = cr_max(s->cover, cr_vec_length(cr_vec_sub(s->at[i], s->at[i - 1])));
    }
}

// A distance changes by no more than the way: samples that are far by that from one that was asked are not
// asked, and have that bound for a gap. *bound: nothing of the surface is nearer.
static bool take_samples(search *s, double *bound) {
    place_samples(s);
    double least = 1e300, far = s->g->reach + s->cover + 3.0 * s->g->meeting->flat;
    for (int i = 0, asked = -1; i < s->samples; i++) {
        double way = asked < 0 ? 0.0 : cr_vec_length(cr_vec_sub(s->at[i], s->at[asked]));
        if (asked >= 0 && s->gap[asked] - 1.01 * way > far) {
            s->gap[i] = s->gap[asked] - 1.01 * way;
        } else {
            s->gap[i] = cr_form_near(s->view->other, cr_view_in(s->view, s->at[i]), 0).distance;
            asked = i;
        }
        least = cr_min(least, s->gap[i]);
    }
    *bound = cr_max(*bound, least - s->cover);
    return *bound <= s->g->reach;
}

// Enough points for a patch, the same ones always.
enum { PATCH_MAX = 64 };

static int patch_stride(const search *s) {
    return (s->samples + PATCH_MAX - 1) / PATCH_MAX;
}

// Seats that are there stay, unless there are few beside the samples that could bear: the patch went away.
// *series: of the numbers for new ones, so that these have other keys.
static bool keep_seats(search *s, int *series) {
    unsigned first = cr_touch_key(s->view->owner, s->feature, CR_TOUCH_SEAT, 0);
    const cr_touch *old = cr_generation_from(s->g, first), *end = s->g->old + s->g->olds;
    int seats = 0, bearing = 0, before = s->g->memory->count;
    for (; old < end && old->key < first + SERIES * SAMPLES_MAX; old++) {
        cr_probe probe = cr_seat_probe(s->view, old->seat);
        *series = ((int)(old->key - first) / SAMPLES_MAX + 1) % SERIES;
        seats += probe.gap <= s->g->reach;
        cr_generation_add(s->g, s->view, old, &probe);
    }
    for (int i = 0; i < s->samples; i += patch_stride(s)) bearing += s->gap[i] <= s->g->reach && facing(s, i);
    if (seats >= 3 && 2 * seats >= bearing) return true;
    s->g->memory->count = before;
    return false;
}

// A ball that spins in a socket some micrometres wider carries its points about: with their true gaps they
// are the corners of a polygon, which falls from one to the next. Points of the socket, to which it looks
// always the same, with what it lacks to fit erased are silent (docs/theory/worlds.md, W9).
static void add_seat(search *s, int number, double least, const cr_probe *on_other) {
    cr_touch touch = {.key = cr_touch_key(s->view->owner, s->feature, CR_TOUCH_SEAT, number),
                      .sample = number};
    touch.seat = cr_vec_along(on_other->centre, -on_other->near.distance, on_other->near.normal);
    cr_probe probe = cr_seat_probe(s->view, touch.seat);
    touch.offset = cr_max(least, 0.0) - probe.gap;
    cr_generation_add(s->g, s->view, &touch, &probe);
}

static void add_patch(search *s) {
    int series = 0;
    double least = 1e300;
    if (keep_seats(s, &series)) return;
    for (int i = 0; i < s->samples; i++) least = cr_min(least, s->gap[i]);
    for (int i = 0; i < s->samples; i += patch_stride(s)) {
        if (s->gap[i] > s->g->reach || !facing(s, i)) continue;
        double u, v;
        sample_at(s, i, &u, &v);
        cr_probe probe = cr_surface_probe(s->view, s->feature, u, v, 0);
        if (s->g->meeting->turns) add_seat(s, series * SAMPLES_MAX + i, least, &probe);
        else add(s, CR_TOUCH_FIXED, i, u, v, 0, &probe);
    }
}

void cr_track_surface(cr_generation *g, const cr_view *view, int feature) {
    cr_near origin = cr_form_near(view->other, view->at, 0);
    double bound = origin.distance - view->own->reach;
    bool near = bound <= g->reach, flat = false;
    if (near) {
        search s;
        s.g = g, s.view = view, s.feature = feature, s.minima = 0;
        for (int i = 0; i < SLOTS_MAX; i++) s.taken[i] = false;
        near = take_samples(&s, &bound);
        flat = near && lies_flat(&s);
        if (flat) {
            cr_generation_set_flat(g, view, feature, true);
            add_patch(&s);
        } else if (near) {
            follow_old(&s);
            seek_new(&s);
            for (int i = 0; i < s.minima; i++)
                add(&s, CR_TOUCH_MOVING, s.minimum[i].slot, s.minimum[i].u, s.minimum[i].v, s.minimum[i].side,
                    &s.minimum[i].probe);
        }
    }
    cr_generation_bound(g, view, feature, bound);
    cr_generation_set_flat(g, view, feature, flat);
}
