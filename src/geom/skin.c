#include "geom/skin.h"

#include "base/numeric.h"
#include "geom/triangle.h"

enum { LEAF = 4, DEPTH = 64, DISC = 512 }; // nodes of more triangles are no discs

// The triangles order[first..first+count) of a leaf, or of two nodes, the next one and `first`: a box round
// them, and a disc across their mean normal. From a point a few triangles away many boxes are nearly as near
// as the nearest triangle, few discs are.
typedef struct node {
    float low[3], high[3];
    float normal[3], below, above, radius; // |normal| <= 1; heights and radius about the middle of the box
    int first, count;                      // count 0: no leaf
} node;

struct cr_skin {
    const float *position;
    const int *triangle;
    int triangles;
    node *tree;
    int *order;
    double slack; // m, more than the rounding of a distance to the surface
};

typedef struct growth {
    cr_skin *skin;
    float *middle; // 3 per triangle: the centre of its box, doubled
    int nodes;
} growth;

static void corners_of(const cr_skin *skin, int triangle, cr_vec corner[3]) {
    for (int k = 0; k < 3; k++) {
        const float *at = skin->position + 3 * (size_t)skin->triangle[3 * (size_t)triangle + (size_t)k];
        corner[k] = cr_vec_make((double)at[0], (double)at[1], (double)at[2]);
    }
}

static void widen(node *box, const float *low, const float *high) {
    for (int i = 0; i < 3; i++) {
        if (low[i] < box->low[i]) box->low[i] = low[i];
        if (high[i] > box->high[i]) box->high[i] = high[i];
    }
}

static const node nothing = {.low = {HUGE_VALF, HUGE_VALF, HUGE_VALF},
                             .high = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};

static node box_of(const cr_skin *skin, int triangle) {
    node box = nothing;
    for (size_t k = 0; k < 3; k++) {
        const float *at = skin->position + 3 * (size_t)skin->triangle[3 * (size_t)triangle + k];
        widen(&box, at, at);
    }
    return box;
}

// Along one axis, equal ones by their number: the order is whole, so that the tree is one and the same.
static bool before(const growth *g, int axis, int a, int b) {
    float x = g->middle[3 * (size_t)a + (size_t)axis], y = g->middle[3 * (size_t)b + (size_t)axis];
    return x < y || (x == y && a < b);
}

// Puts the `rank`-th of order[0..count) in its place, smaller ones before it (Hoare's selection).
static void part(const growth *g, int axis, int *order, int count, int rank) {
    int low = 0, high = count - 1;
    while (low < high) {
        int pivot = order[low + (high - low) / 2], i = low, j = high;
        while (i <= j) {
            while (before(g, axis, order[i], pivot)) i++;
            while (before(g, axis, pivot, order[j])) j--;
            if (i > j) break;
            int kept = order[i];
            order[i++] = order[j];
            order[j--] = kept;
        }
        if (rank <= j) high = j;
        else if (rank >= i) low = i;
        else return;
    }
}

static int longest_axis(const growth *g, const int *order, int count) {
    node spread = nothing;
    for (int i = 0; i < count; i++)
        widen(&spread, g->middle + 3 * (size_t)order[i], g->middle + 3 * (size_t)order[i]);
    int axis = 0;
    for (int i = 1; i < 3; i++)
        if (spread.high[i] - spread.low[i] > spread.high[axis] - spread.low[axis]) axis = i;
    return axis;
}

static cr_vec middle_of(const node *box) {
    return cr_vec_make(0.5 * ((double)box->low[0] + (double)box->high[0]),
                       0.5 * ((double)box->low[1] + (double)box->high[1]),
                       0.5 * ((double)box->low[2] + (double)box->high[2]));
}

static cr_vec normal_of(const node *box) {
    return cr_vec_make((double)box->normal[0], (double)box->normal[1], (double)box->normal[2]);
}

// The disc, rounded so that nothing is outside of it.
static void find_disc(const cr_skin *skin, node *box, int first, int count) {
    cr_vec sum = {0.0, 0.0, 0.0}, c[3], middle = middle_of(box);
    for (int i = first; i < first + count; i++) {
        corners_of(skin, skin->order[i], c);
        sum = cr_vec_add(sum, cr_vec_cross(cr_vec_sub(c[1], c[0]), cr_vec_sub(c[2], c[0])));
    }
    cr_vec n = cr_vec_scale(1.0 - 1e-6, cr_vec_unit(sum, cr_vec_make(0.0, 0.0, 1.0)));
    box->normal[0] = (float)n.x, box->normal[1] = (float)n.y, box->normal[2] = (float)n.z;
    n = normal_of(box);
    double low = HUGE_VAL, high = -HUGE_VAL, wide = 0.0;
    for (int i = first; i < first + count; i++) {
        corners_of(skin, skin->order[i], c);
        for (int k = 0; k < 3; k++) {
            cr_vec to = cr_vec_sub(c[k], middle);
            double height = cr_vec_dot(n, to);
            low = cr_min(low, height);
            high = cr_max(high, height);
            wide = cr_max(wide, cr_vec_dot(to, to) - height * height);
        }
    }
    box->below = nextafterf((float)low, -HUGE_VALF);
    box->above = nextafterf((float)high, HUGE_VALF);
    box->radius = nextafterf((float)sqrt(wide), HUGE_VALF);
}

