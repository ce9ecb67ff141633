// Siconos' solvers of friction problems.
#ifndef CAROM_BENCH_SICONOS_H
#define CAROM_BENCH_SICONOS_H

int bench_siconos_solvers(void);
const char *bench_siconos_name(int solver);
// Solves the problem of a file to 1e-8; the seconds by the clock that is given, r the reactions.
double bench_siconos(int solver, const char *path, double *r, double (*now)(void));
// Lemke's method for 0 <= z ⟂ m z + q >= 0, m by rows; the seconds, infinite where it fails.
double bench_siconos_lemke(int n, const double *m, const double *q, double *z, double (*now)(void));

#endif
