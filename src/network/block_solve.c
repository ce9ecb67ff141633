// The linear part of a block (derivation N10): way = D - C f with affine forces f = slope way + offset, D the
// ways without them and C the mobilities; slopes are never negative. Two interactions have a closed form,
// more take a Cholesky factorisation. Leaving one interaction out (`without`, -1: none) gives what it feels
// of the others.
#include "network/network_internal.h"

// With r = D - C offset: det = |I + C diag(slope)|, way0 = (r0 + slope1 (C11 r0 - C01 r1))/det.
static void solve_pair(cr_block *b, int without) {
    const double *c = b->mobility, *reach = b->reach;
    double a0 = without == 0 ? 0.0 : b->slope[0], a1 = without == 1 ? 0.0 : b->slope[1];
    double e0 = without == 0 ? 0.0 : b->offset[0], e1 = without == 1 ? 0.0 : b->offset[1];
    double c00 = c[0], c01 = c[1], c11 = c[3];
    double r0 = reach[0] - c00 * e0 - c01 * e1, r1 = reach[1] - c01 * e0 - c11 * e1;
    double per = 1.0 / (1.0 + c00 * a0 + c11 * a1 + (c00 * c11 - c01 * c01) * a0 * a1);
    b->way[0] = (r0 + a1 * (c11 * r0 - c01 * r1)) * per;
    b->way[1] = (r1 + a0 * (c00 * r1 - c01 * r0)) * per;
}

static double pair_compliance(const cr_block *b, int c) {
    double other = b->mobility[c ? 0 : 3], cross = b->mobility[1], slope = b->slope[1 - c];
    return b->mobility[c ? 3 : 0] - cross * cross * slope / (1.0 + other * slope);
}

// I + S C S = L L^T with S = diag(sqrt(slope))
static void factor(cr_block *b, int without) {
    int m = b->count;
    for (int c = 0; c < m; c++) b->root[c] = c == without ? 0.0 : sqrt(b->slope[c]);
    for (int c = 0; c < m; c++)
        for (int d = 0; d <= c; d++) {
            double sum = b->root[c] * b->mobility[c * m + d] * b->root[d] + (c == d ? 1.0 : 0.0);
            for (int k = 0; k < d; k++) sum -= b->matrix[c * m + k] * b->matrix[d * m + k];
            b->matrix[c * m + d] = c == d ? sqrt(sum) : sum / b->matrix[d * m + d];
        }
}

static void substitute(const cr_block *b, double *x) {
    int m = b->count;
    for (int c = 0; c < m; c++) {
        for (int k = 0; k < c; k++) x[c] -= b->matrix[c * m + k] * x[k];
        x[c] /= b->matrix[c * m + c];
    }
    for (int c = m - 1; c >= 0; c--) {
        for (int k = c + 1; k < m; k++) x[c] -= b->matrix[k * m + c] * x[k];
        x[c] /= b->matrix[c * m + c];
    }
}

// way = r - C S y with (I + S C S) y = S r
static void solve_many(cr_block *b, int without) {
    int m = b->count;
    factor(b, without);
    for (int c = 0; c < m; c++) {
        b->way[c] = b->reach[c];
        for (int d = 0; d < m; d++)
            if (d != without) b->way[c] -= b->mobility[c * m + d] * b->offset[d];
        b->right[c] = b->root[c] * b->way[c];
    }
    substitute(b, b->right);
    for (int c = 0; c < m; c++) {
        if (b->root[c] > 0.0) { // y = S way: the division keeps the digits of a stiff contact
            b->way[c] = b->right[c] / b->root[c];
            continue;
        }
        for (int d = 0; d < m; d++) b->way[c] -= b->mobility[c * m + d] * b->root[d] * b->right[d];
    }
}

// The Schur complement; `factor(b, c)` has been done.
static double many_compliance(cr_block *b, int c) {
    int m = b->count;
    for (int d = 0; d < m; d++) b->response[d] = b->root[d] * b->mobility[d * m + c];
    substitute(b, b->response);
    double sum = b->mobility[c * m + c];
    for (int d = 0; d < m; d++) sum -= b->mobility[c * m + d] * b->root[d] * b->response[d];
    return sum;
}

void cr_block_solve(cr_block *b) {
    if (b->closed_form) solve_pair(b, -1);
    else solve_many(b, -1);
}

double cr_block_solve_without(cr_block *b, int c) {
    if (b->closed_form) {
        solve_pair(b, c);
        return pair_compliance(b, c);
    }
    solve_many(b, c);
    return many_compliance(b, c);
}
