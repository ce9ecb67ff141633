// OpenBLAS, where memory is short. It maps a large buffer for each thread that computes, and a thread that
// gets none tries again for ever. Its own threads begin when the program is loaded; fork() waits for them.
#ifndef CAROM_PREP_BLAS_H
#define CAROM_PREP_BLAS_H

#include "carom/base.h"

// Whether fork() is sure to return: there is room for the buffers that OpenBLAS' own threads may still be
// waiting for.
bool cr_blas_may_fork(void);

// Makes OpenBLAS take the buffers for so many threads now, as long as there is room for them: later it asks
// for no more. To be called in a process forked after cr_blas_may_fork. CR_ERR_MEMORY.
cr_status cr_blas_begin(int threads, cr_allocator allocator, cr_error *error);

#endif
