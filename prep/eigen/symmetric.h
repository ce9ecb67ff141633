// Eigenpairs of small symmetric matrices by LAPACK, with room for its work given: it allocates nothing by
// itself.
#ifndef CAROM_PREP_SYMMETRIC_H
#define CAROM_PREP_SYMMETRIC_H

#include "carom/base.h"

enum { CR_SYMMETRIC_SMALL = 8 };

// Up to CR_SYMMETRIC_SMALL rows, `stride` numbers from one to the next: the lower triangle becomes the
// eigenvectors, `value` the eigenvalues, rising. False: it did not converge.
bool cr_symmetric_small(int size, double *matrix, int stride, double *value);

// Any size, rows one after the other. CR_ERR_MEMORY, CR_ERR_NUMERIC; the arena is then as it was.
cr_status cr_symmetric_large(int size, double *matrix, double *value, cr_arena *arena, cr_error *error);

#endif
