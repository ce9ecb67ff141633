// What radiation costs: 60 modes of a cup (80 mm wide, 95 mm high, wall 3.5 mm) between 500 Hz and 12 kHz, on
// its surface as any body and in sectors; boards as sheets, of 9 cells per wavelength; time and memory
// against triangles, cells and modes, with their exponents; and the evaluation of multipoles and patches at a
// listener.
#include "bem_surfaces.h"
#include "bench.h"
#include "carom/radiate.h"
#include "prep/bem/multipoles.h"
#include "prep/eigen/blas.h"
#include "prep/thin/sheet.h"

#include <math.h>
#include <string.h>

enum { MODES = 60, PROFILE = 400 };

static const double radius = 0.04, height = 0.095, wall = 0.0035, bottom = 0.006;

static int cells(double length, double edge) {
    return (int)fmax(1.0, ceil(length / edge - 1e-9));
}

static cr_bem_surface cup(cr_arena *arena, double edge, int sectors, bool symmetric) {
    double profile[PROFILE][2] = {{0.0, 0.0}}, inner = radius - wall;
    int n = bem_profile_line(profile, 1, inner, 0.0, cells(inner, edge));
    n = bem_profile_line(profile, n, radius, 0.0, 1);
    n = bem_profile_line(profile, n, radius, bottom, cells(bottom, edge));
    n = bem_profile_line(profile, n, radius, height, cells(height - bottom, edge));
    n = bem_profile_line(profile, n, inner, height, 1);
    n = bem_profile_line(profile, n, inner, bottom, cells(height - bottom, edge));
    n = bem_profile_line(profile, n, 0.0, bottom, cells(inner, edge));
    return bem_revolve(arena, profile, n, sectors, symmetric);
}

// The wall bends with m waves around, as the inextensional modes of a rim do.
static void fill_mode(const cr_bem_surface *s, int m, float *g) {
    for (int t = 0; t < s->triangles; t++) {
        const double *x = s->middle[t], *n = s->normal[t];
        double angle = atan2(x[1], x[0]), r = hypot(x[0], x[1]);
        double out = (n[0] * x[0] + n[1] * x[1]) / r, along = (n[1] * x[0] - n[0] * x[1]) / r;
        g[t] = (float)(x[2] / height * (out * cos(m * angle) - along * sin(m * angle) / m));
    }
}

// CPU seconds for so many modes, the preparation of the surface apart.
static double solve_modes(const cr_bem_surface *s, int modes, double *prepare) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_error error;
    cr_bem bem;
    cr_bem_report report;
    double centre[3], ball, start = bench_now();
    cr_bem_surface_ball(s, centre, &ball);
    if (cr_bem_make(s, arena, &bem, &error) != CR_OK) exit(1);
    *prepare = bench_now() - start;
    cr_bem_work *work = cr_bem_work_new(&bem, arena);
    float *g = cr_arena_take(arena, (size_t)s->triangles, sizeof *g);
    cr_complex *p = cr_arena_take(arena, (size_t)s->triangles, sizeof *p);
    double *c = cr_arena_take(arena, 2 * 64 * 64, sizeof *c);
    int points = CR_BEM_POINTS * s->triangles;
    cr_bem_source *source = cr_arena_take(arena, (size_t)points, sizeof *source);
    if (!work || !g || !p || !c || !source) exit(1);
    start = bench_now();
    for (int i = 0; i < modes; i++) {
        double frequency = 500.0 * pow(24.0, (i + 0.5) / modes);
        cr_multipoles out = {.wave_number = 2.0 * cr_pi * frequency / 343.0, .c = c};
        fill_mode(s, 2 + i % 4, g);
        if (cr_bem_solve(&bem, work, out.wave_number, 1, (const float *const *)&g, &p, &report, &error) !=
            CR_OK)
            exit(1);
        cr_bem_sources(s, g, p, source);
        cr_multipoles_fill(source, points, 1.0, centre, ball, &out);
    }
    double time = bench_now() - start;
    cr_arena_free(arena);
    return time;
}

static void bench_cups(bool symmetric) {
    static const struct {
        double edge;
        int sectors;
    } row[] = {{0.01, 24}, {0.0065, 36}, {0.005, 48}};
    double last_time = 0.0, last_count = 0.0;
    for (int i = 0; i < 3; i++) {
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_bem_surface s = cup(arena, row[i].edge, row[i].sectors, symmetric);
        char name[64];
        double prepare, rows = (double)s.triangles / s.sectors, bytes = symmetric ? 256.0 : 8.0;
        double time = solve_modes(&s, MODES, &prepare);
        snprintf(name, sizeof name, "%s %d triangles", symmetric ? "sectors" : "any", s.triangles);
        bench_figure(name, "60 modes", "s", time + prepare);
        bench_figure(name, "surface once", "s", prepare);
        bench_figure(name, "matrix", "MB", 1e-6 * bytes * rows * rows);
        if (i)
            bench_figure(name, "exponent of time in triangles", "",
                         log(time / last_time) / log(s.triangles / last_count));
        last_time = time;
        last_count = s.triangles;
        cr_arena_free(arena);
    }
}

static void bench_modes(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_bem_surface s = cup(arena, 0.01, 24, false);
    double prepare, few = solve_modes(&s, 15, &prepare), many = solve_modes(&s, MODES, &prepare);
    bench_figure("any 15 to 60 modes", "exponent of time in modes", "", log(many / few) / log(MODES / 15.0));
    cr_arena_free(arena);
}

