#include "base/dense.h"

#include "base/numeric.h"

#include <string.h>

enum { PANEL = 16, WHOLE = 96 }; // columns; matrices as small as that stay near without panels

// Two rows of c and four of b at a time: c is read and written once for four products, in their order.
CR_CLONES static void subtract_rows(int n, int k, const double *a, int a_stride, const double *b,
                                    int b_stride, double *restrict c, int c_stride) {
    double *restrict d = c + c_stride;
    int l = 0;
    for (; l + 4 <= k; l += 4) {
        const double *f = a + l, *g = f + a_stride;
        const double *b0 = b + l * b_stride, *b1 = b0 + b_stride, *b2 = b1 + b_stride, *b3 = b2 + b_stride;
        double f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3], g0 = g[0], g1 = g[1], g2 = g[2], g3 = g[3];
        for (int j = 0; j < n; j++) {
            c[j] = c[j] - f0 * b0[j] - f1 * b1[j] - f2 * b2[j] - f3 * b3[j];
            d[j] = d[j] - g0 * b0[j] - g1 * b1[j] - g2 * b2[j] - g3 * b3[j];
        }
    }
    for (; l < k; l++) {
        double f0 = a[l], g0 = a[a_stride + l];
        const double *row = b + l * b_stride;
        for (int j = 0; j < n; j++) {
            c[j] -= f0 * row[j];
            d[j] -= g0 * row[j];
        }
    }
}

CR_CLONES static void subtract_row(int n, int k, const double *a, const double *b, int b_stride,
                                   double *restrict c) {
    int l = 0;
    for (; l + 2 <= k; l += 2) {
        const double *b0 = b + l * b_stride, *b1 = b0 + b_stride;
        double f0 = a[l], f1 = a[l + 1];
        for (int j = 0; j < n; j++) c[j] = c[j] - f0 * b0[j] - f1 * b1[j];
    }
    for (; l < k; l++) {
        double f0 = a[l];
        const double *row = b + l * b_stride;
        for (int j = 0; j < n; j++) c[j] -= f0 * row[j];
    }
}

// Blocks of 3, of contacts: all in registers.
static void subtract3(const double *a, int a_stride, const double *b, int b_stride, double *c, int c_stride) {
    for (int i = 0; i < 3; i++) {
        const double *row = a + i * a_stride;
        for (int j = 0; j < 3; j++) {
            double sum = row[0] * b[j] + row[1] * b[b_stride + j] + row[2] * b[2 * b_stride + j];
            c[i * c_stride + j] -= sum;
        }
    }
}

void cr_dense_subtract(int m, int n, int k, const double *a, int a_stride, const double *b, int b_stride,
                       double *c, int c_stride) {
    if (m == 3 && n == 3 && k == 3) {
        subtract3(a, a_stride, b, b_stride, c, c_stride);
        return;
    }
    int i = 0;
    for (; i + 2 <= m; i += 2)
        subtract_rows(n, k, a + i * a_stride, a_stride, b, b_stride, c + i * c_stride, c_stride);
    for (; i < m; i++) subtract_row(n, k, a + i * a_stride, b, b_stride, c + i * c_stride);
}

// Rows i and i + 1 of c, six products at a time.
CR_CLONES static void add_six(int i, int n, const double *const *a, const double *const *b,
                              double *restrict c, double *restrict d) {
    const double *b0 = b[0], *b1 = b[1], *b2 = b[2], *b3 = b[3], *b4 = b[4], *b5 = b[5];
    double f0 = a[0][i], f1 = a[1][i], f2 = a[2][i], f3 = a[3][i], f4 = a[4][i], f5 = a[5][i];
    i++;
    double g0 = a[0][i], g1 = a[1][i], g2 = a[2][i], g3 = a[3][i], g4 = a[4][i], g5 = a[5][i];
    for (int j = 0; j < n; j++) {
        c[j] = c[j] + f0 * b0[j] + f1 * b1[j] + f2 * b2[j] + f3 * b3[j] + f4 * b4[j] + f5 * b5[j];
        d[j] = d[j] + g0 * b0[j] + g1 * b1[j] + g2 * b2[j] + g3 * b3[j] + g4 * b4[j] + g5 * b5[j];
    }
}

// All rows of c and three products.
CR_CLONES static void add_three(int m, int n, const double *const *a, const double *const *b,
                                double *restrict c, int c_stride) {
    const double *a0 = a[0], *a1 = a[1], *a2 = a[2], *b0 = b[0], *b1 = b[1], *b2 = b[2];
    for (int i = 0; i < m; i++, c += c_stride) {
        double f0 = a0[i], f1 = a1[i], f2 = a2[i];
        for (int j = 0; j < n; j++) c[j] = c[j] + f0 * b0[j] + f1 * b1[j] + f2 * b2[j];
    }
}

