// Block Lanczos with (K - shift M)^-1 in the inner product of M, with full re-orthogonalisation: the modes
// nearest to a shift, above it or below it.
//   Grimes, Lewis, Simon, A shifted block Lanczos algorithm for solving sparse symmetric generalized
//   eigenproblems, SIAM J. Matrix Anal. Appl. 15 (1994).
#ifndef CAROM_PREP_LANCZOS_H
#define CAROM_PREP_LANCZOS_H

#include "prep/eigen/eigen.h"
#include "prep/eigen/factor.h"

typedef struct cr_lanczos cr_lanczos;

typedef struct cr_lanczos_job {
    const cr_system *system;
    cr_factor *factor;
    double shift;     // of the factor
    bool down;        // modes below the shift, which may lie among them; else above it and below them all
    double tolerance; // |(K - shift M)^-1 M u - theta u|/theta of modes that have converged
    cr_known known;
    int threads, seed;
    bool (*progress)(void *context, const char *stage, double share);
    void *context;
} cr_lanczos_job;

// What has converged from the eigenvalue nearest to the shift on without a gap.
typedef struct cr_lanczos_found {
    int count;
    const double *value; // rising, falling on the way down; as long as the search
    double next;         // an estimate of the one after them; INFINITY: there is none
    double beyond;       // on the way down: one of the nearest above the shift; INFINITY: there is none
} cr_lanczos_found;

// Everything is the arena's. NULL: no memory.
cr_lanczos *cr_lanczos_new(const cr_lanczos_job *job, cr_arena *arena);
// Searches until `count` eigenvalues, or all below `limit` (rad^2/s^2; used where count is 0 and the way is
// up), have converged. To be called once. CR_STOPPED, CR_ERR_MEMORY, CR_ERR_NUMERIC.
cr_status cr_lanczos_run(cr_lanczos *lanczos, int count, double limit, cr_lanczos_found *found,
                         cr_error *error);
// The first `count` vectors found, orthonormal in M: [count][size].
void cr_lanczos_vectors(cr_lanczos *lanczos, int count, double *vector);

#endif
