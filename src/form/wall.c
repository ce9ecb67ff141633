// Walls of revolution by their middle line and thickness.
#include "base/dense.h"
#include "form/outline.h"

// With a = |m'|, unit tangent e = m'/a, n to its right, b = m'' n/a the turning, e' = b n, n' = -b e:
// y = m + h n, y' = (a - h b) e + h' n, y'' = (a' - 2 h' b - h b') e + ((a - h b) b + h'') n.
void cr_wall_surface(const cr_wall *wall, double side, cr_flat out[3]) {
    const cr_flat *m = wall->line;
    double a = sqrt(cr_flat_dot(m[1], m[1]));
    cr_flat e = {m[1].x / a, m[1].z / a}, n = cr_flat_right(e);
    double a1 = cr_flat_dot(m[2], e), b = cr_flat_dot(m[2], n) / a;
    double b1 = (cr_flat_dot(m[3], n) - 2.0 * b * a1) / a;
    double h[3];
    for (int i = 0; i < 3; i++) h[i] = 0.5 * side * wall->thickness[i];
    double along = a - h[0] * b;
    out[0] = cr_flat_along(m[0], h[0], n);
    out[1] = cr_flat_along((cr_flat){along * e.x, along * e.z}, h[1], n);
    double drift = a1 - 2.0 * h[1] * b - h[0] * b1, bend = along * b + h[2];
    out[2] = cr_flat_along((cr_flat){drift * e.x, drift * e.z}, bend, n);
}

void cr_wall_of_knots(cr_wall_curve *curve, int count, double knot[][3]) {
    curve->s[0] = 0.0;
    for (int i = 1; i < count; i++) {
        double x = knot[i][0] - knot[i - 1][0], z = knot[i][1] - knot[i - 1][1];
        curve->s[i] = curve->s[i - 1] + sqrt(x * x + z * z);
    }
    cr_wall_curve_solve(curve, count, knot);
}

void cr_wall_of_curve(const void *curve, double s, cr_wall *wall) {
    double r[4], z[4], t[4];
    cr_wall_curve_at(curve, 0, s, r);
    cr_wall_curve_at(curve, 1, s, z);
    cr_wall_curve_at(curve, 2, s, t);
    for (int i = 0; i < 4; i++) wall->line[i] = (cr_flat){r[i], z[i]};
    for (int i = 0; i < 3; i++) wall->thickness[i] = t[i];
}

// Nodes and weights of Gauss and Legendre for 16 points on -1..1, the half above 0.
enum { GAUSS = 8 };
static const double gauss_node[GAUSS] = {0.09501250983763744, 0.28160355077925891, 0.45801677765722739,
                                         0.61787624440264375, 0.75540440835500303, 0.86563120238783174,
                                         0.94457502307323258, 0.98940093499164993};
static const double gauss_weight[GAUSS] = {0.18945061045506850, 0.18260341504492359, 0.16915651939500254,
                                           0.14959598881657673, 0.12462897125553387, 0.09515851168249278,
                                           0.06225352393864789, 0.02715245941175409};

double cr_gauss16(int i, double from, double to, double *at) {
    double half = 0.5 * (to - from), node = i < GAUSS ? gauss_node[i] : -gauss_node[i - GAUSS];
    *at = 0.5 * (from + to) + half * node;
    return half * gauss_weight[i % GAUSS];
}

// dA = (a - h b) ds dh; 2 pi rho dA and its moments. Through the wall they are polynomials of degree 4.
static void add_at(const cr_wall *wall, double weight, double section[4]) {
    const cr_flat *m = wall->line;
    double a = sqrt(cr_flat_dot(m[1], m[1])), thick = 0.5 * wall->thickness[0];
    cr_flat n = cr_flat_right((cr_flat){m[1].x / a, m[1].z / a});
    double b = cr_flat_dot(m[2], n) / a;
    for (int i = 0; i < CR_GAUSS16; i++) {
        double h, share = cr_gauss16(i, -thick, thick, &h);
        double rho = m[0].x + h * n.x, z = m[0].z + h * n.z;
        double volume = weight * share * 2.0 * cr_pi * rho * (a - h * b);
        section[0] += volume;
        section[1] += volume * z;
        section[2] += volume * z * z;
        section[3] += 0.5 * volume * rho * rho;
    }
}

void cr_moments_add_wall(cr_moments *moments, cr_wall_at at, const void *context, double first, double last) {
    enum { PANELS = 4 };
    double section[4] = {0};
    for (int panel = 0; panel < PANELS; panel++)
        for (int i = 0; i < CR_GAUSS16; i++) {
            double step = (last - first) / PANELS, s;
            double weight = cr_gauss16(i, first + panel * step, first + (panel + 1) * step, &s);
            cr_wall wall;
            at(context, s, &wall);
            add_at(&wall, weight, section);
        }
    cr_moments_add_round(moments, section);
}