static void add_one(int n, double f, const double *b, double *restrict c) {
    for (int j = 0; j < n; j++) c[j] += f * b[j];
}

void cr_dense_add_products(int m, int n, int count, const double *const *a, const double *const *b, double *c,
                           int c_stride) {
    int k = 0;
    for (; k + 6 <= count && n > 6; k += 6) {
        int i = 0;
        for (; i + 2 <= m; i += 2) add_six(i, n, a + k, b + k, c + i * c_stride, c + (i + 1) * c_stride);
        for (int l = k; l < k + 6 && i < m; l++) add_one(n, a[l][i], b[l], c + i * c_stride);
    }
    for (; k + 3 <= count; k += 3) add_three(m, n, a + k, b + k, c, c_stride);
    for (; k < count; k++)
        for (int i = 0; i < m; i++) add_one(n, a[k][i], b[k], c + i * c_stride);
}

// Four numbers, wherever they lie.
typedef double four __attribute__((vector_size(32), aligned(8), may_alias));
#define FOUR(row, k) (*(four *)(void *)((row) + (k)))

enum { HIGH = 4, WIDE = CR_DENSE_WIDE };

// Four rows of c from i and eight columns from j, in registers for all products, each added in its turn.
CR_CLONES static void add_square_block(int count, const double *a, int stride, int i, int j, double *c) {
    four s[HIGH][2];
    for (int r = 0; r < HIGH; r++)
        for (int h = 0; h < 2; h++) s[r][h] = FOUR(c, r * WIDE + 4 * h);
    for (int k = 0; k < count; k++, a += stride) {
        four left = *(const four *)(const void *)(a + j), right = *(const four *)(const void *)(a + j + 4);
        for (int r = 0; r < HIGH; r++) {
            s[r][0] += a[i + r] * left;
            s[r][1] += a[i + r] * right;
        }
    }
    for (int r = 0; r < HIGH; r++)
        for (int h = 0; h < 2; h++) FOUR(c, r * WIDE + 4 * h) = s[r][h];
}

void cr_dense_add_squares(int n, int count, const double *a, int stride, double *c) {
    for (int i = 0; i < n; i += HIGH)
        for (int j = 0; j < i + HIGH; j += WIDE) {
            double block[HIGH * WIDE] = {0.0};
            int high = n - i < HIGH ? n - i : HIGH, wide = n - j < WIDE ? n - j : WIDE;
            for (int r = 0; r < high; r++)
                memcpy(block + r * WIDE, c + (i + r) * n + j, (size_t)wide * sizeof *c);
            add_square_block(count, a, stride, i, j, block);
            for (int r = 0; r < high; r++)
                memcpy(c + (i + r) * n + j, block + r * WIDE, (size_t)wide * sizeof *c);
        }
}

CR_CLONES static void swap_rows(int n, double *restrict a, double *restrict b) {
    for (int k = 0; k < n; k++) {
        double kept = a[k];
        a[k] = b[k];
        b[k] = kept;
    }
}

// The pivot of column k, the greatest from its row on, is brought there with its whole row; false: it is 0,
// or not a number.
static bool find_pivot(double *a, int n, int k, int *order, int *sign) {
    int best = k;
    double most = fabs(a[k * n + k]);
    for (int i = k + 1; i < n; i++) {
        double size = fabs(a[i * n + k]);
        if (!(size > most)) continue;
        most = size;
        best = i;
    }
    order[k] = best;
    if (best != k) swap_rows(n, a + k * n, a + best * n);
    if ((best != k) != (a[k * n + k] < 0.0)) *sign = -*sign;
    return most > 0.0;
}

typedef long long four_bits __attribute__((vector_size(32)));

// Rows of four columns below a pivot in the one of them that `here` is: the ratio there, the columns after it
// reduced, those before it as they are.
CR_CLONES static void reduce_four(double *a, int n, int rows, const double *pivot, int here) {
    const four_bits lane = {0, 1, 2, 3}, at = {here, here, here, here};
    four_bits before = lane<at, now = lane == at, after = lane> at;
    four top = *(const four *)(const void *)pivot;
    double inverse = 1.0 / pivot[here];
    for (int i = 0; i < rows; i++, a += n) {
        double ratio = a[here] * inverse;
        four row = FOUR(a, 0), less = row - ratio * top, all = {ratio, ratio, ratio, ratio};
        FOUR(a, 0) = (four)(((four_bits)less & after) | ((four_bits)row & before) | ((four_bits)all & now));
    }
}

