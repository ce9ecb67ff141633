// The state of a search; its basis grows by blocks.
#ifndef CAROM_PREP_LANCZOS_INTERNAL_H
#define CAROM_PREP_LANCZOS_INTERNAL_H

#include "prep/lanczos.h"

enum { PANEL = 64, PANELS_MOST = 256 };

struct cr_lanczos {
    cr_lanczos_job job;
    cr_arena *arena;
    int n;
    double *panel[PANELS_MOST]; // the basis, PANEL vectors each
    int panels;
    int columns; // vectors in the basis, the last `block` of them not yet multiplied
    int block;
    double *q, *before; // the last block and the one before it
    int block_before;
    double *w, *z, *spare; // a block, M times the last one, room for one
    cr_mass_work work;

    // T = Q' M (K - shift M)^-1 M Q of the columns before the last block, and its eigenpairs.
    int room;
    double *t;                         // [room][room]
    double upper[CR_BLOCK * CR_BLOCK]; // connects the last block (rows) with the one before it
    double largest;                    // |T|
    double *ritz;                      // eigenvectors of T, [columns][columns], best last
    double *theta, *value, *residual;  // best first
    int solved;                        // size of T when they were computed
    double *coefficient;
};

// Where column of the basis is kept.
double *cr_lanczos_column(const cr_lanczos *lanczos, int column);
cr_status cr_lanczos_no_memory(cr_error *error);

// The first block, from numbers that are always the same; further blocks.
cr_status cr_lanczos_begin(cr_lanczos *lanczos, cr_error *error);
cr_status cr_lanczos_step(cr_lanczos *lanczos, cr_error *error);
// The basis cannot grow: it spans everything there is.
bool cr_lanczos_complete(const cr_lanczos *lanczos);

#endif
