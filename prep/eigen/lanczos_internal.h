// The state of a search; its basis grows by blocks.
#ifndef CAROM_PREP_LANCZOS_INTERNAL_H
#define CAROM_PREP_LANCZOS_INTERNAL_H

#include "prep/eigen/lanczos.h"

enum { CR_BLOCKS_MOST = 2048 };

struct cr_lanczos {
    cr_lanczos_job job;
    cr_arena *arena;
    int n;
    double *basis[1 + CR_BLOCKS_MOST]; // the known modes, then the blocks of the basis
    int blocks;                        // without the known ones; the last is not yet multiplied
    int vectors;                       // in them, without those that are 0
    int last;                          // of which in the last block; 0: nothing is left to add
    double *w, *z, *column;            // a block, M times the last one, a block as columns
    double (*product)[CR_BLOCK_SQUARE];

    // T = Q' M (K - shift M)^-1 M Q, on the way down with the other sign: its diagonal blocks, and those
    // below, which connect a block (rows) with the one before it.
    double (*own)[CR_BLOCK_SQUARE], (*upper)[CR_BLOCK_SQUARE];
    int room;       // in blocks
    double largest; // of T's diagonal

    // Eigenpairs of T when it had `solved` blocks, the nearest modes first; vectors with the farthest first.
    int solved, pairs;
    double *ritz, *theta, *value, *residual;
};

cr_status cr_lanczos_no_memory(cr_error *error);
// One more block, the first one too. CR_OK without one when l->last is 0.
cr_status cr_lanczos_step(cr_lanczos *lanczos, cr_error *error);

#endif
