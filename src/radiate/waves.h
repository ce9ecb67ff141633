// Spherical waves: Bessel functions, spherical harmonics, and what they make of a surface.
#ifndef CAROM_RADIATE_WAVES_H
#define CAROM_RADIATE_WAVES_H

#include "carom/radiate.h"

enum {
    CR_WAVES_ORDER = CR_RADIATION_ORDER_MAX + 1, // gradients need one more
    CR_WAVES_TERMS = (CR_WAVES_ORDER + 1) * (CR_WAVES_ORDER + 1),
};

// The term n^2 + n + m of a series.
static inline int cr_wave_term(int n, int m) {
    return n * n + n + m;
}

// j_0(x) .. j_order(x) for x >= 0.
void cr_spherical_bessel(int order, double x, double *j);
// h_n(x) e^(-i x) for n = 0..order and x > 0, real and imaginary parts.
void cr_spherical_hankel(int order, double x, double (*h)[2]);
// The Hankel functions H_0 and H_1 of a cylinder, 0 < x <= 10: real and imaginary parts.
void cr_cylindrical_hankel(double x, double h[2][2]);
// The real orthonormal Y_nm of a unit vector, order <= CR_WAVES_ORDER: (order + 1)^2 terms.
void cr_harmonics(int order, const double unit[3], double *y);

// Square roots that a gradient needs, the same at every point.
typedef struct cr_wave_ladders {
    double a[CR_WAVES_TERMS], b[CR_WAVES_TERMS];
} cr_wave_ladders;
void cr_wave_ladders_fill(int order, cr_wave_ladders *ladders);

// Regular waves j_n(k r) Y_nm at a point and their slope along a direction (a unit normal), order up to
// CR_RADIATION_ORDER_MAX and that of the ladders: (order + 1)^2 terms each.
void cr_regular_waves(const cr_wave_ladders *ladders, int order, double k, const double at[3],
                      const double along[3], double *value, double *slope);

#endif
