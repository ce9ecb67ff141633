// Boundary elements on bodies with known answers: added masses of ellipsoids, thin discs, a tube closed at
// one end, the same body with and without the reduction by its symmetry, and surfaces that are none.
#include "bem_rig.h"
#include "prep/bem/multipoles.h"
#include "prep/bem/vector.h"
#include "test.h"

#include <complex.h>
#include <string.h>

// -int p n_axis over the volume for a body that moves along an axis in air without compression.
static double added_mass(bem_rig *r, int axis) {
    double sum = 0.0;
    for (int j = 0; j < r->surface.triangles; j++) r->g[0][j] = (float)r->surface.normal[j][axis];
    bem_rig_solve(r, 0.0, 1);
    for (int j = 0; j < r->surface.triangles; j++)
        sum -= (double)crealf(r->p[0][j]) * r->surface.normal[j][axis] * r->surface.area[j];
    return sum / r->surface.volume;
}

// alpha/(2 - alpha), alpha = abc int dl/((d^2 + l) sqrt(..)) (Lamb, section 114).
static void test_ellipsoids(void) {
    static const struct {
        double axis[3], mass[3];
    } row[] = {{{1.0, 1.0, 2.0}, {0.70421, 0.70421, 0.21002}},
               {{1.0, 1.0, 0.5}, {0.30959, 0.30959, 1.11506}},
               {{2.0, 1.0, 0.5}, {0.12657, 0.39817, 1.51806}}};
    for (int i = 0; i < TEST_AMOUNT(3, 1); i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        bem_rig r = bem_rig_make(arena, bem_sphere(arena, TEST_AMOUNT(3, 2), row[i].axis));
        for (int axis = 0; axis < 3; axis++) {
            double mass = added_mass(&r, axis);
            printf("ellipsoid %g %g %g, axis %d: %.4f\n", row[i].axis[0], row[i].axis[1], row[i].axis[2],
                   axis, mass);
            // 320 triangles: four times the error of 1280.
            CHECK_REL(mass, row[i].mass[axis], TEST_AMOUNT(0.005, 0.02));
        }
        cr_arena_free(arena);
    }
}

// Rings narrow towards the rim, where the pressure has an edge: radius sin(u).
static cr_bem_surface disc(cr_arena *arena, double thickness, int rings, int sectors, bool symmetric) {
    double profile[128][2];
    int n = 0;
    for (int i = 0; i <= rings; i++, n++) {
        profile[n][0] = sin(0.5 * cr_pi * i / rings);
        profile[n][1] = -0.5 * thickness;
    }
    n = bem_profile_line(profile, n, 1.0, 0.5 * thickness, 4);
    for (int i = rings - 1; i >= 0; i--, n++) {
        profile[n][0] = profile[i][0];
        profile[n][1] = 0.5 * thickness;
    }
    return bem_revolve(arena, profile, n, sectors, symmetric);
}

// The volume of the dipole of a rigid disc of radius 1 that moves along its axis: 8/3 without
// thickness, 2.870 and 3.233 with 0.03 and 0.1 of the radius (values of several meshes, extrapolated,
// +-0.005).
static void test_discs(void) {
    static const double row[2][2] = {{0.03, 2.870}, {0.1, 3.233}};
    for (int i = 0; i < 2; i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        bem_rig r = bem_rig_make(arena, disc(arena, row[i][0], 24, 48, true));
        double dipole = (1.0 + added_mass(&r, 2)) * r.surface.volume;
        printf("disc of thickness %g: %.4f\n", row[i][0], dipole);
        CHECK_REL(dipole, row[i][1], 0.01); // cells as wide as the wall do not see its edges: +0.5 to +0.9 %
        cr_arena_free(arena);
    }
}

