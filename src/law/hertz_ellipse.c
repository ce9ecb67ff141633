// The contact of two surfaces whose principal curvatures differ: an ellipse (Hertz 1882; Johnson, Contact
// mechanics, section 4.2).
#include "base/numeric.h"
#include "carom/material.h"

// K of the ellipse with axes 1 and `axis`, and in *gap (K - E)/K, by the arithmetic-geometric mean:
// K = pi/(2 agm), (K - E)/K = sum 2^n c_n^2/2 with c_0^2 = 1 - axis^2.
static double complete_integral(double axis, double *gap) {
    double a = 1.0, b = axis, weight = 0.5, sum = weight * (1.0 - axis) * (1.0 + axis);
    for (int i = 0; i < 12 && a - b > 1e-17 * a; i++) {
        double c = 0.5 * (a - b), mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
        weight *= 2.0;
        sum += weight * c * c;
    }
    *gap = sum;
    return cr_pi / (2.0 * a);
}

// R'/R'' = ((a/b)^2 E - K)/(K - E), Johnson (4.28), of the ellipse with b/a = axis < 1.
static double radii_of(double axis) {
    double gap;
    complete_integral(axis, &gap);
    double squared = (1.0 - axis) * (1.0 + axis);
    return (squared - gap) / (axis * axis * gap);
}

// depth = (9 P^2/(16 E*^2 R))^(1/3) F2, R = sqrt(R' R''), Johnson (4.26c): with
//   F1^3 = 4/(pi e^2) (b/a)^(3/2) sqrt(((a/b)^2 E - K)(K - E)),  F2 = 2/pi sqrt(b/a) K/F1
double cr_hertz_stiffness_ellipse(double modulus, double radius1, double radius2) {
    const double most = 1e6; // of the radii: a longer ellipse is a line
    double large = cr_max(radius1, radius2), small = cr_min(radius1, radius2);
    double ratio = cr_min(large / small, most), radius = small * sqrt(ratio), f2 = 1.0;
    if (ratio > 1.0 + 1e-9) {
        double low = -16.0, high = 0.0, gap; // of log b/a
        for (int i = 0; i < 60; i++) {
            double middle = 0.5 * (low + high);
            if (radii_of(cr_exp(middle)) > ratio) low = middle;
            else high = middle;
        }
        double axis = cr_exp(0.5 * (low + high)), k = complete_integral(axis, &gap);
        double squared = (1.0 - axis) * (1.0 + axis);
        double inside = k * sqrt((squared - gap) * gap) / axis;
        double f1 = cr_pow(4.0 / (cr_pi * squared) * axis * sqrt(axis) * inside, 1.0 / 3.0);
        f2 = 2.0 / cr_pi * sqrt(axis) * k / f1;
    }
    return 4.0 / 3.0 * modulus * sqrt(radius) / (f2 * sqrt(f2));
}
