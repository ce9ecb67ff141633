#include "base/linear.h"

#include <math.h>

// Column k below the diagonal.
static void eliminate(double *a, int n, int k) {
    for (int i = k + 1; i < n; i++) {
        double ratio = a[i * n + k] /= a[k * n + k];
        if (ratio == 0.0) continue;
        for (int j = k + 1; j < n; j++) a[i * n + j] -= ratio * a[k * n + j];
    }
}

void cr_lu_factor(double *a, int n, int *order) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k])) best = i;
        order[k] = best;
        for (int j = 0; best != k && j < n; j++) {
            double swap = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = swap;
        }
        eliminate(a, n, k);
    }
}

void cr_lu_factor_positive(double *a, int n) {
    for (int k = 0; k < n; k++) eliminate(a, n, k);
}

// Four rows at once, which do not wait for each other: what rows before `i` take from them.
static void forward_four(const double *a, int n, int i, double *restrict x) {
    const double *a0 = a + i * n, *a1 = a0 + n, *a2 = a1 + n, *a3 = a2 + n;
    double r0 = x[i], r1 = x[i + 1], r2 = x[i + 2], r3 = x[i + 3];
    for (int k = 0; k < i; k++) {
        r0 -= a0[k] * x[k];
        r1 -= a1[k] * x[k];
        r2 -= a2[k] * x[k];
        r3 -= a3[k] * x[k];
    }
    r1 -= a1[i] * r0;
    r2 = r2 - a2[i] * r0 - a2[i + 1] * r1;
    r3 = r3 - a3[i] * r0 - a3[i + 1] * r1 - a3[i + 2] * r2;
    x[i] = r0, x[i + 1] = r1, x[i + 2] = r2, x[i + 3] = r3;
}

void cr_lu_solve(const double *a, int n, const int *order, double *restrict x) {
    for (int k = 0; order && k < n; k++) {
        double swap = x[order[k]];
        x[order[k]] = x[k];
        x[k] = swap;
    }
    int i = 0;
    for (; i + 4 <= n; i += 4) forward_four(a, n, i, x);
    for (; i < n; i++) {
        double rest = x[i];
        for (int k = 0; k < i; k++) rest -= a[i * n + k] * x[k];
        x[i] = rest;
    }
    for (i = n - 1; i >= 0; i--) {
        double rest = x[i];
        for (int k = i + 1; k < n; k++) rest -= a[i * n + k] * x[k];
        x[i] = rest / a[i * n + i];
    }
}
