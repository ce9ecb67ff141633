#include "geom/faces.h"
#include "geom/triangle.h"

// Sums of mass, mass x and mass x x^T.
typedef struct moments {
    double mass;
    cr_vec first;
    double second[6]; // xx yy zz yz xz xy
} moments;

static void add_square(double sum[6], double s, cr_vec a) {
    sum[0] += s * a.x * a.x;
    sum[1] += s * a.y * a.y;
    sum[2] += s * a.z * a.z;
    sum[3] += s * a.y * a.z;
    sum[4] += s * a.x * a.z;
    sum[5] += s * a.x * a.y;
}

// A simplex of even density with `count` corners: the integral of x x^T is m/(k (k + 1)) (s s^T + sum of a
// a^T), s the sum of the k corners a.
static void add_simplex(moments *m, double mass, const cr_vec *corner, int count) {
    cr_vec sum = {0.0, 0.0, 0.0};
    double share = mass / (count * (count + 1));
    for (int i = 0; i < count; i++) {
        sum = cr_vec_add(sum, corner[i]);
        add_square(m->second, share, corner[i]);
    }
    add_square(m->second, share, sum);
    m->mass += mass;
    m->first = cr_vec_along(m->first, mass / count, sum);
}

static cr_bulk bulk_of(const moments *m, cr_vec origin) {
    cr_vec c = cr_vec_scale(m->mass != 0.0 ? 1.0 / m->mass : 0.0, m->first);
    double s[6];
    for (int i = 0; i < 6; i++) s[i] = m->second[i];
    add_square(s, -m->mass, c);
    return (cr_bulk){
        m->mass, cr_vec_add(origin, c), {s[1] + s[2], s[0] + s[2], s[0] + s[1], -s[3], -s[4], -s[5]}};
}

// The half-round rim along a side: pi t^2/8 per length, its centre 4/(3 pi) t/2 beyond the side.
static void add_rim(moments *m, cr_vec a, cr_vec b, cr_vec normal, double wall) {
    cr_vec along = cr_vec_sub(b, a);
    double length = cr_vec_length(along);
    if (!(length > 0.0)) return;
    cr_vec out = cr_vec_scale(2.0 * wall / (3.0 * cr_pi * length), cr_vec_cross(along, normal));
    const cr_vec line[2] = {cr_vec_add(a, out), cr_vec_add(b, out)};
    add_simplex(m, cr_pi * wall * wall / 8.0 * length, line, 2);
}

static void add_wall(const cr_faces *f, int t, const cr_vec c[3], double wall, moments *m) {
    cr_vec twice = cr_vec_cross(cr_vec_sub(c[1], c[0]), cr_vec_sub(c[2], c[0]));
    double mass = 0.5 * wall * cr_vec_length(twice);
    add_simplex(m, mass, c, 3);
    add_square(m->second, mass * wall * wall / 12.0, f->normal[t]);
    for (int k = 0; k < 3; k++)
        if (f->beside[3 * t + k] < 0) add_rim(m, c[k], c[(k + 1) % 3], f->normal[t], wall);
}

cr_bulk cr_faces_bulk(const cr_faces *faces, double wall) {
    moments m = {0};
    cr_vec low, high;
    cr_faces_bounds(faces, &low, &high);
    cr_vec origin = cr_vec_scale(0.5, cr_vec_add(low, high));
    for (int t = 0; t < faces->triangles; t++) {
        cr_vec c[4] = {{0.0, 0.0, 0.0}}; // the last stays at the origin
        cr_faces_corners(faces, t, c);
        c[3] = cr_vec_make(0.0, 0.0, 0.0);
        for (int k = 0; k < 3; k++) c[k] = cr_vec_sub(c[k], origin);
        if (wall > 0.0) add_wall(faces, t, c, wall, &m);
        else add_simplex(&m, cr_vec_dot(c[0], cr_vec_cross(c[1], c[2])) / 6.0, c, 4);
    }
    return bulk_of(&m, origin);
}
