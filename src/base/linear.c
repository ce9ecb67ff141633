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

void cr_lu_solve(const double *a, int n, const int *order, double *restrict x) {
    for (int k = 0; order && k < n; k++) {
        double swap = x[order[k]];
        x[order[k]] = x[k];
        x[k] = swap;
    }
    for (int i = 0; i < n; i++) {
        double rest = x[i];
        for (int k = 0; k < i; k++) rest -= a[i * n + k] * x[k];
        x[i] = rest;
    }
    for (int i = n - 1; i >= 0; i--) {
        double rest = x[i];
        for (int k = i + 1; k < n; k++) rest -= a[i * n + k] * x[k];
        x[i] = rest / a[i * n + i];
    }
}
