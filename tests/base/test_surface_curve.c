// The curve through the points of a surface: heights, means, wrap-around; surfaces from given heights; names,
// ranges and missing memory.
#include "budget.h"
#include "carom/surface.h"
#include "surface_tools.h"
#include "test.h"

#include <string.h>

static cr_arena *arena;

static cr_rough some_surface(int count) {
    cr_roughness roughness = cr_roughness_default(cr_rough_preset_find("sanded", NULL));
    roughness.rms = 0.01; // the greatest: errors are relative to it
    roughness.count = count;
    cr_rough surface = {0};
    CHECK(cr_rough_make(&roughness, arena, &surface, NULL) == CR_OK, "surface");
    return surface;
}

// At the points the curve has their heights, up to the rounding of the position in intervals, twice 2^-53 of
// it, times the steepest rise. The same one period on, before and after.
static void test_nodes(void) {
    cr_rough s = some_surface(4096);
    double worst = 0, wrapped = 0, steepest = 0;
    for (int i = 0; i < s.count; i++) {
        worst = fmax(worst, fabs(cr_rough_height(&s, i * s.dx) - s.height[i]));
        for (int turn = -3; turn <= 3; turn++)
            wrapped = fmax(wrapped, fabs(cr_rough_height(&s, (i + turn * s.count) * s.dx) - s.height[i]));
        steepest = fmax(steepest, fabs(s.height[(i + 1) % s.count] - s.height[i]));
    }
    CHECK_NEAR(worst, 0, s.count * 0x1p-52 * steepest + 1e-16);
    CHECK_NEAR(wrapped, 0, 4 * s.count * 0x1p-52 * steepest + 1e-16);
    CHECK_NEAR(cr_rough_height(&s, -1e-300), s.height[0], 1e-16);
    CHECK_NEAR(cr_rough_height(&s, s.length * (1 - 0x1p-53)), s.height[0], s.count * 0x1p-52 * steepest);
}

// On both sides of every point, the wrap among them, value, slope and curvature agree: p at the end of one
// interval is p at the beginning of the next. One-sided differences of a cubic at distances d, 2d, 3d are
// exact, so that d can be large and rounding is all that is left: 1e-15/d^2 relative, d = 1/8 interval.
static void test_smooth(void) {
    cr_rough s = some_surface(256);
    double jump[3] = {0};
    for (int i = -2; i < s.count + 2; i++) {
        double side[2][3];
        for (int right = 0; right < 2; right++) {
            double d = (right ? 1 : -1) / 8.0, y[4];
            for (int j = 0; j < 4; j++) y[j] = cr_rough_height(&s, (i + j * d) * s.dx);
            side[right][0] = y[0];
            side[right][1] = (-11 * y[0] + 18 * y[1] - 9 * y[2] + 2 * y[3]) / (6 * d);
            side[right][2] = (2 * y[0] - 5 * y[1] + 4 * y[2] - y[3]) / (d * d);
        }
        for (int n = 0; n < 3; n++) jump[n] = fmax(jump[n], fabs(side[1][n] - side[0][n]));
    }
    CHECK_NEAR(jump[0], 0, 1e-15);
    CHECK_NEAR(jump[1], 0, 0.01 * 1e-12);
    CHECK_NEAR(jump[2], 0, 0.01 * 1e-11);
}

// A spline through the points of a sine is within 5/384 (2 pi k dx)^4 of it (C. Hall, W. Meyer 1976); halving
// the spacing divides the error by 16.
static void test_order(void) {
    double errors[2];
    for (int n = 0; n < 2; n++) {
        double height[64];
        int count = n ? 64 : 32;
        for (int i = 0; i < count; i++) height[i] = sin(2 * PI * i / count);
        cr_rough s;
        cr_rough_measured(&(cr_measured){height, count, 1, 0, CR_NAN}, arena, &s, NULL);
        errors[n] = 0;
        for (int i = 0; i < 1000; i++)
            errors[n] = fmax(errors[n], fabs(cr_rough_height(&s, i / 1000.0) - sin(2 * PI * i / 1000.0)));
        CHECK(errors[n] <= 5.0 / 384 * pow(2 * PI / count, 4), "error %g with %d points", errors[n], count);
    }
    CHECK_REL(errors[0] / errors[1], 16, 0.02);
}

