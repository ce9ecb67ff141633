// Polygons cut into triangles. They come as fans from their first corner, which is right for convex ones.
#include "io/file/file.h"
#include "io/mesh/triangles_internal.h"

#include <math.h>

enum { CORNERS_MOST = 1000 }; // of a polygon that is not convex: its cutting takes their square

typedef struct polygon {
    int count;
    int corner[CORNERS_MOST];
    double flat[CORNERS_MOST][2]; // as seen along its normal
} polygon;

static bool fail_near(soup *s, const double *at, int count, const char *reason) {
    s->in.status =
        cr_fail(s->in.error, CR_ERR_INPUT, cr_file_place_at(s->in.path, 0, 0).text,
                "a face of %d corners near (%.4g %.4g %.4g) %s", count, at[0], at[1], at[2], reason);
    return false;
}

// Corner i of the fan that begins with a triangle.
static int fan_corner(const soup *s, int triangle, int i) {
    const int *fan = s->triangle + 3 * (size_t)triangle;
    return i < 2 ? fan[i] : fan[3 * (i - 2) + 2];
}

static const double *place_of(const soup *s, int corner) {
    return s->point + 3 * (size_t)corner;
}

// Twice the area as a vector: the sum of p_i x p_{i+1}, from the first corner.
static void find_normal(const soup *s, int triangle, int count, double normal[3]) {
    const double *origin = place_of(s, fan_corner(s, triangle, 0));
    normal[0] = normal[1] = normal[2] = 0;
    for (int i = 1; i + 1 < count; i++) {
        const double *a = place_of(s, fan_corner(s, triangle, i));
        const double *b = place_of(s, fan_corner(s, triangle, i + 1));
        for (int k = 0; k < 3; k++) {
            int x = (k + 1) % 3, y = (k + 2) % 3;
            normal[k] += (a[x] - origin[x]) * (b[y] - origin[y]) - (a[y] - origin[y]) * (b[x] - origin[x]);
        }
    }
}

// The two axes besides the one the normal is longest along, so that the polygon goes round counter-clockwise.
static void choose_axes(const double normal[3], int axis[2]) {
    int longest = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(normal[k]) > fabs(normal[longest])) longest = k;
    bool up = normal[longest] > 0;
    axis[!up] = (longest + 1) % 3;
    axis[up] = (longest + 2) % 3;
}

// Positive where a b c turns left.
static double turn_of(const double a[2], const double b[2], const double c[2]) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool is_convex(const soup *s, int triangle, int count, const int axis[2]) {
    for (int i = 0; i < count; i++) {
        double p[3][2];
        for (int k = 0; k < 3; k++) {
            const double *at = place_of(s, fan_corner(s, triangle, (i + k) % count));
            p[k][0] = at[axis[0]];
            p[k][1] = at[axis[1]];
        }
        if (turn_of(p[0], p[1], p[2]) < 0) return false;
    }
    return true;
}

static void take_polygon(const soup *s, int triangle, int count, const int axis[2], polygon *p) {
    p->count = count;
    for (int i = 0; i < count; i++) {
        p->corner[i] = fan_corner(s, triangle, i);
        for (int k = 0; k < 2; k++) p->flat[i][k] = place_of(s, p->corner[i])[axis[k]];
    }
}

// Whether the triangle at corner i lies in the polygon: it turns left, and no other corner is in it. Corners
// at the same places as its own do not count: a bridge to a hole passes them twice.
static bool is_ear(const polygon *p, int i) {
    int before = (i + p->count - 1) % p->count, after = (i + 1) % p->count;
    const double *a = p->flat[before], *b = p->flat[i], *c = p->flat[after];
    if (!(turn_of(a, b, c) > 0)) return false;
    for (int k = 0; k < p->count; k++) {
        const double *q = p->flat[k];
        bool own = p->corner[k] == p->corner[before] || p->corner[k] == p->corner[i] ||
                   p->corner[k] == p->corner[after];
        if (!own && turn_of(a, b, q) >= 0 && turn_of(b, c, q) >= 0 && turn_of(c, a, q) >= 0) return false;
    }
    return true;
}

static void cut_off(polygon *p, int i, int *triangle) {
    triangle[0] = p->corner[(i + p->count - 1) % p->count];
    triangle[1] = p->corner[i];
    triangle[2] = p->corner[(i + 1) % p->count];
    p->count--;
    for (int k = i; k < p->count; k++) {
        p->corner[k] = p->corner[k + 1];
        p->flat[k][0] = p->flat[k + 1][0];
        p->flat[k][1] = p->flat[k + 1][1];
    }
}

// Ears are cut off until a triangle is left. A polygon that crosses itself has none at some time.
static bool cut(soup *s, polygon *p, int *triangle) {
    for (; p->count > 3; triangle += 3) {
        int ear = 0;
        while (ear < p->count && !is_ear(p, ear)) ear++;
        if (ear == p->count) return fail_near(s, place_of(s, p->corner[0]), p->count, "crosses itself");
        cut_off(p, ear, triangle);
    }
    for (int k = 0; k < 3; k++) triangle[k] = p->corner[k];
    return true;
}

bool soup_cut_polygons(soup *s) {
    polygon *p = cr_arena_take(s->in.work, 1, sizeof *p);
    if (!p) return scan_no_memory(&s->in, 1, "polygon");
    for (int i = 0; i < s->triangles; i++) {
        int count = s->corners[i], axis[2];
        double normal[3];
        if (count < 4) continue;
        find_normal(s, i, count, normal);
        choose_axes(normal, axis);
        if (is_convex(s, i, count, axis)) continue;
        if (count > CORNERS_MOST)
            return fail_near(s, place_of(s, fan_corner(s, i, 0)), count,
                             "is not convex: at most 1000 can be cut into triangles");
        take_polygon(s, i, count, axis, p);
        if (!cut(s, p, s->triangle + 3 * (size_t)i)) return false;
    }
    return true;
}
