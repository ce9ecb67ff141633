// Small dense systems of equations, without allocation.
#ifndef CAROM_BASE_LINEAR_H
#define CAROM_BASE_LINEAR_H

// LU with row exchanges of the n x n matrix a (by rows), in place; `order` has room for n.
void cr_lu_factor(double *a, int n, int *order);
// The same without exchanges, for a matrix whose symmetric part is positive definite.
void cr_lu_factor_positive(double *a, int n);
// The solution of a x = b from the factors (order NULL: no exchanges): x holds b before and the solution
// after.
void cr_lu_solve(const double *a, int n, const int *order, double *restrict x);

#endif