// Gauss' rule with two points is exact for a cubic: summed over the pieces between the points.
static double quadrature(const cr_rough *s, double x0, double x1) {
    double sum = 0;
    for (double from = x0; from < x1;) {
        double to = (floor(from / s->dx * (1 + 1e-15)) + 1) * s->dx;
        if (to <= from) to += s->dx;
        if (to > x1) to = x1;
        double middle = 0.5 * (from + to), half = 0.5 * (to - from), off = half / sqrt(3);
        sum += half * (cr_rough_height(s, middle - off) + cr_rough_height(s, middle + off));
        from = to;
    }
    return sum / (x1 - x0);
}

// Ways from a thousandth of an interval to several periods, at both sides of the wrap. Relative to the rms: a
// mean can be 0. The position of 1e5 intervals has 1e-11 of an interval to offer, the bound follows.
static void test_mean(void) {
    static const double ways[] = {1e-3, 0.3, 1, 1.7, 4.5, 8.9, 9.1, 20.3, 333.3, 4096, 9999.5};
    cr_rough s = some_surface(4096);
    double worst = 0;
    for (int w = 0; w < 11; w++)
        for (int i = 0; i < 60; i++) {
            double x0 = (i * 137.77 - 4100) * s.dx, x1 = x0 + ways[w] * s.dx;
            double mean = cr_rough_mean(&s, x0, x1);
            worst = fmax(worst, fabs(mean - quadrature(&s, x0, x1)));
            CHECK(mean == cr_rough_mean(&s, x1, x0), "the order does not matter");
        }
    printf("means differ from the quadrature by %.1e of the rms\n", worst / 0.01);
    CHECK_NEAR(worst / 0.01, 0, 1e-12);
    CHECK(cr_rough_mean(&s, 1.23, 1.23) == cr_rough_height(&s, 1.23), "no way");
    CHECK_NEAR(cr_rough_mean(&s, 0.3, 0.3 + 5 * s.length), s.average, 1e-14);
}

// Far from 0 the stored integrals still lose nothing: 1000 m of average, three roundings.
static void test_mean_far(void) {
    double far[1000], near[1000];
    for (int i = 0; i < 1000; i++) {
        near[i] = sin(2 * PI * i / 1000);
        far[i] = 1000 + near[i];
    }
    cr_rough level, raised = {.count = 1000, .dx = 1e-5, .length = 1e-2, .height = far};
    cr_rough_measured(&(cr_measured){near, 1000, 1e-2, 0, CR_NAN}, arena, &level, NULL);
    CHECK(cr_rough_ball(&raised, 0, 0, arena, &raised, NULL) == CR_OK, "raised");
    CHECK_NEAR(raised.average, 1000, 1e-12);
    for (int i = 0; i < 50; i++) {
        double x0 = i * 7e-5, x1 = x0 + i * 3e-6;
        CHECK_NEAR(cr_rough_mean(&raised, x0, x1), 1000 + cr_rough_mean(&level, x0, x1), 5e-13);
    }
}

static void test_not_finite(void) {
    cr_rough s = some_surface(64);
    CHECK(isnan(cr_rough_height(&s, CR_NAN)) && isnan(cr_rough_height(&s, HUGE_VAL)), "height");
    CHECK(isnan(cr_rough_mean(&s, 0, CR_NAN)) && isnan(cr_rough_mean(&s, -HUGE_VAL, 0)), "mean");
    static const double far[] = {1e9, -1e9, 1e17, -1e200, 1e300};
    for (int i = 0; i < 5; i++) {
        double y = cr_rough_height(&s, far[i]), m = cr_rough_mean(&s, far[i], far[i] + 1);
        CHECK(y <= s.highest && y >= s.lowest && isfinite(m), "at %g m", far[i]);
        CHECK(isfinite(cr_rough_mean(&s, 0, far[i])), "from 0 to %g m", far[i]);
    }
}

