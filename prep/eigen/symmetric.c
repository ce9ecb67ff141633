#include "prep/eigen/symmetric.h"

#include <lapacke.h>
#include <stdint.h>

bool cr_symmetric_small(int size, double *matrix, int stride, double *value) {
    double work[34 * CR_SYMMETRIC_SMALL]; // (block + 2) n with LAPACK's usual block
    return !LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'L', size, matrix, stride, value, work,
                               sizeof work / sizeof *work);
}

cr_status cr_symmetric_large(int size, double *matrix, double *value, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    size_t n = (size_t)size, reals = 1 + 6 * n + 2 * n * n, integers = 3 + 5 * n; // LAPACK's manual
    double *work = cr_arena_take(arena, reals, sizeof *work);
    lapack_int *index = cr_arena_take(arena, integers, sizeof *index), info = 0;
    bool room = work && index && reals <= INT32_MAX;
    if (room)
        info = LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', size, matrix, size, value, work,
                                   (lapack_int)reals, index, (lapack_int)integers);
    cr_arena_rewind(arena, mark);
    if (!room)
        return cr_fail(error, CR_ERR_MEMORY, "modes", "no memory for the search of modes; ask for fewer");
    return info ? cr_fail(error, CR_ERR_NUMERIC, "modes", "the projected problem did not converge") : CR_OK;
}
