#include "prep/bem/static.h"

#include "prep/bem/vector.h"

// Nearer to the plane than this part of its distance from a corner, a point is on it.
static const double on_plane = 1e-9;

typedef struct seen {
    double p[3][3], r[3]; // corners from x, and how far
    double height;        // of x above the plane
    double angle;         // solid, not negative
} seen;

// tan(angle/2) = |p0 (p1 x p2)|/(R0 R1 R2 + (p0 p1) R2 + (p1 p2) R0 + (p2 p0) R1)
// (van Oosterom, Strackee 1983).
static seen look(const double corner[9], const double normal[3], const double x[3]) {
    seen s;
    double turned[3];
    for (int i = 0; i < 3; i++) {
        cr_sub3(corner + 3 * i, x, s.p[i]);
        s.r[i] = cr_length3(s.p[i]);
    }
    s.height = -cr_dot3(s.p[0], normal);
    cr_cross3(s.p[1], s.p[2], turned);
    s.angle = 2.0 * atan2(fabs(cr_dot3(s.p[0], turned)),
                          s.r[0] * s.r[1] * s.r[2] + cr_dot3(s.p[0], s.p[1]) * s.r[2] +
                              cr_dot3(s.p[1], s.p[2]) * s.r[0] + cr_dot3(s.p[2], s.p[0]) * s.r[1]);
    if (fabs(s.height) < on_plane * s.r[0]) s.height = s.angle = 0.0;
    return s;
}

double cr_bem_solid_angle(const double corner[9], const double normal[3], const double x[3]) {
    seen s = look(corner, normal, x);
    return s.height > 0.0 ? s.angle : -s.angle;
}

// int 1/r = sum over edges of (p m) ln((R_b + l_b)/(R_a + l_a)) - |h| angle, m = e x n outwards in the plane,
// l = p e along the edge; the logarithm of the other side where that cancels less.
void cr_bem_static(const double corner[9], const double normal[3], const double x[3], double *single,
                   double *twofold) {
    seen s = look(corner, normal, x);
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        double e[3], m[3];
        cr_sub3(s.p[j], s.p[i], e);
        double length = cr_length3(e);
        for (int d = 0; d < 3; d++) e[d] /= length;
        cr_cross3(e, normal, m);
        double a = cr_dot3(s.p[i], e), b = cr_dot3(s.p[j], e);
        double f = a + b > 0.0 ? log((s.r[j] + b) / (s.r[i] + a)) : log((s.r[i] - a) / (s.r[j] - b));
        sum += cr_dot3(s.p[i], m) * f;
    }
    *single = sum - fabs(s.height) * s.angle;
    *twofold = s.height > 0.0 ? s.angle : -s.angle;
}
