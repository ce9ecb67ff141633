// Siconos' solvers of friction problems.
#ifndef CAROM_BENCH_SICONOS_H
#define CAROM_BENCH_SICONOS_H

int bench_siconos_solvers(void);
const char *bench_siconos_name(int solver);
// Solves the problem of a file to 1e-8; the seconds by the clock that is given, r the reactions.
double bench_siconos(int solver, const char *path, double *r, double (*now)(void));

#endif
