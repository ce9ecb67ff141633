// Dense matrices of some hundred rows, stored by rows with a stride.
#ifndef CAROM_BASE_DENSE_H
#define CAROM_BASE_DENSE_H

#include <stdbool.h>

// c -= a b: m x n from m x k and k x n, each with its stride.
void cr_dense_subtract(int m, int n, int k, const double *a, int a_stride, const double *b, int b_stride,
                       double *c, int c_stride);

// c += sum of the `count` products a_k b_k^T of a column of m and a row of n numbers each.
void cr_dense_add_products(int m, int n, int count, const double *const *a, const double *const *b, double *c,
                           int c_stride);

// The lower half of the n x n matrix c without gaps += a^T a, a of `count` rows of n numbers; what lies above
// its diagonal may change too. The stride is a multiple of CR_DENSE_WIDE; what a has beyond n is read.
enum { CR_DENSE_WIDE = 8 };
void cr_dense_add_squares(int n, int count, const double *a, int stride, double *c);

// LU with row exchanges of the n x n matrix a without gaps, in place; order has room for n. Returns the sign
// of the determinant, 0 where a pivot is 0 or not a number. cr_lu_solve of base/linear.h takes the factors.
int cr_dense_factor(double *a, int n, int *order);

// The same of a symmetric, positive definite matrix of which the upper half is given and changed: U^T D^-1 U,
// D the diagonal of U. False where it is not positive definite.
bool cr_dense_factor_symmetric(double *a, int n);
// x holds the right-hand side before and the solution after.
void cr_dense_solve_symmetric(const double *a, int n, double *x);

// The inverse of a 3 x 3 matrix, in place. Returns the sign of the determinant, as above.
int cr_dense_invert3(double a[9]);

#endif
