// Two equal rigid balls, side by side along z, that are shaken against each other: what they sound like by a
// series of waves about each, exact but for where it ends. The plane between them is a mirror:
//   p = sum over n of x_n (w_n(point) + w_n(mirrored point)),  w_n = h_n(k r) P_n(cos(theta)) about one
//   centre,
// with x by least squares from dp/dn = cos(theta) on one ball.
#ifndef CAROM_TESTS_BALL_PAIR_H
#define CAROM_TESTS_BALL_PAIR_H

#include "base/maths.h"
#include "complexes.h"
#include "radiate/waves.h"

#include <math.h>
#include <string.h>

enum { PAIR_ORDER = 40, PAIR_TERMS = PAIR_ORDER + 1, PAIR_POINTS = 6 * PAIR_ORDER };
typedef double _Complex pair_number;

typedef struct ball_pair {
    double k, half; // 1/m; half the distance of the centres, radius 1 m
    pair_number x[PAIR_TERMS];
} ball_pair;

// w_n at (rho, z) from the centre, and its slope along a direction there.
static inline void pair_waves(double k, double rho, double z, const double way[2], pair_number *w,
                              pair_number *slope) {
    double r = hypot(rho, z), c = z / r, s = rho / r, x = k * r, h[PAIR_TERMS + 1][2];
    double p = 1, before = 0, d = 0, d_before = 0; // P_n, P_n-1 and their derivatives
    pair_number turn = complex_of(cos(x), sin(x)), last = 0;
    cr_spherical_hankel(PAIR_ORDER + 1, x, h);
    for (int n = 0; n < PAIR_TERMS; n++) {
        pair_number hn = complex_of(h[n][0], h[n][1]) * turn,
                    rise = n ? last - (n + 1) / x * hn : -complex_of(h[1][0], h[1][1]) * turn,
                    along_r = k * rise * p, along_theta = -s * hn * d / r;
        w[n] = hn * p;
        slope[n] = way[0] * (along_r * s + along_theta * c) + way[1] * (along_r * c - along_theta * s);
        double p_next = ((2 * n + 1) * c * p - n * before) / (n + 1), d_next = d_before + (2 * n + 1) * p;
        before = p;
        p = p_next;
        d_before = d;
        d = d_next;
        last = hn;
    }
}

// Least squares by Gram and Schmidt, twice: the columns of a become orthonormal.
static inline void pair_solve(pair_number (*a)[PAIR_TERMS], const double *b, pair_number *x) {
    static pair_number r[PAIR_TERMS][PAIR_TERMS];
    memset(r, 0, sizeof r);
    for (int n = 0; n < PAIR_TERMS; n++) {
        double size = 0;
        for (int m = 0; m < 2 * n; m++) {
            pair_number dot = 0;
            for (int i = 0; i < PAIR_POINTS; i++) dot += conj(a[i][m % n]) * a[i][n];
            r[m % n][n] += dot;
            for (int i = 0; i < PAIR_POINTS; i++) a[i][n] -= dot * a[i][m % n];
        }
        for (int i = 0; i < PAIR_POINTS; i++) size += creal(a[i][n] * conj(a[i][n]));
        r[n][n] = sqrt(size);
        for (int i = 0; i < PAIR_POINTS; i++) a[i][n] /= sqrt(size);
    }
    for (int n = PAIR_TERMS - 1; n >= 0; n--) {
        x[n] = 0;
        for (int i = 0; i < PAIR_POINTS; i++) x[n] += conj(a[i][n]) * b[i];
        for (int m = n + 1; m < PAIR_TERMS; m++) x[n] -= r[n][m] * x[m];
        x[n] /= r[n][n];
    }
}

// Balls of radius 1 with a gap between them.
static inline ball_pair ball_pair_make(double k, double gap) {
    static pair_number a[PAIR_POINTS][PAIR_TERMS];
    ball_pair pair = {.k = k, .half = 1 + 0.5 * gap};
    pair_number w[PAIR_TERMS], own[PAIR_TERMS], other[PAIR_TERMS];
    double b[PAIR_POINTS], scale[PAIR_TERMS], h[PAIR_TERMS][2];
    cr_spherical_hankel(PAIR_ORDER, k, h);
    for (int n = 0; n < PAIR_TERMS; n++) scale[n] = 1 / (hypot(h[n][0], h[n][1]) * (n + 1) * k);
    for (int i = 0; i < PAIR_POINTS; i++) {
        double theta = cr_pi * (i + 0.5) / PAIR_POINTS, weight = sqrt(sin(theta));
        const double normal[2] = {sin(theta), cos(theta)}, mirrored[2] = {sin(theta), -cos(theta)};
        pair_waves(k, normal[0], normal[1], normal, w, own);
        pair_waves(k, normal[0], -2 * pair.half - normal[1], mirrored, w, other);
        for (int n = 0; n < PAIR_TERMS; n++) a[i][n] = weight * scale[n] * (own[n] + other[n]);
        b[i] = weight * normal[1];
    }
    pair_solve(a, b, pair.x);
    for (int n = 0; n < PAIR_TERMS; n++) pair.x[n] *= scale[n];
    return pair;
}

// |p| per unit dp/dn at a distance from the middle, at an angle from the axis.
static inline double ball_pair_level(const ball_pair *pair, double distance, double angle) {
    const double none[2] = {0, 0};
    double rho = distance * sin(angle), z = distance * cos(angle);
    pair_number w[PAIR_TERMS], mirrored[PAIR_TERMS], slope[PAIR_TERMS], sum = 0;
    pair_waves(pair->k, rho, z - pair->half, none, w, slope);
    pair_waves(pair->k, rho, -z - pair->half, none, mirrored, slope);
    for (int n = 0; n < PAIR_TERMS; n++) sum += pair->x[n] * (w[n] + mirrored[n]);
    return cabs(sum);
}

#endif
