// The arms of a contact on a body: 3 rows of n numbers.
#ifndef CAROM_CONTACT_ARMS_H
#define CAROM_CONTACT_ARMS_H

// u += a y
void cr_arms_along(const double *arm, int n, const double *y, double u[3]);
// y += a^T r
void cr_arms_push(const double *arm, int n, const double r[3], double *y);
// w += a a^T
void cr_arms_square(const double *arm, int n, double w[9]);

#endif
