// A body on lossy springs by the eigenproblem of all its modes and its six rigid motions at once,
//   (s^2 + 2 sigma s + w^2) q + s B^T Z(s) B q = 0,  Z = 1/(i w/(k (1 + i eta)) + Y_s) of each spring,
// by inverse iteration. It shares nothing with src/sound but the springs.
#ifndef CAROM_TESTS_FULL_COUPLING_H
#define CAROM_TESTS_FULL_COUPLING_H

#include "base/numeric.h"
#include "complexes.h"
#include "sound/coupling.h"

#include <string.h>

enum { FULL_MODES = 64, FULL_SIZE = FULL_MODES + 6, FULL_ROWS = 3 * CR_COUPLING_EXACT };
typedef double _Complex full_number;

typedef struct full_coupling {
    const cr_coupling *c;
    int size, rows;
    double b[FULL_ROWS][FULL_SIZE];
} full_coupling;

// Lower triangle L of the inertia, I = L L^T: turns about the columns of L^-T have unit energy.
static inline void full_rigid(const cr_coupling *c, cr_vec arm, cr_vec axis, double row[6]) {
    const double *i = c->inertia,
                 turn[3] = {cr_vec_cross(arm, axis).x, cr_vec_cross(arm, axis).y, cr_vec_cross(arm, axis).z};
    double l00 = sqrt(i[0]), l10 = i[5] / l00, l20 = i[4] / l00, l11 = sqrt(i[1] - l10 * l10),
           l21 = (i[3] - l20 * l10) / l11, l22 = sqrt(i[2] - l20 * l20 - l21 * l21);
    row[0] = axis.x / sqrt(c->mass);
    row[1] = axis.y / sqrt(c->mass);
    row[2] = axis.z / sqrt(c->mass);
    row[3] = turn[0] / l00; // L^-1 (r x d)
    row[4] = (turn[1] - l10 * row[3]) / l11;
    row[5] = (turn[2] - l20 * row[3] - l21 * row[4]) / l22;
}

static inline full_coupling full_coupling_make(const cr_coupling *c) {
    full_coupling f = {.c = c, .size = c->modes + 6, .rows = 3 * c->points};
    for (int m = 0; m < f.rows; m++) {
        const cr_coupling_point *p = &c->point[m / 3];
        for (int j = 0; j < c->modes; j++) f.b[m][j] = p->shape[m % 3][j];
        full_rigid(c, p->at, p->axis[m % 3], f.b[m] + c->modes);
    }
    return f;
}

static inline void full_matrix(const full_coupling *f, full_number s, full_number (*t)[FULL_SIZE]) {
    double omega = fabs(cimag(s));
    for (int i = 0; i < f->size; i++)
        for (int j = 0; j < f->size; j++) {
            bool bends = i < f->c->modes;
            double sigma = bends ? f->c->sigma[i] : 0, w = bends ? f->c->omega[i] : 0;
            t[i][j] = i == j ? s * s + 2 * sigma * s + w * w : 0;
        }
    for (int m = 0; m < f->rows; m++) {
        const cr_coupling_point *p = &f->c->point[m / 3];
        full_number spring = p->stiffness[m % 3] * complex_of(1, p->loss[m % 3]),
                    y = complex_of(0, omega) / spring + cr_support_mobility(p->support, omega, m % 3 == 0);
        for (int i = 0; i < f->size; i++)
            for (int j = 0; j < f->size; j++) t[i][j] += s / y * f->b[m][i] * f->b[m][j];
    }
}

// x = t^-1 x; t is lost.
static inline void full_solve(int n, full_number (*t)[FULL_SIZE], full_number *x) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (cabs(t[i][k]) > cabs(t[best][k])) best = i;
        full_number row[FULL_SIZE], kept = x[k];
        memcpy(row, t[k], sizeof row);
        memcpy(t[k], t[best], sizeof row);
        memcpy(t[best], row, sizeof row);
        x[k] = x[best];
        x[best] = kept;
        for (int i = k + 1; i < n; i++) {
            full_number ratio = t[i][k] / t[k][k];
            for (int j = k; j < n; j++) t[i][j] -= ratio * t[k][j];
            x[i] -= ratio * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) x[k] -= t[k][j] * x[j];
        x[k] /= t[k][k];
    }
}

// The eigenvalue nearest to s, by inverse iteration: T(s) u = T'(s) x, s -= 1/(u scaled to x).
static inline full_number full_root(const full_coupling *f, full_number s, int mode) {
    static full_number now[FULL_SIZE][FULL_SIZE], next[FULL_SIZE][FULL_SIZE];
    full_number x[FULL_SIZE] = {0}, u[FULL_SIZE];
    x[mode] = 1;
    for (int round = 0; round < 40; round++) {
        double h = 1e-6 * cabs(s);
        full_matrix(f, s, now);
        full_matrix(f, s + complex_of(0, h), next);
        for (int i = 0; i < f->size; i++) {
            u[i] = 0;
            for (int j = 0; j < f->size; j++) u[i] += (next[i][j] - now[i][j]) / complex_of(0, h) * x[j];
        }
        full_solve(f->size, now, u);
        full_number step = x[mode] / u[mode];
        for (int i = 0; i < f->size; i++) x[i] = u[i] / u[mode];
        s -= step;
        if (cabs(step) < 1e-11 * cabs(s)) break;
    }
    return s;
}

#endif
