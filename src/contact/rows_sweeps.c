// Gauss and Seidel: one block after the other, each exactly, with the others as they are.
#include "base/dense.h"
#include "base/numeric.h"
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

double cr_rows_sweeps_left(const cr_rows_work *work) {
    if (!(work->fall < 1.0)) return HUGE_VAL;
    return 2.0 * cr_log(work->tolerance / work->residual) / cr_log(work->fall);
}

bool cr_rows_sweep(cr_rows_work *work, int least, double most) {
    int n = work->rows->blocks;
    double *r = work->trial, before = work->residual;
    memcpy(r, work->best, 3 * (size_t)n * sizeof *r);
    for (int done = 2; done <= most; done += 2) {
        cr_operator_move(&work->op, r);
        for (int i = 0; i < n; i++) sweep_block(work, i, r);
        for (int i = n - 1; i >= 0; i--) sweep_block(work, i, r);
        work->sweeps += 2;
        double now = cr_rows_keep(work, r);
        work->fall = now / before;
        if (now <= work->tolerance) return true;
        if (done >= least && cr_rows_sweeps_left(work) > most - done) return false;
        before = now;
    }
    return false;
}

double cr_rows_sweep_effort(const cr_rows_work *work) {
    double sum = 0.0;
    for (int k = 0; k < 2 * work->rows->blocks; k++) {
        int body = work->rows->body[k];
        sum += 1200.0 + (body >= 0 ? 20.0 * work->rows->freedoms[body] : 0.0);
    }
    return sum;
}
