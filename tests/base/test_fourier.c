// The Fourier transform against its definition, and the random numbers against their moments.
#include "base/fourier.h"
#include "base/random.h"
#include "seeds.h"
#include "test.h"

#include <string.h>

#define PI 3.14159265358979323846

enum { MOST = 4096 };

// z[k] = sum_j z[j] exp(-2 pi i j k/size), with the angle reduced before it is rounded.
static void by_definition(const double *z, int size, int k, double *re, double *im) {
    *re = *im = 0;
    for (int j = 0; j < size; j++) {
        double angle = -2 * PI * (int)((long)j * k % size) / size;
        *re += z[2 * j] * cos(angle) - z[2 * j + 1] * sin(angle);
        *im += z[2 * j + 1] * cos(angle) + z[2 * j] * sin(angle);
    }
}

// Rounding of the sums by definition grows like the square root of the size: 1e-15 * size is far above it.
static void test_transform(cr_arena *arena, uint64_t seed) {
    uint64_t random = cr_random_seed(seed);
    static double z[2 * MOST], was[2 * MOST];
    for (int size = 1; size <= MOST; size *= 2) {
        cr_fourier fourier;
        CHECK(cr_fourier_plan(&fourier, size, arena, NULL) == CR_OK, "plan");
        for (int i = 0; i < 2 * size; i++) z[i] = cr_random_uniform(&random);
        memcpy(was, z, sizeof z);
        cr_fourier_forward(&fourier, z);
        for (int k = 0; k < size; k += 1 + size / 64) {
            double re, im;
            by_definition(was, size, k, &re, &im);
            CHECK_NEAR(z[2 * k], re, 1e-15 * size);
            CHECK_NEAR(z[2 * k + 1], im, 1e-15 * size);
        }
        cr_fourier_backward(&fourier, z);
        for (int i = 0; i < 2 * size; i++) CHECK_NEAR(z[i] / size, was[i], 2e-15);
    }
}

// Each lane is the transform of its own sequence; sums of so many floats are off by about log2(size) of their
// roundings.
static void test_lanes(cr_arena *arena, uint64_t seed) {
    uint64_t random = cr_random_seed(seed);
    static double z[2 * MOST];
    static cr_fourier_lanes lanes[MOST], was[MOST];
    for (int size = 1; size <= MOST; size *= 2) {
        cr_fourier fourier;
        double off = 0, all = 0;
        CHECK(cr_fourier_plan(&fourier, size, arena, NULL) == CR_OK, "plan");
        for (int i = 0; i < size; i++)
            for (int l = 0; l < CR_FOURIER_LANES; l++) {
                lanes[i].re[l] = (float)cr_random_uniform(&random);
                lanes[i].im[l] = (float)cr_random_uniform(&random);
            }
        memcpy(was, lanes, sizeof was);
        cr_fourier_forward_lanes(&fourier, lanes);
        for (int l = 0; l < CR_FOURIER_LANES; l++) {
            for (int i = 0; i < size; i++)
                z[2 * i] = (double)was[i].re[l], z[2 * i + 1] = (double)was[i].im[l];
            cr_fourier_forward(&fourier, z);
            for (int i = 0; i < size; i++) {
                off = fmax(off,
                           hypot((double)lanes[i].re[l] - z[2 * i], (double)lanes[i].im[l] - z[2 * i + 1]));
                all += (z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1]) / (size * CR_FOURIER_LANES);
            }
        }
        CHECK(off <= 6e-8 * (2 + log2(size)) * sqrt(all), "%d: off by %g of %g", size, off, sqrt(all));
    }
}

// Moments of n numbers, within 5 standard errors: variances of x, x^2 and x^4 are 1/3, 4/45 and about 16/225
// for uniform ones, 1, 1.9 and about 90 for the others.
static void test_random(uint64_t seed) {
    enum { N = 1000000 };
    uint64_t state = cr_random_seed(seed);
    double u[4] = {0}, g[4] = {0}, least = 1, most = -1, lag = 0, last = 0;
    for (int i = 0; i < N; i++) {
        double x = cr_random_uniform(&state), y = cr_random_gaussian(&state);
        for (int p = 0; p < 4; p++) {
            u[p] += pow(x, p + 1) / N;
            g[p] += pow(y, p + 1) / N;
        }
        least = fmin(least, x);
        most = fmax(most, x);
        lag += x * last / N;
        last = x;
    }
    double five = 5 / sqrt(N);
    CHECK_NEAR(u[0], 0, five * sqrt(1.0 / 3));
    CHECK_NEAR(u[1], 1.0 / 3, five * sqrt(4.0 / 45));
    CHECK_NEAR(u[3], 1.0 / 5, five * sqrt(16.0 / 225));
    CHECK_NEAR(lag, 0, five / 3);
    CHECK(least >= -1 && least < -0.9999 && most < 1 && most > 0.9999, "%g to %g", least, most);
    CHECK_NEAR(g[0], 0, five);
    CHECK_NEAR(g[1], 1, five * sqrt(1.9));
    CHECK_NEAR(g[2], 0, five * sqrt(15));
    CHECK_NEAR(g[3], 2.9, five * sqrt(90));
    uint64_t one = cr_random_seed(1), two = cr_random_seed(2);
    CHECK(one == 0x910a2dec89025cc1u && two == 0x975835de1c9756ceu, "%llx %llx", (unsigned long long)one,
          (unsigned long long)two);
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (TEST_SEEDS(seed, 0, 1, 2)) {
        test_transform(arena, seed);
        test_lanes(arena, seed);
        test_random(seed);
    }
    cr_arena_free(arena);
    return test_summary();
}