// The columns first to last - 1, four of them at most.
static bool factor_few(double *a, int n, int first, int last, int *order, int *sign) {
    for (int k = first; k < last; k++) {
        if (!find_pivot(a, n, k, order, sign)) return false;
        const double *pivot = a + k * n;
        if (last - first == 4) {
            reduce_four(a + (k + 1) * n + first, n, n - k - 1, pivot + first, k - first);
            continue;
        }
        double inverse = 1.0 / pivot[k];
        for (int i = k + 1; i < n; i++) {
            double *row = a + i * n, ratio = row[k] *= inverse;
            for (int j = k + 1; j < last; j++) row[j] -= ratio * pivot[j];
        }
    }
    return true;
}

// What columns to..end - 1 lose by the columns first..to - 1 that are done: the rows of U beside them, then
// what is below by one product.
static void reduce_beside(double *a, int n, int first, int to, int end) {
    for (int k = first + 1; k < to; k++)
        subtract_row(end - to, k - first, a + k * n + first, a + first * n + to, n, a + k * n + to);
    cr_dense_subtract(n - to, end - to, to - first, a + to * n + first, n, a + first * n + to, n,
                      a + to * n + to, n);
}

// Right-looking by panels, and each of them by four columns at a time. Each number loses its products in the
// order of the pivots, whatever the panels.
int cr_dense_factor(double *a, int n, int *order) {
    int sign = 1, wide = n <= WHOLE ? n : PANEL;
    for (int first = 0; first < n; first += wide) {
        int last = first + wide < n ? first + wide : n;
        for (int k = first; k < last; k += 4) {
            int to = k + 4 < last ? k + 4 : last;
            if (!factor_few(a, n, k, to, order, &sign)) return 0;
            if (to < last) reduce_beside(a, n, k, to, last);
        }
        if (last < n) reduce_beside(a, n, first, last, n);
    }
    return sign;
}

enum { PIVOTS = 4 }; // rows by which the others are reduced at once

// Rows `first` to `last` - 1 by each other.
static bool factor_rows(double *a, int n, int first, int last) {
    for (int k = first; k < last; k++) {
        const double *pivot = a + k * n;
        if (!(pivot[k] > 0.0)) return false;
        for (int i = k + 1; i < last; i++) {
            double ratio = pivot[i] / pivot[k], *row = a + i * n;
            for (int j = i; j < n; j++) row[j] -= ratio * pivot[j];
        }
    }
    return true;
}

// Row i, from its diagonal on, by the four rows of the pivots.
CR_CLONES static void reduce_row(const double *restrict pivot, int n, int first, int i,
                                 double *restrict row) {
    const double *p0 = pivot, *p1 = p0 + n, *p2 = p1 + n, *p3 = p2 + n;
    double r0 = p0[i] / p0[first], r1 = p1[i] / p1[first + 1], r2 = p2[i] / p2[first + 2],
           r3 = p3[i] / p3[first + 3];
    for (int j = i; j < n; j++) row[j] = row[j] - r0 * p0[j] - r1 * p1[j] - r2 * p2[j] - r3 * p3[j];
}

bool cr_dense_factor_symmetric(double *a, int n) {
    int k = 0;
    for (; k + PIVOTS <= n; k += PIVOTS) {
        if (!factor_rows(a, n, k, k + PIVOTS)) return false;
        for (int i = k + PIVOTS; i < n; i++) reduce_row(a + k * n, n, k, i, a + i * n);
    }
    return factor_rows(a, n, k, n);
}

void cr_dense_solve_symmetric(const double *a, int n, double *x) {
    for (int k = 0; k < n; k++) {
        const double *row = a + k * n;
        x[k] /= row[k];
        for (int i = k + 1; i < n; i++) x[i] -= row[i] * x[k];
    }
    for (int k = n - 1; k >= 0; k--) {
        const double *row = a + k * n;
        double sum = 0.0;
        for (int i = k + 1; i < n; i++) sum += row[i] * x[i];
        x[k] -= sum / row[k];
    }
}

// Cofactors; the sign of the determinant.
int cr_dense_invert3(double a[9]) {
    double c0 = a[4] * a[8] - a[5] * a[7], c1 = a[5] * a[6] - a[3] * a[8], c2 = a[3] * a[7] - a[4] * a[6];
    double det = a[0] * c0 + a[1] * c1 + a[2] * c2;
    if (!(fabs(det) > 0.0)) return 0;
    double f = 1.0 / det, m[9] = {c0, a[2] * a[7] - a[1] * a[8], a[1] * a[5] - a[2] * a[4],
                                  c1, a[0] * a[8] - a[2] * a[6], a[2] * a[3] - a[0] * a[5],
                                  c2, a[1] * a[6] - a[0] * a[7], a[0] * a[4] - a[1] * a[3]};
    for (int i = 0; i < 9; i++) a[i] = f * m[i];
    return det > 0.0 ? 1 : -1;
}
