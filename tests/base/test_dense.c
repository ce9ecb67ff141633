// The factors of symmetric matrices against what they are factors of, those of others against plain
// elimination; squares against their sums.
#include "base/dense.h"
#include "base/random.h"
#include "test.h"

#include <math.h>
#include <string.h>

enum { MOST = 40 };

// B B^T + 1, of rounding some n^2 eps.
static void fill(double *a, int n, uint64_t *random) {
    double b[MOST * MOST];
    for (int i = 0; i < n * n; i++) b[i] = cr_random_gaussian(random);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i * n + j] = i == j;
            for (int k = 0; k < n; k++) a[i * n + j] += b[i * n + k] * b[j * n + k];
        }
}

static void solves(int n, uint64_t *random) {
    double a[MOST * MOST] = {0}, factor[MOST * MOST], x[MOST], b[MOST], worst = 0.0, size = 0.0;
    fill(a, n, random);
    memcpy(factor, a, sizeof factor);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) factor[i * n + j] = (double)NAN; // not asked for
    for (int i = 0; i < n; i++) x[i] = b[i] = cr_random_gaussian(random);
    CHECK(cr_dense_factor_symmetric(factor, n), "%d rows", n);
    cr_dense_solve_symmetric(factor, n, x);
    for (int i = 0; i < n; i++) {
        double sum = -b[i];
        for (int j = 0; j < n; j++) {
            sum += a[i * n + j] * x[j];
            size = fmax(size, fabs(a[i * n + j] * x[j]));
        }
        worst = fmax(worst, fabs(sum));
    }
    CHECK(worst <= 1e-13 * fmax(size, 1.0), "%d rows: off by %g of %g", n, worst, size);
}

// The lower half, with every product added in its turn; numbers beyond n do not count.
static void squares(int n, int count, uint64_t *random) {
    enum { STRIDE = (MOST + CR_DENSE_WIDE - 1) / CR_DENSE_WIDE * CR_DENSE_WIDE };
    double a[MOST * STRIDE], c[MOST * MOST];
    for (int i = 0; i < count * STRIDE; i++) a[i] = i % STRIDE < n ? cr_random_gaussian(random) : 1e300;
    for (int i = 0; i < n * n; i++) c[i] = i;
    cr_dense_add_squares(n, count, a, STRIDE, c);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = i * n + j;
            for (int k = 0; k < count; k++) sum += a[k * STRIDE + i] * a[k * STRIDE + j];
            CHECK(c[i * n + j] == sum, "%d x %d: %g, not %g", i, j, c[i * n + j], sum);
        }
}

enum { WIDE = 130 };

// Column after column, each number losing its products in the order of the pivots.
static int plain_factor(double *a, int n, int *order) {
    int sign = 1;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k])) best = i;
        order[k] = best;
        for (int j = 0; j < n; j++) {
            double kept = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = kept;
        }
        if (!(fabs(a[k * n + k]) > 0.0)) return 0;
        if ((best != k) != (a[k * n + k] < 0.0)) sign = -sign;
        double inverse = 1.0 / a[k * n + k];
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] *= inverse;
            for (int j = k + 1; j < n; j++) a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }
    return sign;
}

// The same to the last bit with panels and vectors, of all sizes; ties of pivots, zeros, and what is
// singular.
static void factors(int n, uint64_t *random) {
    static double a[WIDE * WIDE], b[WIDE * WIDE];
    int order[WIDE] = {0}, plain[WIDE] = {0};
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < n * n; i++) {
            a[i] = cr_random_gaussian(random);
            if (kind == 1) a[i] = floor(a[i]);
            if (kind == 2 && i % n == n / 2) a[i] = 0.0;
            b[i] = a[i];
        }
        int sign = cr_dense_factor(a, n, order), wanted = plain_factor(b, n, plain);
        CHECK(sign == wanted && (kind != 2 || sign == 0), "%d rows, kind %d: sign %d", n, kind, sign);
        CHECK(sign == 0 || memcmp(a, b, (size_t)(n * n) * sizeof *a) == 0, "%d rows, kind %d", n, kind);
        CHECK(sign == 0 || memcmp(order, plain, sizeof order) == 0, "%d rows, kind %d: order", n, kind);
    }
}

int main(void) {
    uint64_t random = cr_random_seed(1);
    for (int n = 1; n <= MOST; n++) solves(n, &random);
    for (int n = 1; n <= WIDE; n += n < 40 ? 1 : 9) factors(n, &random);
    for (int n = 0; n <= MOST; n++) squares(n, n % 7 * 6, &random);
    double saddle[] = {1, 2, 2, 1};
    CHECK(!cr_dense_factor_symmetric(saddle, 2), "not positive");
    double none[] = {0};
    CHECK(!cr_dense_factor_symmetric(none, 1), "zero");
    return test_summary();
}
