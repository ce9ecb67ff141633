// A search of modes with its factor, as the ways to search share it: from a shift below all modes, and down
// from the limit.
#ifndef CAROM_PREP_SEARCH_H
#define CAROM_PREP_SEARCH_H

#include "prep/eigen/eigen.h"
#include "prep/eigen/factor.h"

typedef struct cr_search {
    const cr_eigen_job *job;
    cr_allocator allocator;
    cr_factor_order order;
    cr_factor *factor;
    cr_modal_seconds *seconds;
    double shift;    // of the factor
    int below_limit; // eigenvalues below job->limit, once the factor there has told; else -1
} cr_search;

// A residual has to be below residual_most; the step that the vectors gain at the end leaves less of the
// tolerance of the search.
static const double cr_search_tolerance = 5e-9, cr_residual_most = 1e-8;

cr_status cr_search_no_memory(int modes, cr_error *error);
// Tells the caller; CR_STOPPED when that wants no more.
cr_status cr_search_tell(const cr_search *search, const char *stage, cr_error *error);
// A factor at search->shift; its seconds are added.
cr_status cr_search_factorise(cr_search *search, cr_factor_kind kind, cr_error *error);

// Every mode below job->limit, from a factor there; `pairs` as a backend's. CR_ERR_NUMERIC: it cannot be
// done this way, CR_OK with count -1: it would take longer than from below.
cr_status cr_search_down(cr_search *search, cr_arena *arena, cr_eigen_pairs *pairs, cr_error *error);

// The largest |u - (w^2 - s)(K - s M)^-1 M u| over all modes in the norm of M, with the shift s of the
// factor; by one more solution for each. What it has of mode j is w_j^2/|w_j^2 - s| times what a shift at 0
// would have: more of modes above s, little of those far below, which cr_rayleigh_ritz tells apart.
cr_status cr_search_residual(const cr_search *search, cr_eigen_pairs *pairs, cr_error *error);

// Rotates vectors that are orthonormal in M to those of their span with stationary u' K u, which become their
// values, rising.
cr_status cr_rayleigh_ritz(const cr_system *system, int threads, cr_allocator allocator,
                           cr_eigen_pairs *pairs, cr_error *error);

#endif
