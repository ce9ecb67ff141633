// Spherical waves, the series of multipoles at a listener, and their file.
#include "base/maths.h"
#include "carom/radiate.h"
#include "radiate/waves.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

// j_n and y_n of closed form, n <= 2.
static double closed_j(int n, double x) {
    if (n == 0) return sin(x) / x;
    if (n == 1) return (sin(x) / x - cos(x)) / x;
    return (3.0 / (x * x) - 1.0) * sin(x) / x - 3.0 * cos(x) / (x * x);
}

static void test_bessel(void) {
    static const double at[] = {1e-6, 0.01, 0.5, 1.0, 3.14159265358979, 4.4934094579090642, 10.0, 40.3, 63.9};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        double x = at[i], j[CR_WAVES_ORDER + 1], h[CR_WAVES_ORDER + 1][2];
        cr_spherical_bessel(CR_WAVES_ORDER, x, j);
        // The closed form of order 2 loses eps/x^3 by cancellation.
        for (int n = 0; n <= 2 && x > 0.4; n++)
            CHECK_NEAR(j[n], closed_j(n, x), 2e-15 / (x < 1 ? x * x * x : 1));
        // Small arguments: j_n = x^n/(2n+1)!! (1 - x^2/(4n+6) + ...).
        double first = 1.0;
        for (int n = 0; n <= 8 && x < 0.02; n++) {
            if (n) first *= x / (2 * n + 1);
            CHECK_REL(j[n], first * (1.0 - x * x / (4 * n + 6)), 1e-9);
        }
        // The Wronskian with h_n e^(-ix) = a + i b: j_n+1 y_n - j_n y_n+1 = 1/x^2, y_n = Im(h_n). It grows
        // with y_n: relative to its parts.
        cr_spherical_hankel(CR_WAVES_ORDER, x, h);
        for (int n = 0; n < CR_WAVES_ORDER && x > 0.4; n++) {
            double y = h[n][0] * sin(x) + h[n][1] * cos(x), z = h[n + 1][0] * sin(x) + h[n + 1][1] * cos(x);
            double scale = fabs(j[n + 1] * y) + fabs(j[n] * z);
            CHECK(fabs(j[n + 1] * y - j[n] * z - 1.0 / (x * x)) <= 1e-12 * (scale + 1.0 / (x * x)),
                  "x %g, n %d", x, n);
        }
    }
}

// Orthonormal: products integrated over the sphere by Gauss-Legendre in z (16 points, exact for order 15)
// and equal angles.
static void test_harmonics(void) {
    static const double node[8] = {0.0950125098376374, 0.2816035507792589, 0.4580167776572274,
                                   0.6178762444026438, 0.7554044083550030, 0.8656312023878318,
                                   0.9445750230732326, 0.9894009349916499};
    static const double weight[8] = {0.1894506104550685, 0.1826034150449236, 0.1691565193950025,
                                     0.1495959888165767, 0.1246289712555339, 0.0951585116824928,
                                     0.0622535239386479, 0.0271524594117541};
    enum { ORDER = 7, TERMS = (ORDER + 1) * (ORDER + 1), AROUND = 16 };
    static double product[TERMS][TERMS];
    double worst = 0.0;
    for (int i = 0; i < 16; i++)
        for (int s = 0; s < AROUND; s++) {
            double z = i < 8 ? node[i] : -node[i - 8], phi = 2.0 * cr_pi * (s + 0.3) / AROUND, y[TERMS];
            double rho = sqrt(1.0 - z * z);
            cr_harmonics(ORDER, (double[]){rho * cos(phi), rho * sin(phi), z}, y);
            for (int a = 0; a < TERMS; a++)
                for (int b = 0; b < TERMS; b++)
                    product[a][b] += weight[i % 8] * 2.0 * cr_pi / AROUND * y[a] * y[b];
        }
    for (int a = 0; a < TERMS; a++)
        for (int b = 0; b < TERMS; b++) worst = fmax(worst, fabs(product[a][b] - (a == b)));
    CHECK(worst < 1e-13, "%g", worst); // 15 digits of the nodes
}

