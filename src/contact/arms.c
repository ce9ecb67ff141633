#include "contact/arms.h"

#include "base/numeric.h"

enum { FEW = 6 };

// Pairs of numbers, wherever they lie: every machine has them, and sums are the same on all.
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
#define PAIR(row, k) (*(const pair *)(const void *)((row) + (k)))

static double pair_sum(pair a, pair b) {
    pair both = a + b;
    return both[0] + both[1];
}

static void along_many(const double *a, int n, const double *y, double u[3]) {
    const double *b = a + n, *c = b + n;
    pair p0 = {0.0}, p1 = p0, q0 = p0, q1 = p0, r0 = p0, r1 = p0;
    int k = 0;
    for (; k + 4 <= n; k += 4) {
        pair y0 = PAIR(y, k), y1 = PAIR(y, k + 2);
        p0 += PAIR(a, k) * y0;
        p1 += PAIR(a, k + 2) * y1;
        q0 += PAIR(b, k) * y0;
        q1 += PAIR(b, k + 2) * y1;
        r0 += PAIR(c, k) * y0;
        r1 += PAIR(c, k + 2) * y1;
    }
    u[0] += pair_sum(p0, p1);
    u[1] += pair_sum(q0, q1);
    u[2] += pair_sum(r0, r1);
    for (; k < n; k++) {
        u[0] += a[k] * y[k];
        u[1] += b[k] * y[k];
        u[2] += c[k] * y[k];
    }
}

CR_CLONES static void push_many(const double *restrict arm, int n, const double r[3], double *restrict y) {
    double r0 = r[0], r1 = r[1], r2 = r[2];
    for (int k = 0; k < n; k++) y[k] += arm[k] * r0 + arm[n + k] * r1 + arm[2 * n + k] * r2;
}

void cr_arms_along(const double *arm, int n, const double *y, double u[3]) {
    if (n > FEW) {
        along_many(arm, n, y, u);
        return;
    }
    for (int a = 0; a < 3; a++)
        for (int k = 0; k < n; k++) u[a] += arm[a * n + k] * y[k];
}

void cr_arms_push(const double *arm, int n, const double r[3], double *y) {
    if (n > FEW) {
        push_many(arm, n, r, y);
        return;
    }
    for (int k = 0; k < n; k++) y[k] += arm[k] * r[0] + arm[n + k] * r[1] + arm[2 * n + k] * r[2];
}

void cr_arms_square(const double *arm, int n, double w[9]) {
    for (int a = 0; a < 3; a++) cr_arms_along(arm, n, arm + a * n, w + 3 * a);
}