// The halves differ by one triangle at most, so that the depth is that of their number's logarithm.
static int grow(growth *g, int first, int count) {
    int at = g->nodes++;
    node box = nothing;
    for (int i = first; i < first + count; i++) {
        node one = box_of(g->skin, g->skin->order[i]);
        widen(&box, one.low, one.high);
    }
    if (count <= DISC) find_disc(g->skin, &box, first, count);
    else box.radius = HUGE_VALF;
    if (count <= LEAF) {
        box.first = first;
        box.count = count;
    } else {
        int *order = g->skin->order + first, half = count / 2;
        part(g, longest_axis(g, order, count), order, count, half);
        grow(g, first, half);
        box.first = grow(g, first + half, count - half);
    }
    g->skin->tree[at] = box;
    return at;
}

cr_skin *cr_skin_new(const float *position, int vertices, const int *triangle, int triangles,
                     cr_arena *arena) {
    size_t count = (size_t)triangles;
    cr_skin *skin = cr_arena_take(arena, 1, sizeof *skin);
    int *order = cr_arena_take(arena, count, sizeof *order);
    node *tree = cr_arena_take(arena, count, sizeof *tree); // leaves hold 2 or more, but for a lone one
    if (!skin || !order || !tree) return NULL;
    cr_arena_mark mark = cr_arena_here(arena);
    float *middle = cr_arena_take(arena, 3 * count, sizeof *middle);
    if (!middle) return NULL;
    *skin = (cr_skin){.position = position, .triangle = triangle, .triangles = triangles, .order = order};
    skin->tree = tree;
    for (int t = 0; t < triangles; t++) {
        node box = box_of(skin, t);
        order[t] = t;
        for (int i = 0; i < 3; i++) middle[3 * (size_t)t + (size_t)i] = box.low[i] + box.high[i];
    }
    for (size_t i = 0; i < 3 * (size_t)vertices; i++)
        skin->slack = cr_max(skin->slack, 1e-13 * fabs((double)position[i]));
    if (triangles > 0) grow(&(growth){.skin = skin, .middle = middle}, 0, triangles);
    cr_arena_rewind(arena, mark);
    return skin;
}

// A lower bound of the square of the distance that is found for any triangle of the node. Off the disc, with
// r from its middle: h = n r past its heights, and sqrt(r^2 - h^2) past its radius, which |n| < 1 makes no
// shorter for the disc than for the point.
static double least(const cr_skin *skin, const node *box, const double p[3]) {
    double sum = 0.0, square = 0.0;
    for (int i = 0; i < 3; i++) {
        double below = (double)box->low[i] - p[i], above = p[i] - (double)box->high[i];
        double out = cr_max(below, above) - skin->slack;
        if (out > 0.0) sum += out * out;
    }
    cr_vec r = cr_vec_sub(cr_vec_make(p[0], p[1], p[2]), middle_of(box));
    double height = cr_vec_dot(normal_of(box), r);
    double wide = sqrt(cr_max(cr_vec_dot(r, r) * (1.0 - 3e-6) - height * height, 0.0)) - (double)box->radius;
    double off = cr_max((double)box->below - height, height - (double)box->above) - skin->slack;
    if (off > 0.0) square += off * off;
    if (wide > skin->slack) square += (wide - skin->slack) * (wide - skin->slack);
    return cr_max(sum, square) * (1.0 - 1e-12);
}

// The nearest triangle; where others are looked for too, the nearest and the square of their distances, the
// last of which is that of the first that a hint has no room for.
typedef struct search {
    cr_skin_place best; // its distance squared
    bool others;
    int near[CR_SKIN_NEAR + 1];
    double square[CR_SKIN_NEAR + 1];
} search;

static search begin_search(const cr_skin *skin, bool others) {
    search s = {.best = {.triangle = skin->triangles, .weight = {1.0, 0.0, 0.0}, .distance = HUGE_VAL},
                .others = others};
    for (int i = 0; others && i <= CR_SKIN_NEAR; i++) s.square[i] = HUGE_VAL;
    return s;
}

