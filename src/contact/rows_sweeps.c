// Gauss and Seidel: one block after the other, each exactly, with the others as they are.
#include "base/dense.h"
#include "contact/cone.h"
#include "contact/rows_work.h"

#include <string.h>

// u = w r + q = 0
static void solve_joint(const double w[9], const double q[3], double r[3]) {
    double inverse[9];
    memcpy(inverse, w, sizeof inverse);
    if (!cr_dense_invert3(inverse)) return;
    cr_apply3(inverse, q, r);
    for (int k = 0; k < 3; k++) r[k] = -r[k];
}

static void solve_block(const cr_rows_work *work, int i, const double q[3], double r[3]) {
    const double *w = work->op.diagonal + 9 * i;
    const int *at = cr_rows_order(work->rows->kind[i]);
    if (work->rows->kind[i] == CR_ROWS_JOINT) {
        solve_joint(w, q, r);
        return;
    }
    double turned[9], side[3], found[3];
    for (int a = 0; a < 3; a++) {
        side[a] = q[at[a]];
        found[a] = r[at[a]];
        for (int b = 0; b < 3; b++) turned[3 * a + b] = w[3 * at[a] + at[b]];
    }
    cr_law_local(turned, side, work->law + i, found);
    for (int a = 0; a < 3; a++) r[at[a]] = found[a];
}

static void sweep_block(cr_rows_work *work, int i, double *r) {
    double u[3], own[3], *ri = r + 3 * i, change[3];
    cr_operator_velocity(&work->op, r, i, u);
    cr_apply3(work->op.diagonal + 9 * i, ri, own);
    for (int a = 0; a < 3; a++) u[a] -= own[a];
    memcpy(change, ri, sizeof change);
    solve_block(work, i, u, ri);
    for (int a = 0; a < 3; a++) change[a] = ri[a] - change[a];
    cr_operator_push(&work->op, i, change);
}

bool cr_rows_sweep(cr_rows_work *work, int sweeps) {
    int n = work->rows->blocks;
    double *r = work->trial;
    memcpy(r, work->best, 3 * (size_t)n * sizeof *r);
    for (int done = 0; done < sweeps; done++) {
        if (done % 2 == 0) cr_operator_move(&work->op, r);
        for (int k = 0; k < n; k++) sweep_block(work, done % 2 ? n - 1 - k : k, r);
        work->sweeps++;
        if (done % 2 == 1 && cr_rows_keep(work, r)) return true;
    }
    return false;
}
