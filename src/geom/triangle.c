#include "geom/triangle.h"

#include "base/maths.h"
#include "base/numeric.h"

cr_vec cr_triangle_normal(const cr_vec corner[3]) {
    cr_vec n = cr_vec_cross(cr_vec_sub(corner[1], corner[0]), cr_vec_sub(corner[2], corner[0]));
    double length = cr_vec_length(n);
    return length > 0.0 ? cr_vec_make(n.x / length, n.y / length, n.z / length) : cr_vec_make(0.0, 0.0, 0.0);
}

double cr_triangle_angle(const cr_vec corner[3], int at) {
    cr_vec u = cr_vec_sub(corner[(at + 1) % 3], corner[at]), v = cr_vec_sub(corner[(at + 2) % 3], corner[at]);
    return cr_atan2(cr_vec_length(cr_vec_cross(u, v)), cr_vec_dot(u, v));
}

cr_vec cr_triangle_mix(const cr_vec corner[3], const double weight[3]) {
    return cr_vec_along(cr_vec_along(cr_vec_scale(weight[0], corner[0]), weight[1], corner[1]), weight[2],
                        corner[2]);
}

static double distance2(cr_vec a, cr_vec b) {
    cr_vec d = cr_vec_sub(a, b);
    return cr_vec_dot(d, d);
}

// Weights of the foot of the perpendicular on the plane; false when it lies outside the triangle.
static bool foot_inside(const cr_vec c[3], cr_vec p, double weight[3]) {
    cr_vec u = cr_vec_sub(c[1], c[0]), v = cr_vec_sub(c[2], c[0]), w = cr_vec_sub(p, c[0]);
    double uu = cr_vec_dot(u, u), uv = cr_vec_dot(u, v), vv = cr_vec_dot(v, v);
    double wu = cr_vec_dot(w, u), wv = cr_vec_dot(w, v), area = uu * vv - uv * uv;
    if (!(area > 0.0)) return false;
    weight[1] = (vv * wu - uv * wv) / area;
    weight[2] = (uu * wv - uv * wu) / area;
    weight[0] = 1.0 - weight[1] - weight[2];
    return weight[0] >= 0.0 && weight[1] >= 0.0 && weight[2] >= 0.0;
}

double cr_triangle_nearest(const cr_vec corner[3], cr_vec p, double weight[3]) {
    if (foot_inside(corner, p, weight)) return distance2(cr_triangle_mix(corner, weight), p);
    double best = HUGE_VAL;
    for (int k = 0; k < 3; k++) { // on the side from corner k to the next
        int next = (k + 1) % 3;
        cr_vec along = cr_vec_sub(corner[next], corner[k]), to = cr_vec_sub(p, corner[k]);
        double length = cr_vec_dot(along, along), try[3] = {0.0, 0.0, 0.0};
        try[next] = length > 0.0 ? cr_clamp(cr_vec_dot(to, along) / length, 0.0, 1.0) : 0.0;
        try[k] = 1.0 - try[next];
        double distance = distance2(cr_triangle_mix(corner, try), p);
        if (distance >= best) continue;
        best = distance;
        for (int i = 0; i < 3; i++) weight[i] = try[i];
    }
    return best;
}
