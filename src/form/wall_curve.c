#include "form/wall_curve.h"

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

void cr_wall_curve_solve(cr_wall_curve *curve, int count, double knot[][3]) {
    curve->count = count;
    bool on_axis = !(knot[0][0] > 0.0);
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < count; i++) curve->y[axis][i] = knot[i][axis];
        solve_spline(count, curve->s, curve->y[axis], on_axis && axis > 0, curve->m[axis]);
    }
}

void cr_wall_curve_at(const cr_wall_curve *curve, int axis, double s, double out[4]) {
    const double *y = curve->y[axis], *m = curve->m[axis];
    int i = 0;
    while (i < curve->count - 2 && curve->s[i + 1] < s) i++;
    double h = curve->s[i + 1] - curve->s[i], b = (s - curve->s[i]) / h, a = 1.0 - b;
    out[0] = a * y[i] + b * y[i + 1] + ((a * a * a - a) * m[i] + (b * b * b - b) * m[i + 1]) * h * h / 6.0;
    out[1] = (y[i + 1] - y[i]) / h + ((3.0 * b * b - 1.0) * m[i + 1] - (3.0 * a * a - 1.0) * m[i]) * h / 6.0;
    out[2] = a * m[i] + b * m[i + 1];
    out[3] = (m[i + 1] - m[i]) / h;
}

static bool is_thin(const cr_wall_curve *curve, double *where) {
    enum { SAMPLES = 256 };
    double last = curve->s[curve->count - 1];
    for (int i = 0; i <= SAMPLES; i++) {
        double r[4], z[4], t[4];
        *where = last * i / SAMPLES;
        cr_wall_curve_at(curve, 0, *where, r);
        cr_wall_curve_at(curve, 1, *where, z);
        cr_wall_curve_at(curve, 2, *where, t);
        double speed = sqrt(r[1] * r[1] + z[1] * z[1]),
               curvature = fabs(r[1] * z[2] - z[1] * r[2]) / (speed * speed * speed);
        if (!(t[0] > 0.0) || 0.5 * t[0] * curvature > 0.6) return false;
        if (i && !(r[0] > 0.5 * t[0] * fabs(z[1]) / speed)) return false; // a surface beyond the axis
    }
    return true;
}

cr_status cr_wall_curve_fits(const cr_wall_curve *curve, const char *name, cr_error *error) {
    double where;
    if (is_thin(curve, &where)) return CR_OK;
    return cr_fail(
        error, CR_ERR_RANGE, "thickness",
        "the wall of this %s is thicker than it is bent, %g m along it from the axis: make it thinner "
        "or the %s larger",
        name, where, name);
}

// A place of a middle line: radius, height and thickness as shares of those of the whole.
typedef struct share {
    double radius, height, thickness;
} share;

// From the crown down to the lip; thickness 0 is the waist's, 1 that of the sound bow.
static const share bell_line[] = {
    {0.000, 1.000, 0.30}, {0.200, 0.992, 0.25}, {0.370, 0.955, 0.15}, {0.480, 0.870, 0.05},
    {0.530, 0.740, 0.00}, {0.565, 0.580, 0.00}, {0.615, 0.420, 0.05}, {0.700, 0.260, 0.30},
    {0.830, 0.115, 0.85}, {0.915, 0.050, 1.00}, {1.000, 0.000, 0.45},
};

int cr_bell_knots(const double *value, double knot[][3]) {
    enum { KNOTS = sizeof bell_line / sizeof *bell_line };
    for (int i = 0; i < KNOTS; i++) {
        knot[i][0] = value[CR_BELL_RADIUS] * bell_line[i].radius;
        knot[i][1] = value[CR_BELL_HEIGHT] * bell_line[i].height;
        knot[i][2] =
            value[CR_BELL_WAIST] + (value[CR_BELL_BOW] - value[CR_BELL_WAIST]) * bell_line[i].thickness;
    }
    return KNOTS;
}

// Up to its widest; from there the radius goes over to that of the rim. Thickness 0 is the wall's, 1 that of
// the bottom.
static const share glass_line[] = {
    {0.00, 0.000, 1.00}, {0.20, 0.010, 0.90}, {0.45, 0.058, 0.45}, {0.68, 0.145, 0.15}, {0.86, 0.260, 0.02},
    {0.965, 0.390, 0.0}, {1.00, 0.520, 0.00}, {0.67, 0.680, 0.00}, {0.31, 0.840, 0.00}, {0.00, 1.000, 0.00},
};

int cr_glass_knots(const double *v, double knot[][3]) {
    enum { KNOTS = sizeof glass_line / sizeof *glass_line, WIDEST = 6 };
    double base = v[CR_GLASS_EDGE] + v[CR_GLASS_STEM];
    for (int i = 0; i < KNOTS; i++) {
        const share *at = &glass_line[i];
        double narrower = v[CR_GLASS_RADIUS] - v[CR_GLASS_RIM];
        knot[i][0] = i <= WIDEST ? v[CR_GLASS_RADIUS] * at->radius : v[CR_GLASS_RIM] + narrower * at->radius;
        knot[i][1] = base + v[CR_GLASS_BOWL] * at->height;
        knot[i][2] = v[CR_GLASS_WALL] + (v[CR_GLASS_BOTTOM] - v[CR_GLASS_WALL]) * at->thickness;
    }
    return KNOTS;
}