// Heights that have the period already pass the fade unchanged; others get a wrap that is no greater step
// than those within.
static void test_measured(void) {
    enum { PERIOD = 900, GIVEN = 1000 };
    double wave[GIVEN], ramp[GIVEN];
    for (int i = 0; i < GIVEN; i++) {
        wave[i] = 7 + sin(2 * PI * i / PERIOD) + 0.5 * cos(6 * PI * i / PERIOD);
        ramp[i] = i;
    }
    cr_rough s;
    CHECK(cr_rough_measured(&(cr_measured){wave, GIVEN, 0.1, 0.01, 3e-6}, arena, &s, NULL) == CR_OK, "wave");
    CHECK(s.count == PERIOD, "shorter by the fade");
    CHECK_REL(s.dx, 1e-4, 1e-15);
    CHECK_REL(rms_of(s.height, s.count), 3e-6, 1e-14);
    CHECK_NEAR(mean_of(s.height, s.count), 0, GIVEN * 0x1p-53 * 3e-6 * 7 / sqrt(0.625)); // a plain sum
    for (int i = 0; i < PERIOD; i++)
        CHECK_NEAR(s.height[i], 3e-6 / sqrt(0.625) * (wave[i] - 7), 1e-13 * 3e-6);
    cr_rough_measured(&(cr_measured){ramp, GIVEN, 0.1, 0.01, CR_NAN}, arena, &s, NULL);
    CHECK_NEAR(s.height[0] - s.height[PERIOD - 1], 1, 1e-9);
    double steepest = 0; // the way down: 900 over 100 points with (1 - cos)/2, pi/2 times the mean slope
    for (int i = 1; i < PERIOD; i++) steepest = fmax(steepest, fabs(s.height[i] - s.height[i - 1]));
    CHECK_NEAR(steepest, PI / 2 * PERIOD / 100 - 1, 0.01);
    double still[8] = {5, 5, 5, 5, 5, 5, 5, 5};
    CHECK(cr_rough_measured(&(cr_measured){still, 8, 0.1, 0, 1e-6}, arena, &s, NULL) == CR_OK &&
              s.highest == 0 && s.lowest == 0,
          "no roughness, no scale");
}

static void refused(cr_status status, const cr_error *error, const char *place) {
    CHECK(status == CR_ERR_RANGE && strcmp(error->place, place) == 0, "%s: %s: %s", place, error->place,
          error->reason);
}

static void test_errors(void) {
    cr_rough s = some_surface(64), out;
    cr_error error = {0};
    static const struct {
        const char *name;
        double value;
    } bad[] = {{"rms", -1}, {"hurst", 1.5}, {"correlation", 0}, {"dx", 0}, {"count", 1000}, {"seed", 0.5}};
    for (int i = 0; i < 6; i++) {
        cr_roughness r = cr_roughness_default(NULL);
        double *field[] = {&r.rms, &r.hurst, &r.correlation, &r.dx, &r.count, &r.seed};
        *field[i] = bad[i].value;
        refused(cr_rough_make(&r, arena, &out, &error), &error, bad[i].name);
        *field[i] = CR_NAN;
        refused(cr_rough_make(&r, arena, &out, &error), &error, bad[i].name);
    }
    double height[] = {1, 2, 3, 4, 5}, hole[] = {1, 2, CR_NAN, 4, 5};
    refused(cr_rough_measured(&(cr_measured){height, 3, 1, 0, 1}, arena, &out, &error), &error, "count");
    refused(cr_rough_measured(&(cr_measured){height, 5, 0, 0, 1}, arena, &out, &error), &error, "length");
    refused(cr_rough_measured(&(cr_measured){height, 5, 1, 2, 1}, arena, &out, &error), &error, "fade");
    refused(cr_rough_measured(&(cr_measured){height, 5, 1, .4, 1}, arena, &out, &error), &error, "fade");
    refused(cr_rough_measured(&(cr_measured){height, 5, 1, 0, -1}, arena, &out, &error), &error, "rms");
    refused(cr_rough_measured(&(cr_measured){hole, 5, 1, 0, 1}, arena, &out, &error), &error, "height");
    refused(cr_rough_ball(&s, -1, 0, arena, &out, &error), &error, "radius");
    refused(cr_rough_ball(&s, CR_NAN, 0, arena, &out, &error), &error, "radius");
    refused(cr_rough_ball(&s, 1, 1, arena, &out, &error), &error, "patch");
}

