// Blocks of CR_BLOCK vectors, interleaved: component i of vector k at [i CR_BLOCK + k]. Unused vectors are 0.
// Results are the same for every number of threads.
#ifndef CAROM_PREP_BLOCK_H
#define CAROM_PREP_BLOCK_H

#include "carom/base.h"

// Solving for a block costs little more than for one vector.
enum { CR_BLOCK = 8, CR_BLOCK_SQUARE = CR_BLOCK * CR_BLOCK, CR_THREADS_MOST = 16 };

// Does `work` for parts of 0 .. items, in as many threads; a thread that cannot be started leaves its part to
// the caller.
typedef void (*cr_part)(const void *context, int first, int last);
void cr_spread(int threads, int items, cr_part work, const void *context);

// A block from `count` vectors of size n one after the other, and back.
void cr_block_weave(int n, int count, const double *vector, double *block);
void cr_block_unweave(int n, int count, const double *block, double *vector);

// product[j] = A_j' Z (rows: vectors of A_j, columns: of Z) for `blocks` blocks A_j.
void cr_block_products(int n, int blocks, double *const *a, const double *z, int threads,
                       double (*product)[CR_BLOCK_SQUARE]);
// W += scale sum_j A_j by[j], with by[j] as products are.
void cr_block_add(int n, int blocks, double *const *a, double (*by)[CR_BLOCK_SQUARE], double scale,
                  int threads, double *w);
// W by[], in place.
void cr_block_turn(int n, const double by[CR_BLOCK_SQUARE], double *w);

#endif