// The disc of thickness 0.03 moving along its axis: r |p| for unit g n_z at 20 radii, on the axis and 60
// degrees from it, of the finest of several meshes, +-0.3 %; reciprocity with a motion of another kind; and
// its multipoles at the order and with the trimming of cr_multipoles_fill against the surface, far away and
// at 1.5 radii.
static void test_disc_field(void) {
    static const double row[3][3] = {{1.0, 0.2793, 0.1295}, {2.0, 0.7082, 0.2614}, {5.0, 0.5363, 0.0642}};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    bem_rig r = bem_rig_make(arena, disc(arena, 0.03, 32, 64, true));
    const cr_bem_surface *s = &r.surface;
    int points = CR_BEM_POINTS * s->triangles;
    cr_bem_source *source = cr_arena_take(arena, (size_t)points, sizeof *source);
    double *c = cr_arena_take(arena, 2 * 64 * 64, sizeof *c), re, im;
    for (int j = 0; j < s->triangles; j++) {
        r.g[0][j] = (float)s->normal[j][2];
        r.g[1][j] =
            (float)(s->normal[j][2] * (s->middle[j][0] * s->middle[j][0] + 0.3 * s->middle[j][1] + 0.1));
    }
    for (int i = 0; i < 3; i++) {
        double k = row[i][0], cross[2][2] = {{0.0}};
        bem_rig_solve(&r, k, 2);
        for (int way = 0; way < 2; way++) {
            const double angle = way ? cr_pi / 3.0 : 0.0, at[3] = {20.0 * sin(angle), 0.0, 20.0 * cos(angle)};
            double value = 20.0 * cabs(cr_bem_field(&r.bem, k, r.g[0], r.p[0], at, r.work));
            printf("disc, ka %g, %g degrees: %.4f (%+.2f %%)\n", k, 180.0 / cr_pi * angle, value,
                   100.0 * (value / row[i][1 + way] - 1.0));
            CHECK_REL(value, row[i][1 + way], 0.015);
        }
        for (int j = 0; j < s->triangles; j++)
            for (int way = 0; way < 2; way++) {
                cr_wide part = (cr_wide)r.p[way][j] * (double)r.g[1 - way][j] * s->area[j];
                cross[way][0] += creal(part);
                cross[way][1] += cimag(part);
            }
        double gap =
            hypot(cross[0][0] - cross[1][0], cross[0][1] - cross[1][1]) / hypot(cross[0][0], cross[0][1]);
        printf("  reciprocity %.2g\n", gap);
        CHECK(gap <= 0.01, "%g", gap); // as good as the pressure
        for (int side = 0; side < 2; side++) {
            cr_multipoles out = {.route = CR_RADIATION_EXACT, .wave_number = k, .c = c};
            const cr_radiation one = {
                .radius = 1.01, .speed = 343.0, .density = 1.2, .count = 1, .mode = &out};
            cr_bem_sources(s, r.g[side], r.p[side], source);
            cr_multipoles_fill(source, points, 1.0, one.centre, one.radius, &out);
            cr_radiator *radiator = cr_radiator_new(&one, arena, NULL);
            double bad[2] = {0.0}, all[2] = {0.0};
            for (int n = 0; n < 2 * 20; n++) {
                double z = 1.0 - (2.0 * (n / 2) + 1.0) / 20.0, across = sqrt(1.0 - z * z),
                       far = n % 2 ? 20.0 : 1.5;
                const double at[3] = {far * across * cos(2.4 * n), far * across * sin(2.4 * n), far * z};
                cr_wide right = cr_bem_field(&r.bem, k, r.g[side], r.p[side], at, r.work);
                cr_radiator_transfer(radiator, at, &re, &im);
                bad[n % 2] +=
                    pow(cabs(cr_wide_of(re, im) * cr_wide_of(cos(k * far), sin(k * far)) - right), 2.0);
                all[n % 2] += pow(cabs(right), 2.0);
            }
            printf("  motion %d, order %d: %.2f %% far away, %.2f %% at 1.5 radii\n", side, out.order,
                   100.0 * sqrt(bad[1] / all[1]), 100.0 * sqrt(bad[0] / all[0]));
            CHECK(sqrt(bad[1] / all[1]) <= 0.01, "far %g", sqrt(bad[1] / all[1]));
            CHECK(sqrt(bad[0] / all[0]) <= 0.03, "near %g", sqrt(bad[0] / all[0]));
        }
    }
    cr_arena_free(arena);
}

