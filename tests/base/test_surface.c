// Rough surfaces: their spectrum, the curve through their points, and what a ball feels of them.
#include "carom/surface.h"
#include "surface_tools.h"
#include "test.h"

#include <string.h>

static cr_arena *arena;

static cr_rough rough(double rms, double hurst, double correlation, double dx, double count, double seed) {
    cr_roughness roughness = {rms, hurst, correlation, dx, count, seed};
    cr_rough surface = {0};
    cr_error error = {0};
    CHECK(cr_rough_make(&roughness, arena, &surface, &error) == CR_OK, "%s", error.reason);
    return surface;
}

static cr_rough ball(const cr_rough *profile, double radius, double patch) {
    cr_rough surface = {0};
    cr_error error = {0};
    CHECK(cr_rough_ball(profile, radius, patch, arena, &surface, &error) == CR_OK, "%s", error.reason);
    return surface;
}

// Mean and rms to rounding, the bounds, the integral closed over the period; the curve between its bounds.
static void test_rough_figures(void) {
    cr_rough s = rough(2e-6, 0.8, 1e-3, 5e-6, 8192, 3);
    CHECK_NEAR(mean_of(s.height, s.count), 0, 1e-15 * 2e-6);
    CHECK_REL(rms_of(s.height, s.count), 2e-6, 1e-13);
    CHECK(s.count == 8192 && s.length == 8192 * 5e-6, "size");
    CHECK_NEAR(s.integral[s.count], 0, 1e-12 * 2e-6);
    bool inside = true;
    for (int i = 0; i < 5 * s.count; i++) {
        double y = cr_rough_height(&s, 0.2 * i * s.dx);
        inside = inside && y <= s.highest && y >= s.lowest;
    }
    CHECK(inside && s.highest < 10 * 2e-6, "bounds");
    cr_rough flat = rough(0, 0.8, 1e-3, 5e-6, 16, 3);
    CHECK(flat.highest == 0 && cr_rough_height(&flat, 1) == 0, "rms 0 is flat");
}

// Mean of log periodogram over n independent waves: each has the distribution of log of an exponential
// variable, variance pi^2/6. The mean over a band of n waves is therefore within 5 pi/sqrt(6 n) of its
// expectation (5 standard errors); so is the difference of two bands, and the slope between them.
static void test_spectrum(void) {
    static const double hursts[] = {0.3, 0.8, 1.0};
    for (int h = 0; h < 3; h++) {
        const int count = 1 << 15, flat = 64;
        cr_rough s = rough(1e-6, hursts[h], count * 5e-6 / flat, 5e-6, count, 10 + h);
        double *power = power_of_waves(s.height, count);
        CHECK_NEAR(mean_log(power, 1, 32) - mean_log(power, 33, 64), 0, 5 * sqrt(PI * PI / 6 * (2.0 / 32)));
        double slope, error;
        log_slope(power, 2 * flat, count / 2 - 1, &slope, &error);
        CHECK_NEAR(slope, -(1 + 2 * hursts[h]), 5 * error);
        // the flat part continues into the slope without a step
        double expected = -(1 + 2 * hursts[h]) * mean_log_of_wave(flat + 1, 8 * flat, flat);
        CHECK_NEAR(mean_log(power, flat + 1, 8 * flat) - mean_log(power, 1, flat), expected,
                   5 * sqrt(PI * PI / 6 * (1.0 / flat + 1.0 / (7 * flat))));
        CHECK(power[0] < 1e-20 * power[1] && power[count / 2] < 1e-20 * power[1], "no mean, nothing at 2 dx");
        printf("hurst %.1f: slope of the spectrum %.4f, standard error %.4f\n", hursts[h], slope, error);
        free(power);
    }
}

// The heights are Gaussian: the fourth moment of n independent ones is 3 +- 5 sqrt(24/n). Points further
// apart than the correlation length count as independent.
static void test_gaussian(void) {
    cr_rough s = rough(1e-6, 0.8, 1e-4, 5e-6, 1 << 17, 5);
    double fourth = 0, third = 0, independent = s.length / 1e-4;
    for (int i = 0; i < s.count; i++) {
        third += pow(s.height[i] / 1e-6, 3) / s.count;
        fourth += pow(s.height[i] / 1e-6, 4) / s.count;
    }
    CHECK_NEAR(third, 0, 5 * sqrt(15 / independent));
    CHECK_NEAR(fourth, 3, 5 * sqrt(96 / independent));
}