// The slopes against central differences: error (k h)^2/6 of the third derivative and eps/h by rounding.
static void test_slopes(void) {
    enum { ORDER = 12, TERMS = (ORDER + 1) * (ORDER + 1) };
    const double step = 1e-5, k = 9.0, along[3] = {0.48, -0.6, 0.64};
    static const double at[][3] = {{0.3, 0.2, -0.4}, {0.0, 0.0, 0.7}, {-1.1, 0.4, 0.0}, {1e-3, 0.0, 0.0}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        double value[TERMS], slope[TERMS], side[2][TERMS], other[TERMS];
        cr_regular_waves(ORDER, k, at[i], along, value, slope);
        for (int s = 0; s < 2; s++) {
            double x[3];
            for (int d = 0; d < 3; d++) x[d] = at[i][d] + (s ? step : -step) * along[d];
            cr_regular_waves(ORDER, k, x, along, side[s], other);
        }
        for (int t = 0; t < TERMS; t++) CHECK_NEAR(slope[t], (side[1][t] - side[0][t]) / (2.0 * step), 2e-8);
    }
}

enum { MODES = 11 };

static cr_radiation make_radiation(cr_arena *arena) {
    cr_radiation made = {.centre = {0.01, -0.02, 0.03}, .radius = 0.1, .speed = 343.0, .density = 1.204};
    unsigned random = 12345;
    made.count = MODES;
    made.mode = cr_arena_take(arena, MODES, sizeof *made.mode);
    for (int i = 0; i < MODES; i++) {
        cr_multipoles *mode = &made.mode[i];
        *mode = (cr_multipoles){.route = i == 4 ? CR_RADIATION_NONE : CR_RADIATION_EXACT,
                                .wave_number = 3.0 * (i + 1),
                                .order = i % 6,
                                .efficiency = 0.5,
                                .error = i % 2 ? CR_NAN : 0.01,
                                .triangles = 100};
        if (i == 4) continue;
        int values = 2 * (mode->order + 1) * (mode->order + 1);
        mode->c = cr_arena_take(arena, (size_t)values, sizeof *mode->c);
        for (int t = 0; t < values; t++) {
            random = random * 1664525u + 1013904223u;
            mode->c[t] = (double)random / 4294967296.0 - 0.5;
        }
    }
    return made;
}

// Term by term: h_n and Y_nm, and outside the sphere the Helmholtz equation by finite differences.
static void test_transfer(const cr_radiation *radiation, cr_arena *arena) {
    cr_error error;
    cr_radiator *radiator = cr_radiator_new(radiation, arena, &error);
    const double at[3] = {0.4, -0.1, 0.25};
    double re[MODES], im[MODES], rel[3], y[CR_WAVES_TERMS], h[CR_WAVES_ORDER + 1][2], r = 0.0;
    CHECK(radiator, "%s", error.reason);
    if (!radiator) return;
    cr_radiator_transfer(radiator, at, re, im);
    for (int i = 0; i < 3; i++) rel[i] = at[i] - radiation->centre[i], r += rel[i] * rel[i];
    r = sqrt(r);
    for (int i = 0; i < 3; i++) rel[i] /= r;
    cr_harmonics(6, rel, y);
    for (int j = 0; j < MODES; j++) {
        const cr_multipoles *mode = &radiation->mode[j];
        double sum[2] = {0.0, 0.0};
        cr_spherical_hankel(6, mode->wave_number * r, h);
        for (int n = 0; n <= mode->order && mode->c; n++)
            for (int t = n * n; t < (n + 1) * (n + 1); t++) {
                sum[0] += y[t] * (mode->c[2 * t] * h[n][0] - mode->c[2 * t + 1] * h[n][1]);
                sum[1] += y[t] * (mode->c[2 * t] * h[n][1] + mode->c[2 * t + 1] * h[n][0]);
            }
        CHECK_NEAR(re[j], sum[0], 1e-12 * (fabs(sum[0]) + 1.0));
        CHECK_NEAR(im[j], sum[1], 1e-12 * (fabs(sum[1]) + 1.0));
    }
    // Inside, the value at 1.02 radii in the same direction; at the centre something finite.
    double near[2][MODES], edge[2][MODES], inside[3], on[3];
    for (int i = 0; i < 3; i++) {
        inside[i] = radiation->centre[i] + 0.03 * rel[i];
        on[i] = radiation->centre[i] + 1.02 * radiation->radius * rel[i];
    }
    cr_radiator_transfer(radiator, inside, near[0], near[1]);
    cr_radiator_transfer(radiator, on, edge[0], edge[1]);
    for (int j = 0; j < MODES; j++)
        CHECK(fabs(near[0][j] - edge[0][j]) + fabs(near[1][j] - edge[1][j]) <=
                  1e-10 * (1.0 + fabs(edge[0][j]) + fabs(edge[1][j])),
              "mode %d", j);
    cr_radiator_transfer(radiator, radiation->centre, near[0], near[1]);
    for (int j = 0; j < MODES; j++) CHECK(isfinite(near[0][j]) && isfinite(near[1][j]), "mode %d", j);
}