// Mean pressure over the inner bottom of a tube, inner radius 20 mm, 100 mm long, wall 0.5 mm, that is driven
// there.
static cr_complex tube_response(bem_rig *r, double frequency) {
    double area = 0.0;
    cr_wide sum = 0.0;
    for (int j = 0; j < r->surface.triangles; j++) {
        bool inner = r->surface.normal[j][2] > 0.9 && fabs(r->surface.middle[j][2]) < 1e-6;
        r->g[0][j] = inner ? 1.0f : 0.0f;
    }
    bem_rig_solve(r, 2.0 * cr_pi * frequency / 343.0, 1);
    for (int j = 0; j < r->surface.triangles; j++) {
        if (r->g[0][j] == 0.0f) continue;
        sum += (cr_wide)r->p[0][j] * r->surface.area[j];
        area += r->surface.area[j];
    }
    return (cr_complex)(sum / area);
}

// The end correction 0.6133 a (1 + 0.044 z^2)/(1 + 0.19 z^2), z = ka, of a tube without a flange and with a
// thin wall (Dalmont and others 2001) gives 764.75 Hz. The two faces of the wall have the same levels,
// sectors and diagonals: with others, cells wider than the wall let sound through.
static void test_tube(void) {
    const double radius = 0.02, wall = 0.0005, length = 0.1;
    const int fine = TEST_AMOUNT(1, 4); // 1.25 mm
    double profile[512][2] = {{0.0, -wall}}, low = 762.0, high = 768.0;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    int n = bem_profile_line(profile, 1, radius, -wall, 16 / fine);
    n = bem_profile_line(profile, n, radius + wall, -wall, 1);
    n = bem_profile_line(profile, n, radius + wall, 0.0, 1);
    n = bem_profile_line(profile, n, radius + wall, length, 80 / fine);
    n = bem_profile_line(profile, n, radius, length, 1);
    n = bem_profile_line(profile, n, radius, 0.0, 80 / fine);
    n = bem_profile_line(profile, n, 0.0, 0.0, 16 / fine);
    bem_rig r = bem_rig_make(arena, bem_revolve(arena, profile, n, 48 / fine, true));
    double at_low = (double)crealf(tube_response(&r, low)), resonance = high;
    for (int i = 0; i < 3; i++) { // the resonance is 20 Hz wide: secants find it to 0.01 Hz
        double at_high = (double)crealf(tube_response(&r, resonance));
        double next = resonance - at_high * (resonance - low) / (at_high - at_low);
        low = resonance;
        at_low = at_high;
        resonance = next;
    }
    printf("tube of %d triangles: %.2f Hz\n", r.surface.triangles, resonance);
    CHECK_REL(resonance, 764.75, TEST_AMOUNT(0.002, 0.02));
    cr_arena_free(arena);
}

// Every pressure of the reduced system is that of the whole one, for data without any symmetry; through an
// irregular frequency too.
static void test_symmetry(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    double profile[32][2] = {{0.0, -1.0}};
    int n = 1;
    for (int i = 1; i <= 10; i++, n++) {
        double angle = cr_pi * (i / 10.0 - 0.5);
        profile[n][0] = i == 10 ? 0.0 : cos(angle);
        profile[n][1] = sin(angle);
    }
    bem_rig whole = bem_rig_make(arena, bem_revolve(arena, profile, n, 20, false));
    bem_rig part = bem_rig_make(arena, bem_revolve(arena, profile, n, 20, true));
    static const double k[] = {0.0, 1.3, 3.14};
    for (int j = 0; j < whole.surface.triangles; j++) {
        const double *m = whole.surface.middle[j];
        whole.g[0][j] = part.g[0][j] = (float)(1.0 + m[0] - 0.5 * m[1] + m[0] * m[1] + m[2] * m[0] * m[0]);
    }
    for (int i = 0; i < 3; i++) {
        double bad = 0.0, all = 0.0;
        bem_rig_solve(&whole, k[i], 1);
        bem_rig_solve(&part, k[i], 1);
        CHECK(whole.report.augmented == part.report.augmented && part.report.augmented == (i == 2), "k %g",
              k[i]);
        for (int j = 0; j < whole.surface.triangles; j++) {
            bad += pow(cabs((cr_wide)whole.p[0][j] - (cr_wide)part.p[0][j]), 2.0);
            all += pow(cabs((cr_wide)whole.p[0][j]), 2.0);
        }
        // The tolerance of GMRES, 1e-4, and orders below 3e-4 that are left out. With the points inside, each
        // order meets all of them for itself, more than the whole does: the errors of 380 triangles show.
        CHECK(sqrt(bad / all) < (i == 2 ? 0.015 : 1e-3), "k %g: %g", k[i], sqrt(bad / all));
    }
    cr_arena_free(arena);
}