// One seed, one surface, on every machine: digits to 1e-12 of the rms, beyond the reach of the last digits of
// pow, sin and cos. A finer spacing of the same length shows the same waves.
static void test_seed(void) {
    static const double golden[] = {6.851164625381872e-07, 5.433914324625307e-07, -7.246359936684537e-07,
                                    -3.494419844781897e-07, 7.363429141545716e-07};
    static const int at[] = {0, 1, 100, 777, 1023};
    cr_rough s = rough(1e-6, 0.8, 1e-3, 5e-6, 1024, 42), other = rough(1e-6, 0.8, 1e-3, 5e-6, 1024, 43);
    double product = 0;
    for (int i = 0; i < 5; i++) {
        printf("height[%d] = %.15e\n", at[i], s.height[at[i]]);
        CHECK_NEAR(s.height[at[i]], golden[i], 1e-12 * 1e-6);
    }
    for (int i = 0; i < s.count; i++) product += s.height[i] * other.height[i];
    CHECK(fabs(product / s.count) < 0.9e-12, "another seed is another surface");
    cr_rough fine = rough(1e-6, 0.8, 1e-3, 2.5e-6, 2048, 42);
    double *coarse_waves = waves_of(s.height, s.count), *fine_waves = waves_of(fine.height, fine.count);
    double scale = fine_waves[2] / coarse_waves[2] / 2;
    for (int k = 2; k < s.count; k++)
        CHECK_NEAR(fine_waves[k] / 2, scale * coarse_waves[k], 1e-11 * fabs(coarse_waves[2]));
    CHECK(scale < 1 && scale > 0.99, "the short waves take %g of the rms", 1 - scale);
    free(coarse_waves);
    free(fine_waves);
}

// Rounding of max_j over heights below 1e-4 m, with a margin of 20: 20 * 2.2e-16 * 1e-4 < 1e-18 m.
static void test_dilation_brute_force(void) {
    static const double radii[] = {1e-7, 1e-4, 1e-3, 1e-2, 0.05, 1, 1000};
    cr_rough profiles[] = {rough(2e-6, 0.8, 1e-3, 5e-6, 4096, 1), rough(2e-8, 0.8, 1e-3, 5e-6, 4096, 2),
                           rough(1e-5, 0.1, 1e-5, 5e-6, 4096, 3), rough(0, 0.5, 1e-3, 5e-6, 4096, 4)};
    for (int i = 0; i < 4; i++)
        for (int r = 0; r < 7; r++) {
            cr_rough b = ball(&profiles[i], radii[r], 0);
            CHECK_NEAR(worst_from_brute_force(&profiles[i], radii[r], b.height), 0, 1e-18);
        }
    double odd[] = {0, 1e-6, 1e-6, -3e-6, 2e-6, 2e-6, 0}; // a count that is no power of two, plateaus
    cr_rough s;
    CHECK(cr_rough_measured(&(cr_measured){odd, 7, 7 * 5e-6, 0, CR_NAN}, arena, &s, NULL) == CR_OK, "odd");
    for (int r = 0; r < 7; r++)
        CHECK_NEAR(worst_from_brute_force(&s, radii[r], ball(&s, radii[r], 0).height), 0, 1e-18);
}

// One peak becomes one parabola, from both sides of the wrap.
static void test_dilation_peak(void) {
    double height[1000] = {[0] = 1e-3};
    cr_rough s;
    cr_rough_measured(&(cr_measured){height, 1000, 1e-2, 0, CR_NAN}, arena, &s, NULL);
    cr_rough b = ball(&s, 0.01, 0);
    for (int i = 0; i < 1000; i++) {
        double way = (i < 500 ? i : 1000 - i) * 1e-5, parabola = 1e-3 - way * way / 0.02;
        CHECK_NEAR(b.height[i] + 1e-6, parabola > 0 ? parabola : 0, 1e-17);
    }
}

static int not_below(const cr_rough *a, const cr_rough *b) {
    int below = 0;
    for (int i = 0; i < a->count; i++) below += a->height[i] < b->height[i];
    return below;
}

