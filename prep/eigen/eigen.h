// Who solves K u = w^2 M u: a backend. The one of this library is eigen_mumps.c; a program may bring its own.
#ifndef CAROM_PREP_EIGEN_H
#define CAROM_PREP_EIGEN_H

#include "prep/eigen/system.h"

// Vectors that are known to be modes of frequency 0, orthonormal in M.
typedef struct cr_known {
    int count;     // at most 6
    double *block; // of them
} cr_known;

typedef struct cr_eigen_job {
    const cr_system *system;
    cr_known known;
    double scale; // below the lowest eigenvalue that is not 0 of any solid of this size, rad^2/s^2
    int count;    // eigenvalues that are wanted beside the known ones; 0: all below the limit
    double limit; // rad^2/s^2
    int threads;
    bool (*progress)(void *context, const char *stage, double share);
    void *context;
} cr_eigen_job;

typedef struct cr_eigen_pairs {
    int count;
    double *value;   // rising, without the known ones; rad^2/s^2
    double *vector;  // [count][size], orthonormal in M
    double limit;    // where eigenvalues were counted; rad^2/s^2
    double residual; // as cr_modal_result.residual_max
    int below;       // how many there are below it by Sylvester's law of inertia, with the known ones
} cr_eigen_pairs;

typedef struct cr_eigen_backend {
    const char *name;
    // Pairs are the arena's. CR_ERR_NUMERIC when the count disagrees with what was found.
    cr_status (*solve)(const cr_eigen_job *job, cr_arena *arena, cr_eigen_pairs *pairs,
                       cr_modal_seconds *seconds, cr_error *error);
} cr_eigen_backend;

extern const cr_eigen_backend cr_eigen_mumps;

// cr_modal_compute with any backend.
cr_status cr_modal_compute_by(const cr_eigen_backend *backend, const cr_modal_job *job, cr_arena *arena,
                              cr_modal_result *result, cr_error *error);

// Where to count so that `count` eigenvalues lie below: above value[count - 1] in the gap before `next`.
// Returns 0 when the gap is too narrow to count in: value and next are then one multiple eigenvalue.
double cr_eigen_gap(double value, double next);

#endif
