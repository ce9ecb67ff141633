#include "contact/arms.h"

#include "base/numeric.h"

// Four numbers, wherever they lie: sums are the same on all machines, whatever these add at once.
typedef double four __attribute__((vector_size(32), aligned(8), may_alias));
#define FOUR(row, k) (*(const four *)(const void *)((row) + (k)))
#define FOUR_SUM(x) (((x)[0] + (x)[2]) + ((x)[1] + (x)[3]))

CR_CLONES static void along_many(const double *a, int n, const double *y, double u[3]) {
    const double *b = a + n, *c = b + n;
    four p = {0.0}, q = p, r = p;
    int k = 0;
    for (; k + 4 <= n; k += 4) {
        four now = FOUR(y, k);
        p += FOUR(a, k) * now;
        q += FOUR(b, k) * now;
        r += FOUR(c, k) * now;
    }
    u[0] += FOUR_SUM(p);
    u[1] += FOUR_SUM(q);
    u[2] += FOUR_SUM(r);
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
    if (n == CR_ARMS_RIGID) {
        cr_arms_along_rigid(arm, y, u);
        return;
    }
    if (n > CR_ARMS_RIGID) {
        along_many(arm, n, y, u);
        return;
    }
    for (int a = 0; a < 3; a++)
        for (int k = 0; k < n; k++) u[a] += arm[a * n + k] * y[k];
}

void cr_arms_push(const double *arm, int n, const double r[3], double *y) {
    if (n == CR_ARMS_RIGID) {
        cr_arms_push_rigid(arm, r, y);
        return;
    }
    if (n > CR_ARMS_RIGID) {
        push_many(arm, n, r, y);
        return;
    }
    for (int k = 0; k < n; k++) y[k] += arm[k] * r[0] + arm[n + k] * r[1] + arm[2 * n + k] * r[2];
}

void cr_arms_square(const double *arm, int n, double w[9]) {
    for (int a = 0; a < 3; a++) cr_arms_along(arm, n, arm + a * n, w + 3 * a);
}

CR_CLONES static double first_many(const double *arm, int n, const double *y) {
    four p = {0.0};
    double rest = 0.0;
    int k = 0;
#pragma GCC unroll 4
    for (; k + 4 <= n; k += 4) p += FOUR(arm, k) * FOUR(y, k);
    for (; k < n; k++) rest += arm[k] * y[k];
    return FOUR_SUM(p) + rest;
}

double cr_arms_along_first(const double *arm, int n, const double *y) {
    return first_many(arm, n, y);
}

// Each sum in the order of one alone; four of them do not wait for each other.
CR_CLONES void cr_arms_along_firsts(const double *const arm[4], int n, const double *y, double u[4]) {
    const double *a0 = arm[0], *a1 = arm[1], *a2 = arm[2], *a3 = arm[3];
    four p0 = {0.0}, p1 = p0, p2 = p0, p3 = p0;
    double rest[4] = {0.0, 0.0, 0.0, 0.0};
    int k = 0;
#pragma GCC unroll 4
    for (; k + 4 <= n; k += 4) {
        four now = FOUR(y, k);
        p0 += FOUR(a0, k) * now;
        p1 += FOUR(a1, k) * now;
        p2 += FOUR(a2, k) * now;
        p3 += FOUR(a3, k) * now;
    }
    for (; k < n; k++)
        for (int i = 0; i < 4; i++) rest[i] += arm[i][k] * y[k];
    u[0] = FOUR_SUM(p0) + rest[0];
    u[1] = FOUR_SUM(p1) + rest[1];
    u[2] = FOUR_SUM(p2) + rest[2];
    u[3] = FOUR_SUM(p3) + rest[3];
}

CR_CLONES void cr_arms_squares(const double *arm, int n, double w[3]) {
    const double *b = arm + n, *c = b + n;
    four p = {0.0}, q = p, r = p;
    double rest[3] = {0.0, 0.0, 0.0};
    int k = 0;
    for (; k + 4 <= n; k += 4) {
        p += FOUR(arm, k) * FOUR(arm, k);
        q += FOUR(b, k) * FOUR(b, k);
        r += FOUR(c, k) * FOUR(c, k);
    }
    for (; k < n; k++)
        for (int a = 0; a < 3; a++) rest[a] += arm[a * n + k] * arm[a * n + k];
    w[0] = FOUR_SUM(p) + rest[0];
    w[1] = FOUR_SUM(q) + rest[1];
    w[2] = FOUR_SUM(r) + rest[2];
}

CR_CLONES void cr_arms_push_first(const double *restrict arm, int n, double r, double *restrict y) {
    for (int k = 0; k < n; k++) y[k] += arm[k] * r;
}
