// Stages from quick to thorough, until one solves the rows; the best reactions so far are kept.
#include "contact/rows.h"

#include "base/numeric.h"
#include "contact/rows_work.h"

#include <string.h>

enum {
    SWEEPS_FIRST = 2,
    SWEEPS_LAST = 200,
    NEWTON_FIRST = 12,
    NEWTON_LAST = 20,
    NEWTON_LIKELY = 2, // steps that it takes where sweeps converge at all
    BODIES_SOME = 30,  // of which kicks are solved to what is asked; of fewer their order would show
    BODIES_MANY = 200, // of which the factors are dear: no plan before so many sweeps
    SWEEPS_MANY = 60
};

static const double aim = 1e-6; // of the tolerance

static bool finite_block(const cr_rows *rows, const double *r, int i) {
    double sum = rows->kind[i] == CR_ROWS_CONTACT ? rows->mu[i] : 0.0;
    if (rows->kind[i] != CR_ROWS_JOINT) sum += rows->radius[2 * i];
    if (rows->kind[i] == CR_ROWS_DISK) sum += rows->radius[2 * i + 1];
    for (int a = 3 * i; a < 3 * i + 3; a++) sum += rows->q[a] + rows->compliance[a] + r[a];
    return isfinite(sum);
}

// What was not solved may bring energy: shrunk to the share that takes away most it is still admissible. The
// work of impulses is r.(q + u)/2, that of forces r.u beside what their give stores (derivation W3); both
// vanish there or are negative. Returns r.(q + u)/2.
static double guard(cr_rows_work *work, double tolerance, double *r) {
    double linear = 0.0, square = 0.0;
    if (!work->measured) cr_rows_map(work, r);
    for (int k = 0; k < 3 * work->rows->blocks; k++) {
        linear += r[k] * work->rows->q[k];
        square += r[k] * (work->u[k] - work->rows->q[k]);
    }
    double part = work->rows->hold && work->residual > tolerance ? 1.0 : 0.5;
    if (linear + part * square <= 0.0) return linear + 0.5 * square;
    double share = square > 0.0 ? cr_clamp(-linear / square, 0.0, 1.0) : 0.0;
    for (int k = 0; k < 3 * work->rows->blocks; k++) r[k] *= share;
    work->residual = HUGE_VAL;
    cr_rows_keep(work, r);
    return cr_min(share * (linear + 0.5 * share * square), 0.0);
}

// Sweeps go on where they are likely to end sooner than Newton's method, whose factors are planned for that
// unless there are many bodies.
static cr_status quick(cr_rows_work *work, cr_arena *arena, cr_rows_newton **newton, bool *solved,
                       cr_error *error) {
    bool many = work->rows->bodies > BODIES_MANY;
    *solved = many ? cr_rows_sweep(work, SWEEPS_MANY, SWEEPS_LAST)
                   : cr_rows_sweep(work, SWEEPS_FIRST, SWEEPS_FIRST);
    if (*solved) return CR_OK;
    *newton = cr_rows_newton_make(work, arena, error);
    if (!*newton) return CR_ERR_MEMORY;
    double most = NEWTON_LIKELY * cr_rows_newton_effort(*newton) / cr_rows_sweep_effort(work);
    most = cr_min(most, SWEEPS_LAST);
    if (!many && cr_rows_sweeps_left(work) <= most) *solved = cr_rows_sweep(work, 0, most);
    return CR_OK;
}

// No reactions are a solution.
static bool nothing_pushes(const cr_rows *rows) {
    for (int i = 0; i < rows->blocks; i++) {
        const double *q = rows->q + 3 * i;
        bool contact = rows->kind[i] == CR_ROWS_CONTACT, bare = contact && rows->radius[2 * i] == 0.0;
        if (contact ? q[0] < 0.0 : q[0] != 0.0) return false;
        if (!bare && (q[1] != 0.0 || q[2] != 0.0)) return false;
    }
    return true;
}

// Quick stages aim further than is asked: Newton's method comes there with a step more, and what is left of
// the rows shows as noise of forces.
static cr_status run(cr_rows_work *work, double tolerance, cr_arena *arena, cr_rows_result *result,
                     cr_error *error) {
    cr_rows_newton *newton = NULL;
    bool solved = false;
    result->method = CR_COULOMB_OPEN;
    if (nothing_pushes(work->rows)) memset(work->best, 0, 3 * (size_t)work->rows->blocks * sizeof(double));
    else result->method = CR_COULOMB_WARM;
    if (cr_rows_keep(work, work->best) <= work->tolerance) return CR_OK;
    result->method = CR_COULOMB_SWEEPS;
    cr_status status = quick(work, arena, &newton, &solved, error);
    if (status != CR_OK || solved) return status;
    result->method = CR_COULOMB_NEWTON;
    cr_rows_newton_run(newton, NEWTON_FIRST);
    work->tolerance = tolerance;
    if (work->residual <= tolerance) return CR_OK;
    if (cr_rows_are_coulomb(work->rows)) {
        cr_coulomb_method reached = CR_COULOMB_POLISHED;
        status = cr_rows_thorough(work, arena, &reached, error);
        result->method = reached == CR_COULOMB_UNSOLVED ? CR_COULOMB_POLISHED : reached;
        if (status != CR_OK || work->residual <= work->tolerance) return status;
    }
    if (cr_rows_newton_run(newton, NEWTON_LAST)) return CR_OK;
    result->method = CR_COULOMB_SWEEPS;
    if (!cr_rows_sweep(work, SWEEPS_LAST, SWEEPS_LAST)) result->method = CR_COULOMB_UNSOLVED;
    return CR_OK;
}

// Forces show what is left of their rows as noise; impulses less.
static double aim_of(const cr_rows *rows) {
    return rows->bodies <= (rows->hold ? BODIES_MANY : BODIES_SOME) ? aim : 1.0;
}

static cr_status solve(const cr_rows *rows, double tolerance, cr_arena *scratch, double *r, double *y,
                       cr_rows_result *result, cr_error *error) {
    cr_rows_work work;
    size_t bytes = 3 * (size_t)rows->blocks * sizeof *r;
    cr_status status = cr_rows_work_make(&work, rows, aim_of(rows) * tolerance, scratch, error);
    if (status != CR_OK) return status;
    memcpy(work.best, r, bytes);
    cr_rows_admit(&work, work.best);
    status = run(&work, tolerance, scratch, result, error);
    if (status != CR_OK) return status;
    result->energy = guard(&work, tolerance, work.best);
    result->residual = work.residual;
    if (work.residual > tolerance) result->method = CR_COULOMB_UNSOLVED;
    result->sweeps = work.sweeps;
    result->factorisations = work.factorisations;
    memcpy(r, work.best, bytes);
    memcpy(y, work.op.motion, (size_t)work.op.offset[rows->bodies] * sizeof *y);
    return CR_OK;
}

cr_status cr_rows_solve(const cr_rows *rows, double tolerance, cr_arena *scratch, double *r, double *y,
                        cr_rows_result *result, cr_error *error) {
    *result = (cr_rows_result){.method = CR_COULOMB_OPEN};
    for (int i = 0; i < rows->blocks; i++)
        if (!finite_block(rows, r, i)) return cr_rows_not_finite(i, error);
    cr_arena_mark mark = cr_arena_here(scratch);
    cr_status status = solve(rows, tolerance, scratch, r, y, result, error);
    cr_arena_rewind(scratch, mark);
    return status;
}
