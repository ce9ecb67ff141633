// The friction cone K = {|r_t| <= mu r_n} and, in scaled variables, the second-order cone {|x_t| <= x_1}.
#ifndef CAROM_CONTACT_CONE_H
#define CAROM_CONTACT_CONE_H

#include <math.h>

static inline double cr_length2(double a, double b) {
    return sqrt(a * a + b * b);
}

// The nearest point of K.
static inline void cr_cone_project(double mu, double r[3]) {
    double slip = cr_length2(r[1], r[2]);
    if (r[0] >= 0.0 && slip <= mu * r[0]) return;
    if (mu * slip <= -r[0]) {
        r[0] = r[1] = r[2] = 0.0;
        return;
    }
    double normal = (r[0] + mu * slip) / (1.0 + mu * mu), factor = slip > 0.0 ? mu * normal / slip : 0.0;
    r[0] = normal;
    r[1] *= factor;
    r[2] *= factor;
}

static inline double cr_dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// y = m x, m by rows; y may be x.
static inline void cr_apply3(const double m[9], const double x[3], double y[3]) {
    double a = x[0], b = x[1], c = x[2];
    y[0] = m[0] * a + m[1] * b + m[2] * c;
    y[1] = m[3] * a + m[4] * b + m[5] * c;
    y[2] = m[6] * a + m[7] * b + m[8] * c;
}

// c = a b, none of them the same.
static inline void cr_multiply3(const double a[9], const double b[9], double c[9]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

#endif