static void test_presets(void) {
    int count;
    const cr_rough_preset *presets = cr_rough_presets(&count);
    cr_error error = {0};
    for (int i = 0; i < count; i++) {
        CHECK(cr_rough_preset_find(presets[i].name, NULL) == &presets[i], "%s", presets[i].name);
        cr_roughness r = cr_roughness_default(&presets[i]);
        CHECK(r.rms == presets[i].rms && r.dx == 5e-6, "%s", presets[i].name);
        r.count = 1024;
        cr_rough s;
        CHECK(cr_rough_make(&r, arena, &s, &error) == CR_OK, "%s: %s", presets[i].name, error.reason);
        CHECK(i == 0 || presets[i].rms >= presets[i - 1].rms, "from smooth to rough");
    }
    CHECK(!cr_rough_preset_find("wood-grian", &error) && strstr(error.reason, "\"wood-grain\""), "%s",
          error.reason);
    cr_roughness r = cr_roughness_default(NULL);
    CHECK(cr_roughness_set(&r, "hurst", 0.5, &error) == CR_OK && r.hurst == 0.5 && r.rms == 1e-6, "set");
    CHECK(cr_roughness_set(&r, "hurst", 2, &error) == CR_ERR_RANGE && r.hurst == 0.5, "range");
    CHECK(cr_roughness_set(&r, "hrust", 0.5, &error) == CR_ERR_UNKNOWN, "unknown");
}

// Every allocation fails once: CR_ERR_MEMORY, nothing leaks, nothing stays taken.
static void test_memory(void) {
    bool done = false;
    int n = 0;
    for (; !done && n < 50; n++) {
        budget b = {.left = n};
        cr_arena *small = cr_arena_new(budget_allocator(&b));
        if (small) {
            cr_roughness r = cr_roughness_default(NULL);
            cr_rough s, path;
            cr_arena_mark mark = cr_arena_here(small);
            cr_status status = cr_rough_make(&r, small, &s, NULL);
            if (!status) {
                mark = cr_arena_here(small);
                status = cr_rough_ball(&s, 1e-3, 1e-5, small, &path, NULL);
            }
            cr_arena_mark after = cr_arena_here(small);
            done = status == CR_OK;
            CHECK(done || status == CR_ERR_MEMORY, "allocation %d: %d", n, status);
            CHECK(done || (after.block == mark.block && after.used == mark.used), "allocation %d", n);
        }
        cr_arena_free(small);
        CHECK(b.live == 0, "%d blocks leaked when allocation %d failed", b.live, n);
    }
    CHECK(done && n > 5, "succeeds with enough memory (after %d)", n);
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    test_nodes();
    test_smooth();
    test_order();
    test_mean();
    test_mean_far();
    test_not_finite();
    test_measured();
    test_errors();
    test_presets();
    test_memory();
    cr_arena_free(arena);
    return test_summary();
}
