#include "siconos.h"

#include <math.h>
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/lcp_cst.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct {
    const char *name;
    int number, iterations;
} solvers[] = {
    {"NSGS", SICONOS_FRICTION_3D_NSGS, 20000},
    {"NSN_AC", SICONOS_FRICTION_3D_NSN_AC, 2000},
    {"ADMM", SICONOS_FRICTION_3D_ADMM, 2000},
    {"NSN_FB", SICONOS_FRICTION_3D_NSN_FB, 500},
};

int bench_siconos_solvers(void) {
    return sizeof solvers / sizeof *solvers;
}

const char *bench_siconos_name(int solver) {
    return solvers[solver].name;
}

double bench_siconos(int solver, const char *path, double *r, double (*now)(void)) {
    double best = HUGE_VAL;
    for (int round = 0; round < 3; round++) {
        FrictionContactProblem *problem = frictionContact_new_from_filename(path);
        SolverOptions *options = solver_options_create(solvers[solver].number);
        double *u = calloc((size_t)(3 * problem->numberOfContacts), sizeof *u);
        for (int k = 0; k < 3 * problem->numberOfContacts; k++) r[k] = 0.0;
        options->iparam[SICONOS_IPARAM_MAX_ITER] = solvers[solver].iterations;
        options->dparam[SICONOS_DPARAM_TOL] = 1e-9; // its own measure; the residual is checked with ours
        double start = now();
        fc3d_driver(problem, r, u, options);
        double time = now() - start;
        if (time < best) best = time;
        solver_options_delete(options);
        free(options);
        frictionContactProblem_free(problem);
        free(u);
        if (time > 0.5) break;
    }
    return best;
}

double bench_siconos_lemke(int n, const double *m, const double *q, double *z, double (*now)(void)) {
    size_t count = (size_t)n;
    double *data = malloc(count * count * sizeof *data), *side = malloc(count * sizeof *side),
           *w = calloc(count, sizeof *w);
    for (int i = 0; i < n; i++) {
        side[i] = q[i];
        z[i] = 0.0;
        for (int j = 0; j < n; j++) data[j * n + i] = m[i * n + j]; // by columns
    }
    LinearComplementarityProblem problem = {
        .size = n, .M = NM_create_from_data(NM_DENSE, n, n, data), .q = side};
    SolverOptions *options = solver_options_create(SICONOS_LCP_LEMKE);
    double start = now();
    int failed = linearComplementarity_driver(&problem, z, w, options);
    double time = now() - start;
    solver_options_delete(options);
    free(options);
    NM_clear(problem.M);
    free(problem.M);
    free(side);
    free(w);
    return failed ? HUGE_VAL : time;
}
