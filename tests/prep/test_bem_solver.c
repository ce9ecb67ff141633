// The solver of boundary elements on an open cup, whose thin wall and cavity are what converges slowly: what
// it leaves of the equations, and in how many iterations.
#include "bem_rig.h"
#include "test.h"

#include <complex.h>

static cr_bem_surface cup(cr_arena *arena) {
    const double radius = 0.04, height = 0.09, wall = 0.0035, inner = radius - wall;
    const int up = 9, across = 4;
    double profile[64][2] = {{0.0, 0.0}};
    int n = bem_profile_line(profile, 1, radius, 0.0, across);
    n = bem_profile_line(profile, n, radius, height, up);
    n = bem_profile_line(profile, n, inner, height, 1);
    n = bem_profile_line(profile, n, inner, wall, up);
    n = bem_profile_line(profile, n, 0.0, wall, across);
    return bem_revolve(arena, profile, n, 24, false);
}

// |A p - b|/|b|, in double from the rows themselves.
static double left_over(const bem_rig *r, double k) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_bem_row row;
    double left = 0.0, all = 0.0;
    CHECK(cr_bem_row_take(&row, r->surface.triangles, arena), "no memory");
    for (int i = 0; i < r->surface.triangles; i++) {
        cr_wide b = 0.0, sum = 0.5 * (cr_wide)r->p[0][i];
        cr_bem_row_exact(&r->bem, i, k, &row);
        for (int j = 0; j < r->surface.triangles; j++) {
            b -= cr_wide_of((double)row.single[0][j], (double)row.single[1][j]) * (double)r->g[0][j];
            sum -= cr_wide_of((double)row.twofold[0][j], (double)row.twofold[1][j]) * (cr_wide)r->p[0][j];
        }
        left += creal((sum - b) * conj(sum - b));
        all += creal(b * conj(b));
    }
    cr_arena_free(arena);
    return sqrt(left / all);
}

// Without the groups of triangles it takes 24, 26, 45 and 45 iterations.
static void test_cup(void) {
    static const struct {
        double frequency;
        int iterations;
    } row[] = {{500.0, 14}, {2000.0, 13}, {5000.0, 18}, {7000.0, 28}};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    bem_rig r = bem_rig_make(arena, cup(arena));
    for (int j = 0; j < r.surface.triangles; j++) {
        const double *x = r.surface.middle[j], *n = r.surface.normal[j];
        r.g[0][j] = (float)(cos(40.0 * x[0]) * n[2] + (1.0 + sin(70.0 * x[1])) * n[0]);
    }
    for (int i = 0; i < TEST_AMOUNT(4, 1); i++) {
        double k = 2.0 * cr_pi * row[i].frequency / 343.0;
        bem_rig_solve(&r, k, 1);
        double left = left_over(&r, k);
        printf("%d triangles, %g Hz: %d iterations leave %.2e\n", r.surface.triangles, row[i].frequency,
               r.report.iterations, left);
        CHECK(r.report.iterations > 0 && r.report.iterations <= row[i].iterations, "%d iterations",
              r.report.iterations);
        // The tolerance of GMRES, and what floats and numbers of 16 bits make of it.
        CHECK(left <= 5.2e-4, "%g left", left);
    }
    cr_arena_free(arena);
}

int main(void) {
    test_cup();
    return test_summary();
}
