// Where a solid is struck and heard when nobody says so: middles of faces that look outwards and where none
// of the lowest modes is at a node. Struck is the best of all. Of the two that are heard, the first is the
// best one away from there, and the second the best one away from both where the lowest modes move as they do
// at the first: in antiphase they would cancel in a mono sum. Left is the one with the smaller coordinate
// along x, or along an axis that is much longer.
#include "base/maths.h"
#include "base/numeric.h"
#include "element/solid.h"
#include "geom/triangle.h"

enum { LOWEST = 6 };

typedef struct chooser {
    const cr_modes *modes;
    int count;              // modes that matter
    double largest[LOWEST]; // motion across the surface
    double low[3], high[3];
    double diagonal;
} chooser;

typedef struct face {
    double middle[3], normal[3];
    double motion[LOWEST]; // across it
} face;

static double motion_of(const cr_modes *m, int mode, int triangle, const double normal[3]) {
    double sum = 0.0;
    const float *shape = m->shape + 3 * (size_t)mode * (size_t)m->vertices;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < 3; i++)
            sum += normal[i] * (double)shape[3 * (size_t)m->triangle[3 * (size_t)triangle + k] + i];
    return sum / 3.0;
}

// False when it looks inwards, as the inside of a cup does.
static bool look_at(const chooser *c, int triangle, face *f) {
    cr_vec corner[3];
    double out = 0.0;
    cr_solid_triangle(c->modes, triangle, corner);
    cr_vec n = cr_triangle_normal(corner), m = cr_vec_add(cr_vec_add(corner[0], corner[1]), corner[2]);
    const double normal[3] = {n.x, n.y, n.z}, middle[3] = {m.x / 3.0, m.y / 3.0, m.z / 3.0};
    for (int i = 0; i < 3; i++) {
        f->normal[i] = normal[i];
        f->middle[i] = middle[i];
        out += f->normal[i] * (f->middle[i] - c->modes->centre[i]);
    }
    for (int k = 0; k < c->count; k++) f->motion[k] = motion_of(c->modes, k, triangle, f->normal);
    return out > 0.0;
}

// Geometric mean of the squared motions, each against its largest; a node counts as a hundredth, and so does
// a mode that moves against `with`.
static double score_of(const chooser *c, const face *f, const face *with) {
    const double node = 0.01;
    double sum = 0.0;
    for (int k = 0; k < c->count; k++) {
        bool cancels = with && f->motion[k] * with->motion[k] < 0.0;
        if (c->largest[k] > 0.0)
            sum += cr_log(node + (cancels ? 0.0 : cr_square(f->motion[k] / c->largest[k])));
    }
    return sum;
}

static bool is_apart(const face *f, const face *from, double least) {
    double way[3];
    for (int i = 0; i < 3; i++) way[i] = from ? f->middle[i] - from->middle[i] : 0.0;
    return !from || cr_dot3(way, way) >= cr_square(least);
}

// Away from `struck` and from `first`, whose motions it shares; both may be NULL. Without such a face it is
// `struck` again, or the middle.
static face choose(const chooser *c, const face *struck, const face *first) {
    const double from_struck = 0.1 * c->diagonal, from_first = 0.05 * c->diagonal;
    double best = -HUGE_VAL;
    face chosen = {0};
    for (int i = 0; i < 3; i++) chosen.middle[i] = 0.5 * (c->low[i] + c->high[i]);
    if (struck) chosen = *struck;
    for (int t = 0; t < c->modes->triangles; t++) {
        face f;
        if (!look_at(c, t, &f)) continue;
        if (!is_apart(&f, struck, from_struck) || !is_apart(&f, first, from_first)) continue;
        double score = score_of(c, &f, first);
        if (score <= best) continue;
        best = score;
        chosen = f;
    }
    return chosen;
}

static void write_place(const chooser *c, const face *f, double *place) {
    for (int i = 0; i < 3; i++) {
        double size = c->high[i] - c->low[i];
        place[i] = size > 0.0 ? cr_clamp((f->middle[i] - c->low[i]) / size, 0.0, 1.0) : 0.5;
    }
}

// x unless the solid is twice as long along y or z.
static int long_axis(const double size[3]) {
    int axis = 0;
    for (int i = 1; i < 3; i++)
        if (size[i] > 2.0 * size[axis]) axis = i;
    return axis;
}

void cr_solid_find_places(const cr_modes *m, cr_element_places *places) {
    chooser c = {.modes = m, .count = m->count < LOWEST ? m->count : LOWEST};
    double size[3];
    cr_solid_bounds(m, c.low, c.high);
    for (int i = 0; i < 3; i++) size[i] = c.high[i] - c.low[i];
    c.diagonal = sqrt(cr_dot3(size, size));
    int axis = long_axis(size);
    for (int t = 0; t < m->triangles; t++) {
        face f;
        if (!look_at(&c, t, &f)) continue;
        for (int k = 0; k < c.count; k++) c.largest[k] = cr_max(c.largest[k], fabs(f.motion[k]));
    }
    face struck = choose(&c, NULL, NULL), first = choose(&c, &struck, NULL),
         second = choose(&c, &struck, &first);
    bool swapped = second.middle[axis] < first.middle[axis];
    write_place(&c, &struck, places->struck);
    write_place(&c, swapped ? &second : &first, places->left);
    write_place(&c, swapped ? &first : &second, places->right);
}
