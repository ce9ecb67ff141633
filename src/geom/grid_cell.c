// How fine the grid of a surface has to be.
#include "base/maths.h"
#include "base/numeric.h"
#include "geom/grid.h"
#include "geom/triangle.h"

// The diameter of the largest ball inside that touches the surface at `at`, where it touches a side that
// faces this one; HUGE_VAL otherwise, as at an edge. The ball shrinks until no point of the surface is in it
// (Ma, Bae and Choi, Vis. Comput. 28, 7 (2012)).
static double thickness_at(const cr_faces *f, const cr_skin *skin, cr_vec at, cr_vec normal, double largest) {
    double r = largest;
    bool facing = false;
    for (int i = 0; i < 30; i++) {
        cr_vec corner[3];
        cr_skin_place place = cr_skin_find_about(skin, cr_vec_along(at, -r, normal), -1, 0.02);
        if (place.distance >= r * (1.0 - 1e-6)) break; // nothing inside the ball
        cr_faces_corners(f, place.triangle, corner);
        cr_vec to = cr_vec_sub(cr_triangle_mix(corner, place.weight), at);
        double below = -2.0 * cr_vec_dot(to, normal), next = cr_vec_dot(to, to) / below;
        if (!(below > 0.0) || next >= r * (1.0 - 1e-3)) break;
        facing = cr_vec_dot(f->normal[place.triangle], normal) < -0.5;
        r = next;
    }
    return facing ? 2.0 * r : HUGE_VAL;
}

double cr_grid_thinnest(const cr_faces *f, const cr_skin *skin) {
    enum { TRIES = 500 };
    cr_vec low, high;
    cr_faces_bounds(f, &low, &high);
    cr_vec extent = cr_vec_sub(high, low);
    double least = cr_min(extent.x, cr_min(extent.y, extent.z)), largest = cr_vec_length(extent);
    for (int i = 0; i < TRIES && i < f->triangles; i++) {
        int t = (int)((double)i * f->triangles / cr_min(TRIES, f->triangles));
        cr_vec corner[3];
        cr_faces_corners(f, t, corner);
        if (!(cr_vec_length(f->normal[t]) > 0.0)) continue;
        cr_vec middle = cr_vec_scale(1.0 / 3.0, cr_vec_add(cr_vec_add(corner[0], corner[1]), corner[2]));
        least = cr_min(least, thickness_at(f, skin, middle, f->normal[t], largest));
    }
    return least;
}

// The curvature of the smooth parts, 1/m: the angle between neighbours over the distance of their middles, as
// a mean of fourth powers by area, so that a tenth of the surface speaks for itself.
static double curvature_of(const cr_faces *f) {
    double sum = 0.0, area = 0.0;
    for (int i = 0; i < 3 * f->triangles; i++) {
        int t = i / 3, beside = f->beside[i];
        if (beside < 0) continue;
        double cosine = cr_vec_dot(f->normal[t], f->normal[beside]);
        cr_vec a[3], b[3], zero = {0.0, 0.0, 0.0}, apart = zero;
        cr_faces_corners(f, t, a);
        cr_faces_corners(f, beside, b);
        for (int k = 0; k < 3; k++) apart = cr_vec_along(apart, 1.0 / 3.0, cr_vec_sub(b[k], a[k]));
        double weight = cr_vec_length(cr_vec_cross(cr_vec_sub(a[1], a[0]), cr_vec_sub(a[2], a[0])));
        double distance = cr_vec_length(apart);
        area += weight;
        if (cosine < CR_FACES_SHARP || !(distance > 0.0)) continue;
        sum += weight * cr_square(cr_square(cr_acos(cr_min(cosine, 1.0)) / distance));
    }
    return area > 0.0 ? sqrt(sqrt(sum / area)) : 0.0;
}

// Bytes per area of surface and cell^2, with halo and index: measured 60 to 90 on balls, rings, boxes and
// cups.
static const double bytes_per_cell = 100.0;

// The wall itself where its middle surface is known. Else an eighth of the thinnest part, so that the kink of
// the distance in its middle is four cells away and no spline on the surface feels it, and an eighth of the
// radius of curvature (normals within 2e-4 rad), but for curvature no finer than what the faces resolve: a
// finer grid shows their edges. Never finer than `most` allows.
double cr_grid_cell(const cr_faces *f, const cr_grid_def *def, double wall) {
    if (def->cell > 0.0) return def->cell;
    double area = cr_faces_area(f), least = sqrt(bytes_per_cell * area / def->most);
    if (def->wall > 0.0) return cr_max(def->wall, least);
    double face = sqrt(2.0 * area / f->triangles), curvature = curvature_of(f);
    double fine = cr_max(1.0 / (8.0 * cr_max(curvature, 1e-9)), def->middle ? 0.25 * face : face);
    return cr_max(cr_min(wall / 8.0, fine), least);
}

int cr_grid_pieces(const cr_faces *f, double cell) {
    const double most = 4e6; // triangles
    double wanted = ceil(8.0 * cr_faces_longest(f) / cell);
    return (int)cr_clamp(wanted, 1.0, cr_max(1.0, floor(sqrt(most / f->triangles))));
}
