// Walls of revolution by their middle line and thickness.
#include "geom/outline.h"

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