static double power_of(const bem_rig *r, double k) {
    static double c[2 * 900];
    const int order = (int)ceil(0.37 * k) + 5;
    double sum = 0.0;
    bem_rig_project(r, k, 0, (const double[]){0.0, 0.0, 0.0}, order, c);
    for (int t = 0; t < 2 * (order + 1) * (order + 1); t++) sum += c[t] * c[t];
    return sum;
}

// A board of 0.6 by 0.4 m, 20 mm thick, in bending waves of 3 by 2 half lengths, by Kirchhoff's way against
// the equations of the surface. Above coincidence (k over that of the bending waves 1.8) -0.5 +- 0.3 dB,
// below 3 dB.
static void test_board(void) {
    const double size[3] = {0.6, 0.4, 0.02}, bending = cr_pi * sqrt(25.0 + 25.0);
    const int coarse = TEST_AMOUNT(1, 2), cells[3] = {24 / coarse, 16 / coarse, 1};
    static const double over[2] = {0.8, 1.8}, bound[2] = {3.0, 0.8};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    bem_rig r = bem_rig_make(arena, bem_box(arena, size, cells));
    cr_bem_row row;
    bool room = cr_bem_row_take(&row, r.surface.triangles, arena);
    CHECK(room, "memory");
    for (int j = 0; j < r.surface.triangles; j++) {
        double u = r.surface.middle[j][0] / size[0] + 0.5, v = r.surface.middle[j][1] / size[1] + 0.5;
        r.g[0][j] = (float)(r.surface.normal[j][2] * cos(3.0 * cr_pi * u) * cos(2.0 * cr_pi * v));
    }
    for (int i = 0; i < 2 && room; i++) {
        double k = over[i] * bending;
        bem_rig_solve(&r, k, 1);
        double exact = power_of(&r, k);
        cr_bem_kirchhoff(&r.bem, k, r.g[0], &row, r.p[0]);
        double decibel = 10.0 * log10(power_of(&r, k) / exact);
        printf("board, k/k_b %.1f: %+.2f dB\n", over[i], decibel);
        CHECK(fabs(decibel) <= bound[i], "k/k_b %g: %g dB", over[i], decibel);
    }
    cr_arena_free(arena);
}

static void test_bad_surfaces(void) {
    const double corner[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const int good[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2},
              inside_out[] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 0, 2, 3};
    const int twice[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 2, 1}, none[] = {0, 2, 1, 0, 1, 3, 1, 2, 4, 0, 3, 2};
    const struct {
        const int *triangle;
        int count;
        const char *says;
    } row[] = {{good, 4, NULL},
               {inside_out, 4, "inside"},
               {twice, 4, "closed"},
               {none, 4, "corners"},
               {good, 3, "3 triangles"}};
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        cr_bem_surface surface;
        cr_error error = {.reason = ""};
        cr_status status =
            cr_bem_surface_make(corner, row[i].triangle, 4, row[i].count, 1, "test", arena, &surface, &error);
        CHECK(row[i].says ? status == CR_ERR_INPUT && strstr(error.reason, row[i].says) : status == CR_OK,
              "row %zu: %s", i, error.reason);
    }
    cr_arena_free(arena);
}

int main(void) {
    test_ellipsoids();
    test_discs();
    test_disc_field();
    test_tube();
    test_symmetry();
    test_board();
    test_bad_surfaces();
    return test_summary();
}
