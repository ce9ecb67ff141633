// A ball in a hollow that is narrower than it is: it may touch at several places, the least distances of the
// other form on its surface, which keep their names while they last. Elsewhere its centre knows all.
#include "geom/track.h"

enum { SLOTS_MAX = 8, SEEDS = 12 };

// The corners of an icosahedron: no direction is further than 37.4 degrees from one of them.
static const double near_axis = 0.525731112119133606, far_axis = 0.850650808352039932;

static cr_vec seed_direction(int i) {
    double a = i & 1 ? -near_axis : near_axis, b = i & 2 ? -far_axis : far_axis;
    return i < 4 ? (cr_vec){0.0, a, b} : i < 8 ? (cr_vec){a, b, 0.0} : (cr_vec){b, 0.0, a};
}

static cr_probe probe_towards(const cr_view *view, cr_vec centre, double round, cr_vec direction, int side) {
    cr_near near = cr_form_near(view->other, cr_vec_along(centre, -round, direction), side);
    return (cr_probe){centre, {near.distance + round, near.normal}, near.distance};
}

// Downhill on the ball from the place that looks along -*direction: at a least distance the other's normal n
// is the direction d. The slope along the surface is t = n - (n.d) d; a step is -t over the second
// derivative, 1/r on a flat wall, then what the last two slopes say (Barzilai and Borwein 1988).
bool cr_ball_follow(const cr_view *view, int feature, int side, cr_vec *direction, cr_probe *probe) {
    enum { TURNS = 40 };
    const double round = view->own->feature[feature].round, centre_known = 1e-12, aligned = 0.5;
    cr_vec centre = cr_view_in(view, view->own->feature[feature].at), d = *direction, last_t = {0},
           step = {0};
    double bend = 1.0 / round, slope = 1.0;
    for (int turn = 0; turn < TURNS; turn++) {
        *probe = probe_towards(view, centre, round, d, side);
        cr_vec n = probe->near.normal, t = cr_vec_along(n, -cr_vec_dot(n, d), d);
        slope = cr_vec_length(t);
        if (slope < centre_known) break;
        double square = cr_vec_dot(step, step);
        if (turn) bend = cr_max(cr_vec_dot(step, cr_vec_sub(t, last_t)) / square, 0.1 / round);
        step = cr_vec_scale(-1.0 / bend, t);
        double way = cr_vec_length(step), most = 0.5 * round;
        if (way > most) step = cr_vec_scale(most / way, step);
        last_t = t;
        d = cr_vec_unit(cr_vec_along(d, -1.0 / round, step), d);
    }
    *direction = d;
    return slope <= CR_SLOPE_SMALL && cr_vec_dot(probe->near.normal, d) > aligned;
}

cr_vec cr_ball_direction(const cr_view *view, const cr_touch *touch) {
    return cr_quat_back(view->pose_other->turn,
                        view->owner ? cr_vec_scale(-1.0, touch->normal) : touch->normal);
}

typedef struct search {
    cr_generation *g;
    const cr_view *view;
    int feature, count;
    bool taken[SLOTS_MAX];
    cr_vec direction[SLOTS_MAX];
} search;

// A place is another one than those that are known if it is further from them than this, in radians.
static void add(search *s, cr_vec direction, int slot, int side, double apart) {
    cr_probe probe;
    if (s->count == SLOTS_MAX || !cr_ball_follow(s->view, s->feature, side, &direction, &probe)) return;
    for (int i = 0; i < s->count; i++) {
        cr_vec off = cr_vec_sub(s->direction[i], direction);
        if (cr_vec_dot(off, off) < apart * apart) return;
    }
    for (int i = 0; slot < 0 && i < SLOTS_MAX; i++)
        if (!s->taken[i]) slot = i;
    if (slot < 0 || probe.gap > s->g->reach) return;
    s->taken[slot] = true;
    s->direction[s->count++] = direction;
    cr_touch touch = {
        .key = cr_touch_key(s->view->owner, s->feature, CR_TOUCH_MOVING, slot), .sample = -1, .side = side};
    cr_generation_add(s->g, s->view, &touch, &probe);
}

// Grids are asked at the centre: their hollows are not known.
bool cr_ball_is_larger(const cr_view *view) {
    return view->own->ball > view->other->nook && !(view->other->band > 0.0);
}

void cr_track_ball(cr_generation *g, const cr_view *view, int feature) {
    const double merge_below = 0.02, part_above = 0.1, cover = 0.21; // 1 - cos 37.4 degrees
    search s = {.g = g, .view = view, .feature = feature};
    double round = view->own->feature[feature].round;
    cr_vec centre = cr_view_in(view, view->own->feature[feature].at);
    cr_near near = cr_form_near(view->other, centre, 0);
    if (near.distance - round > g->reach) return;
    unsigned first = cr_touch_key(view->owner, feature, CR_TOUCH_MOVING, 0);
    const cr_touch *old = cr_generation_from(g, first), *end = g->old + g->olds;
    for (const cr_touch *t = old; t < end && t->key < first + SLOTS_MAX; t++) s.taken[t->key - first] = true;
    for (; old < end && old->key < first + SLOTS_MAX; old++)
        add(&s, cr_ball_direction(view, old), (int)(old->key - first), old->side, merge_below);
    add(&s, near.normal, -1, 0, part_above);
    for (int i = 0; i < SEEDS; i++) {
        cr_vec d = seed_direction(i);
        if (probe_towards(view, centre, round, d, 0).gap <= g->reach + cover * round)
            add(&s, d, -1, 0, part_above);
    }
    if (s.count == 0) cr_track_point(g, view, feature); // deep in it, where no place looks outwards
}
