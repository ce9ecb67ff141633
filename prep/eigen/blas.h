// OpenBLAS, where memory is short. It maps a large buffer for each thread that computes, and a thread that
// gets none tries again for ever. Its own threads begin when it is loaded.
#ifndef CAROM_PREP_BLAS_H
#define CAROM_PREP_BLAS_H

#include "carom/base.h"

// openblas_set_num_threads, which begins all its threads again after a fork, whatever the number: not called
// when nothing changes.
void cr_blas_set_threads(int threads);

// Makes OpenBLAS take the buffers for so many threads now, as long as there is room for them: later it asks
// for no more. CR_ERR_MEMORY.
cr_status cr_blas_begin(int threads, cr_allocator allocator, cr_error *error);

#endif
