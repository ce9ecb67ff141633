// OpenBLAS, where memory is short. It maps a large buffer for each thread that computes, and a thread that
// gets none tries again for ever. Its own threads begin when the program is loaded; fork() waits for them.
#ifndef CAROM_PREP_BLAS_H
#define CAROM_PREP_BLAS_H

#include "carom/base.h"

// openblas_set_num_threads, which begins all its threads again after a fork, whatever the number: not called
// when nothing changes.
void cr_blas_set_threads(int threads);

// Whether fork() is sure to return: there is room for the buffers that OpenBLAS' own threads may still be
// waiting for. Where addresses are limited, the process and those forked from it compute with one thread from
// now on: a second one would take, at any time, the buffer on which the first relies.
bool cr_blas_may_fork(void);

// How many threads may compute: one where addresses are limited, else as many as wanted.
int cr_blas_threads(int wanted);

// Makes OpenBLAS take the buffers for so many threads now, as long as there is room for them: later it asks
// for no more. To be called in a process forked after cr_blas_may_fork. CR_ERR_MEMORY.
cr_status cr_blas_begin(int threads, cr_allocator allocator, cr_error *error);

#endif
