// K - shift M = L D L', by MUMPS: solves with it, and how many eigenvalues lie below the shift.
#ifndef CAROM_PREP_FACTOR_H
#define CAROM_PREP_FACTOR_H

#include "prep/eigen/system.h"

typedef struct cr_factor cr_factor;

typedef enum cr_factor_kind {
    CR_FACTOR_POSITIVE, // the shift is below every eigenvalue
    CR_FACTOR_INSIDE,   // any shift, with pivoting; tells what lies below
    CR_FACTOR_COUNT,    // the same, but keeps nothing to solve with
} cr_factor_kind;

typedef struct cr_factor_seconds {
    double analyse, factor;
} cr_factor_seconds;

// The elimination order that suits a system, [free] equations; found once and used for every shift.
typedef struct cr_factor_order {
    int *position; // NULL: to be found by the next cr_factor_new, which takes it from the arena
    cr_arena *arena;
    double room; // MB that a factor may take, as of cr_heap_room; a larger one is kept in files
} cr_factor_order;

// NULL with CR_ERR_MEMORY or CR_ERR_NUMERIC in `error`. `seconds` is added to. Files are in $TMPDIR, else in
// /var/tmp, and go with the factor.
cr_factor *cr_factor_new(const cr_system *system, double shift, cr_factor_kind kind, cr_factor_order *order,
                         cr_allocator allocator, cr_factor_seconds *seconds, cr_error *error);
void cr_factor_free(cr_factor *factor);

// Replaces `count` vectors (system->size each) by (K - shift M)^-1 of them; held components
// become 0.
cr_status cr_factor_solve(cr_factor *factor, int count, double *x, cr_error *error);

bool cr_factor_in_files(const cr_factor *factor);
// Multiplications and additions that the factorisation took.
double cr_factor_operations(const cr_factor *factor);
double cr_factor_entries(const cr_factor *factor);

// Eigenvalues below the shift, by Sylvester's law of inertia.
int cr_factor_below(const cr_factor *factor);

#endif