static void note_other(search *s, int t, double distance) {
    int i = CR_SKIN_NEAR;
    if (!(distance < s->square[i])) return;
    for (; i > 0 && distance < s->square[i - 1]; i--) {
        s->near[i] = s->near[i - 1];
        s->square[i] = s->square[i - 1];
    }
    s->near[i] = t;
    s->square[i] = distance;
}

// Of triangles at the same distance the first is kept: the answer does not depend on the hint or the tree.
static void try_triangle(const cr_skin *skin, cr_vec p, int t, search *s) {
    cr_vec corner[3];
    double weight[3];
    corners_of(skin, t, corner);
    double distance = cr_triangle_nearest(corner, p, weight);
    if (s->others) note_other(s, t, distance);
    if (distance > s->best.distance || (distance == s->best.distance && t >= s->best.triangle)) return;
    s->best = (cr_skin_place){t, {weight[0], weight[1], weight[2]}, distance};
}

// closer: of the best distance, squared, what is looked for at all.
static search run(const cr_skin *skin, cr_vec p, int hint, double closer, bool others) {
    const double at[3] = {p.x, p.y, p.z};
    int waiting[DEPTH], count = 0, first = hint >= 0 && hint < skin->triangles ? hint : 0;
    double bound[DEPTH];
    search s = begin_search(skin, others);
    if (skin->triangles == 0) return s;
    try_triangle(skin, p, first, &s);
    waiting[count] = 0;
    bound[count++] = 0.0;
    while (count > 0) {
        if (bound[--count] > (others ? s.square[CR_SKIN_NEAR] : closer * s.best.distance)) continue;
        int here = waiting[count];
        const node *box = &skin->tree[here];
        if (box->count) {
            for (int i = box->first; i < box->first + box->count; i++)
                if (skin->order[i] != first) try_triangle(skin, p, skin->order[i], &s);
            continue;
        }
        int child[2] = {here + 1, box->first};
        double to[2] = {least(skin, &skin->tree[child[0]], at), least(skin, &skin->tree[child[1]], at)};
        int far = to[1] > to[0] ? 1 : 0; // goes on the stack first
        for (int k = 0; k < 2; k++, far = 1 - far) {
            waiting[count] = child[far];
            bound[count++] = to[far];
        }
    }
    return s;
}

static cr_skin_place place_of(search *s) {
    s->best.distance = sqrt(s->best.distance);
    return s->best;
}

cr_skin_place cr_skin_find(const cr_skin *skin, cr_vec p, int hint) {
    search s = run(skin, p, hint, 1.0, false);
    return place_of(&s);
}

cr_skin_place cr_skin_find_about(const cr_skin *skin, cr_vec p, int hint, double loose) {
    search s = run(skin, p, hint, (1.0 - loose) * (1.0 - loose), false);
    return place_of(&s);
}

static const double exact = 1.0 - 1e-12; // of what is found: more than its rounding away from 1

// Whether what was `least` away when the point was `moved` away from where it is now is farther than the
// best: a distance changes by no more than the way.
static bool is_behind(const cr_skin *skin, double least, double moved, const search *s) {
    double now = exact * least - moved - skin->slack;
    return now > 0.0 && exact * (now * now) > s->best.distance;
}

// Among the triangles of the hint; false: another may be as near.
static bool find_near(const cr_skin *skin, cr_vec p, const cr_skin_hint *hint, search *s) {
    if (hint->count == 0) return false;
    double moved = cr_vec_length(cr_vec_sub(p, hint->about)) / exact;
    for (int i = 0; i < hint->count && !is_behind(skin, (double)hint->least[i], moved, s); i++)
        try_triangle(skin, p, hint->near[i], s);
    return is_behind(skin, hint->beyond, moved, s);
}

static void renew(cr_skin_hint *hint, cr_vec p, const search *s) {
    const double down = 1.0 - 1e-6; // more than the rounding of a float
    *hint = (cr_skin_hint){.about = p, .beyond = sqrt(s->square[CR_SKIN_NEAR])};
    for (; hint->count < CR_SKIN_NEAR && s->square[hint->count] < HUGE_VAL; hint->count++) {
        hint->near[hint->count] = s->near[hint->count];
        hint->least[hint->count] = (float)(down * sqrt(s->square[hint->count]));
    }
}

cr_skin_place cr_skin_follow(const cr_skin *skin, cr_vec p, cr_skin_hint *hint) {
    search s = begin_search(skin, false);
    if (!find_near(skin, p, hint, &s)) {
        s = run(skin, p, hint->triangle, 1.0, true);
        renew(hint, p, &s);
    }
    hint->triangle = s.best.triangle;
    return place_of(&s);
}
