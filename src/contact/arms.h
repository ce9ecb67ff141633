// The arms of a contact on a body: 3 rows of n numbers.
#ifndef CAROM_CONTACT_ARMS_H
#define CAROM_CONTACT_ARMS_H

// u += a y
void cr_arms_along(const double *arm, int n, const double *y, double u[3]);
// y += a^T r
void cr_arms_push(const double *arm, int n, const double r[3], double *y);
// w += a a^T
void cr_arms_square(const double *arm, int n, double w[9]);

// The same of a rigid body, of six freedoms.
enum { CR_ARMS_RIGID = 6 };
static inline void cr_arms_along_rigid(const double *arm, const double *y, double u[3]) {
    for (int a = 0; a < 3; a++, arm += CR_ARMS_RIGID)
        u[a] += (arm[0] * y[0] + arm[1] * y[1]) + (arm[2] * y[2] + arm[3] * y[3]) +
                (arm[4] * y[4] + arm[5] * y[5]);
}
static inline void cr_arms_push_rigid(const double *restrict arm, const double r[3], double *restrict y) {
    for (int k = 0; k < CR_ARMS_RIGID; k++)
        y[k] += arm[k] * r[0] + arm[CR_ARMS_RIGID + k] * r[1] + arm[2 * CR_ARMS_RIGID + k] * r[2];
}

// The first row alone.
double cr_arms_along_first(const double *arm, int n, const double *y);
// The same of four contacts on one body.
void cr_arms_along_firsts(const double *const arm[4], int n, const double *y, double u[4]);
// The squares of the three rows.
void cr_arms_squares(const double *arm, int n, double w[3]);
void cr_arms_push_first(const double *arm, int n, double r, double *y);

#endif
