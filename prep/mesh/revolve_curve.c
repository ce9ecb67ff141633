// Walls along a middle line of cubic splines.
#include "prep/mesh/revolve.h"

void cr_wall_curve_make(cr_wall_curve *curve, int count, double knot[][3]) {
    curve->s[0] = 0.0;
    for (int i = 1; i < count; i++)
        curve->s[i] = curve->s[i - 1] + hypot(knot[i][0] - knot[i - 1][0], knot[i][1] - knot[i - 1][1]);
    cr_wall_curve_solve(curve, count, knot);
}

void cr_wall_curve_map(const void *curve, double s, double w, double rz[2]) {
    double r[4], z[4], t[4];
    cr_wall_curve_at(curve, 0, s, r);
    cr_wall_curve_at(curve, 1, s, z);
    cr_wall_curve_at(curve, 2, s, t);
    double speed = hypot(r[1], z[1]), out = (w - 0.5) * t[0] / speed;
    rz[0] = r[0] + out * z[1];
    rz[1] = z[0] - out * r[1];
}

void cr_wall_curve_upside_down(const void *curve, double s, double w, double rz[2]) {
    cr_wall_curve_map(curve, s, 1.0 - w, rz);
}
