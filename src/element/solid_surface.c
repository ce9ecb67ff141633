#include "base/maths.h"
#include "base/numeric.h"
#include "element/solid.h"

static const double touching = 1e-9; // relative: what is nearer is the same point

void cr_solid_triangle(const cr_modes *m, int triangle, double corner[3][3]) {
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            corner[k][i] =
                (double)m->position[3 * (size_t)m->triangle[3 * (size_t)triangle + (size_t)k] + (size_t)i];
}

static void difference(const double *a, const double *b, double *c) {
    for (int i = 0; i < 3; i++) c[i] = a[i] - b[i];
}

void cr_solid_face_normal(double corner[3][3], double normal[3]) {
    double u[3], v[3];
    difference(corner[1], corner[0], u);
    difference(corner[2], corner[0], v);
    cr_cross3(u, v, normal);
    double length = sqrt(cr_dot3(normal, normal));
    for (int i = 0; i < 3; i++) normal[i] = length > 0.0 ? normal[i] / length : 0.0;
}

void cr_solid_bounds(const cr_modes *m, double low[3], double high[3]) {
    for (int i = 0; i < 3; i++) low[i] = high[i] = (double)m->position[i];
    for (size_t k = 0; k < (size_t)m->vertices; k++)
        for (size_t i = 0; i < 3; i++) {
            low[i] = cr_min(low[i], (double)m->position[3 * k + i]);
            high[i] = cr_max(high[i], (double)m->position[3 * k + i]);
        }
}

static void mix(double corner[3][3], const double weight[3], double position[3]) {
    for (int i = 0; i < 3; i++)
        position[i] = weight[0] * corner[0][i] + weight[1] * corner[1][i] + weight[2] * corner[2][i];
}

static double distance2(const double *a, const double *b) {
    double c[3];
    difference(a, b, c);
    return cr_dot3(c, c);
}

// Weights of the foot of the perpendicular on the plane; false when it lies outside the triangle.
static bool foot_inside(double c[3][3], const double *p, double weight[3]) {
    double u[3], v[3], w[3];
    difference(c[1], c[0], u);
    difference(c[2], c[0], v);
    difference(p, c[0], w);
    double uu = cr_dot3(u, u), uv = cr_dot3(u, v), vv = cr_dot3(v, v), wu = cr_dot3(w, u), wv = cr_dot3(w, v);
    double area = uu * vv - uv * uv;
    if (!(area > 0.0)) return false;
    weight[1] = (vv * wu - uv * wv) / area;
    weight[2] = (uu * wv - uv * wu) / area;
    weight[0] = 1.0 - weight[1] - weight[2];
    return weight[0] >= 0.0 && weight[1] >= 0.0 && weight[2] >= 0.0;
}

static double nearest_in_triangle(double c[3][3], const double *p, double weight[3]) {
    double found[3], best = HUGE_VAL;
    if (foot_inside(c, p, weight)) {
        mix(c, weight, found);
        return distance2(found, p);
    }
    for (int k = 0; k < 3; k++) { // on the side from corner k to the next
        int next = (k + 1) % 3;
        double along[3], to[3], try[3] = {0.0, 0.0, 0.0};
        difference(c[next], c[k], along);
        difference(p, c[k], to);
        double length = cr_dot3(along, along);
        try[next] = length > 0.0 ? cr_clamp(cr_dot3(to, along) / length, 0.0, 1.0) : 0.0;
        try[k] = 1.0 - try[next];
        mix(c, try, found);
        double distance = distance2(found, p);
        if (distance >= best) continue;
        best = distance;
        for (int i = 0; i < 3; i++) weight[i] = try[i];
    }
    return best;
}

// The angle of the triangle seen from a point of it: whole inside, half on a side.
static double angle_at(double c[3][3], const double weight[3]) {
    int corner = -1, zeros = 0;
    for (int k = 0; k < 3; k++) {
        zeros += weight[k] <= touching;
        if (weight[k] >= 1.0 - touching) corner = k;
    }
    if (corner < 0) return zeros ? cr_pi : 2.0 * cr_pi;
    double u[3], v[3], w[3];
    difference(c[(corner + 1) % 3], c[corner], u);
    difference(c[(corner + 2) % 3], c[corner], v);
    cr_cross3(u, v, w);
    return cr_atan2(sqrt(cr_dot3(w, w)), cr_dot3(u, v));
}

// Baerentzen and Aanaes, IEEE Trans. Vis. Comput. Graph. 11, 243 (2005): the mean of the faces by their
// angle.
static void mean_normal(const cr_modes *m, double size, cr_solid_spot *spot) {
    double sum[3] = {0.0, 0.0, 0.0}, c[3][3], weight[3], normal[3];
    for (int t = 0; t < m->triangles; t++) {
        cr_solid_triangle(m, t, c);
        if (nearest_in_triangle(c, spot->position, weight) > cr_square(touching * size)) continue;
        cr_solid_face_normal(c, normal);
        double angle = angle_at(c, weight);
        for (int i = 0; i < 3; i++) sum[i] += angle * normal[i];
    }
    double length = sqrt(cr_dot3(sum, sum));
    for (int i = 0; i < 3 && length > touching; i++) spot->normal[i] = sum[i] / length;
}

void cr_solid_nearest(const cr_modes *m, const double *where, cr_solid_spot *spot) {
    double low[3], high[3], p[3], c[3][3], weight[3], best = HUGE_VAL;
    cr_solid_bounds(m, low, high);
    for (int i = 0; i < 3; i++) p[i] = low[i] + where[i] * (high[i] - low[i]);
    *spot = (cr_solid_spot){.weight = {1.0, 0.0, 0.0}};
    for (int t = 0; t < m->triangles; t++) {
        cr_solid_triangle(m, t, c);
        double distance = nearest_in_triangle(c, p, weight);
        if (distance >= best) continue;
        best = distance;
        mix(c, weight, spot->position);
        cr_solid_face_normal(c, spot->normal);
        for (int k = 0; k < 3; k++) {
            spot->corner[k] = m->triangle[3 * t + k];
            spot->weight[k] = weight[k];
        }
    }
    mean_normal(m, sqrt(distance2(high, low)), spot);
}
