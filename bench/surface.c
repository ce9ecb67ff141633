// Nanoseconds per point to make a surface and to roll a ball over it, and per call to read it.
#include "carom/surface.h"
#include "bench.h"
#include "surface/surface_internal.h"

enum { ROUNDS = 9, READS = 1000000 };

static void report(const char *what, double seconds, double count) {
    bench_figure(what, "time", "ns", 1e9 * seconds / count);
}

static void time_ball(const cr_rough *profile, double radius, double patch, cr_arena *arena) {
    double best = 1e9;
    cr_arena_mark mark = cr_arena_here(arena);
    for (int round = 0; round < ROUNDS; round++) {
        cr_rough path;
        double start = bench_now();
        if (cr_rough_ball(profile, radius, patch, arena, &path, NULL)) return;
        double taken = bench_now() - start;
        bench_keep_least(&best, taken);
        cr_arena_rewind(arena, mark);
    }
    char what[80];
    snprintf(what, sizeof what, "ball of %g mm and patch of %g um per point", 1e3 * radius, 1e6 * patch);
    report(what, best, profile->count);
}

// The envelope of parabolas alone, without the curve through the result.
static void time_dilation(const cr_rough *profile, double radius, cr_arena *arena) {
    size_t points = (size_t)profile->count + 1;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_dilation_work work = {cr_arena_take(arena, points, sizeof(double)),
                             cr_arena_take(arena, points, sizeof(double)),
                             cr_arena_take(arena, points, sizeof(int))};
    double *result = cr_arena_take(arena, points, sizeof(double)), best = 1e9;
    if (!work.height || !work.start || !work.apex || !result) return;
    for (int round = 0; round < ROUNDS; round++) {
        double start = bench_now();
        cr_rough_dilate(profile->height, profile->count, profile->dx * profile->dx / (2 * radius), work,
                        result);
        double taken = bench_now() - start;
        bench_keep_least(&best, taken);
    }
    char what[80];
    snprintf(what, sizeof what, "envelope alone of %g mm per point", 1e3 * radius);
    report(what, best, profile->count);
    cr_arena_rewind(arena, mark);
}

// Positions that grow by `way` each time, as under a ball: each is ready before the last height is.
static double time_reads(const cr_rough *s, double way, int means) {
    double best = 1e9, sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = bench_now();
        for (int i = 0; i < READS; i++)
            sum += means ? cr_rough_mean(s, i * way, (i + 1) * way) : cr_rough_height(s, i * way);
        double taken = bench_now() - start;
        bench_keep_least(&best, taken);
    }
    return sum == 1.0 ? 0.0 : best; // the sum is used
}

int main(void) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_roughness roughness = cr_roughness_default(NULL);
    roughness.rms = 2e-6;
    cr_rough s;
    double start = bench_now();
    if (!arena || cr_rough_make(&roughness, arena, &s, NULL)) return 1;
    report("rough surface of 2^17 points per point", bench_now() - start, s.count);
    static const double radii[] = {0, 1e-3, 1e-2, 5e-2}, ways[] = {0.2, 1, 4.5, 50};
    for (int i = 1; i < 4; i++) time_dilation(&s, radii[i], arena);
    for (int i = 0; i < 4; i++) time_ball(&s, radii[i], 0, arena);
    time_ball(&s, 0, 12e-6, arena);
    for (int i = 0; i < 4; i++) {
        char what[80];
        snprintf(what, sizeof what, "height at %g points per step", ways[i]);
        report(what, time_reads(&s, ways[i] * s.dx, 0), READS);
        snprintf(what, sizeof what, "mean over %g points per step", ways[i]);
        report(what, time_reads(&s, ways[i] * s.dx, 1), READS);
    }
    cr_arena_free(arena);
    return 0;
}