// Bending waves of a board of 1.2 by 0.7 m, 25 mm thick, as long as those of the air.
static double solve_board(const int cells[2], double k, double *bytes) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    const double side[2] = {cr_sheet_side(1.2, 0.025, cells[0]), cr_sheet_side(0.7, 0.025, cells[1])};
    int count = cells[0] * cells[1];
    float *g = cr_arena_take(arena, (size_t)count, sizeof *g);
    cr_complex *q = cr_arena_take(arena, (size_t)count, sizeof *q);
    cr_sheet sheet;
    cr_error error;
    if (!g || !q) exit(1);
    for (int i = 0; i < count; i++)
        g[i] = (float)(cos(0.8 * k * side[0] * (i % cells[0])) * cos(0.6 * k * side[1] * (i / cells[0])));
    double start = bench_now();
    if (cr_sheet_make(cells, side, k, arena, &sheet, &error) != CR_OK) exit(1);
    int steps = cr_sheet_solve(&sheet, g, q);
    double time = bench_now() - start;
    if (steps < 0) exit(1);
    *bytes = 16.0 * 3 * sheet.wide * sheet.high + 8.0 * (CR_GMRES_MOST + 1) * count;
    cr_arena_free(arena);
    return time;
}

static void bench_boards(void) {
    double last_time = 0.0, last_count = 0.0;
    for (int i = 0; i < 3; i++) {
        const int cells[2] = {60 << i, 35 << i};
        double bytes, least = 1e9, count = (double)cells[0] * cells[1],
                      frequency = 343.0 * cells[0] / (9.0 * 1.2);
        char name[64];
        for (int round = 0; round < 3; round++)
            bench_keep_least(&least, solve_board(cells, 2.0 * cr_pi * frequency / 343.0, &bytes));
        snprintf(name, sizeof name, "board %d cells; %.1f kHz", cells[0] * cells[1], 1e-3 * frequency);
        bench_figure(name, "one mode", "s", least);
        bench_figure(name, "memory", "MB", 1e-6 * bytes);
        if (i)
            bench_figure(name, "exponent of time in cells", "",
                         log(least / last_time) / log(count / last_count));
        last_time = least;
        last_count = count;
    }
}

static void bench_patches(void) {
    static const int counts[] = {192, 1152};
    for (int o = 0; o < 2; o++) {
        enum { TURNS = 200 };
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_multipoles mode[MODES];
        double re[MODES], im[MODES], least = 1e9;
        cr_patches set = {.count = counts[o], .side = 0.05};
        set.at = cr_arena_take(arena, (size_t)set.count, sizeof *set.at);
        for (int i = 0; i < set.count; i++) set.at[i][0] = 0.3f * (float)i / (float)set.count;
        for (int i = 0; i < MODES; i++) {
            mode[i] = (cr_multipoles){.route = CR_RADIATION_SHEET, .wave_number = 30.0, .set = 1};
            mode[i].patch = cr_arena_take(arena, (size_t)(CR_RADIATION_PATCH * set.count), sizeof(float));
            for (int t = 0; t < CR_RADIATION_PATCH * set.count; t++)
                mode[i].patch[t] = 1e-3f * (float)(t % 7 - 3);
        }
        const cr_radiation all = {.radius = 0.4,
                                  .speed = 343.0,
                                  .density = 1.2,
                                  .sets = 1,
                                  .set = &set,
                                  .count = MODES,
                                  .mode = mode};
        cr_radiator *radiator = cr_radiator_new(&all, arena, NULL);
        for (int round = 0; round < 5; round++) {
            double start = bench_now();
            for (int i = 0; i < TURNS; i++)
                cr_radiator_transfer(radiator, (const double[]){1.0, 0.001 * i, 0.5}, re, im);
            bench_keep_least(&least, (bench_now() - start) / TURNS);
        }
        char name[32];
        snprintf(name, sizeof name, "listener %d patches", set.count);
        bench_figure(name, "60 modes", "us", 1e6 * least);
        bench_figure(name, "patch and mode", "ns", 1e9 * least / MODES / set.count);
        cr_arena_free(arena);
    }
}

static void bench_listener(void) {
    static const int orders[] = {4, 8, 12, 16};
    for (int o = 0; o < 4; o++) {
        enum { TURNS = 2000 };
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_multipoles mode[MODES];
        double re[MODES], im[MODES], least = 1e9;
        int terms = (orders[o] + 1) * (orders[o] + 1);
        for (int i = 0; i < MODES; i++) {
            mode[i] = (cr_multipoles){.route = CR_RADIATION_EXACT, .wave_number = 30.0, .order = orders[o]};
            mode[i].c = cr_arena_take(arena, 2 * (size_t)terms, sizeof *mode[i].c);
            for (int t = 0; t < 2 * terms; t++) mode[i].c[t] = 1e-3 * (t % 7 - 3);
        }
        const cr_radiation all = {
            .radius = 0.06, .speed = 343.0, .density = 1.2, .count = MODES, .mode = mode};
        cr_radiator *radiator = cr_radiator_new(&all, arena, NULL);
        for (int round = 0; round < 5; round++) {
            double start = bench_now();
            for (int i = 0; i < TURNS; i++)
                cr_radiator_transfer(radiator, (const double[]){1.0, 0.001 * i, 0.5}, re, im);
            bench_keep_least(&least, (bench_now() - start) / TURNS);
        }
        char name[32];
        snprintf(name, sizeof name, "listener order %d", orders[o]);
        bench_figure(name, "60 modes", "us", 1e6 * least);
        cr_arena_free(arena);
    }
}

int main(void) {
    cr_blas_set_threads(1);
    bench_figure("machine", "addition", "ns", bench_addition_ns());
    bench_listener();
    bench_patches();
    bench_boards();
    bench_cups(true);
    bench_modes();
    bench_cups(false);
    return 0;
}