// --- drawing

static void surface_at(const cr_wall_job *job, double side, double s, cr_flat out[3]) {
    cr_wall wall;
    job->at(job->context, s, &wall);
    cr_wall_surface(&wall, side, out);
}

// Where the circle of radius r that touches the surface from within the wall has its middle.
static cr_flat within(const cr_wall_job *job, double side, double s, double r, cr_flat *outwards) {
    cr_flat y[3];
    surface_at(job, side, s, y);
    double speed = sqrt(cr_flat_dot(y[1], y[1]));
    cr_flat right = cr_flat_right(y[1]);
    *outwards = (cr_flat){side * right.x / speed, side * right.z / speed};
    return cr_flat_along(y[0], -r, *outwards);
}

// What is missing to a circle that touches the right surface at x[0], the left one at x[1], with radius x[2],
// and ends in the plane across the end of the middle line.
static void miss(const cr_wall_job *job, const cr_wall *end, const double x[3], double out[3]) {
    cr_flat n, right = within(job, 1.0, x[0], x[2], &n), left = within(job, -1.0, x[1], x[2], &n);
    double speed = sqrt(cr_flat_dot(end->line[1], end->line[1]));
    cr_flat off = cr_flat_sub(right, end->line[0]);
    out[0] = right.x - left.x;
    out[1] = right.z - left.z;
    out[2] = cr_flat_dot(off, end->line[1]) / speed + x[2];
}

// Newton with differences: the wall is smooth and the first guess is good.
static void solve_rim(const cr_wall_job *job, double last, double x[3]) {
    cr_wall end;
    job->at(job->context, last, &end);
    double speed = sqrt(cr_flat_dot(end.line[1], end.line[1])), r = 0.5 * end.thickness[0];
    x[0] = x[1] = last - r / speed;
    x[2] = r;
    double step[3] = {1e-5 * last, 1e-5 * last, 1e-5 * r};
    enum { STEPS = 8 };
    for (int k = 0; k < STEPS; k++) {
        double f[3], a[9];
        miss(job, &end, x, f);
        for (int j = 0; j < 3; j++) {
            double y[3] = {x[0], x[1], x[2]}, up[3], down[3];
            y[j] = x[j] + step[j];
            miss(job, &end, y, up);
            y[j] = x[j] - step[j];
            miss(job, &end, y, down);
            for (int i = 0; i < 3; i++) a[3 * i + j] = (up[i] - down[i]) / (2.0 * step[j]);
        }
        if (!cr_dense_invert3(a)) return;
        for (int i = 0; i < 3; i++) x[i] -= a[3 * i] * f[0] + a[3 * i + 1] * f[1] + a[3 * i + 2] * f[2];
    }
}

static cr_flat back_of(cr_flat a) {
    return (cr_flat){-a.x, -a.z};
}

// One surface up to s = last; the left one against the middle line. A knot belongs to the part below it where
// that ends there, and to the part above where that begins.
static void draw_surface(cr_outline *outline, const cr_wall_job *job, double side, double begin,
                         double last) {
    int parts = 0;
    while (parts < job->knots - 1 && job->knot[parts] < last) parts++;
    for (int k = 0; k < parts * job->cut; k++) {
        int i = side > 0.0 ? k : parts * job->cut - 1 - k, part = i / job->cut, piece = i % job->cut;
        double low = cr_max(job->knot[part], begin), high = cr_min(job->knot[part + 1], last);
        if (!(high > low)) continue;
        double step = (high - low) / job->cut, from = low + piece * step, to = from + step;
        double inset = 1e-12 * step; // on this side of a knot
        cr_flat a[3], b[3];
        surface_at(job, side, from + inset, a);
        surface_at(job, side, to - inset, b);
        if (side < 0.0) a[1] = back_of(a[1]), b[1] = back_of(b[1]);
        cr_outline_curve(outline, side > 0.0 ? a : b, side > 0.0 ? b : a, step,
                         side > 0.0 ? job->right : -job->right);
        cr_piece *drawn = &outline->piece[outline->count - 1];
        drawn->begin = job->per_s * (from - begin);
        drawn->span = job->per_s * step;
    }
}

cr_rim cr_outline_wall(cr_outline *outline, const cr_wall_job *job, double begin) {
    double x[3];
    solve_rim(job, job->knot[job->knots - 1], x);
    cr_flat from, to, at = within(job, 1.0, x[0], x[2], &from);
    within(job, -1.0, x[1], x[2], &to);
    draw_surface(outline, job, 1.0, begin, x[0]);
    cr_outline_arc(outline, at, x[2], from, to, false, 0);
    draw_surface(outline, job, -1.0, 0.0, x[1]);
    return (cr_rim){at, x[2]};
}
