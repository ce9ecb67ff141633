// Friction problems from files (tests/contact-problems if none are named): ours, and where it is installed
// Siconos' solvers in the same run, to a residual of 1e-8. Processor time, the least of several runs.
#include "io/file/contact_problem.h"

#include <stdio.h>
#include <time.h>

#ifdef HAVE_SICONOS
#include "siconos.h"
#endif

enum { ROUNDS = 5 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double solve_ours(const cr_coulomb_problem *problem, cr_arena *arena, double *r,
                         cr_coulomb_result *result) {
    cr_coulomb_options options = cr_coulomb_options_default();
    double best = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        cr_coulomb_solve(problem, &options, arena, r, result, NULL);
        double time = now() - start;
        if (time < best) best = time;
        if (time > 0.5) break;
    }
    return best;
}

static void put_peers(const char *path, const cr_coulomb_problem *problem, cr_arena *arena, double *r,
                      double ours) {
#ifdef HAVE_SICONOS
    double best = HUGE_VAL;
    for (int i = 0; i < bench_siconos_solvers(); i++) {
        double time = bench_siconos(i, path, r, now);
        bool solved = cr_coulomb_residual(problem, r, 0.0, arena) <= 1e-8;
        if (solved) printf("  %10.3f", 1e3 * time);
        else printf("  %10s", "-");
        if (solved && time < best) best = time;
    }
    if (best < HUGE_VAL) printf("  %6.1fx", best / ours);
    else printf("  %7s", "alone");
#else
    (void)path, (void)problem, (void)arena, (void)r, (void)ours;
#endif
}

static void run(const char *path) {
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_coulomb_problem problem;
    cr_coulomb_result result;
    cr_error error = {0};
    if (cr_contact_problem_read(path, arena, &problem, &error) != CR_OK) {
        printf("%s: %s\n", error.place, error.reason);
    } else {
        double *r = cr_arena_take(arena, 3 * (size_t)problem.contacts, sizeof *r);
        double ours = solve_ours(&problem, arena, r, &result);
        printf("%8d  %9.1e  %-9s  %10.3f", problem.contacts, result.residual,
               cr_coulomb_method_name(result.method), 1e3 * ours);
        put_peers(path, &problem, arena, r, ours);
        printf("  %s\n", path);
    }
    cr_arena_free(arena);
}

int main(int argc, char **argv) {
    printf("%8s  %9s  %-9s  %10s", "contacts", "residual", "method", "ours ms");
#ifdef HAVE_SICONOS
    for (int i = 0; i < bench_siconos_solvers(); i++) printf("  %10s", bench_siconos_name(i));
    printf("  %7s", "best/us");
#else
    printf("  (Siconos is not installed: libsiconos-numerics-dev)");
#endif
    printf("  file\n");
    for (int i = 1; i < argc; i++) run(argv[i]);
    return 0;
}
