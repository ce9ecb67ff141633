// The factors of symmetric matrices against what they are factors of; squares against their sums.
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

int main(void) {
    uint64_t random = cr_random_seed(1);
    for (int n = 1; n <= MOST; n++) solves(n, &random);
    for (int n = 0; n <= MOST; n++) squares(n, n % 7 * 6, &random);
    double saddle[] = {1, 2, 2, 1};
    CHECK(!cr_dense_factor_symmetric(saddle, 2), "not positive");
    double none[] = {0};
    CHECK(!cr_dense_factor_symmetric(none, 1), "zero");
    return test_summary();
}
