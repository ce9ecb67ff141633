// Friction problems from the files that are named: ours, and where it is installed
// Siconos' solvers in the same run, to a residual of 1e-8. Processor time, the least of several runs.
#include "bench.h"
#include "io/file/contact_problem.h"

#include <string.h>

#ifdef HAVE_SICONOS
#include "siconos.h"
#endif

enum { ROUNDS = 5 };

static double solve_ours(const cr_coulomb_problem *problem, cr_arena *arena, double *r,
                         cr_coulomb_result *result) {
    cr_coulomb_options options = cr_coulomb_options_default();
    double best = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        double start = bench_process_now();
        cr_coulomb_solve(problem, &options, arena, r, result, NULL);
        double time = bench_process_now() - start;
        bench_keep_least(&best, time);
        if (time > 0.5) break;
    }
    return best;
}

static void put_peers(const char *name, const char *path, const cr_coulomb_problem *problem, cr_arena *arena,
                      double *r, double ours) {
#ifdef HAVE_SICONOS
    double best = HUGE_VAL;
    for (int i = 0; i < bench_siconos_solvers(); i++) {
        double time = bench_siconos(i, path, r, bench_process_now);
        if (!(cr_coulomb_residual(problem, r, 0.0, arena) <= 1e-8)) continue; // not solved
        bench_figure(name, bench_siconos_name(i), "ms", 1e3 * time);
        bench_keep_least(&best, time);
    }
    if (best < HUGE_VAL) bench_figure(name, "best of Siconos over ours", "", best / ours);
#else
    (void)name, (void)path, (void)problem, (void)arena, (void)r, (void)ours;
#endif
}

static int run(const char *path) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_coulomb_problem problem;
    cr_coulomb_result result;
    cr_error error = {0};
    cr_status status = cr_contact_problem_read(path, arena, &problem, &error);
    if (status != CR_OK) {
        fprintf(stderr, "%s: %s\n", error.place, error.reason);
    } else {
        const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
        double *r = cr_arena_take(arena, 3 * (size_t)problem.contacts, sizeof *r);
        double ours = solve_ours(&problem, arena, r, &result);
        bench_figure(name, "contacts", "", problem.contacts);
        bench_figure(name, "residual", "", result.residual);
        bench_figure(name, "ours", "ms", 1e3 * ours);
        put_peers(name, path, &problem, arena, r, ours);
    }
    cr_arena_free(arena);
    return status != CR_OK;
}

int main(int argc, char **argv) {
    int failed = 0;
#ifndef HAVE_SICONOS
    fprintf(stderr, "Siconos not compared: it is not installed (Debian: libsiconos-numerics-dev)\n");
#endif
    for (int i = 1; i < argc; i++) failed |= run(argv[i]);
    return failed;
}
