// Where a solid is struck and heard when nobody says so: middles of faces that look outwards and where none
// of the lowest modes is at a node. Struck is the best of all; left and right are the best on either side of
// the middle (along x, or an axis that is much longer), away from where it is struck.
#include "base/numeric.h"
#include "element/solid.h"

enum { LOWEST = 6 };

typedef struct chooser {
    const cr_modes *modes;
    int count;              // modes that matter
    double largest[LOWEST]; // motion across the surface, squared
    double low[3], high[3];
    double apart2; // pickups are farther from the strike, squared
    int axis;      // of left and right
} chooser;

typedef struct face {
    double middle[3], normal[3];
    double motion[LOWEST]; // squared
} face;

static double motion_of(const cr_modes *m, int mode, int triangle, const double normal[3]) {
    double sum = 0.0;
    const float *shape = m->shape + 3 * (size_t)mode * (size_t)m->vertices;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < 3; i++)
            sum += normal[i] * (double)shape[3 * (size_t)m->triangle[3 * (size_t)triangle + k] + i];
    return cr_square(sum / 3.0);
}

// False when it looks inwards, as the inside of a cup does.
static bool look_at(const chooser *c, int triangle, face *f) {
    double corner[3][3], out = 0.0;
    cr_solid_triangle(c->modes, triangle, corner);
    cr_solid_face_normal(corner, f->normal);
    for (int i = 0; i < 3; i++) {
        f->middle[i] = (corner[0][i] + corner[1][i] + corner[2][i]) / 3.0;
        out += f->normal[i] * (f->middle[i] - c->modes->centre[i]);
    }
    for (int k = 0; k < c->count; k++) f->motion[k] = motion_of(c->modes, k, triangle, f->normal);
    return out > 0.0;
}

// Geometric mean of the motions, each against its largest; a node counts as a hundredth.
static double score_of(const chooser *c, const face *f) {
    const double node = 0.01;
    double sum = 0.0;
    for (int k = 0; k < c->count; k++)
        if (c->largest[k] > 0.0) sum += log(node + f->motion[k] / c->largest[k]);
    return sum;
}

// side 0: anywhere, -1 and 1: on one side of the middle and not close to `struck`.
static void choose(const chooser *c, int side, const double *struck, double *chosen) {
    double best = -HUGE_VAL;
    for (int i = 0; i < 3; i++) chosen[i] = struck ? struck[i] : 0.5;
    for (int t = 0; t < c->modes->triangles; t++) {
        face f;
        double relative[3], distance2 = 0.0;
        if (!look_at(c, t, &f)) continue;
        for (int i = 0; i < 3; i++) {
            double size = c->high[i] - c->low[i];
            relative[i] = size > 0.0 ? (f.middle[i] - c->low[i]) / size : 0.5;
            if (struck) distance2 += cr_square((relative[i] - struck[i]) * size);
        }
        if (side && (side * (relative[c->axis] - 0.5) <= 0.0 || distance2 < c->apart2)) continue;
        double score = score_of(c, &f);
        if (score <= best) continue;
        best = score;
        for (int i = 0; i < 3; i++) chosen[i] = cr_clamp(relative[i], 0.0, 1.0);
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
    const double apart = 0.1; // of the diagonal
    chooser c = {.modes = m, .count = m->count < LOWEST ? m->count : LOWEST};
    double size[3];
    cr_solid_bounds(m, c.low, c.high);
    for (int i = 0; i < 3; i++) size[i] = c.high[i] - c.low[i];
    c.apart2 = cr_square(apart) * cr_dot3(size, size);
    c.axis = long_axis(size);
    for (int t = 0; t < m->triangles; t++) {
        face f;
        if (!look_at(&c, t, &f)) continue;
        for (int k = 0; k < c.count; k++) c.largest[k] = cr_max(c.largest[k], f.motion[k]);
    }
    choose(&c, 0, NULL, places->struck);
    choose(&c, -1, places->struck, places->left);
    choose(&c, 1, places->struck, places->right);
}