// The intensity |p|^2/(2 rho c) through a far sphere is the power of the coefficients.
static void test_power(const cr_radiation *radiation, cr_arena *arena) {
    enum { RINGS = 60, AROUND = 60 };
    cr_error error;
    cr_radiator *radiator = cr_radiator_new(radiation, arena, &error);
    double re[MODES], im[MODES], power[MODES] = {0.0}, far = 1e5;
    for (int i = 0; i < RINGS; i++)
        for (int s = 0; s < AROUND; s++) {
            double theta = cr_pi * (i + 0.5) / RINGS, phi = 2.0 * cr_pi * s / AROUND, x[3];
            const double unit[3] = {sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta)};
            for (int d = 0; d < 3; d++) x[d] = radiation->centre[d] + far * unit[d];
            cr_radiator_transfer(radiator, x, re, im);
            double area =
                far * far * 2.0 * cr_pi / AROUND * (cos(cr_pi * i / RINGS) - cos(cr_pi * (i + 1) / RINGS));
            for (int j = 0; j < MODES; j++)
                power[j] +=
                    area * (re[j] * re[j] + im[j] * im[j]) / (2.0 * radiation->density * radiation->speed);
        }
    for (int j = 0; j < MODES; j++) {
        double w = radiation->speed * radiation->mode[j].wave_number;
        // The rule of rings is of second order: (order pi/RINGS)^2/24.
        CHECK_NEAR(power[j], cr_radiation_power(radiation, j, 1.0), 4e-3 * power[j]);
        CHECK_NEAR(cr_radiation_damping(radiation, j), w * w * cr_radiation_power(radiation, j, 1.0),
                   1e-12 * cr_radiation_damping(radiation, j));
    }
}

static void test_file(const cr_radiation *radiation, cr_arena *arena) {
    cr_error error;
    cr_radiation back;
    size_t size = cr_radiation_size(radiation);
    unsigned char *bytes = malloc(size + 1), *again = malloc(size);
    cr_radiation_encode(radiation, "abc", bytes);
    CHECK(cr_radiation_decode(bytes, size, "abc", "test", arena, &back, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_radiation_size(&back) == size, "size");
    cr_radiation_encode(&back, "abc", again);
    CHECK(memcmp(bytes, again, size) == 0, "bytes differ");
    CHECK(cr_radiation_decode(bytes, size, NULL, "test", arena, &back, &error) == CR_OK, "any key");
    CHECK(cr_radiation_decode(bytes, size, "abd", "test", arena, &back, &error) == CR_ERR_INPUT, "key");
    for (size_t i = 0; i < size; i++) {
        CHECK(cr_radiation_decode(bytes, i, "abc", "test", arena, &back, &error) == CR_ERR_INPUT, "cut %zu",
              i);
        bytes[i] ^= 0x10;
        CHECK(cr_radiation_decode(bytes, size, "abc", "test", arena, &back, &error) == CR_ERR_INPUT,
              "changed %zu", i);
        bytes[i] ^= 0x10;
    }
    CHECK(cr_radiation_decode(bytes, size + 1, "abc", "test", arena, &back, &error) == CR_ERR_INPUT, "long");
    free(bytes);
    free(again);
}

static void test_bad_values(cr_arena *arena) {
    cr_error error;
    cr_radiation bad = make_radiation(arena);
    double kept = bad.mode[2].c[3];
    bad.mode[2].c[3] = CR_NAN;
    CHECK(!cr_radiator_new(&bad, arena, &error), "NaN");
    bad.mode[2].c[3] = kept;
    bad.mode[2].order = CR_RADIATION_ORDER_MAX + 1;
    CHECK(!cr_radiator_new(&bad, arena, &error), "order");
    bad.mode[2].order = 2;
    bad.mode[2].wave_number = 1e-3;
    CHECK(!cr_radiator_new(&bad, arena, &error), "wave number");
    bad.mode[2].wave_number = 9.0;
    CHECK(cr_radiator_new(&bad, arena, &error), "%s", error.reason);
    bad.radius = 0.0;
    CHECK(!cr_radiator_new(&bad, arena, &error), "radius");
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_radiation radiation = make_radiation(arena);
    test_bessel();
    test_harmonics();
    test_slopes();
    test_transfer(&radiation, arena);
    test_power(&radiation, arena);
    test_file(&radiation, arena);
    test_bad_values(arena);
    cr_arena_free(arena);
    return test_summary();
}
