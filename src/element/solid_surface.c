#include "base/numeric.h"
#include "element/solid.h"
#include "geom/triangle.h"

static const double touching = 1e-9; // relative: what is nearer is the same point

static void set(double to[3], cr_vec a) {
    to[0] = a.x, to[1] = a.y, to[2] = a.z;
}

static cr_vec vector_of(const double a[3]) {
    return cr_vec_make(a[0], a[1], a[2]);
}

void cr_solid_triangle(const cr_modes *m, int triangle, cr_vec corner[3]) {
    for (size_t k = 0; k < 3; k++) {
        const float *at = m->position + 3 * (size_t)m->triangle[3 * (size_t)triangle + k];
        corner[k] = cr_vec_make((double)at[0], (double)at[1], (double)at[2]);
    }
}

void cr_solid_bounds(const cr_modes *m, double low[3], double high[3]) {
    for (int i = 0; i < 3; i++) low[i] = high[i] = (double)m->position[i];
    for (size_t k = 0; k < (size_t)m->vertices; k++)
        for (size_t i = 0; i < 3; i++) {
            low[i] = cr_min(low[i], (double)m->position[3 * k + i]);
            high[i] = cr_max(high[i], (double)m->position[3 * k + i]);
        }
}

// The angle of the triangle seen from a point of it: whole inside, half on a side.
static double angle_at(const cr_vec c[3], const double weight[3]) {
    int corner = -1, zeros = 0;
    for (int k = 0; k < 3; k++) {
        zeros += weight[k] <= touching;
        if (weight[k] >= 1.0 - touching) corner = k;
    }
    if (corner < 0) return zeros ? cr_pi : 2.0 * cr_pi;
    return cr_triangle_angle(c, corner);
}

// Baerentzen and Aanaes, IEEE Trans. Vis. Comput. Graph. 11, 243 (2005): the mean of the faces by their
// angle.
static void mean_normal(const cr_modes *m, double size, cr_solid_spot *spot) {
    cr_vec sum = {0.0, 0.0, 0.0}, c[3];
    double weight[3];
    for (int t = 0; t < m->triangles; t++) {
        cr_solid_triangle(m, t, c);
        if (cr_triangle_nearest(c, vector_of(spot->position), weight) > cr_square(touching * size)) continue;
        sum = cr_vec_along(sum, angle_at(c, weight), cr_triangle_normal(c));
    }
    double length = cr_vec_length(sum);
    if (length > touching) set(spot->normal, cr_vec_make(sum.x / length, sum.y / length, sum.z / length));
}

void cr_solid_nearest(const cr_modes *m, const double *where, cr_solid_spot *spot) {
    double low[3], high[3], p[3], weight[3], best = HUGE_VAL;
    cr_vec c[3];
    cr_solid_bounds(m, low, high);
    for (int i = 0; i < 3; i++) p[i] = low[i] + where[i] * (high[i] - low[i]);
    *spot = (cr_solid_spot){.weight = {1.0, 0.0, 0.0}};
    for (int t = 0; t < m->triangles; t++) {
        cr_solid_triangle(m, t, c);
        double distance = cr_triangle_nearest(c, vector_of(p), weight);
        if (distance >= best) continue;
        best = distance;
        set(spot->position, cr_triangle_mix(c, weight));
        set(spot->normal, cr_triangle_normal(c));
        for (int k = 0; k < 3; k++) {
            spot->corner[k] = m->triangle[3 * t + k];
            spot->weight[k] = weight[k];
        }
    }
    mean_normal(m, cr_vec_length(cr_vec_sub(vector_of(high), vector_of(low))), spot);
}
