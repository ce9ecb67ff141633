// A middle line with a thickness, as cubic splines through knots.
#include "prep/mesh/revolve.h"

#include "base/numeric.h"

// Second derivatives of the cubic spline through y at s; at the first knot either none or no slope, at the
// last one none (Thomas algorithm).
static void solve_spline(int n, const double *s, const double *y, bool level, double *m) {
    double upper[CR_CURVE_MAX];
    double h = s[1] - s[0];
    upper[0] = level ? 0.5 : 0.0;
    m[0] = level ? 3.0 * (y[1] - y[0]) / (h * h) : 0.0;
    for (int i = 1; i < n - 1; i++) {
        double before = s[i] - s[i - 1], after = s[i + 1] - s[i];
        double right = 6.0 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before);
        double pivot = 2.0 * (before + after) - before * upper[i - 1];
        upper[i] = after / pivot;
        m[i] = (right - before * m[i - 1]) / pivot;
    }
    m[n - 1] = 0.0;
    for (int i = n - 2; i >= 0; i--) m[i] -= upper[i] * m[i + 1];
}

void cr_wall_curve_make(cr_wall_curve *curve, int count, double knot[][3]) {
    curve->count = count;
    curve->s[0] = 0.0;
    for (int i = 1; i < count; i++)
        curve->s[i] = curve->s[i - 1] + hypot(knot[i][0] - knot[i - 1][0], knot[i][1] - knot[i - 1][1]);
    bool on_axis = !(knot[0][0] > 0.0);
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < count; i++) curve->y[axis][i] = knot[i][axis];
        solve_spline(count, curve->s, curve->y[axis], on_axis && axis > 0, curve->m[axis]);
    }
}

// Value and first two derivatives of a spline.
static void spline_at(const cr_wall_curve *curve, int axis, double s, double out[3]) {
    const double *y = curve->y[axis], *m = curve->m[axis];
    int i = 0;
    while (i < curve->count - 2 && curve->s[i + 1] < s) i++;
    double h = curve->s[i + 1] - curve->s[i], b = (s - curve->s[i]) / h, a = 1.0 - b;
    out[0] = a * y[i] + b * y[i + 1] + ((a * a * a - a) * m[i] + (b * b * b - b) * m[i + 1]) * h * h / 6.0;
    out[1] = (y[i + 1] - y[i]) / h + ((3.0 * b * b - 1.0) * m[i + 1] - (3.0 * a * a - 1.0) * m[i]) * h / 6.0;
    out[2] = a * m[i] + b * m[i + 1];
}

void cr_wall_curve_map(const void *curve, double s, double w, double rz[2]) {
    double r[3], z[3], t[3];
    spline_at(curve, 0, s, r);
    spline_at(curve, 1, s, z);
    spline_at(curve, 2, s, t);
    double speed = hypot(r[1], z[1]), out = (w - 0.5) * t[0] / speed;
    rz[0] = r[0] + out * z[1];
    rz[1] = z[0] - out * r[1];
}

void cr_wall_curve_upside_down(const void *curve, double s, double w, double rz[2]) {
    cr_wall_curve_map(curve, s, 1.0 - w, rz);
}

bool cr_wall_curve_fits(const cr_wall_curve *curve, double *where) {
    enum { SAMPLES = 256 };
    double last = curve->s[curve->count - 1];
    for (int i = 0; i <= SAMPLES; i++) {
        double r[3], z[3], t[3], side[2];
        *where = last * i / SAMPLES;
        spline_at(curve, 0, *where, r);
        spline_at(curve, 1, *where, z);
        spline_at(curve, 2, *where, t);
        double speed = hypot(r[1], z[1]),
               curvature = fabs(r[1] * z[2] - z[1] * r[2]) / (speed * speed * speed);
        if (!(t[0] > 0.0) || 0.5 * t[0] * curvature > 0.6) return false;
        for (int w = 0; w < 2 && i; w++) {
            cr_wall_curve_map(curve, *where, w, side);
            if (!(side[0] > 0.0)) return false;
        }
    }
    return true;
}