// Never below the profile, more with a greater ball, the same with one that is smaller than every valley;
// higher profiles give higher paths. Rolling over the path of a ball is like rolling with the sum of both
// radii; on a grid it comes short by less than dx^2/(4R), half an interval of each of the two parabolas.
static void test_dilation_properties(void) {
    cr_rough s = rough(2e-6, 0.8, 1e-3, 5e-6, 4096, 1), raised = rough(2e-6, 0.8, 1e-3, 5e-6, 4096, 1);
    for (int i = 0; i < s.count; i++) raised.height[i] += 1e-7 * (i % 7);
    cr_rough small = ball(&s, 1e-3, 0), twice = ball(&s, 2e-3, 0), again = ball(&small, 1e-3, 0),
             higher = ball(&raised, 1e-3, 0), none = ball(&s, 0, 0), tiny = ball(&s, 1e-8, 0);
    CHECK(not_below(&small, &s) == 0 && not_below(&twice, &small) == 0, "grows with the ball");
    CHECK(not_below(&higher, &small) == 0, "grows with the profile");
    CHECK(memcmp(none.height, s.height, 4096 * sizeof(double)) == 0, "no ball");
    CHECK(memcmp(tiny.height, s.height, 4096 * sizeof(double)) == 0, "a ball that reaches every point");
    double most = 0, least = 0;
    for (int i = 0; i < s.count; i++) {
        most = fmax(most, twice.height[i] - again.height[i]);
        least = fmin(least, twice.height[i] - again.height[i]);
    }
    CHECK(least >= -1e-20 && most <= 5e-6 * 5e-6 / (4 * 1e-3) * (1 + 1e-9), "%g to %g", least, most);
}

// A patch averages: a wave of k cycles per metre keeps sin(2 pi k a)/(2 pi k a) of its height. The spline has
// a relative error of (pi k dx)^4 * 16/720 at most (fourth order), 3e-9 here; fractions of dx count.
static void test_patch(void) {
    enum { COUNT = 512 };
    const double dx = 1e-5, k = 4 / (COUNT * dx);
    double height[COUNT];
    for (int i = 0; i < COUNT; i++) height[i] = 1e-6 * sin(2 * PI * k * i * dx);
    cr_rough s;
    cr_rough_measured(&(cr_measured){height, COUNT, COUNT * dx, 0, CR_NAN}, arena, &s, NULL);
    static const double patches[] = {1e-6, 3.3e-6, 5e-6, 12.7e-6, 400e-6, 2.56e-3};
    for (int p = 0; p < 6; p++) {
        cr_rough b = ball(&s, 0, patches[p]);
        double angle = 2 * PI * k * patches[p], gain = sin(angle) / angle, worst = 0;
        for (int i = 0; i < COUNT; i++) worst = fmax(worst, fabs(b.height[i] - gain * height[i]));
        CHECK(worst <= 1e-8 * 1e-6, "patch %g: off by %g", patches[p], worst);
    }
}

// Figures of a separate prototype, one surface drawn from other random numbers: rms 2.0 um and slope .034,
// under balls of 1, 10 and 50 mm rms 1.96, 1.74, 1.44 and slopes .021, .011, .005. One draw lies within 4
// standard deviations of the mean over ours, plus the rounding of the figures. Slopes are differences from
// point to point.
static void test_figures(void) {
    enum { SEEDS = 12, CASES = 4 };
    static const double radii[CASES] = {0, 1e-3, 1e-2, 5e-2}, rms[CASES] = {2.0, 1.96, 1.74, 1.44},
                        slope[CASES] = {.034, .021, .011, .005};
    double found[CASES][SEEDS], steep[CASES][SEEDS];
    cr_arena_mark mark = cr_arena_here(arena);
    for (int seed = 0; seed < SEEDS; seed++) {
        cr_rough s = rough(2e-6, 0.8, 1e-3, 5e-6, 1 << 17, seed);
        for (int i = 0; i < CASES; i++) {
            cr_rough b = ball(&s, radii[i], 0);
            found[i][seed] = 1e6 * deviation_of(b.height, b.count);
            steep[i][seed] = slope_of(&b);
        }
        cr_arena_rewind(arena, mark);
    }
    for (int i = 0; i < CASES; i++) {
        double r = mean_of(found[i], SEEDS), dr = deviation_of(found[i], SEEDS);
        double g = mean_of(steep[i], SEEDS), dg = deviation_of(steep[i], SEEDS);
        printf("ball of %g mm: rms %.3f um (+- %.3f), slope %.4f (+- %.4f)\n", 1e3 * radii[i], r, dr, g, dg);
        CHECK_NEAR(r, rms[i], 4 * dr + 0.005);
        CHECK_NEAR(g, slope[i], 4 * dg + 0.0005);
    }
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    test_rough_figures();
    test_spectrum();
    test_gaussian();
    test_seed();
    test_dilation_brute_force();
    test_dilation_peak();
    test_dilation_properties();
    test_patch();
    test_figures();
    cr_arena_free(arena);
    return test_summary();
}
